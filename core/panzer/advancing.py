"""What an Advancing Attack leaves of the move of a unit whose attack came to nothing (na:6.6.1.1b, na:6.6.1.2b)."""

from __future__ import annotations

from attrs import evolve

from core.panzer.state import ActiveMove, PanzerState


def carried_on(state: PanzerState, move: ActiveMove) -> ActiveMove:
    """A move as it begins: of a unit that has advanced, with what that took of it already spent."""
    before = state.combats.advance_of(move.unit)
    if before is None:
        return move
    return evolve(move, spent=before.spent, hexes=before.hexes, came_from=before.came_from, retreat=before.came_from)
