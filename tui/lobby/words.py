"""Rooms in words: who sits where, whose turn it is, how much time is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from core.event import SideId
from saves.rooms.names import PlayerName
from saves.rooms.over.ended import result
from saves.rooms.plan import OPEN
from saves.rooms.room import Room
from saves.rooms.seating import refusal
from saves.rooms.state import RoomState, Stage
from tui.menu.resume import ago

#: Names of sides by their ids.
SideNames = Callable[[str], str]

MARK_ASKED: Final = "▶"


def time_words(seconds: float) -> str:
    """Time left on a clock: "1:04:09", "12:31", "0:07"."""
    whole = max(0, int(seconds + 0.999))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def short_time(seconds: float) -> str:
    """Time left on a clock for a headline: to the second only where it counts, so that it changes seldom."""
    if seconds >= 600:
        minutes = int(seconds // 60)
        return f"{minutes // 60}h{minutes % 60:02}" if minutes >= 60 else f"{minutes} min"
    return time_words(seconds)


def names(players: Iterable[str]) -> str:
    """Names in a row: "anna, bert"."""
    return ", ".join(players)


def seat(state: RoomState, side: SideId) -> str:
    """Who sits at a side: "anna, bert", "computer (greedy)", "open"."""
    level = state.computers.get(side)
    players = names(state.players(side))
    if level:
        return f"computer ({level})" + (f" for {players}" if players else "")
    free = state.plan.players_a_side - len(state.players(side))
    if not players:
        return OPEN
    return f"{players} + {free} free" if free > 0 and state.stage is Stage.WAITING else players


def who_waits(state: RoomState, sides: Iterable[SideId], name: SideNames) -> str:
    """The sides waited for with their players: "Soviet (anna, bert)"."""
    told = []
    for side in sides:
        level = state.computers.get(side)
        players = f"computer, {level}" if level else names(state.players(side))
        told.append(f"{name(side)} ({players})" if players else name(side))
    return " and ".join(told)


def asked(state: RoomState, player: PlayerName) -> str:
    """What a room wants of a player: "your turn", "take-back asked", ...; "" if nothing."""
    side = state.side_of(player)
    if side is None or state.finished:
        return ""
    question = state.take_back
    if question is not None and question.side != side and side not in question.agreed:
        return "take-back asked"
    if state.wishes and side not in state.wishes:
        return "go on?" if state.stage is Stage.ADJOURNED else "adjourn?"
    if state.by_file and side not in state.by_file:
        return "by file?"
    if state.stage is Stage.PLAYING and side in state.waits and not state.computers.get(side):
        return "your turn"
    return ""


def free_seats(state: RoomState) -> int:
    """How many more players may sit down; on an open side of a started game too."""
    sides = [side for side in state.plan.seats if not state.plan.computer(side)]
    return sum(max(0, state.plan.players_a_side - len(state.players(side))) for side in sides)


def may_join(state: RoomState, player: PlayerName) -> bool:
    """Whether a player may sit down on some side."""
    return any(not refusal(state, player, side) for side in state.plan.seats)


def wants_players(state: RoomState) -> bool:
    """Whether a table cannot go on without another player."""
    return not state.finished and not state.filled


def standing(state: RoomState, player: PlayerName, name: SideNames) -> str:
    """How a room stands, for a player who looks at the list."""
    wanted = asked(state, player)
    if wanted:
        return wanted
    match state.stage:
        case Stage.WAITING:
            free = free_seats(state)
            return f"{free} seat{'s' * (free != 1)} free" if free else "about to begin"
        case Stage.ADJOURNED:
            return "adjourned"
        case Stage.BY_FILE:
            return "goes on by file"
        case Stage.PLAYING:
            waits = state.told or state.waits
            return f"{' and '.join(name(side) for side in waits)} to order" if waits else "goes on"
        case _:
            return result(state, name) or "over"


def by_file(room: str, *, has_half: bool) -> str:
    """Where a game goes on, and how its player has his half of it."""
    told = "The game goes on by file"
    return f"{told}: ssh HOST half {room} > my.half, then panzerhex post begin my.half" if has_half else told


def span(seconds: float) -> str:
    """A time that changes once a minute: "3 min", "2 h 05", "4 days"."""
    minutes = int(seconds // 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02}" if minutes < 48 * 60 else f"{minutes // 1440} days"


def away(room: Room, side: SideId) -> str:
    """Which players of a side are not at the table, and for how long: "anna is away, 12 min"; "" if all are there."""
    told = []
    for player in room.state.players(side):
        seconds = room.away_for(player)
        if seconds is not None:
            told.append(f"{player} is away, {span(seconds)}")
    return "; ".join(told)


def since(state: RoomState, now: float) -> str:
    """When something last happened at a table, in words."""
    return ago(state.changed, now)


def clock_words(state: RoomState) -> str:
    """The clock of a room in a word: "60 min +30 s", "off"."""
    clock = state.plan.clock
    if clock is None:
        return "off"
    return f"{clock.minutes} min" + (f" +{clock.increment_seconds} s" if clock.increment_seconds else "")


def side_names(known: Mapping[str, str]) -> SideNames:
    """Names of sides by id; an id that is not known is its own name."""
    return lambda side: known.get(side, side)
