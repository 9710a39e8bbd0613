"""Play from half the knowledge, where each of two machines knows the secrets of one side (`core.replica`).

A command of the enemy that lies face down is None here (na:4.2.1a). Whatever such a command could decide is left to its
owner: who still has to fire or to move, whether a target counts as moving, what is turned over at the end of the turn.
"""

from __future__ import annotations

from core.event import SideId
from core.panzer.pieces.scenario import Scenario
from core.panzer.state import PanzerState, initial_state
from core.secrecy import view


def replica(scenario: Scenario, side: SideId) -> PanzerState:
    """What a side knows before the first event."""
    known = view(initial_state(scenario), side)
    known.half_of = side
    return known
