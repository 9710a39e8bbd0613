"""Of whom a table of Panzer War waits the lobby tells what everybody knows: not whether units out of sight may fire."""

from __future__ import annotations

from pathlib import Path

from core.event import SideId
from saves.rooms.plan import RoomPlan
from tests.rooms.table import ANNA, BEN, DAVID, house, laid, ordered
from tui.lobby import words


def test_the_lobby_does_not_tell_who_has_nothing_to_declare(tmp_path: Path) -> None:
    """pw:8.4.2: who watches, or a friend of a player, would learn it there before the player has declared."""
    room = laid(house(tmp_path), RoomPlan("pw-0"))
    found = set()
    for _ in range(400):
        if room.over:
            break
        state = room.state
        told = words.standing(state, DAVID, lambda side: str(side))
        both = {SideId(look.id) for look in room.looks}
        if room.game is not None and room.game.state.step in ("e1", "e2", "e3", "sighting") and state.waits:
            ended = room.game.state.ended
            found.add(bool(state.told))
            assert told == f"{' and '.join(str(side) for side in in_order(room, both - ended))} to order"
            players = {room.state.side_of(name): name for name in (ANNA, BEN)}
            assert all(words.standing(state, players[side], str) == "your turn" for side in state.waits)
        ordered(room)
    assert found == {True, False}


def in_order(room: object, sides: set[SideId]) -> list[SideId]:
    return [SideId(look.id) for look in room.looks if look.id in sides]  # type: ignore[attr-defined]
