"""Games that are over, for whoever may have them: who played, how they ended, their journals."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen

from core.event import SideId
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.over import ended
from saves.rooms.seating import watch_refusal
from saves.rooms.state import RoomState

#: Where the line that opens the secret of the dice begins, counted from the end of a journal, at most.
_TAIL: Final = 4096


@frozen
class Finished:
    """A game that is over.

    at: when something happened last, in seconds since the epoch. sides: who has played each. own: whether whoever
    asks has played in it.
    """

    id: str
    at: float
    scenario: str
    sides: tuple[tuple[SideId, tuple[str, ...]], ...]
    result: str
    own: bool


def finished(house: House, player: PlayerName | None, most: int) -> list[Finished]:
    """The last games that a player (None: a guest) may have, his own before those that anybody may watch, the newest
    first among each; at most so many."""
    entries = {entry.id: entry for entry in (*house.rooms(), *house.finished(player, most=most))}
    found = [
        Finished(
            entry.id, state.changed, state.plan.scenario, _sides(state), ended.result(state, str), player in state.sat
        )
        for entry in entries.values()
        if (state := entry.state) is not None and _may_have(state, player)
    ]
    return sorted(found, key=lambda game: (not game.own, -game.at))[:most]


def _finished(id_: str, state: RoomState, player: PlayerName | None) -> Finished:
    result = ended.result(state, str)
    return Finished(id_, state.changed, state.plan.scenario, _sides(state), result, player in state.sat)


def journal(house: House, player: PlayerName | None, id_: str) -> Path:
    """The journal of a game that is over. RoomError if there is none that a player may have, for whatever reason: who
    may not have a game is not told that there is one."""
    none = RoomError(f"there is no game {id_!r} that is over and that you may have; 'games' lists them")
    try:
        room = house.room(id_)
    except RoomError:
        raise none from None
    if not _may_have(room.state, player) or not room.path.exists():
        raise none
    if b'"event":"dice-revealed"' not in _end(room.path):
        # A process that was killed had no time to open the secret of the dice; reading the game makes up for it.
        _ = room.game
        room.rest()
    return room.path


def half(house: House, player: PlayerName | None, id_: str) -> Path:
    """A player's half of a game that goes on by file. RoomError if there is none for him, for whatever reason."""
    none = RoomError(f"there is no game {id_!r} that goes on by file and of which you have a half")
    if player is None:
        raise none
    try:
        return house.room(id_).post.half(player)
    except RoomError:
        raise none from None


def _may_have(state: RoomState, player: PlayerName | None) -> bool:
    """Whether a game has no secrets any more, and is one's own or public."""
    over = state.finished and bool(state.started)
    return over and (player in state.sat or not watch_refusal(state, player))


def _sides(state: RoomState) -> tuple[tuple[SideId, tuple[str, ...]], ...]:
    told: list[tuple[SideId, tuple[str, ...]]] = []
    for side in state.plan.seats:
        players: list[str] = [name for name, sat in state.sat.items() if sat == side]
        level = state.computers.get(side)
        told.append((side, (*players, *([f"computer ({level})"] if level else []))))
    return tuple(told)


def _end(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        return file.read()
