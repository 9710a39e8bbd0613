"""Who calls for fire, how long it takes, how long it lasts; what is planned before the game (pw:10.6.3 to pw:10.6.6,
pw:10.8, pw:10.9)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.order import IllegalOrder
from core.panzerwar.artillery import allocation, calling, links, references
from core.panzerwar.artillery.events import AreaFired, ContactLost, Denied, MissionBegun, MissionEnded
from core.panzerwar.artillery.orders import Cease, Correct, PrePlan, Register
from core.panzerwar.communication.events import Contacted, ContactEnded
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.engagement import Stance
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import offset
from tests.panzerwar.artillery.guns import (
    a_battery,
    a_unit,
    call,
    communicate,
    field,
    fire,
    guns,
    mortars,
    observer,
    of,
    only,
    order,
    turn,
)
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element, at

MADE, KEPT = 6, 4
ALLOCATED = (Switch.ALLOCATION,)


def leader(id_: str = "leader", where: str = "C30", side: Any = BLUE, organisation: str = "company") -> Element:
    return an_element(id_, "leader", side, where, organisation=organisation, command=True)


def forces(state: WarState, side: Any = BLUE, **changes: Any) -> WarState:
    """A side with other facts."""
    sides = tuple(evolve(one, **changes) if one.id == side else one for one in state.engagement.sides)
    state.engagement = evolve(state.engagement, sides=sides)
    return state


def company(*, echelon: Echelon = Echelon.COMPANY, nation: str = "Germany", **more: Any) -> WarState:
    """A leader who may call a battery that has no observer, in support of nobody in particular."""
    pieces, chief = guns(), leader()
    units = [a_unit("company", chief, echelon=echelon)]
    state = field(*pieces, chief, batteries=[a_battery(*pieces, **more)], units=units)
    return forces(state, nation=nation)


# -- who, and how long -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "lowest"),
    [
        ("Germany", Echelon.COMPANY),
        ("U.K.", Echelon.COMPANY),
        ("U.S.A.", Echelon.PLATOON),
        ("Russia", Echelon.BATTALION),
        ("Italy", Echelon.BATTALION),
    ],
)
def test_command_elements_call_from_an_echelon_on(nation: str, lowest: Echelon) -> None:
    """pw:10.9.4: company of Germans and British, platoon of Americans, battalion of all others."""
    ladder = (Echelon.PLATOON, Echelon.COMPANY, Echelon.BATTALION)
    for echelon in ladder:
        state = company(echelon=echelon, nation=nation)
        refused = links.caller_refusal(state, state.element("leader"), state.organisations["battery"])
        assert (refused is None) is (ladder.index(echelon) >= ladder.index(lowest))
        assert refused is None or refused.rule == "pw:10.9.4"


def test_who_calls_goes_by_the_nation_of_his_unit() -> None:
    """pw:10.9.4, pw:4.11.2: an American company in a side of another nation."""
    state = company(echelon=Echelon.COMPANY, nation="Italy")
    battery = battery_of(state)
    assert links.caller_refusal(state, state.element("leader"), battery) is not None
    state.reorganise("company", nation="U.S.A.")
    assert links.caller_refusal(state, state.element("leader"), battery) is None


def test_whoever_else_does_not() -> None:
    """pw:10.9.4, pw:10.6.3."""
    pieces, squad = guns(), an_element("squad", "ger-rifle-44", BLUE, "C30")
    state = field(*pieces, squad, batteries=[a_battery(*pieces)])
    with pytest.raises(IllegalOrder):
        call(state, "C10", who="squad")


def test_one_observer_is_faster_than_several_and_than_a_leader() -> None:
    """pw:10.9.3, pw:10.6.4: one FO for a battery two turns, one of several three, a command element three."""
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    assert links.lag(state, fo, state.organisations["battery"], reference=False).total == 2
    other = observer("C31", "other")
    state = field(*pieces, fo, other, batteries=[a_battery(*pieces, fo, other)])
    assert links.lag(state, fo, state.organisations["battery"], reference=False).total == 3
    state = company()
    assert links.lag(state, state.element("leader"), state.organisations["battery"], reference=False).total == 3
    state = company(dedicated=False)
    assert links.lag(state, state.element("leader"), state.organisations["battery"], reference=False).total == 5


def test_an_observer_may_be_of_another_unit() -> None:
    """pw:10.9.3, pw:5.3.2: he is told to be the battery's; another battery does not support him directly."""
    pieces, others, fo = guns(), guns(name="others"), observer("C30", organisation="carriers")
    units = [a_battery(*pieces, observers=(fo.id,)), a_battery(*others)]
    state = field(*pieces, *others, fo, batteries=units, units=[a_unit("carriers", fo)])
    assert links.lag(state, fo, state.organisations["battery"], reference=False).total == 2
    assert links.lag(state, fo, state.organisations["others"], reference=False).total == 5


