"""The Adjustment Phase (na:4.6): commands come off the map, the turn ends."""

from __future__ import annotations

from core.event import SideId
from core.panzer.adjustment.events import CommandsRemoved
from core.panzer.pieces.unit import Command, CommandFace
from core.panzer.state import PanzerState

_BINDING = frozenset({Command.FIRE, Command.SHORT_HALT, Command.MOVE})


def remove_commands(state: PanzerState, side: SideId | None = None) -> CommandsRemoved:
    """Turn all commands over and remove them (na:4.6.1a); only those of `side`, where they are all that is known.

    A FIRE, SHORT HALT or MOVE that was never revealed is an illegal play: its unit is marked SPOT/FIRE or
    SPOT/MOVE (na:4.6.1b). The game carries every command out or reveals it, so that this stays a last resort. In the
    miniatures edition what is left is OVERWATCH and N/C (min:10.3).
    """
    revealed = tuple(
        (u.id, u.command)
        for u in state.units.values()
        if u.on_map and side in (None, u.side) and u.command is not None and u.command_face is not CommandFace.REVEALED
    )
    marked = tuple(unit for unit, command in revealed if command in _BINDING)
    return CommandsRemoved(revealed=revealed, marked=marked, side=side)
