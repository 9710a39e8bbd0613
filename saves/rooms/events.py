"""What happens at a table, beside the game itself. The state of a room is what its events lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeVar

from attrs import frozen

from core.codec import converter, error_text
from core.event import SideId, UnitId
from saves.line import SaveError
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan

ROOM_EVENTS: Final[dict[str, type[RoomEvent]]] = {}


@frozen(kw_only=True)
class RoomEvent:
    """Base of all events of a room."""

    name: ClassVar[str]


RoomEventType = TypeVar("RoomEventType", bound=RoomEvent)


def room_event(name: str) -> Callable[[type[RoomEventType]], type[RoomEventType]]:
    """Class decorator: register a frozen event class under `name` (kebab case)."""

    def register(cls: type[RoomEventType]) -> type[RoomEventType]:
        cls.name = name
        if name in ROOM_EVENTS:
            raise ValueError(f"two events of a room are named {name!r}")
        ROOM_EVENTS[name] = cls
        return cls

    return register


# -- who sits where --------------------------------------------------------------------------------


@room_event("room-made")
@frozen(kw_only=True)
class RoomMade(RoomEvent):
    """The owner laid a table; the hash binds the host to its secret for the dice before anybody joins."""

    by: PlayerName
    plan: RoomPlan
    commitment: str


@room_event("joined")
@frozen(kw_only=True)
class Joined(RoomEvent):
    """A player took a seat and gave his value for the dice ("" once they are mixed)."""

    player: PlayerName
    side: SideId
    value: str = ""


@room_event("brought")
@frozen(kw_only=True)
class Brought(RoomEvent):
    """A player has brought the keys of a side of the game by file that goes on here; the seat is his."""

    player: PlayerName
    side: SideId


@room_event("left")
@frozen(kw_only=True)
class Left(RoomEvent):
    """A player gave up his seat; the units that he commanded go back to the side's commander."""

    player: PlayerName


@room_event("started")
@frozen(kw_only=True)
class Started(RoomEvent):
    """Every side is filled; the dice are mixed from the host's secret and these values (player, value)."""

    values: tuple[tuple[PlayerName, str], ...]


@room_event("shared")
@frozen(kw_only=True)
class Shared(RoomEvent):
    """The commander of a side gave units to a player of the side; to himself = they are not shared out any more."""

    units: tuple[UnitId, ...]
    player: PlayerName


@room_event("ready")
@frozen(kw_only=True)
class Ready(RoomEvent):
    """A player tells his commander that he has finished, or has not after all; it holds until play has moved on."""

    player: PlayerName
    on: bool = True


@room_event("seat-taken")
@frozen(kw_only=True)
class SeatTaken(RoomEvent):
    """A computer player of a level goes on for a side; level "" = people do again."""

    side: SideId
    level: str


# -- how the game stands ---------------------------------------------------------------------------


@room_event("stood")
@frozen(kw_only=True)
class Stood(RoomEvent):
    """How the game stood after so many events of its journal: who is waited for, the turn, the step.

    told: the sides that for all that everybody knows are waited for, where those are more.
    """

    waits: tuple[SideId, ...]
    turn: int
    step: str
    events: int
    told: tuple[SideId, ...] = ()


@room_event("clock-ran")
@frozen(kw_only=True)
class ClockRan(RoomEvent):
    """Seconds that each side had left."""

    left: Mapping[SideId, float]


@room_event("clock-warned")
@frozen(kw_only=True)
class ClockWarned(RoomEvent):
    """A side was told that it has so many seconds left."""

    side: SideId
    seconds: int


@room_event("timed-out")
@frozen(kw_only=True)
class TimedOut(RoomEvent):
    """The time of a side ran out. what: the `TimeOut` that was agreed on, by its value."""

    side: SideId
    what: str


# -- what was agreed -------------------------------------------------------------------------------


@room_event("take-back-asked")
@frozen(kw_only=True)
class TakeBackAsked(RoomEvent):
    """A side asks to go back to when `to` events stood; `events`: how many did when it asked."""

    side: SideId
    player: PlayerName
    to: int
    events: int


@room_event("take-back-answered")
@frozen(kw_only=True)
class TakeBackAnswered(RoomEvent):
    """A side agrees to what another asked for, or does not."""

    side: SideId
    player: PlayerName
    yes: bool


