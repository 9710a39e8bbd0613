"""How the game of a table ended, in words."""

from __future__ import annotations

from collections.abc import Callable

from saves.rooms.names import PlayerName
from saves.rooms.state import RoomState, Stage


def result(state: RoomState, name: Callable[[str], str]) -> str:
    """How a game ended, in words; "" while it goes on. name: of a side by its id."""
    if state.stage is Stage.CLOSED:
        return f"closed by {state.by}"
    if state.loser is None:
        return state.result
    wins = f"; {name(state.winner)} wins" if state.winner is not None else ""
    if state.side_of(PlayerName(state.by)) == state.loser:
        return f"{state.by} resigned for {name(state.loser)}{wins}"
    return f"{name(state.loser)} stayed away and {state.by} claimed the game{wins}"
