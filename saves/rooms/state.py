"""The state of a room: what the events of its log lead to, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Final

from attrs import evolve, field, frozen

from core.event import SideId, UnitId
from saves.rooms import events as e
from saves.rooms.names import PlayerName
from saves.rooms.plan import Absence, RoomPlan, TimeOut

#: How many lines of chat a room remembers.
CHAT_LINES: Final = 500


class Stage(Enum):
    """How far a table has come."""

    WAITING = "waiting"
    PLAYING = "playing"
    ADJOURNED = "adjourned"
    BY_FILE = "by-file"
    OVER = "over"
    CLOSED = "closed"


@frozen
class Member:
    """A player who sits at the table. value: what he gave for the dice before they were mixed."""

    name: PlayerName
    side: SideId
    value: str = ""


@frozen
class TakeBack:
    """A side asks to go back to when `to` events stood. agreed: the sides that have consented."""

    side: SideId
    player: PlayerName
    to: int
    events: int
    agreed: frozenset[SideId] = frozenset()


@frozen
class Remark:
    """A line of chat: when (seconds since the epoch), who, for whom. alone: for the speaker's side only."""

    at: float
    player: PlayerName
    text: str
    side: SideId | None = None
    alone: bool = False


@frozen
class RoomState:
    """A room after all events of its log.

    members: in the order in which they joined. computers: level of the computer player by side. commands: player by
    unit, only units that are shared out. mixed: the values in the dice. turn, step, waits, told, events: how the game
    stood when that was last written; see `Stood`. seen: number of events by player. changed: time of the last event
    that is for all to know of, seconds since the epoch. sat: the side of everybody who has had a seat since the game
    began. brought: who has brought the keys of each side of a game by file.
    away: when each player who has a seat went from the table last; heard: the time of the last line that he read there.
    substituted: the sides that a computer plays because their players stayed away. by_file: the sides that want to go
    on by file, and how many events stood when they asked; halves: who may have the half of each side, once they do.
    result: how the game ended by the rules, in words; loser: the side that was given up, by: who gave it up or claimed
    the game from it, or closed the table.
    """

    plan: RoomPlan
    owner: PlayerName
    commitment: str
    made: float
    changed: float
    stage: Stage = Stage.WAITING
    started: float = 0.0
    members: tuple[Member, ...] = ()
    sat: Mapping[PlayerName, SideId] = field(factory=dict)
    brought: Mapping[SideId, PlayerName] = field(factory=dict)
    computers: Mapping[SideId, str] = field(factory=dict)
    commands: Mapping[UnitId, PlayerName] = field(factory=dict)
    ready: frozenset[PlayerName] = frozenset()
    mixed: tuple[tuple[PlayerName, str], ...] = ()
    waits: tuple[SideId, ...] = ()
    told: tuple[SideId, ...] = ()
    turn: int = 0
    step: str = ""
    events: int = 0
    left: Mapping[SideId, float] = field(factory=dict)
    left_at: float = 0.0
    warned: frozenset[tuple[SideId, int]] = frozenset()
    timed_out: frozenset[SideId] = frozenset()
    take_back: TakeBack | None = None
    wishes: frozenset[SideId] = frozenset()
    said: tuple[Remark, ...] = ()
    seen: Mapping[PlayerName, int] = field(factory=dict)
    away: Mapping[PlayerName, float] = field(factory=dict)
    heard: Mapping[PlayerName, float] = field(factory=dict)
    substituted: frozenset[SideId] = frozenset()
    by_file: Mapping[SideId, int] = field(factory=dict)
    halves: Mapping[SideId, PlayerName] = field(factory=dict)
    winner: SideId | None = None
    result: str = ""
    loser: SideId | None = None
    by: str = ""

    @property
    def finished(self) -> bool:
        """Whether nothing more will happen in the game."""
        return self.stage in (Stage.OVER, Stage.CLOSED)

    def players(self, side: SideId) -> tuple[PlayerName, ...]:
        """The players of a side in the order in which they joined."""
        return tuple(m.name for m in self.members if m.side == side)

    def commander(self, side: SideId) -> PlayerName | None:
        """Who gives a side's orders as far as they are not shared out: who joined first; None without a player."""
        return next((m.name for m in self.members if m.side == side), None)

    def side_of(self, player: PlayerName) -> SideId | None:
        """The side that somebody plays on; None if he has no seat."""
        return next((m.side for m in self.members if m.name == player), None)

    @property
    def human_sides(self) -> tuple[SideId, ...]:
        """The sides that people play now."""
        return tuple(side for side in self.plan.seats if not self.computers.get(side) and self.players(side))

    @property
    def filled(self) -> bool:
        """Whether every side has somebody to play it."""
        return all(self.computers.get(side) or self.players(side) for side in self.plan.seats)


