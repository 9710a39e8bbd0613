"""The host's back door: a Unix socket in its data directory, for whoever may read that directory.

One request, one answer, each one line of JSON: ``{"do": "kick", "who": "anna"}`` and ``{"ok": true, "ended": 1}``, or
``{"ok": false, "error": "..."}``.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import attrs
import orjson
from attrs import frozen

from content.kit.load import ContentError
from saves.rooms.error import RoomError
from saves.rooms.names import printable
from tui.host.account import reason_of
from tui.host.accounts import AccountBook, AccountError
from tui.host.bans import FILE as BANS
from tui.host.bans import BanList, Entry, of_key_or_network
from tui.host.log import HostLog

FILE: Final = "admin.sock"
#: Bytes of the longest answer, and of the longest request.
_LONGEST: Final = 1 << 22
_LONGEST_REQUEST: Final = 1 << 16
#: Bytes of a path that every system takes as the name of a socket.
_LONGEST_PATH: Final = 100
#: Seconds that either side waits for the other.
_PATIENCE: Final = 10.0
#: Characters of what is said to all.
LONGEST_SAYING: Final = 300
LONGEST_STOP: Final = 24 * 60


class AdminError(Exception):
    """What was asked of a host cannot be done; the text says why."""


class NoHostError(AdminError):
    """No host runs on this data directory."""


@frozen
class SessionLine:
    """A session as the list of an administrator shows it.

    since: seconds since the epoch; idle: seconds since the last key; size: of the terminal, such as "80x24";
    place: where in the program it is, in words.
    """

    id: str
    player: str
    guest: bool = False
    address: str = ""
    since: float = 0.0
    idle: float = 0.0
    terminal: str = ""
    size: str = ""
    place: str = ""


@frozen
class TableLine:
    """A table as the list of an administrator shows it. stage: as of `saves.rooms.state`; since: seconds since the
    epoch when something last happened there."""

    id: str
    title: str
    owner: str
    players: tuple[str, ...] = ()
    stage: str = ""
    since: float = 0.0


class Steward(Protocol):
    """What the running host does for its administrator."""

    def tables(self, finished: bool) -> Sequence[TableLine]:
        """The tables in the lobby, or the last of those that are finished and were put away."""
        ...

    def close_table(self, table: str) -> None:
        """End the game at a table. RoomError says why it cannot be."""
        ...

    def remove_table(self, table: str) -> None:
        """Remove a table at which nothing is played any more, with its journal. RoomError says why it cannot be."""
        ...

    def reload(self) -> Sequence[str]:
        """Read host.toml again; what of it holds from the next start only. ContentError has its mistakes."""
        ...

    def counters(self) -> Mapping[str, Any]:
        """How much there is of what, now and since the start."""
        ...

    async def kick_banned(self, what: str, reason: str) -> int:
        """End what comes by a key or from a network; how many sessions there were."""
        ...

    def sessions(self) -> Sequence[SessionLine]:
        """All sessions."""
        ...

    async def kick(self, who: str, reason: str) -> int:
        """End the sessions of a player, or the one with this id; how many there were."""
        ...

    async def say(self, text: str) -> int:
        """Show a text to everybody; how many sessions there are."""
        ...

    async def stop(self, minutes: int, text: str) -> None:
        """Stop the host in so many minutes, 0 = now, and tell everybody. Returns before it has stopped."""
        ...


class AdminSocket:
    """The socket of a running host. AdminError from `start` if another host answers at it already."""

    def __init__(
        self, path: Path, book: AccountBook, steward: Steward, log: HostLog, bans: BanList | None = None
    ) -> None:
        self.path = path
        self._book = book
        self._bans = bans or BanList(path.with_name(BANS))
        self._steward = steward
        self._log = log
        self._server: asyncio.Server | None = None
        self._inode = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._does: Mapping[str, Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]] = {
            "list": self._list,
            "kick": self._kick,
            "ban": self._ban,
            "unban": self._unban,
            "mute": self._mute,
            "unmute": self._unmute,
            "tables": self._tables,
            "close": self._close,
            "remove": self._remove,
            "reload": self._reload,
            "counters": self._counters,
            "say": self._say,
            "stop": self._stop,
        }

    async def start(self) -> None:
        """Listen. A socket that a killed host left behind is replaced."""
        if not hasattr(socket, "AF_UNIX"):
            raise AdminError("this system has no Unix sockets; the host runs without 'panzerhex admin'")
        if await asyncio.to_thread(_answers, self.path):
            raise AdminError(f"a host answers at {self.path} already")
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = self.path.with_name(f".{self.path.name}.new")
        draft.unlink(missing_ok=True)
        bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with _reachable(draft) as name:
                bound.bind(name)
            # It gets its real name when nobody else can open it any more.
            os.chmod(draft, 0o600)
            self._server = await asyncio.start_unix_server(self._serve, sock=bound, limit=_LONGEST_REQUEST)
            self._inode = os.stat(draft).st_ino
            os.replace(draft, self.path)
        except BaseException:
            bound.close()
            draft.unlink(missing_ok=True)
            raise

    async def stop(self) -> None:
        """Listen no longer."""
        if self._server is None:
            return
        self._server.close()
        self._server = None
        with contextlib.suppress(OSError):
            if os.stat(self.path).st_ino == self._inode:
                self.path.unlink()
        current = asyncio.current_task()
        others = [task for task in self._tasks if task is not current]
        if others:
            _, slow = await asyncio.wait(others, timeout=1.0)
            for task in slow:
                task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            line = await asyncio.wait_for(reader.readline(), _PATIENCE)
            if not line:
                return
            writer.write(orjson.dumps(await self._answer(line)) + b"\n")
            await asyncio.wait_for(writer.drain(), _PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            self._log.event("admin-failed", level="warning", error=error)
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            request = orjson.loads(line)
            if not isinstance(request, dict) or not isinstance(request.get("do"), str):
                raise AdminError('a request is one line of JSON such as {"do": "list"}')
            name = request["do"]
            if name not in self._does:
                raise AdminError(f"unknown request {name!r}; there is {', '.join(self._does)}")
            return {"ok": True, **await self._does[name](request)}
        except orjson.JSONDecodeError:
            return {"ok": False, "error": 'a request is one line of JSON such as {"do": "list"}'}
        except (AdminError, AccountError, RoomError) as error:
            return {"ok": False, "error": str(error)}
        except Exception as error:
            self._log.event("admin-failed", level="error", error=error)
            return {"ok": False, "error": f"the host could not do it ({type(error).__name__}); its log says where"}

    # -- requests -------------------------------------------------------------------------------------

    async def _list(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return {"sessions": [attrs.asdict(line) for line in self._steward.sessions()]}

    async def _kick(self, request: Mapping[str, Any]) -> dict[str, Any]:
        who = _text(request, "who")
        ended = await self._steward.kick(who, _reason(request, "An administrator has ended this session."))
        if not ended:
            raise AdminError(f"no session of {who!r}; 'panzerhex admin list' shows who is there")
        self._log.event("admin-kick", player=who, count=ended)
        return {"ended": ended}

    async def _ban(self, request: Mapping[str, Any]) -> dict[str, Any]:
        who, reason = _text(request, "who"), _reason(request)
        if what := of_key_or_network(who):
            await self._book.apart(self._bans.ban, what, reason)
            ended = await self._steward.kick_banned(what, Entry(what, reason).refusal)
            self._log.event("admin-ban", key=what, reason=reason or None, count=ended)
            return {"ended": ended}
        account = await self._book.apart(self._book.ban, who, reason)
        ended = await self._steward.kick(account.name, account.refusal)
        self._log.event("admin-ban", player=account.name, reason=reason or None, count=ended)
        return {"ended": ended}

    async def _unban(self, request: Mapping[str, Any]) -> dict[str, Any]:
        who = _text(request, "who")
        if of_key_or_network(who):
            self._log.event("admin-unban", key=await self._book.apart(self._bans.unban, who))
            return {}
        account = await self._book.apart(self._book.unban, who)
        self._log.event("admin-unban", player=account.name)
        return {}

    async def _mute(self, request: Mapping[str, Any]) -> dict[str, Any]:
        reason = _reason(request)
        account = await self._book.apart(self._book.mute, _text(request, "who"), reason)
        self._log.event("admin-mute", player=account.name, reason=reason or None)
        return {}

    async def _unmute(self, request: Mapping[str, Any]) -> dict[str, Any]:
        account = await self._book.apart(self._book.unmute, _text(request, "who"))
        self._log.event("admin-unmute", player=account.name)
        return {}

    async def _tables(self, request: Mapping[str, Any]) -> dict[str, Any]:
        found = self._steward.tables(request.get("finished") is True)
        return {"tables": [attrs.asdict(line) for line in found]}

    async def _close(self, request: Mapping[str, Any]) -> dict[str, Any]:
        table = _text(request, "table")
        self._steward.close_table(table)
        self._log.event("admin-close", room=table)
        return {}

    async def _remove(self, request: Mapping[str, Any]) -> dict[str, Any]:
        table = _text(request, "table")
        self._steward.remove_table(table)
        self._log.event("admin-remove", room=table)
        return {}

    async def _reload(self, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            later = self._steward.reload()
        except ContentError as error:
            raise AdminError(f"nothing was changed: {error.line}") from error
        self._log.event("admin-reload")
        return {"later": list(later)}

    async def _counters(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self._steward.counters())

    async def _say(self, request: Mapping[str, Any]) -> dict[str, Any]:
        shown = await self._steward.say(printable(_text(request, "text"), LONGEST_SAYING))
        self._log.event("admin-say", count=shown)
        return {"shown": shown}

    async def _stop(self, request: Mapping[str, Any]) -> dict[str, Any]:
        minutes = request.get("minutes", 0)
        if not isinstance(minutes, int) or not 0 <= minutes <= LONGEST_STOP:
            raise AdminError(f"minutes is {minutes!r}; it may be 0 to {LONGEST_STOP}")
        when = f"in {minutes} minute{'' if minutes == 1 else 's'}" if minutes else "now"
        self._log.event("admin-stop", seconds=minutes * 60)
        await self._steward.stop(minutes, f"This host stops {when}. Every game is kept.")
        return {"minutes": minutes}


def ask(path: Path, do: str, **details: Any) -> dict[str, Any]:
    """What a running host answers to a request. NoHostError if none runs; AdminError with what it refuses."""
    request = {"do": do, **{key: value for key, value in details.items() if value is not None}}
    try:
        with _connected(path, _PATIENCE) as connection:
            connection.sendall(orjson.dumps(request) + b"\n")
            with connection.makefile("rb") as file:
                line = file.readline(_LONGEST)
    except OSError as error:
        raise AdminError(f"the host at {path} does not answer ({error.strerror or error})") from error
    try:
        answer = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise AdminError(f"the host at {path} broke off; see its log, then try again") from None
    if not answer.get("ok"):
        raise AdminError(str(answer.get("error", "the host refused")))
    del answer["ok"]
    return dict(answer)


def _text(request: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = request.get(key, default)
    if not isinstance(value, str):
        raise AdminError(f"{key} is {value!r}; it has to be a text")
    return value


def _reason(request: Mapping[str, Any], default: str = "") -> str:
    return reason_of(_text(request, "reason", default))


def _answers(path: Path) -> bool:
    """Whether a host listens at a socket."""
    try:
        with _connected(path, 1.0):
            return True
    except (AdminError, OSError):
        return False


@contextlib.contextmanager
def _connected(path: Path, patience: float) -> Iterator[socket.socket]:
    """A connection to a host. NoHostError if nobody listens."""
    if not hasattr(socket, "AF_UNIX"):
        raise AdminError("this system has no Unix sockets, so a host cannot be spoken to")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(patience)
        try:
            with _reachable(path) as name:
                connection.connect(name)
        except (FileNotFoundError, ConnectionRefusedError):
            raise NoHostError(f"no host runs on {path.parent.parent}; 'panzerhex serve' starts one") from None
        except PermissionError:
            raise AdminError(f"{path} belongs to another user; ask as the user that the host runs as") from None
        yield connection


@contextlib.contextmanager
def _reachable(path: Path) -> Iterator[str]:
    """A name for a socket at a path; systems take only short ones."""
    if len(os.fsencode(path)) <= _LONGEST_PATH:
        yield str(path)
        return
    if not sys.platform.startswith("linux"):
        raise AdminError(f"{path} is too long for a socket; choose a data directory with a shorter path")
    directory = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{directory}/{path.name}"
    finally:
        os.close(directory)
