"""Carrying and towing: loading, setting down, how long it takes, what is lost with a carrier (pw:6.9, pw:6.11)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.panzerwar import losses
from core.panzerwar.artillery import batteries
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.face.cards import unit_card
from core.panzerwar.movement import choices, loading, planning
from core.panzerwar.movement.events import Boarded, SetDown
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.movement.pricing import Price
from core.panzerwar.movement.reports import TELL, told
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import gsu_between
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, happen, of, priced, refusal, write

LORRY, SQUAD, GUN = UnitId("lorry"), UnitId("squad"), UnitId("gun")


def park(*others: Element, card: str = "opel", **changes: Any) -> WarState:
    """A lorry in J5 that looks south, a squad and a gun beside it."""
    state = a_state(
        an_element("lorry", card, BLUE, "J5", heading=24, **changes),
        an_element("squad", "ger-rifle-44", BLUE, "J5+12,0"),
        an_element("gun", "pak40", BLUE, "J5+0,-12"),
        *others,
        step="plan",
    )
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    return state


def load(state: WarState, *cargo: UnitId) -> None:
    write(state, a_plan("lorry", load=cargo))
    carry_out(state)


def loaded(*cargo: UnitId) -> WarState:
    """The lorry with its cargo, ready to go."""
    state = park()
    for id_ in cargo:
        state.change(id_, presence=Presence.ABOARD, aboard=LORRY, at=at("J5"))
    return state


def next_turn(state: WarState) -> None:
    happen(state, [TurnBegun(turn=state.turn + 1)])


# -- loading ---------------------------------------------------------------------------------------------


def test_men_and_guns_are_taken_aboard() -> None:
    """pw:6.9, pw:6.9.1, pw:6.11: they share the place of the carrier from then on."""
    state = park()
    load(state, SQUAD)
    squad = state.element("squad")
    assert (squad.presence, squad.aboard, squad.at) == (Presence.ABOARD, "lorry", at("J5"))
    next_turn(state)
    write(state, a_plan("lorry", "J8"))
    carry_out(state)
    assert state.element("squad").at == state.element("lorry").at == at("J8")


@pytest.mark.parametrize(
    ("cargo", "haste", "turns"), [(GUN, False, 2.0), (GUN, True, 1.0), (SQUAD, False, 0.5), (SQUAD, True, 0.5)]
)
def test_how_long_loading_takes(cargo: UnitId, haste: bool, turns: float) -> None:
    """pw:6.11.1, pw:6.11.2, pw:6.11.5, pw:12.3.1: a gun a whole turn after it has been taken down, or that turn alone
    in haste; infantry half of one."""
    state = park()
    write(state, a_plan("lorry", load=(cargo,), in_haste=haste))
    boarded = of(Boarded, carry_out(state))
    assert [one.turns for one in boarded] == [turns]
    for _ in range(max(1, int(turns))):
        assert state.element("lorry").travel.loading > 0
        next_turn(state)
    assert state.element("lorry").travel.loading == 0


def test_who_loads_stands_still() -> None:
    """pw:6.11.3: and so does what is loaded; they are together."""
    state = park()
    assert refusal(state, a_plan("lorry", "J8", load=(SQUAD,)))[0] == "pw:6.11.3"
    write(state, a_plan("squad", "J5+12,20"))
    assert "a movement of its own" in refusal(state, a_plan("lorry", load=(SQUAD,)))[1]
    apart = park()
    apart.change(SQUAD, at=at("J6"))
    assert refusal(apart, a_plan("lorry", load=(SQUAD,)))[0] == "pw:6.11.3"


def test_who_is_to_be_taken_aboard_waits_there() -> None:
    """pw:6.11.3: whichever is written first; one carrier takes him, and his unit's order does not make him move."""
    state = park(an_element("other", "opel", BLUE, "J5+12,12", heading=24))
    state.reorganise("blue-1", order=Tactical.ADVANCE)
    assert SQUAD in planning.bound_to_move(state, BLUE)
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("lorry", load=(SQUAD,)))
    for plan in (a_plan("squad", "J6+12,0"), a_plan("squad", second=("J6+12,0",)), a_plan("squad", heading=12)):
        assert refusal(state, plan)[0] == "pw:6.11.3"
    assert refusal(state, a_plan("other", load=(SQUAD,)))[0] == "pw:6.11.3"
    line = next(one for one in choices.menu(state, BLUE, ()).options if one.pick == "plan:squad")
    assert line.refusal is not None
    state.reorganise("blue-1", order=Tactical.ADVANCE)
    assert SQUAD not in planning.bound_to_move(state, BLUE)
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("lorry"))
    assert priced(state, a_plan("squad", "J6+12,0")).motion is Motion.HALF