def test_a_reference_point_is_one_turn_faster() -> None:
    """pw:10.8.4; never under one."""
    state = company()
    chief, battery = state.element("leader"), state.organisations["battery"]
    assert links.lag(state, chief, battery, reference=True).total == 2


def test_the_mortars_of_the_company_are_called_by_voice() -> None:
    """pw:10.6.4, pw:3.2.B: its leader in sight of them needs no radio and no roll; fire comes in the next turn."""
    crews, chief = mortars("C31", "C31+20,0"), leader()
    units = [a_unit("company", chief, echelon=Echelon.COMPANY)]
    state = field(*crews, chief, batteries=[a_battery(*crews, parent="company")], units=units)
    call(state, "C10", who="leader", battery="mortars")
    happened = communicate(state)
    assert not of(happened, Contacted)
    assert only(happened, MissionBegun).mission.due == 3
    turn(state)
    assert not of(communicate(state), MissionEnded)
    assert of(fire(state, "e5", 9, 9), AreaFired)


def test_a_telephone_needs_no_roll() -> None:
    """pw:10.6.5.2, pw:10.0.5: of an observer and a battery that have not moved; on the march there is radio."""
    crews = mortars("C31", "C31+20,0")
    fo = observer("C20", organisation="mortars", role="forward observer, telephone")
    state = field(*crews, fo, batteries=[a_battery(*crews, fo)])
    call(state, "C10", battery="mortars")
    happened = communicate(state)
    assert not of(happened, Contacted)
    assert of(happened, MissionBegun)
    state = field(*crews, fo.with_travel(moved=1), batteries=[a_battery(*crews, fo)])
    call(state, "C10", battery="mortars")
    assert of(communicate(state, 5), Contacted)


def test_the_point_of_aim_must_be_seen() -> None:
    """pw:10.6: or be registered."""
    hill = a_board(30, 40, levels={"A20 B20 C20 D20 E20": 3})
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)], board=hill)
    with pytest.raises(IllegalOrder) as found:
        call(state, "C10")
    assert found.value.rule == "pw:7.11.2"
    state.step = "set-up"
    order(state, references.check_register, references.register, Register(at=at("C10")))
    state.step = "communications"
    call(state, "C10")
    assert only(communicate(state, MADE), MissionBegun).mission.due == state.turn + 1


def test_a_battery_has_one_fire_at_a_time() -> None:
    """pw:10.6.6."""
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    call(state, "C10")
    communicate(state, MADE)
    turn(state)
    with pytest.raises(IllegalOrder) as found:
        call(state, "C12")
    assert found.value.rule == "pw:10.6.6"


def test_a_call_may_be_dropped() -> None:
    """pw:5.1.2: nothing is tried."""
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)])
    call(state, "C10")
    call(state, "C12")
    assert len(state.artillery.wishes) == 1
    assert len(state.nets.attempts) == 1
    order(state, calling.check_cease, calling.cease, Cease(battery="battery"))
    assert not state.artillery.wishes
    assert not state.nets.attempts
    assert not of(communicate(state), Contacted)


def test_defenders_who_are_american_or_british_rest_shorter() -> None:
    """pw:10.6.10: five turns from 1944 on."""
    state = company(nation="U.S.A.")
    battery = battery_of(state)
    assert allocation.resting(state, battery) == 6
    assert allocation.resting(forces(state, stance=Stance.DEFENCE), battery) == 5
    assert allocation.resting(state, evolve(battery, nation="Poland")) == 6  # of another nation than its side
    assert allocation.resting(forces(state, nation="Germany"), battery) == 6
    state = forces(company(nation="U.K."), stance=Stance.DEFENCE)
    state.engagement = evolve(state.engagement, year=1943)
    assert allocation.resting(state, battery_of(state)) == 6


