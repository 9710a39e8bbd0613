"""Tables at which nothing more will happen: put away, listed page by page, opened when somebody wants to see them.

Their folders lie in ``finished/``. ``.index`` there has a line for each of those that anybody may see, ``.of/NAME`` for
each of a player, the last at the end; both are read from the end and only as far as somebody looks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import Any, Final

import orjson
from attrs import field, frozen

from core.codec import converter
from core.event import SideId
from saves.files import sync_directory, write_all
from saves.line import seal, sum_fits
from saves.rooms.desk import JOURNAL
from saves.rooms.log import take
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from saves.rooms.state import Member, RoomState, Stage

DIRECTORY: Final = "finished"
INDEX: Final = ".index"
OF: Final = ".of"
#: Bytes that are read at once.
_BLOCK: Final = 1 << 15
#: Pages that are kept in memory.
_PAGES: Final = 256


@frozen
class RoomEntry:
    """A room as it stands in a list. path: of its journal. state: None for a broken one; `problem` says what is
    wrong with it."""

    id: str
    path: Path
    state: RoomState | None
    problem: str = ""


@frozen
class Record:
    """A finished table as its line in a list has it; the fields are those of `RoomState`."""

    id: str
    plan: RoomPlan
    owner: PlayerName
    made: float
    changed: float
    stage: str
    started: float = 0.0
    members: tuple[tuple[PlayerName, SideId], ...] = ()
    computers: Mapping[SideId, str] = field(factory=dict)
    turn: int = 0
    step: str = ""
    winner: SideId | None = None
    result: str = ""
    loser: SideId | None = None
    by: str = ""
    sat: Mapping[PlayerName, SideId] = field(factory=dict)

    @property
    def state(self) -> RoomState:
        """The room as far as a list shows it."""
        return RoomState(
            self.plan,
            self.owner,
            "",
            made=self.made,
            changed=self.changed,
            stage=Stage(self.stage),
            started=self.started,
            members=tuple(Member(name, side) for name, side in self.members),
            computers=self.computers,
            turn=self.turn,
            step=self.step,
            winner=self.winner,
            result=self.result,
            loser=self.loser,
            by=self.by,
            sat=self.sat or {m[0]: m[1] for m in self.members},
        )


def record(id_: str, state: RoomState) -> Record:
    """The line of a finished table."""
    return Record(
        id_,
        state.plan,
        state.owner,
        state.made,
        state.changed,
        state.stage.value,
        state.started,
        tuple((m.name, m.side) for m in state.members),
        state.computers,
        state.turn,
        state.step,
        state.winner,
        state.result,
        state.loser,
        state.by,
        state.sat,
    )


class Finished:
    """The finished tables of a data directory. Everything that writes raises OSError or RoomError if it cannot."""

    def __init__(self, data: Path) -> None:
        self.directory = data / DIRECTORY
        self._pages: dict[tuple[object, ...], tuple[object, tuple[RoomEntry, ...]]] = {}

    def path(self, id_: str) -> Path | None:
        """The folder of a table; None if it is not here."""
        path = self.directory / id_
        return path if path.is_dir() else None

    def put(self, found: list[tuple[Path, RoomState]]) -> None:
        """Put tables away, given by their folders, the one first that ended first."""
        if not found:
            return
        (self.directory / OF).mkdir(parents=True, exist_ok=True)
        lists: dict[Path, list[bytes]] = {}
        for folder, state in found:
            line = seal(converter.unstructure(record(folder.name, state))) + b"\n"
            if state.plan.spectators:
                lists.setdefault(self.directory / INDEX, []).append(line)
            for player in dict.fromkeys((state.owner, *(m.name for m in state.members), *state.sat)):
                lists.setdefault(self._of(player), []).append(line)
        # A table that stands in a list and is not here yet is listed as it was; the other way round it would be lost.
        for path, lines in lists.items():
            _append(path, b"".join(lines))
        for folder, _ in found:
            folder.rename(self.directory / folder.name)
        sync_directory(self.directory)

    def all(self, since: float = 0.0) -> Iterator[Record]:
        """Those that anybody may see, the last first, back to a time."""
        for one in _records(self.directory / INDEX):
            if one.changed < since:
                return
            yield one

    def of(self, player: PlayerName) -> Iterator[Record]:
        """Those of a player, the last first."""
        return _records(self._of(player))

    def every(self) -> Iterator[Record]:
        """All of them, whoever may see them, the last first."""
        told: set[str] = set()
        lists = [_records(path) for path in (self.directory / INDEX, *sorted((self.directory / OF).glob("*")))]
        for one in merge(*lists, key=lambda r: -r.changed):
            if one.id not in told and self.path(one.id) is not None:
                told.add(one.id)
                yield one

    def visible(self, player: PlayerName | None, since: float) -> Iterator[Record]:
        """Those that a player may see: all of his own, of the others back to a time; None = one who only watches."""
        told: set[str] = set()
        lists = [self.all(since)] if player is None else [self.of(player), self.all(since)]
        for one in merge(*lists, key=lambda r: -r.changed):
            if one.id not in told and self.path(one.id) is not None:
                told.add(one.id)
                yield one

    def entry(self, one: Record) -> RoomEntry:
        """A table as it stands in the lists of the house."""
        return RoomEntry(one.id, self.directory / one.id / JOURNAL, one.state)

    def page(self, player: PlayerName | None, now: float, *, days: int, first: int, most: int) -> tuple[RoomEntry, ...]:
        """A part of `visible`, those of others back for so many days (0 = for ever); read again if it has changed."""
        key, stamp = (player, days, first, most), (self.stamp(player), int(now // 3600))
        kept = self._pages.get(key)
        if kept is None or kept[0] != stamp:
            found = islice(self.visible(player, now - days * 86400 if days else 0.0), first, first + most)
            entries = tuple(map(self.entry, found))
            while len(self._pages) >= _PAGES:
                del self._pages[next(iter(self._pages))]
            self._pages[key] = kept = (stamp, entries)
        return kept[1]

    def forget_pages(self) -> None:
        """A table is no more."""
        self._pages.clear()

    def stamp(self, player: PlayerName | None) -> tuple[int, ...]:
        """Something else as soon as the lists of a player have changed."""
        paths = [self.directory / INDEX, *([self._of(player)] if player is not None else [])]
        return tuple(path.stat().st_size if path.exists() else 0 for path in paths)

    def _of(self, player: PlayerName) -> Path:
        return self.directory / OF / player


def _append(path: Path, lines: bytes) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        take(descriptor, "the list of finished tables")
        size = os.fstat(descriptor).st_size
        if size:
            # A killed process may have left half a line.
            os.lseek(descriptor, size - 1, os.SEEK_SET)
            lines = lines if os.read(descriptor, 1) == b"\n" else b"\n" + lines
        write_all(descriptor, lines)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _records(path: Path) -> Iterator[Record]:
    """The good lines of a list, the last first; read as far as somebody asks."""
    try:
        file = path.open("rb")
    except OSError:
        return
    with file:
        at, rest = file.seek(0, os.SEEK_END), b""
        while at > 0:
            size = min(_BLOCK, at)
            at -= size
            file.seek(at)
            rest, *lines = (file.read(size) + rest).split(b"\n")
            if at == 0:
                lines.insert(0, rest)
            for line in reversed(lines):
                found = _record(line)
                if found is not None:
                    yield found


def _record(line: bytes) -> Record | None:
    if not sum_fits(line):
        return None
    try:
        raw: dict[str, Any] = orjson.loads(line)
        raw.pop("sum")
        return converter.structure(raw, Record)
    except Exception:
        # Whatever is wrong with a line, its table is not listed and the others are.
        return None
