"""Regrouping: its time, its distances, what comes of it, units that merge (pw:4.9)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.order import IllegalOrder
from core.panzerwar.command import choices, initiative, regroup, tactical
from core.panzerwar.command.events import Appointed, Regrouping
from core.panzerwar.command.orders import GiveOrder, Merge
from core.panzerwar.command.reports import TELL
from core.panzerwar.morale.events import MoraleFailed, MoralePasses
from core.panzerwar.pieces.artillery import Mission
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.organisation import Echelon, Forced, Organisation, Tactical
from core.panzerwar.state import WarState
from core.plane import Point
from core.secrecy import kept_view
from tests.panzerwar.command.platoons import east, ordered, squads, tanks
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, RED, an_element, at


def time(mine: tuple[Element, ...], *dice: int, **unit: object) -> int:
    state = ordered(mine, **unit)  # type: ignore[arg-type]
    turns, rolls = regroup.time(state, state.organisations["p"], ScriptedDice(list(dice)))
    assert len(rolls) == len(dice)
    return turns


@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_tanks_with_losses_take_d3_turns(die: int, turns: int) -> None:
    """pw:4.9.4: a D6 halved, rounding up."""
    assert time(tanks(), die, strength=4) == turns


def test_infantry_with_losses_takes_one_turn_if_it_is_together() -> None:
    """pw:4.9.4: no more than 100 from one another; else D3."""
    assert time(squads(), strength=4) == 1
    scattered = (*squads(2), an_element("t9", "ger-rifle-44", BLUE, "O27", organisation="p"))
    assert time(scattered, 4, strength=4) == 2


def test_without_losses_it_takes_one_turn() -> None:
    """pw:4.9.4."""
    assert time(tanks()) == time(squads()) == 1


def test_without_a_command_element_it_takes_longer() -> None:
    """pw:4.9.5: D6 turns mechanised, D3 for infantry, with or without other losses."""
    assert time(tanks(), 6, command=None) == 6
    assert time(squads(), 5, command=None) == 3


@pytest.mark.parametrize(
    ("enemy", "gsu", "near"), [(600, 150, True), (600, 151, False), (601, 250, True), (601, 251, False)]
)
def test_elements_come_together(enemy: float, gsu: float, near: bool) -> None:
    """pw:4.9.3: within 150 of each other with an enemy within 600, else within 250."""
    state = ordered(tanks(2), enemy=enemy)
    state.change(state.element("t1").id, at=east("O20", -gsu))
    assert regroup.gathered(state, state.organisations["p"]) is near


def regrouping(**unit: object) -> WarState:
    return ordered(order=Tactical.REGROUP, since=4, **{"regroups": 1, "strength": 5, **unit})  # type: ignore[arg-type]


def test_a_unit_has_reformed_when_its_turns_are_over() -> None:
    """pw:4.9.1, pw:4.9.4, pw:4.7.2, pw:13.1.2: losses count anew, and it is in order again; levels that it has tested
    it does not test again (pw:13.1).
    """
    state = regrouping(regroups=2, disordered=True, tested=frozenset({15}))
    assert [one.left for one in happen(state, regroup.progress(state)) if isinstance(one, Regrouping)] == [1]
    assert state.organisations["p"].disordered
    happened = happen(state, regroup.progress(state))
    unit = state.organisations["p"]
    assert (unit.regroups, unit.strength, unit.disordered, unit.tested) == (0, 3, False, frozenset({15}))
    assert list(regroup.progress(state)) == []
    told = TELL[Regrouping](state, happened[0])
    assert told is not None
    assert told.text == "p has regrouped with 3 elements"


def test_direct_fire_and_distance_hold_it_up() -> None:
    """pw:4.9, pw:4.9.3."""
    assert list(regroup.progress(regrouping(fought=5))) == []
    state = regrouping()
    state.change(state.element("t2").id, at=east("O20", -400))
    assert list(regroup.progress(state)) == []


def test_a_unit_that_is_gone_regroups_no_more() -> None:
    """pw:4.9."""
    state = regrouping()
    for one in ("t0", "t1", "t2"):
        state.change(state.element(one).id, presence=Presence.DESTROYED)
    assert list(regroup.progress(state)) == []


def test_what_morale_made_a_unit_do_is_over_when_it_has_regrouped() -> None:
    """pw:13.1.7, pw:4.11.5."""
    state = regrouping(forced=Forced.REGROUP)
    happen(state, regroup.progress(state))
    assert state.organisations["p"].forced is None


@pytest.mark.parametrize("forced", [Forced.HALT, Forced.RETREAT])
def test_initiative_comes_back_when_the_unit_has_regrouped_and_not_before(forced: Forced) -> None:
    """pw:4.11.5: what the loss made it do may be over long before."""
    state = regrouping()
    happen(state, [MoraleFailed(side=BLUE, organisation="p", forced=forced, rolled=90)])
    happen(state, [MoralePasses(side=BLUE, organisation="p")])
    assert state.organisations["p"].forced is None
    assert initiative.shaken(state, BLUE)
    state.reorganise("p", order=Tactical.REGROUP, regroups=1)
    happen(state, regroup.progress(state))
    assert not initiative.shaken(state, BLUE)


def test_a_unit_without_a_leader_chooses_one_and_has_a_penalty() -> None:
    """pw:4.9.2, pw:4.9.5: the choice is part of its regrouping; of a mechanised unit it is a vehicle."""
    mine = (an_element("t9", "ger-rifle-44", BLUE, "O20", organisation="p"), *tanks()[1:])
    state = ordered(mine, mechanised=True, command=None)
    wanted = GiveOrder(organisation="p", tactical=Tactical.REGROUP)
    tactical.check_give(state, BLUE, wanted)
    happen(state, tactical.give(state, BLUE, wanted, ScriptedDice([1])))
    unit = state.organisations["p"]
    assert (unit.regroups, unit.leaderless) == (1, False), "it has not regrouped yet"
    happened = happen(state, regroup.progress(state))
    assert [one.element for one in happened if isinstance(one, Appointed)] == ["t1"]
    assert state.organisations["p"].leaderless
    assert state.organisations["p"].command == "t1"


def test_who_is_named_while_it_regroups_does_not_take_the_penalty_away() -> None:
    """pw:4.9.2, pw:4.9.5: the choice of another is part of the time that the unit was rolled for without one."""
    state = ordered(command=None)
    given = GiveOrder(organisation="p", tactical=Tactical.REGROUP)
    happen(state, tactical.give(state, BLUE, given, ScriptedDice([1])))
    happen(state, [Appointed(side=BLUE, organisation="p", element=state.element("t1").id)])
    happen(state, regroup.progress(state))
    assert state.organisations["p"].leaderless


def test_a_unit_that_does_not_regroup_after_all_has_no_penalty() -> None:
    """pw:4.9.2: it is one of regrouped units."""
    state = ordered(command=None)
    for order, dice in ((Tactical.REGROUP, [6]), (Tactical.WITHDRAW, [])):
        given = GiveOrder(organisation="p", tactical=order)
        happen(state, tactical.give(state, BLUE, given, ScriptedDice(dice)))
        state.turn += 1
    assert not state.organisations["p"].leaderless
    happen(state, [Appointed(side=BLUE, organisation="p", element=state.element("t1").id)])
    state.reorganise("p", former=None)
    happen(state, tactical.give(state, BLUE, GiveOrder(organisation="p", tactical=Tactical.REGROUP), ScriptedDice([])))
    happen(state, regroup.progress(state))
    assert state.organisations["p"].regrouped == 1
    assert not state.organisations["p"].leaderless


def test_whom_morale_makes_regroup_without_a_leader_has_the_penalty_too() -> None:
    """pw:4.9.2, pw:13.1.7."""
    state = ordered(command=None)
    happen(state, [MoraleFailed(side=BLUE, organisation="p", forced=Forced.REGROUP, rolled=60, regroups=1)])
    assert not state.organisations["p"].leaderless
    happen(state, regroup.progress(state))
    assert state.organisations["p"].leaderless


def test_a_unit_with_a_leader_has_no_penalty() -> None:
    """pw:4.9.2."""
    state = regrouping()
    assert [type(one) for one in happen(state, regroup.progress(state))] == [Regrouping]
    assert not state.organisations["p"].leaderless


# -- merging (pw:4.9.1) -------------------------------------------------------------------------------------


def two_platoons(**second: object) -> WarState:
    """Two platoons of a company that regroup; the second has lost one of three."""
    state = ordered(tanks(2), order=Tactical.REGROUP, since=5, parent="company", regroups=1, tested=frozenset({15}))
    others = tuple(
        an_element(f"u{n}", "pz4h", BLUE, Point(at("P20").x, at("P20").y + 250 * n), organisation="q") for n in range(3)
    )
    for number, one in enumerate(others):
        state.put(one if number < 2 else _gone(one))
    more = {"order": Tactical.REGROUP, "parent": "company", "regroups": 1, "tested": frozenset({30}), **second}
    state.organisations = {**state.organisations, "q": a_unit("q", *others, **more)}
    state.engagement.by_id.update({one.id: one for one in others})  # type: ignore[attr-defined]
    return state


def _gone(element: Element) -> Element:
    return evolve(element, presence=Presence.DESTROYED)


def merge(state: WarState) -> Organisation:
    wanted = Merge(organisation="p", other="q")
    regroup.check_merge(state, BLUE, wanted)
    happen(state, regroup.merge(state, BLUE, wanted, ScriptedDice([])))
    return state.organisations["p"]


def test_two_platoons_of_a_company_become_one() -> None:
    """pw:4.9.1, pw:13.1.6: its losses count from what it has when it has reformed."""
    state = two_platoons()
    assert [one.pick for one in choices.go_on(state, BLUE, ("merge:p",)).options if one.refusal is None] == ["q"]
    unit = merge(state)
    assert "q" not in state.organisations
    assert len(unit.members) == 5
    assert (unit.command, unit.strength) == ("t0", 5)
    assert unit.tested == {15, 30}
    assert state.element("u0").organisation == "p"
    happen(state, regroup.progress(state))
    assert state.organisations["p"].strength == 4


@pytest.mark.parametrize(
    "second",
    [
        {"parent": "other"},
        {"order": Tactical.COVER},
        {"echelon": Echelon.COMPANY},
        {"strength": 2, "command": "u0"},
    ],
)
def test_units_that_do_not_merge(second: dict[str, object]) -> None:
    """pw:4.9.1: of one parent and echelon, both regrouping, after losses."""
    with pytest.raises(IllegalOrder) as why:
        merge(two_platoons(**second))
    assert why.value.rule == "pw:4.9.1"


def test_a_platoon_that_lost_its_leader_alone_may_merge() -> None:
    """pw:4.9.1."""
    assert merge(two_platoons(strength=2, command=None)).leaderless is False


def test_an_enemy_does_not_merge() -> None:
    """pw:4.9.1."""
    state = two_platoons()
    with pytest.raises(IllegalOrder):
        regroup.check_merge(state, BLUE, Merge(organisation="p", other="foe"))
    with pytest.raises(IllegalOrder):
        regroup.check_merge(state, BLUE, Merge(organisation="p", other="nothing"))


def test_what_a_merged_unit_leaves_behind_stays_its_sides_secret() -> None:
    """pw:4.9.1: the turn of its arrival was rolled for before it merged; views are made on, and by the enemy too."""
    state = two_platoons()
    units, elements = tuple(state.organisations.values()), tuple(state.elements.values())
    state.engagement = evolve(state.engagement, organisations=units, elements=elements)
    state.arrivals = {"q": 3}
    merge(state)
    assert kept_view(state, BLUE).arrivals == {"q": 3}
    assert kept_view(state, RED).arrivals == {}


def test_a_battery_does_not_vanish_while_its_fire_is_asked_for() -> None:
    """pw:4.9.1: what is asked of a unit needs the unit."""
    state = two_platoons()
    asked = Mission(id="m", side=BLUE, battery="q", shell="HE", aim=at("J5"), due=3, allotted=1)
    state.artillery = evolve(state.artillery, missions=(asked,))
    with pytest.raises(IllegalOrder) as why:
        merge(state)
    assert why.value.rule == "pw:4.9.1"
