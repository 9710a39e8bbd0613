"""Units that may be held back in the set-up and come on later, and what counts that leaves (pw:3.3)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzerwar.scenarios.scenarios import scenario
from core.dice import ScriptedDice
from core.order import IllegalOrder
from core.panzerwar.command import tactical
from core.panzerwar.command.chapter import CHAPTER
from core.panzerwar.course import choices, set_up, victory
from core.panzerwar.course.events import Left, ReserveRolled
from core.panzerwar.course.orders import Place, PlaceRest
from core.panzerwar.course.reports import TELL
from core.panzerwar.movement import speed
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Counted, Goal, GoalKind, Posting, Reserve
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.state import SET_UP, WarState, initial_state
from core.plane import hex_at
from core.secrecy import kept_view, redact
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at

NO_DICE = ScriptedDice([])
AREA = frozenset(hex_at(at(name)) for name in ("C3", "C4", "D3", "D4"))
EDGE = frozenset(hex_at(at(name)) for name in ("A3", "A4"))


def a_force(step: str = SET_UP, now: int = 0, **reserve: Any) -> WarState:
    """A tank that must set up, and one of another unit that may be held back."""
    waits: dict[str, Any] = {"presence": Presence.WAITING, "at": None}
    must = evolve(an_element("must", "pz4h", BLUE, "C3", organisation="front"), **waits)
    may = evolve(an_element("may", "pz4h", BLUE, "C3", organisation="back"), **waits)
    held = Reserve(**{"hexes": EDGE, "turn": 2, "heading": 24, **reserve})
    posts = (
        Posting(organisation="front", hexes=AREA, heading=12),
        Posting(organisation="back", hexes=AREA, heading=12, reserve=held),
    )
    foe = an_element("foe", "t34-43", RED, "M13")
    return a_state(must, may, foe, step=step, turn=now, postings=posts)


def place(state: WarState, element: str, where: str) -> None:
    wanted = Place(element=state.element(element).id, at=at(where))
    set_up.check_place(state, BLUE, wanted)
    happen(state, set_up.place(state, BLUE, wanted, NO_DICE))


@pytest.mark.parametrize(("waits", "told"), [(0, ""), (1, ", 1 waits off the table"), (2, ", 2 wait off the table")])
def test_who_waits_off_the_table_is_counted_with_the_orders(waits: int, told: str) -> None:
    """pw:3.2.A, pw:3.3: who may come on while they are given is not forgotten."""
    state = a_force(step="orders", now=1)
    for id_ in ("must", "may")[waits:]:
        state.change(state.element(id_).id, presence=Presence.ON_TABLE, at=at("C3"))
    remaining = CHAPTER.steps["orders"].remaining
    fresh = "1 unit keeps its orders" if waits == 1 else f"{2 - waits} units keep their orders"
    assert remaining is not None
    assert remaining(state, BLUE) == fresh + told


def test_what_may_be_held_back_need_not_set_up() -> None:
    state = a_force()
    assert set_up.to_place(state, BLUE) == ("must", "may")
    assert set_up.must_place(state, BLUE) == ("must",)
    with pytest.raises(IllegalOrder):
        set_up.check_finish(state, BLUE)
    place(state, "must", "C3")
    set_up.check_finish(state, BLUE)
    picks = [one.pick for one in choices.menu(state, BLUE, ()).options]
    assert picks == ["place:must", "place:may", "finish-step"]
    place(state, "may", "D4")  # it may set up as well
    assert state.element("may").heading == 12


def test_the_rest_is_what_must_set_up() -> None:
    state = a_force()
    happen(state, set_up.place_rest(state, BLUE, PlaceRest(), NO_DICE))
    assert state.element("must").on_table
    assert not state.element("may").on_table
    happen(state, set_up.place_rest(state, BLUE, PlaceRest(), NO_DICE))
    assert state.element("may").on_table


def test_what_was_held_back_comes_on_by_its_edge_from_its_turn_on() -> None:
    state = a_force("orders", 1)
    assert "may" not in set_up.entering(state, BLUE)
    state.turn = 2
    assert set_up.entering(state, BLUE) == ("must", "may")
    with pytest.raises(IllegalOrder):
        place(state, "may", "C4")
    assert {one.pick for one in choices.go_on(state, BLUE, ("place:may",)).options} == {"A3", "A4"}
    place(state, "may", "A3")
    assert state.element("may").heading == 24


def test_the_turn_is_rolled_for_when_all_have_set_up() -> None:
    """Once, for its owner's eyes; the set-up is not over before."""
    state = a_force(die=6)
    assert set_up.reserves(state, NO_DICE) is None
    place(state, "must", "C3")
    for side in (BLUE, RED):
        happen(state, set_up.finish(state, side))
    assert not set_up.over(state)
    rolled = set_up.reserves(state, ScriptedDice([4]))
    assert rolled is not None
    events = happen(state, rolled)
    assert [(type(e), e.turn) for e in events if isinstance(e, ReserveRolled)] == [(ReserveRolled, 6)]
    assert state.arrivals == {"back": 6}
    assert set_up.over(state)
    assert set_up.reserves(state, NO_DICE) is None
    assert redact(state, events[0], RED) is None
    assert kept_view(state, RED).arrivals == {}
    assert kept_view(state, BLUE).arrivals == {"back": 6}
    told = TELL[ReserveRolled](state, events[0])
    assert told is not None
    assert told.text == "back comes on from turn 6 on"
    state.step = "orders"
    for turn in (5, 6):
        state.turn = turn
        assert ("may" in set_up.entering(state, BLUE)) is (turn == 6)


