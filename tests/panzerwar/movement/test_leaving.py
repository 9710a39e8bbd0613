"""Leaving the table by a goal of one's side (pw:3.3)."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.panzerwar.course.events import Left
from core.panzerwar.movement import leaving
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, of, refusal, write

EXIT = Goal(id="west", name="West", kind=GoalKind.EXIT, at=at("A5"), radius=60, points=25, side=BLUE)


def beside_the_edge() -> WarState:
    return a_state(
        an_element("tank", "pz4h", BLUE, "C5", heading=36), an_element("foe", "t34-43", RED, "C5+0,300"), goals=(EXIT,)
    )


def test_who_ends_in_a_hex_of_the_edge_leaves_by_it() -> None:
    """pw:3.3: it is off the table, and counts for the goal."""
    state = beside_the_edge()
    write(state, a_plan("tank", "A5", leave=True))
    events = carry_out(state)
    assert [(one.element, one.goal) for one in of(Left, events)] == [("tank", "west")]
    assert state.element("tank").presence is Presence.EXITED
    assert state.left == {"tank": "west"}


def test_who_does_not_want_to_stays() -> None:
    """pw:3.3."""
    state = beside_the_edge()
    write(state, a_plan("tank", "A5"))
    assert not of(Left, carry_out(state))


@pytest.mark.parametrize("harm", [Harm(stunned=True), Harm(damage=frozenset({Damage.MOBILITY}))])
def test_who_was_stopped_by_mines_at_the_edge_stays(harm: Harm) -> None:
    """pw:15.4, pw:3.3: he cannot move off it."""
    state = beside_the_edge()
    state.change(UnitId("tank"), at=at("A5"), harm=harm)
    assert not [*leaving.leaves(state, state.element("tank"), a_plan("tank", "A5", leave=True))]


def test_nobody_leaves_elsewhere_nor_the_enemy_by_it() -> None:
    """pw:3.3: from a hex of the edge, near the goal, of one's own side."""
    state = beside_the_edge()
    assert refusal(state, a_plan("tank", "B5", leave=True))[0] == "pw:3.3"
    assert refusal(state, a_plan("tank", leave=True))[0] == "pw:3.3"
    assert refusal(state, a_plan("foe", "A17", leave=True))[0] == "pw:3.3"