@pytest.mark.parametrize(
    "changes",
    [{"at": at("J8")}, {"nerve": Nerve(broken=2)}, {"presence": Presence.KILLED}, {"presence": Presence.ABOARD}],
)
def test_who_is_not_there_any_more_is_not_taken_aboard(changes: dict[str, Any]) -> None:
    """pw:6.11.3: they are together when it loads."""
    state = park()
    write(state, a_plan("lorry", load=(SQUAD, GUN)))
    state.change(SQUAD, **changes)
    assert [one.element for one in of(Boarded, carry_out(state))] == [GUN]


def test_what_there_is_room_for() -> None:
    """pw:12.3.3, pw:6.9.2: one gun in tow; squads as the card says, a team half of one."""
    state = park(an_element("second", "pak40", BLUE, "J5+0,12"))
    state.change(GUN, presence=Presence.ABOARD, aboard=LORRY)
    assert refusal(state, a_plan("lorry", load=(UnitId("second"),)))[0] == "pw:6.9.2"
    both = park(an_element("second", "pak40", BLUE, "J5+0,12"), an_element("more", "ger-rifle-44", BLUE, "J5+-12,0"))
    assert refusal(both, a_plan("lorry", load=(GUN, UnitId("second"))))[0] == "pw:6.9.2"
    assert refusal(both, a_plan("lorry", load=(SQUAD, UnitId("more"))))[0] == "pw:12.3.3"
    assert priced(both, a_plan("lorry", load=(SQUAD, GUN))).motion is Motion.STATIONARY
    card = state.cards.vehicles["opel"]
    assert loading.room(state, state.element("lorry")) == card.passengers
    assert loading.size(state.element("squad")) == 1.0
    assert loading.size(an_element("t", "mg-team", BLUE, "J5")) == 0.5


def test_pinned_men_do_not_board() -> None:
    """pw:12.9.3.3."""
    state = park()
    state.put(evolve(state.element("squad"), nerve=Nerve(suppressed=2)))
    assert refusal(state, a_plan("lorry", load=(SQUAD,)))[0] == "pw:12.9.3.3"


def test_russian_infantry_rides_on_tanks() -> None:
    """pw:6.11.2, pw:6.9.5: outside, a squad."""
    tank = an_element("tank", "t34-85", RED, "P5")
    men = an_element("men", "sov-smg", RED, "P5+12,0")
    state = a_state(tank, men, step="plan")
    state.reorganise("red-1", order=Tactical.ENGAGE)
    write(state, a_plan("tank", load=(UnitId("men"),)))
    carry_out(state)
    assert state.element("men").outside
    german = a_state(an_element("tank", "pz4h", BLUE, "P5"), an_element("men", "ger-rifle-44", BLUE, "P5+12,0"))
    german.step = "plan"
    german.reorganise("blue-1", order=Tactical.ENGAGE)
    assert refusal(german, a_plan("tank", load=(UnitId("men"),)))[0] == "pw:12.3.3"


def riders(load: str = "men", **changes: Any) -> WarState:
    """A T-34 that looks south in P5, men and a gun beside it."""
    state = a_state(
        an_element("tank", "t34-85", RED, "P5", heading=24),
        an_element("men", "sov-smg", RED, "P5+12,0"),
        an_element("gun", "zis3", RED, "P5+0,-12"),
        step="plan",
    )
    state.reorganise("red-1", order=Tactical.ENGAGE)
    return state