# -- several callers -------------------------------------------------------------------------------


def two_callers(*more: Element, nation: str = "Germany", card: str = "lefh18", **changes: Any) -> WarState:
    pieces, fo, chief = guns(4, card), observer("C30"), leader(where="D30")
    units = [a_unit("company", chief, echelon=Echelon.COMPANY)]
    state = field(*pieces, fo, chief, *more, batteries=[a_battery(*pieces, fo)], units=units, **changes)
    return forces(state, nation=nation)


def test_the_highest_roll_is_heard() -> None:
    """pw:5.1.2: of two that get through; equal rolls are garbled."""
    state = two_callers()
    call(state, "C10")
    call(state, "C12", who="leader")
    begun = only(communicate(state, 7, 8), MissionBegun)
    assert (begun.mission.observer, begun.mission.aim) == ("leader", at("C12"))
    state = two_callers()
    call(state, "C10")
    call(state, "C12", who="leader")
    assert not of(communicate(state, 8, 8), MissionBegun)


def targets() -> tuple[Element, ...]:
    squad = an_element("squad", "sov-rifle-43", RED, "C10")
    tanks = [a_vehicle(f"tank-{n}", "t34-85", RED, f"C14+{20 * n},0") for n in range(3)]
    return squad, *tanks


ALL = ("squad", "tank-0", "tank-1", "tank-2")


def test_the_better_target_is_preferred() -> None:
    """pw:10.9.2: with allocation, whatever the rolls; the other is denied."""
    state = two_callers(*targets(), switches=ALLOCATED, see=ALL)
    call(state, "C10")
    call(state, "C14+20,0", who="leader")
    happened = communicate(state, 9, 8)
    assert only(happened, MissionBegun).mission.observer == "leader"
    assert only(happened, Denied).rule == "pw:10.9.2"


def test_a_british_observer_commands_his_own_battery() -> None:
    """pw:10.9.2: over command elements, if anything is allotted to his target."""
    state = two_callers(*targets(), nation="U.K.", card="25pdr-g", switches=ALLOCATED, see=ALL)
    call(state, "C10")
    call(state, "C14+20,0", who="leader")
    assert only(communicate(state, 7, 9), MissionBegun).mission.observer == "fo"


# -- allocation ------------------------------------------------------------------------------------


def battery_of(state: WarState) -> Organisation:
    return state.organisations["battery"]


def allotted(*elements: Element, card: str = "lefh18", nation: str = "Germany", where: str = "C10", **more: Any) -> Any:
    pieces = guns(4, card)
    see = [e.id for e in elements]
    state = field(*pieces, *elements, batteries=[a_battery(*pieces)], switches=ALLOCATED, see=see)
    forces(state, nation=nation, **more)
    found = allocation.allocate(state, battery_of(state), at(where))
    return (found.priority.id if found.priority is not None else "", found.turns)


def platoon(number: int, card: str = "t34-85") -> tuple[Element, ...]:
    return tuple(a_vehicle(f"e{n}", card, RED, offset(at("C10"), 90, 8 * n)) for n in range(number))


def test_without_allocation_all_targets_get_six_turns() -> None:
    """pw:10.6.1, pw:10.6.6."""
    pieces = guns()
    state = field(*pieces, batteries=[a_battery(*pieces)])
    assert allocation.allocate(state, battery_of(state), at("C10")).turns == 6


