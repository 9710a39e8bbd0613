"""Digging around marked mines (pw:15.5)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.obstacles import choices, details, probing
from core.panzerwar.obstacles.events import ProbeBegun, Probed
from core.panzerwar.obstacles.orders import ProbeMines
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.secrecy import view
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import dice, happen, mined

DIG = ProbeMines(element=UnitId("squad"), field="m")


def a_squad(**changes: Any) -> Element:
    return an_element("squad", "ger-rifle-44", BLUE, changes.pop("where", at("C7+0,17")), **changes)


def digging(grade: int = 0, **changes: Any) -> WarState:
    """A squad next to a marked field begins to dig in turn 2."""
    state = mined(a_state(a_squad(**changes), step="orders"), "C7", grade=grade, marked=True)
    probing.check_probe(state, BLUE, DIG)
    happen(state, probing.probe(state, BLUE, DIG, dice()))
    return state


@pytest.mark.parametrize("grade", [0, 3])
def test_after_three_turns_a_side_knows(grade: int) -> None:
    """pw:15.5: a dummy is only found by stopping and digging for three turns."""
    state = digging(grade)
    for turn in (2, 3, 4):
        state.turn = turn
        events = happen(state, details.final_details(state, dice()))
        assert [type(e) for e in events] == ([Probed] if turn == 4 else [])
    event = events[0]
    assert isinstance(event, Probed)
    assert event.dummy == (grade == 0)
    assert view(state, BLUE).mines.laid["m"].grade == (0 if grade == 0 else None)
    assert not state.mines.probes
    assert not probing.open_fields(state, BLUE)


@pytest.mark.parametrize(
    "kept",
    [
        lambda e: e.with_travel(motion=Motion.HALF),
        lambda e: e.with_gunnery(fired=(1,)),
        lambda e: e.with_nerve(suppressed=3),
        lambda e: e.with_nerve(broken=2),
    ],
)
def test_who_is_kept_from_digging_begins_anew(kept: Any) -> None:
    """pw:15.5: it moved, fired, was suppressed or broke."""
    state = digging()
    state.put(kept(state.element("squad")))
    (event,) = happen(state, details.final_details(state, dice()))
    assert isinstance(event, ProbeBegun)
    assert event.field == ""
    assert not state.mines.probes


def test_who_may_dig() -> None:
    """pw:15.5: infantry next to a marked field of the enemy, ordered with the tactical orders."""
    for changes, why in (({"where": "C5"}, "farther than 5"), ({"card": "x"}, "infantry digs")):
        element = a_squad(**changes) if "where" in changes else an_element("squad", "pz4h", BLUE, at("C7+0,17"))
        state = mined(a_state(element, step="orders"), "C7", grade=0, marked=True)
        with pytest.raises(IllegalOrder, match=why):
            probing.check_probe(state, BLUE, DIG)
    for changes in ({"marked": False}, {"marked": True, "side": BLUE}):
        state = mined(a_state(a_squad(), step="orders"), "C7", grade=1, **changes)
        with pytest.raises(IllegalOrder, match="no marked field"):
            probing.check_probe(state, BLUE, DIG)
    state = mined(a_state(a_squad(), step="plan"), "C7", grade=0, marked=True)
    with pytest.raises(IllegalOrder, match="tactical orders"):
        probing.check_probe(state, BLUE, DIG)
    assert state.elements[UnitId("squad")].side != RED


def test_digging_is_offered_and_may_be_stopped() -> None:
    """pw:15.5: in the menu of the orders."""
    state = mined(a_state(a_squad(), step="orders"), "C7", grade=0, marked=True)
    assert [c.pick for c in choices.offer(state, BLUE)] == ["probe:squad"]
    assert [c.pick for c in choices.go_on(state, BLUE, ("probe:squad",)).options] == ["m"]
    assert choices.order(state, BLUE, ("probe:squad", "m")) == DIG
    stop = ProbeMines(element=UnitId("squad"), field="")
    with pytest.raises(IllegalOrder, match="does not dig"):
        probing.check_probe(state, BLUE, stop)
    state = digging()
    assert choices.order(state, BLUE, ("probe:squad", "stop")) == stop
    probing.check_probe(state, BLUE, stop)
    happen(state, probing.probe(state, BLUE, stop, dice()))
    assert not state.mines.probes