@pytest.mark.parametrize(
    ("to", "motion"), [("P5+0,25", Motion.SHIFT), ("P9", Motion.HALF), ("P5", Motion.STATIONARY), ("P10", None)]
)
def test_tank_riders_get_on_in_half_a_turn(to: str, motion: Motion | None) -> None:
    """pw:6.11.2, pw:12.3.1: in the other half the tank moves, with them; up to half of its movement."""
    state = riders()
    plan = a_plan("tank", *((to,) if to != "P5" else ()), load=(UnitId("men"),))
    if motion is None:
        assert refusal(state, plan)[0] == "pw:6.11.2"
        return
    assert priced(state, plan).motion is motion
    write(state, plan)
    carry_out(state)
    men = state.element("men")
    assert (men.aboard, men.outside, men.at) == ("tank", True, at(to))
    next_turn(state)
    assert state.element("tank").travel.loading == state.element("men").travel.loading == 0


def test_a_tank_that_takes_a_gun_in_tow_stands_still() -> None:
    """pw:6.11.1, pw:6.11.3."""
    state = riders()
    for cargo in (("gun",), ("men", "gun")):
        plan = a_plan("tank", "P7", load=tuple(UnitId(one) for one in cargo))
        assert refusal(state, plan)[0] == "pw:6.11.3"


# -- setting down ----------------------------------------------------------------------------------------


def test_what_is_set_down_stands_beside() -> None:
    """pw:6.11: a gun behind, its front to the back."""
    state = loaded(GUN)
    write(state, a_plan("lorry", unload=(GUN,)))
    carry_out(state)
    gun = state.element("gun")
    assert gun.presence is Presence.ON_TABLE
    assert gun.heading == 0
    assert gsu_between(gun.where, at("J5")) == pytest.approx(12.5, abs=0.2)
    assert gun.where.y < at("J5").y


def test_who_gets_off_a_carrier_that_stands_moves_half() -> None:
    """pw:12.3.2: in the second half of the turn, from where he is set down; from one that moves not at all."""
    state = loaded(SQUAD)
    state.step = "plan"
    walk = a_plan("squad", second=("K5",))
    assert refusal(state, walk)[0] == "pw:6.9.1"
    assert "plan:squad" not in [one.pick for one in choices.menu(state, BLUE, ()).options]
    write(state, a_plan("lorry", "J6", unload=(SQUAD,)))
    assert refusal(state, walk)[0] == "pw:6.9.1"
    write(state, a_plan("lorry", unload=(SQUAD,)))
    assert "plan:squad" in [one.pick for one in choices.menu(state, BLUE, ()).options]
    assert refusal(state, a_plan("squad", "K5"))[0] == "pw:12.3.2"
    assert refusal(state, a_plan("squad", second=("M5",)))[0] == "pw:6.1.1"
    order = choices.order(state, BLUE, ("plan:squad", "M5"))
    assert isinstance(order, WritePlan)
    assert order.plan.second
    assert not order.plan.legs
    write(state, order.plan)
    write(state, a_plan("lorry", "J6", unload=(SQUAD,)))
    assert "squad" not in state.plans  # it does not get off before the carrier has moved
    write(state, a_plan("lorry", unload=(SQUAD,)), order.plan)
    (down,) = of(SetDown, carry_out(state))
    squad = state.element("squad")
    assert squad.presence is Presence.ON_TABLE
    assert gsu_between(squad.where, order.plan.second[-1].to) < 0.2
    assert gsu_between(squad.where, down.at) == pytest.approx(25, abs=1)
    assert squad.travel.motion is Motion.HALF