def begin(made: e.RoomMade, at: float) -> RoomState:
    """The state after the first event of a log."""
    computers = {side: level for side in made.plan.seats if (level := made.plan.computer(side))}
    return RoomState(made.plan, made.by, made.commitment, made=at, changed=at, computers=computers)


def fold(state: RoomState | None, entries: Iterable[e.Entry]) -> RoomState:
    """The state after more events. ValueError if a log does not begin with the making of its room."""
    for entry in entries:
        if state is None:
            if not isinstance(entry.event, e.RoomMade):
                raise ValueError(f"a log begins with room-made, not with {entry.event.name}")
            state = begin(entry.event, entry.at)
        else:
            changed = state.changed if _private(entry.event) else entry.at
            state = evolve(_FOLDS[type(entry.event)](state, entry.event, entry.at), changed=changed)
    if state is None:
        raise ValueError("the log is empty")
    return state


def _private(event: e.RoomEvent) -> bool:
    """Whether an event is not for all to know of, or nothing that anybody did: the lists of rooms tell everybody when
    something last happened."""
    quiet = e.Shared | e.Ready | e.Seen | e.Away | e.ClockRan
    return isinstance(event, quiet) or (isinstance(event, e.Said) and event.alone)


def _joined(state: RoomState, event: e.Joined, at: float) -> RoomState:
    members = (*state.members, Member(event.player, event.side, event.value))
    sat = {**state.sat, event.player: event.side} if state.stage is not Stage.WAITING else state.sat
    return evolve(state, members=members, sat=sat)


def _brought(state: RoomState, event: e.Brought, at: float) -> RoomState:
    return evolve(state, brought={**state.brought, event.side: event.player})


def _left(state: RoomState, event: e.Left, at: float) -> RoomState:
    return evolve(
        state,
        members=tuple(m for m in state.members if m.name != event.player),
        commands={unit: player for unit, player in state.commands.items() if player != event.player},
        ready=state.ready - {event.player},
    )


def _started(state: RoomState, event: e.Started, at: float) -> RoomState:
    sat = {m.name: m.side for m in state.members}
    return evolve(state, stage=Stage.PLAYING, started=at, mixed=event.values, sat=sat)


def _shared(state: RoomState, event: e.Shared, at: float) -> RoomState:
    commands = {unit: player for unit, player in state.commands.items() if unit not in event.units}
    side = state.side_of(event.player)
    if side is not None and event.player != state.commander(side):
        commands |= dict.fromkeys(event.units, event.player)
    return evolve(state, commands=commands)


def _ready(state: RoomState, event: e.Ready, at: float) -> RoomState:
    return evolve(state, ready=state.ready | {event.player} if event.on else state.ready - {event.player})


def _seat_taken(state: RoomState, event: e.SeatTaken, at: float) -> RoomState:
    computers = {side: level for side, level in state.computers.items() if side != event.side}
    if event.level:
        computers[event.side] = event.level
    substituted = state.substituted if event.level else state.substituted - {event.side}
    return evolve(state, computers=computers, timed_out=state.timed_out - {event.side}, substituted=substituted)


def _stood(state: RoomState, event: e.Stood, at: float) -> RoomState:
    moved = (event.turn, event.step) != (state.turn, state.step)
    return evolve(
        state,
        waits=event.waits,
        told=event.told,
        turn=event.turn,
        step=event.step,
        events=event.events,
        by_file={},
        ready=frozenset() if moved else state.ready,
    )


def _clock_ran(state: RoomState, event: e.ClockRan, at: float) -> RoomState:
    out = frozenset(side for side in state.timed_out if event.left.get(side, 0.0) <= 0)
    return evolve(state, left={**state.left, **event.left}, left_at=at, timed_out=out)


def _clock_warned(state: RoomState, event: e.ClockWarned, at: float) -> RoomState:
    return evolve(state, warned=state.warned | {(event.side, event.seconds)})


def _timed_out(state: RoomState, event: e.TimedOut, at: float) -> RoomState:
    return evolve(state, timed_out=state.timed_out | {event.side})


def _take_back_asked(state: RoomState, event: e.TakeBackAsked, at: float) -> RoomState:
    return evolve(state, take_back=TakeBack(event.side, event.player, event.to, event.events))


def _take_back_answered(state: RoomState, event: e.TakeBackAnswered, at: float) -> RoomState:
    asked = state.take_back
    if asked is None:
        return state
    if event.yes:
        return evolve(state, take_back=evolve(asked, agreed=asked.agreed | {event.side}))
    return evolve(state, take_back=None)


