"""Those whom victory wants off the map at the end, and who cannot walk there: nobody is left behind in time."""

from __future__ import annotations

from functools import partial

import pytest

from core.dice import SeededDice
from core.event import UnitId
from core.hexes import Hex
from core.order import Order
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.fire.orders import Announce, Resolve
from core.panzerblitz.movement.orders import Load, Move
from core.panzerblitz.opponent.danger import danger_to
from core.panzerblitz.opponent.homeward import Ride, rides
from core.panzerblitz.opponent.judgement import best_order
from core.panzerblitz.opponent.prospects import Prospects
from core.panzerblitz.opponent.reasons import why
from core.panzerblitz.opponent.transport import why_off
from core.panzerblitz.pieces.situation import Exit, Goal, Level, Measure
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import BlitzState
from core.panzerblitz.temper import Temper
from core.step_end import FinishStep
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, position, system

WAY_OUT = frozenset(Hex(13, row) for row in range(1, 10))
#: Victory by leaving the map, and by the enemy who has not left it.
GOALS = {
    "exited": Goal(GERMAN, Measure.EXITED, {Level.MARGINAL: 1}, "leave", area="out"),
    "not exited": Goal(RUSSIAN, Measure.LOST_OR_NOT_EXITED, {Level.MARGINAL: 1}, "hold", area="out"),
    "presence": Goal(GERMAN, Measure.PRESENCE, {Level.MARGINAL: 1}, "be there", area="out"),
    "losses": Goal(GERMAN, Measure.LOSSES, {Level.MARGINAL: 1}, "destroy"),
}


def field(
    counters: dict[str, str], goal: str = "exited", *, homeward: bool = True, turn: int = 1, turns: int = 8
) -> BlitzState:
    """A board with a way out in the east, in the vehicles' step of the first of eight turns or of others."""
    place = partial(position, counters, board(terrain={"A9": "woods"}), step="first-vehicles", turns=turns)
    exits = () if goal == "presence" else (Exit(GERMAN, "out"),)
    state = place(goals=(GOALS[goal],), exits=exits, areas={"out": WAY_OUT})
    state.turn = turn
    state.temper = Temper(homeward=homeward, care=0.0)
    return state


def play(state: BlitzState) -> list[Order]:
    """All that the German orders to the end of the game; the enemy does nothing."""
    rules, dice, given = system(state), SeededDice("home"), list[Order]()
    while acting := rules.active(state):
        order: Order = Resolve() if kind_of(state.step) is Kind.FIRE else FinishStep()
        if acting[0] == GERMAN:
            order = best_order(state, GERMAN, dice)
            given.append(order)
        rules.check(state, acting[0], order)
        for event in rules.decide(state, acting[0], order, dice):
            BOOK.evolve(state, event)
        for event in rules.advance(state, dice):
            BOOK.evolve(state, event)
    return given


def left(state: BlitzState) -> set[str]:
    """Who has left the map, aboard or on his own."""
    return {u.id for u in state.units.values() if u.presence is Presence.EXITED}


ALL = {"truck": "g-truck K5", "men": "g-rifle D5", "foe": "r-rifle A9"}


@pytest.mark.parametrize("goal", ["exited", "not exited"])
def test_an_empty_truck_takes_those_out_who_cannot_walk(goal: str) -> None:
    """The company is nine hexes from the edge and goes one a turn; the truck was out in its first turn without it."""
    found = []
    for homeward in (False, True):
        state = field(ALL, goal, homeward=homeward)
        play(state)
        found.append(left(state))
    assert found == [{"truck"}, {"truck", "men"}]


@pytest.mark.parametrize("goal", ["losses", "presence"])
def test_who_has_not_to_leave_drives_as_before(goal: str) -> None:
    """With it or without it the same orders."""
    assert play(field(ALL, goal, homeward=True)) == play(field(ALL, goal, homeward=False))


