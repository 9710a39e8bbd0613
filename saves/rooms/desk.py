"""What all that is done at a table goes through: one lock, one log, one game, one set of clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from core.event import SideId
from core.play import honest
from core.play.game import Game
from core.system import RuleSystem
from saves.rooms import events as e
from saves.rooms import sealed
from saves.rooms.chat_file import ChatFile
from saves.rooms.clock import Clocks, gap_to_charge
from saves.rooms.error import RoomError
from saves.rooms.game_file import SharedGame
from saves.rooms.known import Known
from saves.rooms.log import RoomLog
from saves.rooms.names import PlayerName
from saves.rooms.state import RoomState, Stage, fold
from saves.rooms.talk import Talk
from saves.session import ContentHash, OpenSystem

LOG: Final = "room.log"
JOURNAL: Final = "game.journal"
CHAT: Final = "chat.log"
#: Bytes at which the chat of a room is cut to its end.
_LONGEST_CHAT: Final = 1 << 18


@frozen
class Change:
    """Something is not as it was.

    room_id: None = the lobby. kinds: of "rooms" (what a list of rooms shows), "room" (seats, shares, questions),
    "game" (the journal), "clock", "chat", "presence".
    """

    room_id: str | None
    kinds: frozenset[str]


@frozen
class Means:
    """What a desk works with: the rules, the clock on the wall, one that never jumps, and whom to tell of changes.

    talk: counts what players say. gone: since when (by the clock on the wall) a player has not been at a table, given
    by its id; None if he is there, or if nobody knows.
    """

    open_system: OpenSystem
    content_hash: ContentHash | None
    now: Callable[[], float]
    monotonic: Callable[[], float]
    tell: Callable[[Change], None]
    talk: Talk
    gone: Callable[[str, PlayerName], float | None]


_LISTED: Final = frozenset({"rooms", "room"})
_KINDS: Final[dict[type[e.RoomEvent], frozenset[str]]] = {
    e.Said: frozenset({"chat"}),
    e.Seen: frozenset(),
    e.Away: frozenset(),
    e.Stood: frozenset({"rooms", "game"}),
    e.ClockRan: frozenset({"clock"}),
    e.ClockWarned: frozenset({"clock"}),
    e.TimedOut: frozenset({"clock", "room"}),
    e.Shared: frozenset({"room"}),
    e.Ready: frozenset({"room"}),
    e.TakeBackAsked: frozenset({"room"}),
    e.TakeBackAnswered: frozenset({"room"}),
    e.TakeBackSettled: frozenset({"room"}),
    e.AdjournAsked: frozenset({"room"}),
    e.ResumeAsked: frozenset({"room"}),
    e.ByFileAsked: frozenset({"room"}),
}


class Desk:
    """The files of one room and what they lead to. RoomError if they are damaged."""

    def __init__(self, directory: Path, means: Means) -> None:
        self.directory = directory
        self.id = directory.name
        self.means = means
        self.log = RoomLog(directory / LOG)
        self.chat = ChatFile(directory / CHAT, f"the chat of the table {self.id}", largest=_LONGEST_CHAT)
        self.clocks: Clocks | None = None
        self._changed: set[str] = set()
        self._inside = False
        fresh = self.log.refresh()
        try:
            self.state: RoomState = fold(None, fresh)
        except ValueError as error:
            raise RoomError(f"{self.id}/{LOG}: {error}") from error
        self.shared = SharedGame(
            directory / JOURNAL,
            lambda scenario, options: self.means.open_system(scenario, options),
            means.content_hash,
            lambda: self.dice_seed(self.state.mixed),
        )
        #: What each side was told, None = everybody.
        self.known: dict[SideId | None, Known] = {}
        #: Number of events of the journal for which the books are kept, -1 = the seats have changed, or it is not
        #: known; see `saves.rooms.books`.
        self.booked = -1
        #: What the computer players have in mind beyond their last orders.
        self.intents: dict[SideId, str] = {}
        self._set_clocks()

    @cached_property
    def system(self) -> RuleSystem[Any]:
        """The rules. RoomError if the scenario is not there any more."""
        try:
            return self.means.open_system(self.state.plan.scenario, self.state.plan.options)
        except LookupError as error:
            raise RoomError(f"the scenario cannot be opened: {error}") from error

    @cached_property
    def _units(self) -> Mapping[str, frozenset[str]]:
        sides: dict[str, set[str]] = {}
        for formation in self.system.formations():
            sides.setdefault(formation.side, set()).update(formation.units)
        return {side: frozenset(units) for side, units in sides.items()}

    def units(self, side: SideId) -> frozenset[str]:
        """All units that a side has in the course of the game."""
        return self._units.get(side, frozenset())

    def secret(self) -> str:
        """The host's secret for the dice."""
        return sealed.read_secret(self.directory, self.state.commitment)

    def dice_seed(self, values: Iterable[tuple[str, str]]) -> str:
        """The seed of the dice that the secret and these values of the players (player, value) lead to."""
        return honest.mixed_seed(self.secret(), values)

    # -- changing -------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Load the rules before a `turn` that needs them: the first time that takes long, and a turn keeps all others
        out. If there are none, the turn says so."""
        with suppress(RoomError):
            _ = self.system

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Keep every other process out and catch up with what it wrote; tell of all changes in the end."""
        if self._inside:
            raise ValueError("an operation on a room is not begun within another one")
        try:
            with self.log.locked() as fresh:
                self._inside = True
                try:
                    self._take(fresh)
                    yield
                finally:
                    self._inside = False
        finally:
            self.flush()

    def write(self, *events: e.RoomEvent) -> None:
        """Append events within `turn`. RoomError if the disk is full; nothing is changed then."""
        self._take(self.log.append(events, self.means.now()))

    def write_lightly(self, *events: e.RoomEvent) -> None:
        """Append events that only spare others some work; if it fails they are written some other time."""
        with suppress(RoomError):
            self.write(*events)

    def touch(self, *kinds: str) -> None:
        """Note what changed, to be told at the end of the turn."""
        self._changed.update(kinds)

    def flush(self) -> None:
        """Tell of what changed, unless there is nothing to tell."""
        if self._changed and not self._inside:
            change = Change(self.id, frozenset(self._changed))
            self._changed.clear()
            self.means.tell(change)

    def _take(self, entries: tuple[e.Entry, ...]) -> None:
        if not entries:
            return
        self.state = fold(self.state, entries)
        for entry in entries:
            self._changed.update(_KINDS.get(type(entry.event), _LISTED))
        if any(isinstance(entry.event, e.ClockRan | e.Resumed | e.Started) for entry in entries):
            self._set_clocks()
        if any(isinstance(entry.event, e.Joined | e.Left | e.SeatTaken) for entry in entries):
            self.booked = -1
        self.run_clocks()

    # -- clocks -----------------------------------------------------------------------------------

    def _set_clocks(self) -> None:
        plan, state = self.state.plan.clock, self.state
        if plan is None or state.stage is Stage.WAITING:
            return
        if self.clocks is None:
            self.clocks = Clocks.fresh(plan, state.plan.seats)
        gap = gap_to_charge(state.left_at, self.means.now()) if state.left else 0.0
        self.clocks.take(state.left, self.on_the_clock(), self.means.monotonic(), gap)

    def run_clocks(self) -> None:
        """Let the clocks run of those who are waited for: people, in a game that goes on."""
        if self.clocks is not None:
            self.clocks.run(self.on_the_clock(), self.means.monotonic())

    def on_the_clock(self) -> tuple[SideId, ...]:
        """The sides that are waited for and played by people."""
        if self.state.stage is not Stage.PLAYING:
            return ()
        return tuple(side for side in self.state.waits if not self.state.computers.get(side))

    def known_to(self, side: SideId | None) -> Known:
        """What a side was told of the game, None = what everybody was told."""
        return self.known.setdefault(side, Known(side))

    # -- the game -----------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any] | None:
        """The game as it was last read; None if it was not."""
        return self.shared.game

    @property
    def stale(self) -> bool:
        """Whether another process has written to the log or the journal."""
        return self.log.stale or self.shared.stale