def test_nothing_is_rolled_for_what_has_set_up() -> None:
    state = a_force(die=6)
    place(state, "must", "C3")
    place(state, "may", "C4")
    for side in (BLUE, RED):
        happen(state, set_up.finish(state, side))
    assert set_up.reserves(state, NO_DICE) is None
    assert set_up.over(state)


# -- what counts that leaves -------------------------------------------------------------------------


def leaving(counted: Counted) -> WarState:
    out = Goal(
        id="out", name="Out", kind=GoalKind.EXIT, at=at("A3"), radius=50, points=25, side=BLUE, limit=3, counted=counted
    )
    tanks = tuple(an_element(f"tank{n}", "pz4h", BLUE, f"C{n + 3}") for n in range(2))
    gun = an_element("gun", "stug3g", BLUE, "C6")
    loaded = an_element("loaded", "sdk251-1", BLUE, "C7")
    car = an_element("car", "daimler", BLUE, "C9")
    empty = an_element("empty", "sdk251-1", BLUE, "C8")
    men = evolve(
        an_element("men", "ger-pzgren", BLUE, "C7"), presence=Presence.ABOARD, aboard=loaded.id, organisation="p"
    )
    foe = an_element("foe", "t34-43", RED, "M13")
    return a_state(*tanks, gun, loaded, car, empty, men, foe, goals=(out,))


@pytest.mark.parametrize(
    ("counted", "who", "points"),
    [
        (Counted.ALL, "tank0 gun", 50),
        (Counted.ALL, "tank0 tank1 gun empty", 75),
        (Counted.ALL, "loaded", 25),
        (Counted.TANKS, "tank0 gun car loaded empty", 25),
        (Counted.TANKS_AND_LOADED, "tank0 gun loaded empty", 50),
        (Counted.TANKS_AND_LOADED, "empty", 0),
    ],
)
def test_who_counts_that_leaves(counted: Counted, who: str, points: int) -> None:
    """What is aboard is not counted beside its carrier; no more than the limit."""
    state = leaving(counted)
    happen(state, [Left(side=BLUE, element=state.element(one).id, goal="out") for one in who.split()])
    assert victory.scored(state, state.engagement.goals[0]) == (BLUE, points)


# -- what the side is told to do ---------------------------------------------------------------------


def test_the_general_order_limits_the_orders_of_the_first_turn() -> None:
    """pw:4.0.1: what a unit has by itself it keeps."""
    state = initial_state(scenario("pw-1"))
    state.step, state.turn = "orders", 1
    unit = state.organisations["tank-platoon"]
    refused = tactical.order_refusal(state, unit, Tactical.WITHDRAW)
    assert refused is not None
    assert (refused.reason, refused.rule) == (
        "its general order allows on the first turn: Advance, Rush, Bound",
        "pw:4.0.1",
    )
    assert tactical.order_refusal(state, unit, Tactical.COVER) is None
    state.turn = 2
    later = tactical.order_refusal(state, unit, Tactical.WITHDRAW)
    assert later is None or later.rule != "pw:4.0.1"


def test_who_is_short_of_fuel_makes_no_bonus_or_burst_moves() -> None:
    """pw:6.5, pw:6.6."""
    state = initial_state(scenario("pw-3"))
    for way, rule in ((Way.BONUS, "pw:6.5"), (Way.BURST, "pw:6.6")):
        refused = speed.bonus_refusal(state, state.element("panther-g-1"), way)
        assert refused is not None
        assert (refused.reason, refused.rule) == ("its side is short of fuel", rule)
    other = speed.bonus_refusal(state, state.element("m36-1"), Way.BONUS)
    assert other is not None
    assert other.reason != "its side is short of fuel"
