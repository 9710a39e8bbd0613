"""What becomes of orders at the end of a turn (pw:4.5.3, pw:4.7.2, pw:4.8.2, pw:4.13.2.2)."""

from __future__ import annotations

import pytest

from core.panzerwar.command.reports import TELL
from core.panzerwar.command.settling import settle
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.travel import Motion
from tests.panzerwar.command.platoons import east, movement, ordered, refused, squads, tanks
from tests.panzerwar.happening import happen


@pytest.mark.parametrize(("gsu", "apart"), [(199, False), (200, True), (201, True)])
def test_halves_of_a_bound_200_from_each_other_are_separated(gsu: float, apart: bool) -> None:
    """pw:4.5.3, pw:4.5.1."""
    state = ordered(tanks(2), order=Tactical.BOUND, moving=frozenset({"t0"}), since=5)
    state.change(state.element("t0").id, at=east("O20", gsu)._replace(y=state.element("t1").where.y))
    happened = happen(state, settle(state))
    assert state.organisations["p"].apart is apart
    if apart:
        told = TELL[type(happened[0])](state, happened[0])
        assert told is not None
        assert told.text == "the halves of p are separated"


def test_halves_that_are_together_again_are_no_longer_apart() -> None:
    """pw:4.5.1."""
    state = ordered(tanks(2), order=Tactical.BOUND, moving=frozenset({"t1"}), since=4, apart=True)
    happen(state, settle(state))
    assert not state.organisations["p"].apart


def test_cover_counts_the_turns_in_which_it_moves() -> None:
    """pw:4.8.2, pw:4.8.3: the second is the last, and so is one in which all have halted."""
    state = ordered(since=4)
    happen(state, settle(state))
    assert state.organisations["p"].settled == 0
    state.put(state.element("t1").with_travel(motion=Motion.HALF))
    happen(state, settle(state))
    assert state.organisations["p"].settled == 1
    state.put(state.element("t1").with_travel(motion=Motion.STATIONARY))
    happen(state, settle(state))
    assert state.organisations["p"].settled == 2
    assert list(settle(state)) == []


@pytest.mark.parametrize(
    ("segments", "order", "on"),
    [(("c1",), None, "pw:4.8.3"), (("c6",), "pw:4.8.3", None), (("c1", "c6"), "pw:4.8.3", None)],
)
def test_men_who_stood_for_the_second_half_of_a_turn_have_halted(
    segments: tuple[str, ...], order: str | None, on: str | None
) -> None:
    """pw:4.8.3, pw:6.1: half a turn is one of their segments; they take other orders, and in Cover go no farther."""
    state = ordered(squads(), order=Tactical.COVER, settled=1, since=4)
    state.put(state.element("t1").with_travel(motion=Motion.HALF, segments=segments))
    happen(state, [TurnBegun(turn=6)])
    assert refused(state, Tactical.ADVANCE) == order
    assert movement(state, 20, element="t1") == on


def test_engaging_disorders_a_unit() -> None:
    """pw:4.7.2."""
    state = ordered(enemy=200, order=Tactical.ENGAGE, since=5)
    happened = happen(state, settle(state))
    assert state.organisations["p"].disordered
    told = TELL[type(happened[0])](state, happened[0])
    assert told is not None
    assert told.rule == "pw:4.7.2"
