"""All rooms of a data directory, and the lobby before them. Several processes may have a `House` on one directory."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Final
from weakref import WeakValueDictionary

from attrs import evolve

from core.play import honest
from core.system import RuleSystem
from saves.rooms import sealed
from saves.rooms.chat_file import ChatFile
from saves.rooms.conversation import LONGEST_REMARK
from saves.rooms.desk import JOURNAL, LOG, Change, Means
from saves.rooms.error import RoomBusyError, RoomError
from saves.rooms.events import RoomMade
from saves.rooms.folders import ROOMS, Folders, is_id
from saves.rooms.listeners import Listener, Listeners
from saves.rooms.names import PlayerName, printable
from saves.rooms.over.finished import Finished, RoomEntry
from saves.rooms.plan import RoomPlan, checked_plan
from saves.rooms.presence import Presence
from saves.rooms.room import Room
from saves.rooms.state import Remark, RoomState, Stage
from saves.rooms.talk import Talk
from saves.session import ContentHash, OpenSystem

LOBBY_LOG: Final = "lobby.log"
#: Seconds after the end of a game until its table may be put away; where other processes may look at it still.
LINGER: Final = 600.0
_LINGER_OF_OTHERS: Final = 86_400.0
#: Finished tables that are kept in memory when somebody has looked at them.
_OPENED: Final = 16
_DAY: Final = 86_400.0


_logger = logging.getLogger(__name__)
_logger.addHandler(logging.NullHandler())


class House:
    """The lobby and its rooms.

    open_system, content_hash: as of `saves.session`. now: the time in seconds since the epoch; monotonic: seconds of
    a clock that never jumps. alone: whether all players are in this process, so that it knows who is away.
    """

    def __init__(
        self,
        data: Path,
        open_system: OpenSystem,
        content_hash: ContentHash | None = None,
        *,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        alone: bool = False,
    ) -> None:
        self.data = data
        self._now = now
        self._open = open_system
        self._systems: WeakValueDictionary[tuple[str, tuple[str, ...]], RuleSystem[Any]] = WeakValueDictionary()
        self._talk = Talk(monotonic)
        self._listeners = Listeners()
        self._means = Means(self._system, content_hash, now, monotonic, self._listeners.tell, self._talk, self._gone)
        self._rooms: dict[str, Room] = {}
        self._broken: dict[str, tuple[tuple[int, int], str]] = {}
        self._polled = False
        self._alone = alone
        self._presence = Presence(now)
        self._finished = Finished(data)
        self._opened: dict[str, Room] = {}
        self._laid: dict[PlayerName, dict[str, float]] = {}
        self._folders = Folders(data / ROOMS)
        self._chat = ChatFile(data / LOBBY_LOG, "the lobby")
        self._folders.sweep()

    def _system(self, scenario: str, options: tuple[str, ...]) -> RuleSystem[Any]:
        """The rules of a scenario, shared by all rooms that play it, for they hold nothing of a game, and kept by
        these rooms alone: players may ask for as many sets of options as they like."""
        key = (scenario, tuple(options))
        system = self._systems.get(key)
        if system is None:
            system = self._systems[key] = self._open(*key)
        return system

    # -- rooms ----------------------------------------------------------------------------------

    def rooms(self) -> tuple[RoomEntry, ...]:
        """All rooms, the last changed first; broken ones last."""
        entries = [self._entry(id_) for id_ in self._folders.ids()]
        found = [entry for entry in entries if entry is not None]
        return tuple(sorted(found, key=lambda r: (r.state is None, -(r.state.changed if r.state else 0), r.id)))

    def mine(self, player: PlayerName) -> tuple[RoomEntry, ...]:
        """The rooms in which a player has a seat or which he owns, the last changed first."""
        return tuple(
            entry
            for entry in self.rooms()
            if entry.state is not None and (entry.state.owner == player or entry.state.side_of(player) is not None)
        )

    def room(self, id_: str) -> Room:
        """A room; always the same object. RoomError if there is none or it is broken."""
        entry = self._entry(id_) if is_id(id_) else None
        if entry is None and is_id(id_) and (folder := self._finished.path(id_)) is not None:
            return self._open_finished(folder)
        if entry is None:
            raise RoomError(f"there is no table {id_!r}; it may have been removed")
        if entry.state is None:
            raise RoomError(entry.problem)
        return self._rooms[id_]

    def _open_finished(self, folder: Path) -> Room:
        """A finished table that was put away; the last ones that were looked at are kept."""
        room = self._opened.pop(folder.name, None) or Room(folder, self._means)
        self._opened[folder.name] = room
        busy = self._presence.places
        for id_ in [id_ for id_ in self._opened if id_ not in busy][:-_OPENED]:
            del self._opened[id_]
        return room

    def attended(self) -> tuple[Room, ...]:
        """The rooms in which a clock runs or a computer is to order now, as they were at the last `poll`."""
        if not self._polled:
            self.poll()
        return tuple(room for room in self._rooms.values() if _needs_attendance(room.state))

    def create(self, player: PlayerName, plan: RoomPlan) -> Room:
        """Lay a table; its owner still has to join a side. RoomError says what is wrong with the plan."""
        try:
            system = self._system(plan.scenario, tuple(plan.options))
        except LookupError as error:
            raise RoomError(f"the scenario cannot be opened: {error}") from error
        self.laid_today(player)
        checked = checked_plan(evolve(plan, options=tuple(plan.options)), system.sides, system.title)
        secret = sealed.draw()
        made = RoomMade(by=player, plan=checked, commitment=honest.commitment(secret))
        id_ = self._folders.make(system.title, secret, made, self._now())
        self._listeners.tell(Change(id_, frozenset({"rooms", "room"})))
        self._laid.setdefault(player, {})[id_] = self._now()
        return self.room(id_)

    def of_letters(self, digest: str) -> Room | None:
        """The table at which a game by file goes on, by the SHA-256 of its last letter; None if there is none."""
        found = (r for r in self.rooms() if r.state is not None and r.state.plan.letters == digest)
        return next((self.room(entry.id) for entry in found), None)

    def remove(self, player: PlayerName, id_: str) -> None:
        """Remove a table with its journal. RoomError unless its owner does so and nothing is played at it any more."""
        room = self.room(id_)
        if room.owner != player:
            raise RoomError(f"only the owner can remove the table, {room.owner}")
        if room.stage is Stage.BY_FILE:
            raise RoomError("the game goes on by file; its players can have their halves here as long as it stands")
        self.clear_away(id_)

    def clear_away(self, id_: str) -> None:
        """Remove a table with its journal, whoever wants it. RoomError if something is still played at it."""
        room = self.room(id_)
        over = room.state.finished or room.stage is Stage.BY_FILE
        if not (over or (room.stage is Stage.WAITING and not room.state.members)):
            raise RoomError("the game is not over; close it or play it to its end first")
        self._folders.remove(room.path.parent)
        self._forget(id_)
        self._finished.forget_pages()
        self._listeners.tell(Change(id_, frozenset({"rooms", "room"})))

    # -- finished tables ------------------------------------------------------------------------

    def finished(
        self, player: PlayerName | None, *, days: int = 0, first: int = 0, most: int = 50
    ) -> tuple[RoomEntry, ...]:
        """Finished tables that were put away: those of a player, and for so many days (0 = for ever) those of others
        that he may see, the last first, from number `first` on. None: of somebody who only watches."""
        return self._finished.page(player, self._now(), days=days, first=first, most=most)

    def every_finished(self, most: int) -> tuple[RoomEntry, ...]:
        """The last finished tables that were put away, whoever may see them."""
        return tuple(islice(map(self._finished.entry, self._finished.every()), most))

    def put_away(self, most: int = 20, *, linger: float | None = None) -> int:
        """Put finished tables away at which nobody is any more; how many there were. linger: seconds since the end."""
        linger = (LINGER if self._alone else _LINGER_OF_OTHERS) if linger is None else linger
        busy = self._presence.places
        over = [
            (self._folders.of(id_), room.state)
            for id_, room in self._rooms.items()
            if room.state.finished and id_ not in busy and self._now() - room.state.changed >= linger
        ]
        over = sorted(over, key=lambda one: one[1].changed)[:most]
        try:
            self._finished.put(over)
        except OSError as error:
            _logger.warning("finished tables cannot be put away: %s", error)
            return 0
        for folder, _ in over:
            self._forget(folder.name)
        if over:
            self._listeners.tell(Change(None, frozenset({"rooms"})))
        return len(over)

    def laid_today(self, player: PlayerName) -> int:
        """How many tables a player has laid in the last day, whatever became of them."""
        since = self._now() - _DAY
        laid = self._laid.get(player)
        if laid is None:
            laid = {e.id: e.state.made for e in self.rooms() if e.state is not None and e.state.owner == player}
            mine = takewhile(lambda r: r.changed >= since, self._finished.of(player))
            laid |= {r.id: r.made for r in mine if r.owner == player}
        self._laid[player] = laid = {id_: made for id_, made in laid.items() if made >= since}
        return len(laid)

    def _forget(self, id_: str) -> None:
        self._rooms.pop(id_, None)
        self._opened.pop(id_, None)
        self._presence.forget(id_)

    def _entry(self, id_: str) -> RoomEntry | None:
        """A room as it stands now; None if there is none. Only what was appended since the last look is read."""
        room = self._rooms.get(id_)
        if room is not None:
            with suppress(RoomError):
                room.refresh()
                return RoomEntry(id_, room.path, room.state)
        directory = self._folders.of(id_)
        path = directory / JOURNAL
        try:
            status = (directory / LOG).stat()
        except OSError as error:
            self._rooms.pop(id_, None)
            if not directory.is_dir():
                return None
            return RoomEntry(id_, path, None, f"{LOG} of the table {id_} cannot be read: {error.strerror}")
        stamp = (status.st_size, status.st_mtime_ns)
        broken = self._broken.get(id_)
        if broken is not None and broken[0] == stamp:
            return RoomEntry(id_, path, None, broken[1])
        try:
            if room is None:
                room = self._rooms[id_] = Room(directory, self._means)
            else:
                room.refresh()
        except RoomBusyError as error:
            return RoomEntry(id_, path, room.state if room else None, str(error))
        except RoomError as error:
            self._broken[id_] = (stamp, str(error))
            self._rooms.pop(id_, None)
            return RoomEntry(id_, path, None, str(error))
        self._broken.pop(id_, None)
        return RoomEntry(id_, path, room.state)

    # -- changes --------------------------------------------------------------------------------

    def watch(self, listener: Listener) -> Callable[[], None]:
        """Have somebody told of every change, when it is on the disk; what is returned ends that.

        The listener is called in the context of whoever called this, not of whoever brings a change about: what
        finds its app, its player by the context never finds another's.
        """
        return self._listeners.add(listener)

    def poll(self) -> None:
        """Look for what other processes wrote, and tell of it. Costs a look at each room's files."""
        self._polled = True
        known = set(self._rooms) | set(self._broken)
        ids = set(self._folders.ids())
        for id_ in ids:
            self._entry(id_)
        for id_ in known - ids:
            self._rooms.pop(id_, None)
            self._broken.pop(id_, None)
        for id_ in known ^ ids:
            self._listeners.tell(Change(id_, frozenset({"rooms", "room"})))
        self.put_away()
        if self._chat.stale:
            self._chat.lines()
            self._listeners.tell(Change(None, frozenset({"chat"})))

    # -- the lobby ------------------------------------------------------------------------------

    def say(self, player: PlayerName, text: str) -> None:
        """Say a line to all in the lobby."""
        line = printable(text, LONGEST_REMARK)
        self._talk.spend(player)
        self._chat.say(Remark(self._now(), player, line))
        self._chat.lines()
        self._listeners.tell(Change(None, frozenset({"chat"})))

    def lines(self) -> tuple[Remark, ...]:
        """The last lines of the lobby's chat, the oldest first."""
        return self._chat.lines()

    def enter(self, player: PlayerName, room_id: str | None = None) -> int:
        """Note that a player is here, in the lobby (None) or at a table; returns what `leave` takes."""
        token = self._presence.enter(player, room_id)
        self._listeners.tell(Change(room_id, frozenset({"presence"})))
        return token

    def leave(self, token: int) -> None:
        """Note that somebody who entered has gone; a game that nobody looks at is put out of memory. May be called
        twice."""
        gone = self._presence.leave(token)
        if gone is None:
            return
        player, where = gone
        room = (self._rooms.get(where) or self._opened.get(where)) if where is not None else None
        if room is not None:
            with suppress(RoomError):
                room.write_seen()
                if not self._presence.at(player, where):
                    room.went(player)
            if where not in self._presence.places:
                room.rest()
        self._listeners.tell(Change(where, frozenset({"presence"})))

    def _gone(self, room_id: str, player: PlayerName) -> float | None:
        """Since when a player has not been at a table; None if he is there, or may be in another process."""
        room = self._rooms.get(room_id)
        if not self._alone or room is None or self._presence.at(player, room_id):
            return None
        known = self._presence.left(room_id, player) or room.state.away.get(player) or room.state.started
        # Nobody saw who was there when the host before was killed.
        return max(known, self._presence.began)

    def online(self) -> Mapping[PlayerName, frozenset[str | None]]:
        """Who is here in this process, and where: None is the lobby."""
        return self._presence.everybody()

    def close(self) -> None:
        """Write down what is only in memory, and let go of everything."""
        for room in self._rooms.values():
            with suppress(RoomError):
                room.settle()
            room.rest()
        self._listeners.clear()


def _needs_attendance(state: RoomState) -> bool:
    """Whether something in a room happens without anybody ordering it."""
    if state.stage is not Stage.PLAYING:
        return False
    computer = any(state.computers.get(side) for side in state.waits)
    return state.plan.clock is not None or computer or not state.events
