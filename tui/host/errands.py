"""The commands that a host carries out without a terminal: the list of games that are over, and their journals; and
one's half of a game that goes on by file.

`ssh HOST games`, `ssh HOST journal ID > FILE` and `ssh HOST half ID > FILE`: read only, so many a minute.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from attrs import frozen

from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.over import archive
from tui.host.limits import duration, origin
from tui.host.session import Caller, Way

#: Errands of one account in a minute; at the same time for one account, and for all together.
A_MINUTE: Final = 20
AT_ONCE: Final = 2
AT_ONCE_IN_ALL: Final = 40
#: Lines of a list, bytes of a journal, characters of a command: what is longer is not served.
LONGEST_LIST: Final = 500
LARGEST: Final = 64 << 20
LONGEST_COMMAND: Final = 100
#: Bytes that are handed over at once and may wait for the client; seconds between two looks whether they have gone,
#: and for which a client may read nothing.
CHUNK: Final = 1 << 16
LOOK_EVERY: Final = 0.05
PATIENCE: Final = 60.0

#: What the log calls a request that is refused; only its reason may be logged, for nothing that was typed is in it.
REFUSED: Final = "request-refused"

_MINUTE: Final = 60.0


@frozen
class Errand:
    """What is answered to a command.

    event: what the log calls it; room: the game that was asked for. words: for people, on standard error. lines: for
    standard output; or file: a journal, as it stands on the disk.
    """

    event: str
    words: str = ""
    lines: tuple[str, ...] = ()
    file: Path | None = None
    room: str = ""
    status: int = 0


class Errands:
    """Answers the commands of all callers of a host, within limits."""

    def __init__(self, house: House, now: Callable[[], float] = time.monotonic) -> None:
        self._house = house
        self._now = now
        self._recent: dict[str, deque[float]] = {}
        self._open: Counter[str] = Counter()

    def answer(self, caller: Caller, command: str) -> Errand | None:
        """What to answer; None for what is no command here, or not for this caller."""
        words = command.split() if len(command) <= LONGEST_COMMAND else []
        if (
            caller.player is None
            or words[:1] not in (["games"], ["journal"], ["half"])
            or len(words) != 1 + (words[0] != "games")
        ):
            return None
        refusal = self._refused(_whose(caller))
        if refusal:
            return Errand(REFUSED, refusal, status=1)
        player = None if caller.guest else caller.player
        if words[0] == "half":
            return self._half(player, words[1])
        return self._journal(player, words[1]) if words[0] == "journal" else self._games(player)

    def _games(self, player: PlayerName | None) -> Errand:
        games = archive.finished(self._house, player, LONGEST_LIST + 1)
        words = ""
        if not games:
            words = "no game that you may have is over yet"
        elif len(games) > LONGEST_LIST:
            words = "older games are not listed; their journals are to be had all the same"
        return Errand("games-listed", words, tuple(_columns(games[:LONGEST_LIST])))

    def _journal(self, player: PlayerName | None, id_: str) -> Errand:
        try:
            path = archive.journal(self._house, player, id_)
        except RoomError as error:
            return Errand("journal-refused", str(error), status=1)
        if path.stat().st_size > LARGEST:
            return Errand("journal-refused", f"the journal of {id_} is too large to be sent; ask for it", status=1)
        return Errand("journal-sent", file=path, room=id_)

    def _half(self, player: PlayerName | None, id_: str) -> Errand:
        try:
            return Errand("half-sent", file=archive.half(self._house, player, id_), room=id_)
        except RoomError as error:
            return Errand("half-refused", str(error), status=1)

    def refused(self, caller: Caller) -> str:
        """Why nothing is done for a caller now; "" if it is, and then it counts."""
        return self._refused(_whose(caller))

    def _refused(self, whose: str) -> str:
        """Why an errand is not done now; "" if it is, and then it counts."""
        now = self._now()
        self._recent = {who: times for who, times in self._recent.items() if times[-1] > now - _MINUTE}
        recent = self._recent.get(whose, deque())
        while recent and recent[0] <= now - _MINUTE:
            recent.popleft()
        if len(recent) >= A_MINUTE:
            return f"that was asked {A_MINUTE} times in a minute; try again in {duration(recent[0] + _MINUTE - now)}"
        if self._open[whose] >= AT_ONCE or self._open.total() >= AT_ONCE_IN_ALL:
            return "too many games are being sent already; try again when they have come"
        recent.append(now)
        self._recent[whose] = recent
        return ""

    # -- sending ----------------------------------------------------------------------------------------

    async def send(self, caller: Caller, errand: Errand, way: Way, feed: str) -> int:
        """Send what is answered to standard output, as fast as the client reads; how many bytes. feed: what ends a
        line there. OSError if the client does not read, or the file cannot be read."""
        if errand.file is None:
            data = "".join(line + feed for line in errand.lines).encode(errors="replace")
            await _sent(way, data)
            return len(data)
        with self._counted(_whose(caller)), errand.file.open("rb") as file:
            return await _pump(way, file, errand.file.stat().st_size)

    @contextlib.contextmanager
    def _counted(self, whose: str) -> Iterator[None]:
        self._open[whose] += 1
        try:
            yield
        finally:
            self._open[whose] -= 1
            self._open += Counter()  # forgets those at nought


async def _pump(way: Way, file: BinaryIO, size: int) -> int:
    sent = 0
    while sent < size and (part := file.read(min(CHUNK, size - sent))):
        await _sent(way, part)
        sent += len(part)
    return sent


async def _sent(way: Way, data: bytes) -> None:
    """Hand bytes over, and wait until most have left. OSError if nothing leaves for long."""
    way.send(data)
    least, since = way.waiting(), time.monotonic()
    while (waiting := way.waiting()) > CHUNK:
        if waiting < least:
            least, since = waiting, time.monotonic()
        if time.monotonic() - since > PATIENCE:
            raise TimeoutError("the client does not read")
        await asyncio.sleep(LOOK_EVERY)


def _whose(caller: Caller) -> str:
    """Whom an errand is counted for: guests share no account."""
    return f"guest of {origin(caller.address)}" if caller.guest else str(caller.player)


def _columns(games: list[archive.Finished]) -> Iterator[str]:
    """One line for each game: its id, the day on which it ended, the scenario, who played, the result."""
    rows = [
        (
            game.id,
            datetime.fromtimestamp(game.at, UTC).strftime("%Y-%m-%d"),
            game.scenario,
            "; ".join(f"{side}: {', '.join(names) or 'nobody'}" for side, names in game.sides),
            game.result,
        )
        for game in games
    ]
    plain = [[_plain(cell) for cell in row] for row in rows]
    widths = [max((len(row[k]) for row in plain), default=0) for k in range(4)]
    for row in plain:
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4]]).rstrip()


def _plain(text: str) -> str:
    """A text on one line with nothing that a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