@room_event("take-back-settled")
@frozen(kw_only=True)
class TakeBackSettled(RoomEvent):
    """The question is out of the world: it was carried out, or play has gone on."""

    done: bool


@room_event("adjourn-asked")
@frozen(kw_only=True)
class AdjournAsked(RoomEvent):
    """A side wants to put the game off."""

    side: SideId
    player: PlayerName


@room_event("adjourned")
@frozen(kw_only=True)
class Adjourned(RoomEvent):
    """The game was put off. by: the player whose word was the last that was needed, "" = the clock."""

    by: str


@room_event("resume-asked")
@frozen(kw_only=True)
class ResumeAsked(RoomEvent):
    """A side wants to go on with a game that was put off."""

    side: SideId
    player: PlayerName


@room_event("resumed")
@frozen(kw_only=True)
class Resumed(RoomEvent):
    """The game goes on."""

    by: PlayerName


@room_event("by-file-asked")
@frozen(kw_only=True)
class ByFileAsked(RoomEvent):
    """A side wants to go on by file."""

    side: SideId
    player: PlayerName
    events: int


@room_event("by-file")
@frozen(kw_only=True)
class ByFile(RoomEvent):
    """The game goes on by file: each of these players may have the half of his side."""

    by: PlayerName
    halves: Mapping[SideId, PlayerName]


@room_event("resigned")
@frozen(kw_only=True)
class Resigned(RoomEvent):
    """The commander of a side gave the game up."""

    side: SideId
    player: PlayerName


@room_event("ended")
@frozen(kw_only=True)
class Ended(RoomEvent):
    """The game is over, and how, in words; winner: None for a draw."""

    winner: SideId | None
    text: str


@room_event("closed")
@frozen(kw_only=True)
class Closed(RoomEvent):
    """The owner closed the table before there was an end."""

    by: PlayerName


@room_event("claimed")
@frozen(kw_only=True)
class Claimed(RoomEvent):
    """A player made use of what was agreed for a side whose players stay away. what: the `Absence`, by its value."""

    side: SideId
    player: PlayerName
    what: str


# -- words -----------------------------------------------------------------------------------------


@room_event("said")
@frozen(kw_only=True)
class Said(RoomEvent):
    """A player said something to all, or to his side alone. side: of the player, None = he only watches.

    Older logs have it; what is said now is in a file of its own.
    """

    player: PlayerName
    text: str
    side: SideId | None = None
    alone: bool = False


@room_event("seen")
@frozen(kw_only=True)
class Seen(RoomEvent):
    """A player has seen so many events of the journal."""

    player: PlayerName
    events: int


@room_event("away")
@frozen(kw_only=True)
class Away(RoomEvent):
    """A player who has a seat went away from the table. heard: the time of the last line that he has read there."""

    player: PlayerName
    heard: float = 0.0


# -- as data ---------------------------------------------------------------------------------------

_codec = converter.copy()


def _number(value: object, _: object = None) -> float:
    if type(value) in (int, float):
        return float(value)  # type: ignore[arg-type]
    raise ValueError(f"{value!r} is no number")


_codec.register_structure_hook(float, _number)


@frozen
class Entry:
    """An event of a room with its number (from 1) and its time in seconds since the epoch."""

    n: int
    at: float
    event: RoomEvent


def encode_room(event: RoomEvent) -> dict[str, Any]:
    """An event as plain data: its name under "event", then its fields that differ from their defaults."""
    body: dict[str, Any] = _codec.unstructure(event, type(event))
    return {"event": event.name, **body}


def decode_room(data: Mapping[str, Any]) -> RoomEvent:
    """The event that `encode_room` wrote. SaveError if it is none of this version."""
    body = dict(data)
    name = body.pop("event", None)
    cls = ROOM_EVENTS.get(name) if isinstance(name, str) else None
    if cls is None:
        raise SaveError(f"unknown event {name!r}; it takes a newer panzerhex to read it")
    try:
        made: RoomEvent = _codec.structure(body, cls)
    except Exception as error:
        raise SaveError(f"event {name!r} does not fit its fields: {error_text(error)}") from error
    return made