def _take_back_settled(state: RoomState, event: e.TakeBackSettled, at: float) -> RoomState:
    return evolve(state, take_back=None)


def _asked(state: RoomState, event: e.AdjournAsked | e.ResumeAsked, at: float) -> RoomState:
    return evolve(state, wishes=state.wishes | {event.side})


def _adjourned(state: RoomState, event: e.Adjourned, at: float) -> RoomState:
    return evolve(state, stage=Stage.ADJOURNED, wishes=frozenset(), take_back=None)


def _resumed(state: RoomState, event: e.Resumed, at: float) -> RoomState:
    left = dict(state.left)
    if state.plan.clock is not None and state.plan.clock.on_time_out is TimeOut.ADJOURN:
        left |= dict.fromkeys(state.timed_out, state.plan.clock.minutes * 60.0)
    warned = frozenset(one for one in state.warned if one[0] not in state.timed_out)
    return evolve(
        state,
        stage=Stage.PLAYING,
        wishes=frozenset(),
        left=left,
        left_at=at,
        warned=warned,
        timed_out=frozenset(),
    )


def _by_file_asked(state: RoomState, event: e.ByFileAsked, at: float) -> RoomState:
    return evolve(state, by_file={**state.by_file, event.side: event.events})


def _by_file(state: RoomState, event: e.ByFile, at: float) -> RoomState:
    return evolve(
        state, stage=Stage.BY_FILE, waits=(), take_back=None, wishes=frozenset(), by_file={}, halves=event.halves
    )


def _resigned(state: RoomState, event: e.Resigned, at: float) -> RoomState:
    return _given_up(state, event.side, event.player)


def _given_up(state: RoomState, side: SideId, by: PlayerName) -> RoomState:
    others = [other for other in state.plan.seats if other != side]
    winner = others[0] if len(others) == 1 else None
    return evolve(state, stage=Stage.OVER, waits=(), take_back=None, winner=winner, loser=side, by=by)


def _claimed(state: RoomState, event: e.Claimed, at: float) -> RoomState:
    match event.what:
        case Absence.CLAIM.value:
            return _given_up(state, event.side, event.player)
        case Absence.COMPUTER.value:
            return evolve(state, substituted=state.substituted | {event.side})
        case _:
            return state


def _ended(state: RoomState, event: e.Ended, at: float) -> RoomState:
    return evolve(state, stage=Stage.OVER, waits=(), take_back=None, winner=event.winner, result=event.text)


def _closed(state: RoomState, event: e.Closed, at: float) -> RoomState:
    return evolve(state, stage=Stage.CLOSED, waits=(), take_back=None, by=event.by)


def _said(state: RoomState, event: e.Said, at: float) -> RoomState:
    remark = Remark(at, event.player, event.text, event.side, event.alone)
    return evolve(state, said=(*state.said, remark)[-CHAT_LINES:])


def _seen(state: RoomState, event: e.Seen, at: float) -> RoomState:
    return evolve(state, seen={**state.seen, event.player: event.events})


def _away(state: RoomState, event: e.Away, at: float) -> RoomState:
    heard = max(event.heard, state.heard.get(event.player, 0.0))
    return evolve(state, away={**state.away, event.player: at}, heard={**state.heard, event.player: heard})


def _made_again(state: RoomState, event: e.RoomMade, at: float) -> RoomState:
    raise ValueError("a room is made once")


_FOLDS: Final[Mapping[type[e.RoomEvent], Callable[[RoomState, Any, float], RoomState]]] = {
    e.RoomMade: _made_again,
    e.Joined: _joined,
    e.Brought: _brought,
    e.Left: _left,
    e.Started: _started,
    e.Shared: _shared,
    e.Ready: _ready,
    e.SeatTaken: _seat_taken,
    e.Stood: _stood,
    e.ClockRan: _clock_ran,
    e.ClockWarned: _clock_warned,
    e.TimedOut: _timed_out,
    e.TakeBackAsked: _take_back_asked,
    e.TakeBackAnswered: _take_back_answered,
    e.TakeBackSettled: _take_back_settled,
    e.AdjournAsked: _asked,
    e.ResumeAsked: _asked,
    e.Adjourned: _adjourned,
    e.Resumed: _resumed,
    e.ByFileAsked: _by_file_asked,
    e.ByFile: _by_file,
    e.Resigned: _resigned,
    e.Claimed: _claimed,
    e.Ended: _ended,
    e.Closed: _closed,
    e.Said: _said,
    e.Seen: _seen,
    e.Away: _away,
}