@pytest.mark.parametrize("order", [Tactical.ADVANCE, Tactical.RUSH, Tactical.WITHDRAW])
def test_who_gets_off_has_half_of_his_move_whatever_the_order(order: Tactical) -> None:
    """pw:12.3.2: 25 is all that he has, so that no order asks for more of him (pw:4.3, pw:4.4, pw:4.10.1)."""
    state = loaded(SQUAD)
    state.step = "plan"
    write(state, a_plan("lorry", unload=(SQUAD,)))
    assert choices.go_on(state, BLUE, ("plan:squad",)).prompt == "squad: 0 of 25 GSU, stationary"
    state.reorganise("blue-1", order=order, objective=at("J10"), since=1)
    goal = "J10" if order is not Tactical.WITHDRAW else "J1"
    plan = choices.read(state, state.element("squad"), (goal,)).plan
    found = planning.examined(state, state.element("squad"), plan)
    assert isinstance(found, Price)
    assert (found.allowance, found.motion) == (25, Motion.HALF)


def test_a_plan_says_whom_it_loads() -> None:
    """pw:6.11, pw:6.11.5: and sets down, and in what haste; the time that it takes is told, and stands on the card."""
    state = park()
    write(state, a_plan("lorry", load=(GUN, SQUAD), in_haste=True))
    assert told(state, state.plans[LORRY]) == "loads gun, squad in haste"
    assert told(state, a_plan("lorry", "J6", unload=(SQUAD,))) == "moves to J6, sets down squad"
    assert told(state, a_plan("lorry", heading=12)) == "turns to E"
    assert told(state, a_plan("lorry")) == "stays"
    said = [TELL[Boarded](state, one) for one in of(Boarded, carry_out(state))]
    assert [one.text for one in said if one is not None] == [
        "gun goes aboard lorry, in 1 turn in haste",
        "squad goes aboard lorry, in half a turn",
    ]
    state = loaded(GUN)
    write(state, a_plan("lorry", unload=(GUN,)))
    carry_out(state)
    rows = {row.label: row.text for part in unit_card(state, state.element("gun")).sections for row in part.rows}
    assert rows["Not ready"] == "loading or setting up: 3 turns more"
    assert rows["75mm/L46 PaK 40"] == "not fired: it is not ready, 3 turns more"


def test_the_card_of_a_carrier_says_how_long_it_loads() -> None:
    """pw:6.11.3: it stands still until then."""
    state = park()
    load(state, GUN)
    rows = {row.label: row.text for part in unit_card(state, state.element("lorry")).sections for row in part.rows}
    assert rows["Stands still"] == "loading: 2 turns more"


def test_who_loads_and_unloads_stands_still() -> None:
    """pw:6.11.1, pw:6.11.3, pw:12.3.1, pw:12.3.2: all but men, who get off after half movement at most."""
    state = loaded(GUN, SQUAD)
    state.step = "plan"
    assert refusal(state, a_plan("lorry", "J6", unload=(GUN,)))[0] == "pw:6.11.3"
    assert priced(state, a_plan("lorry", "J6", unload=(SQUAD,))).motion is Motion.SHIFT
    assert priced(state, a_plan("lorry", "J8")).motion is Motion.FULL
    assert refusal(state, a_plan("lorry", "J8", unload=(SQUAD,)))[0] == "pw:12.3.2"
    waiting = park()
    waiting.step = "plan"
    assert priced(waiting, a_plan("lorry", load=(SQUAD,))).motion is Motion.STATIONARY
    assert refusal(waiting, a_plan("lorry", heading=12, load=(SQUAD,)))[0] == "pw:6.11.3"


@pytest.mark.parametrize(
    ("cargo", "card", "turns"), [("gun", "pak36", 2.0), ("gun", "pak40", 3.0), ("squad", "ger-rifle-44", 0.5)]
)
def test_how_long_until_it_is_ready(cargo: str, card: str, turns: float) -> None:
    """pw:6.11.1, pw:6.11.4, pw:6.11.7, pw:12.3.1: unloading, then setting up."""
    state = loaded(UnitId(cargo))
    state.change(UnitId(cargo), card=card)
    write(state, a_plan("lorry", unload=(UnitId(cargo),)))
    down = of(SetDown, carry_out(state))
    assert [one.turns for one in down] == [turns]
    for _ in range(int(turns)):
        assert not state.element(cargo).posture.ready
        next_turn(state)
    next_turn(state)
    assert state.element(cargo).posture.ready


