"""The questions about the course of a game that worked examples may ask (pw:3)."""

from __future__ import annotations

from core.panzerwar.course.asks import ElementOf, Score, Turn, UnitOf
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Goal, GoalKind
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at


def test_elements_units_score_and_turn() -> None:
    """pw:3.0, pw:3.3, pw:4.0a."""
    mine, foe = an_element("mine", "pz4h", BLUE, "C3"), an_element("foe", "t34-43", RED, "M3")
    hill = Goal(id="hill", name="Hill", kind=GoalKind.HOLD, at=at("C3"), radius=50, points=10)
    state = a_state(mine, foe, step="e3", turn=4, goals=(hill,))
    state.change(foe.id, presence=Presence.DESTROYED)
    found = ElementOf(element="mine").answer(None, state)
    assert (found["hex"], found["card"], found["points"]) == ("C3", "pz4h", state.cards["pz4h"].points)
    state.change(mine.id, at=None)
    assert ElementOf(element="mine").answer(None, state)["hex"] is None
    state.change(mine.id, at=mine.at)
    unit = UnitOf(unit="blue-1").answer(None, state)
    assert (unit["members"], unit["order"].value) == (("mine",), "Cover")
    score = Score(side="blue").answer(None, state)
    assert score == {"points": 10 + state.cards["t34-43"].points, "lost": [], "held": ["hill"]}
    assert Score(side="red").answer(None, state)["lost"] == ["foe"]
    turn = Turn().answer(None, state)
    assert turn == {"turn": 4, "step": "e3", "phase": "E Combat", "segment": 3, "last": None}