def test_turns_follow_target_nation_and_calibre() -> None:
    """pw:10.9, pw:10.9.1."""
    assert allotted(*platoon(8)) == ("afv-company", 5)
    assert allotted(*platoon(3)) == ("afv-platoon", 4)
    assert allotted(*platoon(2)) == ("single-afv", 1)
    assert allotted(*platoon(3), card="sfh18") == ("afv-platoon", 3)
    assert allotted(*platoon(3), card="25pdr-g", nation="U.K.") == ("afv-platoon", 5)
    assert allotted(*platoon(3), card="m2a1", nation="U.S.A.") == ("afv-platoon", 5)
    assert allotted(*platoon(3), card="m30", nation="Russia") == ("afv-platoon", 3)
    assert allotted(*platoon(3, "sov-rifle-43")) == ("infantry-platoon", 3)
    assert allotted(*platoon(9, "sov-rifle-43")) == ("infantry-company", 5)
    assert allotted(*platoon(5, "zis5")) == ("soft-column", 3)
    assert allotted(*platoon(1, "zis3")) == ("anti-tank", 3)
    assert allotted(*platoon(1, "bunker-small")) == ("bunker", 4)
    assert allotted(*platoon(1, "is2")) == ("afv-company", 5)


def test_little_is_denied() -> None:
    """pw:10.9.1: 0 turns; and who is not seen counts as little."""
    assert allotted(*platoon(1, "sov-rifle-43")) == ("squad", 0)
    assert allotted() == ("squad", 0)
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)], switches=ALLOCATED)
    call(state, "C10")
    assert only(communicate(state, MADE), Denied).rule == "pw:10.9.1"
    assert not state.artillery.missions


def test_supply_asks_for_a_rating() -> None:
    """pw:10.9: a short supply serves nothing below 5."""
    pieces, tank = guns(), platoon(2)
    state = field(*pieces, *tank, batteries=[a_battery(*pieces)], switches=ALLOCATED, see=[e.id for e in tank])
    found = allocation.allocate(forces(state, supply=5), battery_of(state), at("C10"))
    assert found.refusal is not None
    assert found.refusal.rule == "pw:10.9"
    assert allotted(*platoon(3), supply=5) == ("afv-platoon", 4)


def test_rockets_fire_two_turns_at_most() -> None:
    """pw:10.9.1."""
    tanks = platoon(8)
    crews = mortars("C39", "C39+20,0", weapon="NbW41")
    state = field(*crews, *tanks, batteries=[a_battery(*crews)], switches=ALLOCATED, see=[e.id for e in tanks])
    assert allocation.allocate(state, state.organisations["mortars"], at("C10")).turns == 2


def test_allotted_fire_goes_on_without_contact() -> None:
    """pw:10.6.1, pw:10.6.6, pw:10.9.5: it takes contact to correct or to stop; then six turns of rest."""
    tanks = platoon(3)
    pieces, fo = guns(), observer("C30")
    more: dict[str, Any] = {"switches": ALLOCATED, "see": [e.id for e in tanks]}
    state = field(*pieces, fo, *tanks, batteries=[a_battery(*pieces, fo)], **more)
    call(state, "C10")
    assert only(communicate(state, MADE), MissionBegun).mission.allotted == 4
    turn(state)
    communicate(state)
    turn(state)
    assert not of(communicate(state), Contacted)
    fell = only(of(fire(state, "e5", 3, 1), AreaFired), AreaFired)
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))
    happened = communicate(state, 1, 4)
    assert of(happened, ContactLost)
    assert not of(happened, MissionEnded)
    assert only(of(fire(state, "e2"), AreaFired), AreaFired).coa == fell.coa
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))
    assert not only(communicate(state, 5), Contacted).maintain
    assert only(of(fire(state, "e2"), AreaFired), AreaFired).coa != fell.coa
    turn(state)
    assert not of(communicate(state), Contacted)
    assert only(fire(state, "e2"), MissionEnded).resting == state.turn + 6
    turn(state)
    with pytest.raises(IllegalOrder) as found:
        call(state, "C10")
    assert found.value.rule == "pw:10.9.5"


def test_contact_that_is_not_kept_ends() -> None:
    """pw:5.2.1, pw:10.6.1: as long as the fire is waited for it needs no keeping; afterwards it takes a new contact."""
    tanks = platoon(3)
    pieces, fo = guns(), observer("C30")
    more: dict[str, Any] = {"switches": ALLOCATED, "see": [e.id for e in tanks]}
    state = field(*pieces, fo, *tanks, batteries=[a_battery(*pieces, fo)], **more)
    call(state, "C10")
    communicate(state, MADE)
    for ends in (0, 0, 1):  # on the way, in the turn in which it falls, after it
        turn(state)
        assert len(of(communicate(state), ContactEnded)) == ends
        if state.artillery.missions[0].due == state.turn:
            fire(state, "e5", 3, 1)
    assert not state.nets.links
    turn(state)
    order(state, calling.check_correct, calling.correct, Correct(battery="battery", direction=7))
    assert not only(communicate(state, 5), Contacted).maintain