def test_a_truck_that_has_no_time_left_to_fetch_goes_alone() -> None:
    """In the last turn it loads nobody any more."""
    state = field(ALL, turn=8)
    play(state)
    assert left(state) == {"truck"}


def test_a_truck_waits_until_it_is_time() -> None:
    """With turns to spare the company fights on, and its truck stays where it is; then it comes."""
    far = ALL | {"men": "g-rifle C5"}
    early, late = field(far, turn=2, turns=10), field(far, turn=6, turns=10)
    assert rides(early, GERMAN)[UnitId("truck")] == Ride(UnitId("men"), at("C5"), due=False)
    assert isinstance(best_order(early, GERMAN, SeededDice("x")), FinishStep)
    assert rides(late, GERMAN)[UnitId("truck")] == Ride(UnitId("men"), at("C5"), due=True)
    order = best_order(late, GERMAN, SeededDice("x"))
    assert isinstance(order, Move)
    assert order.path[-1].col < at("K5").col


def test_a_tank_fights_until_it_is_time_and_then_takes_riders() -> None:
    """It is asked after the trucks, and only when somebody would be left behind."""
    counters = {"tank": "g-panther K5", "men": "g-rifle D5", "foe": "r-rifle A9"}
    assert not rides(field(counters), GERMAN)
    assert set(rides(field(counters, turn=4), GERMAN)) == {"tank"}
    with_truck = counters | {"truck": "g-truck K4"}
    assert set(rides(field(with_truck, turn=4), GERMAN)) == {"truck"}


def test_who_is_to_get_aboard_goes_to_the_truck_beside_it_and_says_why() -> None:
    """The truck has not come all the way; what walks to it is loaded in the next turn."""
    state = field({"truck": "g-truck E5", "men": "g-rifle D5", "foe": "r-rifle A9"}, turn=4)
    state.change(UnitId("truck"), entered=(at("E5"),), stopped=False)
    state.step = "first-others"
    order = best_order(state, GERMAN, SeededDice("x"))
    assert order == Move(unit=UnitId("men"), path=(at("E5"),), road=False)
    (argument,) = why(state, GERMAN, order)
    assert "takes it off the map" in argument.text


def test_why_who_cannot_walk_at_all_rides() -> None:
    """A mortar does not walk for any number of turns."""
    state = field({"truck": "g-truck E5", "mortar": "g-120mm-mortar E5", "foe": "r-rifle A9"}, turn=5)
    order = best_order(state, GERMAN, SeededDice("x"))
    assert order == Load(carrier=UnitId("truck"), passenger=UnitId("mortar"))
    (argument,) = why(state, GERMAN, order)
    assert argument.text.endswith("does not move by itself, and rides.")


def test_who_is_to_be_loaded_does_not_fire_before() -> None:
    """A unit that has fired is not loaded in the same turn (pb:PB-TRANS-B): when it is time it rides."""
    counters = {"truck": "g-truck D5", "men": "g-rifle D5", "foe": "r-truck F5"}
    for turn, fires in ((1, True), (5, False)):
        state = field(counters, turn=turn)
        state.step = "first-fire"
        assert isinstance(best_order(state, GERMAN, SeededDice("x")), Announce) is fires
    state.step = "first-vehicles"
    assert best_order(state, GERMAN, SeededDice("x")) == Load(carrier=UnitId("truck"), passenger=UnitId("men"))


def test_nobody_gets_off_who_would_be_left_behind() -> None:
    """An enemy is near, which has riders get off early in the game; late they stay aboard."""
    counters = {"truck": "g-truck D5", "men": "g-rifle on truck", "foe": "r-rifle D8"}
    found = []
    for turn in (1, 6):
        state = field(counters, turn=turn)
        state.temper = Temper(homeward=True)
        danger, prospects = danger_to(state, GERMAN), Prospects(state, GERMAN)
        off = why_off(state, state.units[UnitId("truck")], at("D5"), UnitId("men"), danger, prospects)
        found.append(off != "")
    assert found == [True, False]
