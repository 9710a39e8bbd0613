"""Play from half the knowledge, where each of two machines knows the secrets of one side (`core.play.replica`).

A command of the enemy that lies face down is None here (na:4.2.1a). Whatever such a command could decide is left to its
owner: who still has to fire or to move, whether a target counts as moving, what is turned over at the end of the turn.
"""

from __future__ import annotations

from core.event import SideId
from core.panzer.direct_fire.events import WindowClosed
from core.panzer.pieces.scenario import Scenario
from core.panzer.state import PanzerState, initial_state
from core.secrecy import view


def replica(scenario: Scenario, side: SideId) -> PanzerState:
    """What a side knows before the first event."""
    known = view(initial_state(scenario), side)
    known.half_of = side
    return known


def passed(state: PanzerState, known: PanzerState) -> WindowClosed | None:
    """At a table nobody is told that a chance for Overwatch Fire is over (na:4.4.2a); a half may not keep it open."""
    return WindowClosed() if known.fire.window is not None and state.fire.window is None else None


def settled(state: PanzerState) -> bool:
    """Whether nobody is in the midst of a move, a flight, an assault or the fire of a battery."""
    begun = (state.moves.active, state.air.flight, state.combats.active)
    return not any(one is not None for one in begun) and not state.indirect.pending and not state.combats.queued