# -- before the game -------------------------------------------------------------------------------


def setting_up(**changes: Any) -> WarState:
    pieces, fo = guns(), observer("C30")
    state = field(*pieces, fo, batteries=[a_battery(*pieces, fo)], step="set-up", turn=0)
    return forces(state, **changes)


@pytest.mark.parametrize(
    ("stance", "number", "rule"), [("defence", 5, "pw:10.8.1"), ("attack", 3, "pw:10.8.1"), ("meeting", 3, "pw:10.8.2")]
)
def test_so_many_points_are_registered(stance: str, number: int, rule: str) -> None:
    """pw:10.8, pw:10.8.1, pw:10.8.2: 5 in defence, 3 in attack, 3 each in a meeting."""
    state = setting_up(stance=Stance(stance))
    for n in range(number):
        order(state, references.check_register, references.register, Register(at=at(f"C{10 + n}")))
    with pytest.raises(IllegalOrder) as found:
        order(state, references.check_register, references.register, Register(at=at("C20")))
    assert found.value.rule == rule
    order(state, references.check_register, references.register, Register(at=at("C20"), number=2))
    assert [one.at for one in references.registered(state, BLUE)][1] == at("C20")


def test_they_are_fixed_once_play_begins() -> None:
    """pw:10.8: written down before play."""
    state = setting_up()
    state.step = "communications"
    with pytest.raises(IllegalOrder):
        order(state, references.check_register, references.register, Register(at=at("C20")))


def test_an_attacker_of_a_campaign_registers_nothing_far_off() -> None:
    """pw:10.8.3: beyond 80 % of the range of his artillery."""
    state = setting_up(stance=Stance.ATTACK)
    near = evolve(state.organisations["battery"], stands=offset(at("C10"), 180, 0.8 * 5340 - 1))
    far = evolve(state.organisations["battery"], stands=offset(at("C10"), 180, 0.8 * 5340 + 1))
    for battery, campaign, allowed in ((near, True, True), (far, True, False), (far, False, True)):
        state.organisations = {"battery": battery}
        state.engagement = evolve(state.engagement, campaign=campaign)
        refused = references.point_refusal(state, BLUE, at("C10"))
        assert (refused is None) is allowed
        assert refused is None or refused.rule == "pw:10.8.3"


def test_fire_may_be_planned() -> None:
    """pw:10.6.3, pw:10.6.4: as many as the engagement grants; it falls without a request."""
    state = setting_up(planned=1)
    order(state, references.check_plan, references.plan, PrePlan(battery="battery", turn=1, at=at("C10"), turns=2))
    state.turn, state.step = 0, "set-up"
    turn(state)
    communicate(state)
    assert only(fire(state, "e5", 9, 9), AreaFired).coa == at("C10")
    turn(state)
    communicate(state)
    happened = fire(state, "e2")
    assert of(happened, AreaFired)
    assert only(happened, MissionEnded).resting == 8


def test_no_more_is_planned_than_is_granted() -> None:
    """pw:10.6.3, pw:10.6.6."""
    state = setting_up()
    plan = PrePlan(battery="battery", turn=1, at=at("C10"))
    with pytest.raises(IllegalOrder) as found:
        order(state, references.check_plan, references.plan, plan)
    assert found.value.rule == "pw:10.6.3"
    state = setting_up(planned=1)
    with pytest.raises(IllegalOrder) as found:
        order(state, references.check_plan, references.plan, evolve(plan, turns=7))
    assert found.value.rule == "pw:10.6.6"
    order(state, references.check_plan, references.plan, plan)
    order(state, references.check_plan, references.plan, PrePlan(battery="battery", turn=0))
    assert not state.artillery.missions