def test_a_gun_loaded_in_haste_takes_twice_as_long_to_set_up() -> None:
    """pw:6.11.5."""
    for haste, turns in ((True, 4), (False, 2)):
        state = park()
        write(state, a_plan("lorry", load=(GUN,), in_haste=haste))
        carry_out(state)
        assert state.element("gun").travel.doubled is haste
        assert loading.set_up_turns(state, state.element("gun")) == turns


def test_haste_is_offered_with_a_gun() -> None:
    """pw:6.11.5."""
    state = park()
    for picks, there in ((("plan:lorry", "load:gun"), True), (("plan:lorry", "load:squad"), False)):
        assert ("in-haste" in {one.pick for one in choices.go_on(state, BLUE, picks).options}) is there
    assert choices.read(state, state.element("lorry"), ("load:gun", "in-haste")).plan.in_haste


def test_turns_of_a_broken_crew_do_not_count() -> None:
    """pw:6.11.4: nor of a suppressed one."""
    state = park()
    gun = state.element("gun").with_travel(loading=2.0).with_posture(ready=False)
    state.put(evolve(gun, nerve=Nerve(suppressed=3)))
    next_turn(state)
    assert state.element("gun").travel.loading == 2.0
    state.put(evolve(state.element("gun"), nerve=Nerve()))
    next_turn(state)
    assert state.element("gun").travel.loading == 1.0


def test_self_propelled_guns_need_no_setting_up() -> None:
    """pw:6.11.6: to fire directly."""
    state = a_state(an_element("sp", "wespe", BLUE, "J5"))
    assert loading.set_up_turns(state, state.element("sp")) == 0


@pytest.mark.parametrize(
    ("card", "weapon", "turns"), [("pak40", "", 3.0), ("ger-rifle-44", "81mm", 1.0), ("ger-rifle-44", "", 0.0)]
)
def test_what_is_left_of_a_carrier_is_set_up_first(card: str, weapon: str, turns: float) -> None:
    """pw:6.11.1, pw:6.11.4: whose crew bails out, as if it had been unloaded."""
    cargo = an_element("gun", card, BLUE, "J5", presence=Presence.ABOARD, aboard=LORRY)
    state = a_state(an_element("lorry", "opel", BLUE, "J5"), evolve(cargo, weapon=weapon))
    losses.remove(state, LORRY, Presence.BAILED_OUT)
    left = state.element("gun")
    assert left.presence is Presence.ON_TABLE
    assert left.travel.loading == turns
    assert left.posture.ready is (turns == 0)


def test_what_was_carried_was_not_set_up_at_the_start() -> None:
    """pw:10.6.2, pw:10.5.1: it has moved with its carrier, whoever set it down."""
    state = loaded(GUN)
    assert not batteries.set_up(state, state.element("gun"))
    write(state, a_plan("lorry", unload=(GUN,)))
    carry_out(state)
    assert not batteries.set_up(state, state.element("gun"))
    assert not batteries.settled(state, state.element("gun"))
    state = loaded(GUN)
    losses.remove(state, LORRY, Presence.BAILED_OUT)
    assert not batteries.set_up(state, state.element("gun"))


def test_prepared_defenders_who_are_carried_off_are_so_no_more() -> None:
    """pw:4.13.4.1: they have moved."""
    state = loaded(SQUAD)
    state.put(state.element("squad").with_posture(prepared=True))
    write(state, a_plan("lorry", "J8"))
    carry_out(state)
    assert not state.element("squad").posture.prepared


