"""What the regular does that greedy does not: small positions in which a weight of its own decides."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState
from tests.panzerwar.kit import at
from tests.panzerwar.opponent.test_stances import a_platoon, foe, given

#: A place to be held, near the tanks.
NEAR = Goal(id="near", name="Near", kind=GoalKind.HOLD, at=at("K10"), radius=75, points=100)


def weighed(state: WarState, **weights: Any) -> WarState:
    """A state in which the players weigh by these."""
    state.temper = evolve(state.temper, **weights)
    return state


def test_who_sees_guns_near_stands_and_fires() -> None:
    """Rather than go on before them to a place within grasp: who moves hits little, and is hit (pw:4.8, pw:8.4)."""
    moving = {"goal": NEAR, "order": Tactical.ADVANCE, "changed": 5}
    assert given(a_platoon(foe("Z8"), **moving)).tactical is Tactical.ADVANCE
    assert given(weighed(a_platoon(foe("Z8"), **moving), stands=600.0)).tactical is Tactical.COVER
    assert given(weighed(a_platoon(foe("Z8"), **moving), stands=400.0)).tactical is Tactical.ADVANCE
    late = a_platoon(foe("Z8"), turns=6, **moving)
    assert given(weighed(late, stands=600.0)).tactical is not Tactical.COVER
