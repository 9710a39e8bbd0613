"""The games of a player: where they lie, what they are, which is the newest."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import orjson
import platformdirs
from attrs import frozen

from core.alike import Alike
from saves.line import Header, SaveError, sum_fits
from saves.notes import notes_path
from saves.reading import parse_header

SUFFIX: Final = ".journal"
#: The environment variable that names the data directory.
DATA: Final = "PANZERHEX_DATA"
SAMPLES: Final = Path(__file__).parent / "samples"

#: Bytes read at a file's end to see how a game stands; some hundred events.
_TAIL: Final = 1 << 16
_TURN_EVENT: Final = "turn-begun"
END_EVENT: Final = "game-ended"
#: With which a game ends, and what may stand after that.
_ENDS: Final = (END_EVENT, "game-stopped", "dice-revealed")
_NOTE: Final = "considered"


@frozen(eq=False, repr=False)
class Entry(Alike):
    """A game as it stands in a list. The rules are not asked, so a list of hundreds of games is quick.

    header: None for a broken file; then `problem` says what is wrong. turn: 0 before the first. modified: seconds
    since the epoch. sample: whether it came with panzerhex, to be watched only.
    """

    path: Path
    header: Header | None
    turn: int = 0
    events: int = 0
    modified: float = 0.0
    over: bool = False
    sample: bool = False
    problem: str = ""

    @property
    def name(self) -> str:
        """The file name without its ending."""
        return self.path.name.removesuffix(SUFFIX)

    @property
    def sides(self) -> Mapping[str, str]:
        """Who plays each side."""
        return self.header.sides if self.header else {}

    def title(self, scenario_title: Callable[[str], str]) -> str:
        """What to call the game: the title of its scenario, or its file name if that is not known."""
        if self.header is None:
            return self.name
        try:
            return scenario_title(self.header.scenario)
        except LookupError:
            return self.header.scenario


def data_directory() -> Path:
    """Where a player's files lie: $PANZERHEX_DATA, or the place that the operating system means for it."""
    chosen = os.environ.get(DATA)
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir("panzerhex", appauthor=False))


def comes_along(path: Path) -> bool:
    """Whether a file is one of the samples, which are played again, order by order, before they are shipped."""
    return path.resolve().parent == SAMPLES.resolve()


class Library:
    """The games in a player's data directory, in its folder ``games``, and the samples."""

    def __init__(self, data: Path | None = None, samples: Path = SAMPLES) -> None:
        self.data = data or data_directory()
        self.games_directory = self.data / "games"
        self._samples = samples

    def games(self) -> tuple[Entry, ...]:
        """All games of the player, the last played first; broken files too."""
        return tuple(sorted(_entries(self.games_directory), key=lambda e: (-e.modified, e.name)))

    def samples(self) -> tuple[Entry, ...]:
        """The games that came with panzerhex, by name."""
        return tuple(sorted(_entries(self._samples, sample=True), key=lambda e: e.name))

    def newest(self) -> Entry | None:
        """The game to resume: the last played one that is not over and not broken; None without one."""
        return next((e for e in self.games() if not e.over and not e.problem), None)

    def new_path(self, scenario: str, now: datetime) -> Path:
        """A free file name for a game of `scenario` begun `now`, such as ``2024-05-17-the-bridge-2.journal``."""
        base = f"{now:%Y-%m-%d}-{slug(scenario)}"
        path, k = self.games_directory / f"{base}{SUFFIX}", 1
        while path.exists():
            k += 1
            path = self.games_directory / f"{base}-{k}{SUFFIX}"
        return path

    def delete(self, path: Path) -> None:
        """Remove a game of the player, with its notes. SaveError for any other file."""
        self._own(path)
        try:
            path.unlink()
        except OSError as error:
            raise SaveError(f"cannot delete {path}: {error.strerror}") from error
        notes_path(path).unlink(missing_ok=True)

    def rename(self, path: Path, name: str) -> Path:
        """Give a game of the player another name, and its notes with it; returns the new path."""
        self._own(path)
        target = path.with_name(f"{slug(name)}{SUFFIX}")
        if target.exists():
            raise SaveError(f"there is a game named {target.name} already; choose another name")
        try:
            path.rename(target)
        except OSError as error:
            raise SaveError(f"cannot rename {path}: {error.strerror}") from error
        if notes_path(path).exists():
            notes_path(path).rename(notes_path(target))
        return target

    def _own(self, path: Path) -> None:
        if path.resolve().parent != self.games_directory.resolve():
            raise SaveError(f"{path} is not one of the games in {self.games_directory}")


def slug(text: str) -> str:
    """A text as part of a file name: lower case letters, digits and hyphens; "game" if nothing is left."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "game"


def look(path: Path, *, sample: bool = False) -> Entry:
    """What a file is, from its first line and its end alone; never fails."""
    try:
        status = path.stat()
        with path.open("rb") as file:
            first = file.readline(_TAIL)
            header = parse_header(path, first.rstrip(b"\n"))[0]
            start = max(len(first), status.st_size - _TAIL)
            file.seek(start)
            tail = file.read()
    except SaveError as error:
        return Entry(path, None, modified=status.st_mtime, sample=sample, problem=str(error))
    except OSError as error:
        return Entry(path, None, sample=sample, problem=f"cannot read {path}: {error.strerror or error}")
    lines = tail.split(b"\n")
    torn = lines.pop()
    if start > len(first):
        del lines[:1]
    problem = f"the last line breaks off after {len(torn)} bytes" if torn else ""
    turn, events, last = 0, 0, ""
    for line in reversed(lines):
        raw = _raw(line)
        if raw is None:
            problem = problem or "a line near the end was changed; verify names it"
            continue
        if not events:
            events = raw["n"]
        if not last and not _is(raw, _NOTE):
            last = str(raw.get("event", ""))
        if _is(raw, _TURN_EVENT) and type(raw.get("turn")) is int:
            turn = raw["turn"]
            break
    return Entry(path, header, turn, events, status.st_mtime, last.endswith(_ENDS), sample, problem)


def _entries(directory: Path, *, sample: bool = False) -> list[Entry]:
    if not directory.is_dir():
        return []
    return [look(path, sample=sample) for path in directory.glob(f"*{SUFFIX}") if not path.name.startswith(".")]


def _is(raw: Mapping[str, Any], event: str) -> bool:
    """Whether a line has an event of this kind, of whatever rule system."""
    return str(raw.get("event", "")).endswith(event)


def _raw(line: bytes) -> dict[str, Any] | None:
    """A line as plain data; None if it is damaged."""
    if sum_fits(line) is False:
        return None
    try:
        raw = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return raw if isinstance(raw, dict) and type(raw.get("n")) is int else None