def test_who_is_killed_on_the_way_is_not_set_down() -> None:
    """pw:12.3.2, pw:15.1.5: a rider whom a mine has killed before his tank ends its movement."""
    state = a_state(
        an_element("tank", "t34-43", BLUE, "J5"),
        an_element("men", "sov-rifle-43", BLUE, "J5", presence=Presence.ABOARD, aboard=UnitId("tank"), outside=True),
    )
    plan = a_plan("tank", unload=(UnitId("men"),))
    state.change(UnitId("men"), presence=Presence.KILLED, aboard=None, outside=False)
    assert not [*loading.at_the_end(state, UnitId("tank"), plan)]


# -- guns and bunkers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("terrain", "may"), [("light-woods", True), ("clear", False)])
def test_a_gun_in_cover_hides(terrain: str, may: bool) -> None:
    """pw:6.1.4, pw:7.6.3: its crew declares so, as the sighting chart has it; it does nothing else."""
    state = a_state(an_element("gun", "pak40", RED, "J5"), board=a_board(terrain={"J5": terrain}), step="plan")
    line = next(one for one in choices.menu(state, RED, ()).options if one.pick == "plan:gun")
    assert (line.refusal is None) is may
    assert ("hide" in {one.pick for one in choices.go_on(state, RED, ("plan:gun",)).options}) is may
    if not may:
        assert refusal(state, a_plan("gun", hide=True))[0] == "pw:6.1.4"
        return
    order = choices.order(state, RED, ("plan:gun", "hide"))
    assert isinstance(order, WritePlan)
    assert [one.pick for one in choices.go_on(state, RED, ("plan:gun",)).options] == ["hide"]
    for changes in ({"heading": 4}, {"buttoned": True}, {"load": (SQUAD,)}):
        assert refusal(state, a_plan("gun", hide=True, **changes))[0] == "pw:6.9.2"
    assert refusal(state, a_plan("gun", "J6", hide=True))[0] == "pw:6.9.2"
    write(state, order.plan)
    carry_out(state)
    gun = state.element("gun")
    assert (gun.posture.hidden, gun.at, gun.travel.motion) == (True, at("J5"), Motion.STATIONARY)


@pytest.mark.parametrize("card", ["pak40", "bunker", "mg-team", "crew", "ger-rifle-44", "ger-wagon", "opel", "su85"])
def test_whatever_it_is_its_menu_is_told(card: str) -> None:
    """pw:4.2: in woods, where it may hide."""
    card = card if card != "bunker" else next(iter(a_state().cards.bunkers))
    mine = an_element("b1", card, BLUE, "J5", turret=None, role="drawn" if card == "ger-wagon" else "")
    state = a_state(mine, board=a_board(terrain={"J5": "light-woods"}), step="plan")
    for pick in choices.go_on(state, BLUE, ("plan:b1",)).options:
        assert choices.go_on(state, BLUE, ("plan:b1", pick.pick)).prompt


# -- losses ----------------------------------------------------------------------------------------------


def test_what_is_towed_is_lost_with_its_tractor() -> None:
    """pw:6.9.3: those inside only if they are killed; the others stand where it was."""
    state = loaded(GUN, SQUAD)
    assert losses.companions(state, LORRY) == ("squad", "gun")
    assert losses.lost_with(state, LORRY) == ("gun",)
    losses.remove(state, LORRY, Presence.DESTROYED, losses.lost_with(state, LORRY))
    assert state.element("gun").presence is Presence.DESTROYED
    assert (state.element("squad").presence, state.element("squad").at) == (Presence.ON_TABLE, at("J5"))


def test_men_in_a_soft_carrier_are_lost_with_it() -> None:
    """pw:6.9.4."""
    state = loaded(SQUAD)
    assert losses.lost_with(state, LORRY, losses.companions(state, LORRY)) == ("squad",)


def test_what_is_aboard_has_no_movement_of_its_own() -> None:
    """pw:6.9.1, pw:6.9.2."""
    state = loaded(GUN)
    assert refusal(state, a_plan("gun", heading=0))[0] == "pw:6.9.1"
    assert refusal(park(), a_plan("gun", "J8"))[0] == "pw:6.9.2"
    assert priced(state, a_plan("lorry", "J8")).spent == 75
