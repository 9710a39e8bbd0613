"""The host: one process in which everybody plays. It starts, says how to connect, and stops in good order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import asyncssh
from attrs import evolve

from content import catalogue
from saves.files import lock, replace_file
from tui.commands.common import CommandError, note
from tui.host import keeping
from tui.host.accounts import AccountBook
from tui.host.admin import FILE as ADMIN_FILE
from tui.host.admin import AdminError, AdminSocket, SessionLine, TableLine
from tui.host.bans import FILE as BANS
from tui.host.bans import BanList
from tui.host.config import HostConfig, load
from tui.host.descriptors import raised
from tui.host.door import Door
from tui.host.limits import Gate, Registrations
from tui.host.log import LEVELS, HostLog
from tui.host.loop import own_loop
from tui.host.server import listen
from tui.host.session import Apps
from tui.host.sessions import Floor

if TYPE_CHECKING:
    from saves.rooms.house import House

DIRECTORY: Final = "host"
KEY_FILE: Final = "key"
LOCK_FILE: Final = "lock"
LOG_FILE: Final = "host.log"
ACCOUNTS: Final = "accounts"
REGISTERED: Final = "registered.toml"

STOPPED: Final = "This host is being stopped. Your games are kept; come in again later."
#: Seconds for connections to close after their sessions have ended.
CLOSING: Final = 3.0
#: Minutes before a stop that was announced when everybody is told once more.
LAST_CALL: Final = 1
#: Of the garbage collector: new objects between two looks at the youngest, and so on; the oldest are hardly looked at.
GARBAGE: Final = (20_000, 20, 10_000)
#: Seconds between two looks whether so many sessions have ended that their remains are to be cleared away.
TIDY_EVERY: Final = 60.0
TIDY_AFTER: Final = 20
#: Seconds that a thread runs before another gets its turn: what computes must not hold up what draws.
TURN: Final = 0.001
#: The places that players go to first.
AHEAD: Final = (
    "tui.menu.title",
    "tui.lobby.lobby",
    "tui.lobby.waiting",
    "tui.lobby.game",
    "tui.lobby.hosted",
    "tui.game.set_up.screen",
    "tui.game.playback_screen",
    "tui.game.told",
    "tui.game.sheets",
)

MakeApps = Callable[["Host"], contextlib.AbstractAsyncContextManager[Apps]]


class Host:
    """A host that runs, and what its administrator may ask of it. `data` is the directory of everything it keeps."""

    def __init__(self, config: HostConfig, data: Path) -> None:
        self.config = config
        self.data = data
        self.directory = data / DIRECTORY
        self.book = AccountBook(self.directory / ACCOUNTS)
        self.log = HostLog(self.directory / LOG_FILE, config.log.level)
        self.gate = Gate(config.limits)
        self.descriptors = raised(config.limits)
        self.port = 0
        self._floor: Floor | None = None
        self.bans = BanList(self.directory / BANS)
        self.registrations = Registrations(
            self.directory / REGISTERED, lambda why: self.log.event("uncounted", level="error", reason=why)
        )
        #: Where its tables are, once it serves the game.
        self.house: House | None = None
        self.door: Door | None = None
        self._listen = config.listen
        self._started = time.monotonic()
        self._stopped = asyncio.Event()
        self._words = STOPPED
        self._later: list[asyncio.TimerHandle] = []

    # -- what an administrator asks -------------------------------------------------------------------

    def sessions(self) -> Sequence[SessionLine]:
        """All sessions."""
        return self._floor.lines() if self._floor else ()

    async def kick(self, who: str, reason: str) -> int:
        """End the sessions of a player, or the one with this id; how many there were."""
        return self._floor.kick(who, reason) if self._floor else 0

    async def say(self, text: str) -> int:
        """Show a text to everybody; to how many sessions."""
        return self._floor.say(text, self.config.name) if self._floor else 0

    async def stop(self, minutes: int, text: str) -> None:
        """Stop in so many minutes, 0 = now; a later call counts instead of an earlier one."""
        for handle in self._later:
            handle.cancel()
        self._later.clear()
        self._words = STOPPED
        if minutes <= 0:
            self._stopped.set()
            return
        await self.say(text)
        loop = asyncio.get_running_loop()
        if minutes > LAST_CALL:
            last = "This host stops in one minute. Every game is kept."
            call = lambda: self._floor.say(last, self.config.name) if self._floor else None  # noqa: E731
            self._later.append(loop.call_later(60 * (minutes - LAST_CALL), call))
        self._later.append(loop.call_later(60 * minutes, self._stopped.set))

    # -- what an administrator asks of tables and figures ---------------------------------------------

    def tables(self, finished: bool) -> Sequence[TableLine]:
        """The tables in the lobby, or the last of those that were put away."""
        return keeping.tables(self.house, finished)

    def close_table(self, table: str) -> None:
        """End the game at a table."""
        keeping.close_table(self.house, table)

    def remove_table(self, table: str) -> None:
        """Remove a table at which nothing is played any more."""
        keeping.remove_table(self.house, table)

    def counters(self) -> Mapping[str, Any]:
        """How much there is of what, now and since the start."""
        return keeping.counters(self, self._started)

    def reload(self) -> Sequence[str]:
        """Take what host.toml says now; what of it holds from the next start only."""
        new = load(self.data)
        later = ["listen"] if new.listen != self._listen else []
        later += ["computers"] if new.computers != self.config.computers else []
        self.config = evolve(new, listen=self.config.listen, computers=self.config.computers)
        self._listen = new.listen
        self.gate.limits = new.limits
        self.log.level = LEVELS.index(new.log.level)
        self.descriptors = raised(new.limits)
        if self.door is not None:
            self.door.config, self.door.descriptors = self.config, self.descriptors
        return later

    async def kick_banned(self, what: str, reason: str) -> int:
        """End what comes by a key or from a network; how many sessions there were."""
        ended = self._floor.kick_banned(what, reason) if self._floor else 0
        if self.door is not None:
            self.door.kick_banned(what, reason)
        return ended

    def muted(self, player: str) -> str:
        """Why a player may not talk; "" if he may."""
        account = self.book.account(player)
        return account.silence if account is not None else ""

    # -- running --------------------------------------------------------------------------------------

    async def run(self, make_apps: MakeApps, ready: Callable[[Host], None]) -> None:
        """Serve until `stop`; `ready` is called when players can connect. CommandError if that cannot be."""
        own_loop(self.log)
        try:
            self._look_at_files()
            async with make_apps(self) as apps:
                self._floor = Floor(self.gate, self.log, apps)
                self.door = Door(self.config, self.book, self._floor, self.descriptors, bans=self.bans)
                await self._serve(self.door, ready)
        finally:
            for handle in self._later:
                handle.cancel()
            self.book.close()
            self.log.close()

    def _look_at_files(self) -> None:
        """Tell of accounts that cannot be read: they let nobody in; of a count of new ones that cannot: it lets nobody
        make one; and of a directory that others can look into. CommandError if the bans cannot be read: they would
        keep nobody out."""
        if self.bans.problem:
            raise CommandError(f"{self.bans.problem}; put it right, or all that it bans could come in")
        for problem in self.book.problems():
            note(problem)
        if self.registrations.problem:
            note(f"{self.registrations.problem}; until it is put right nobody can make an account")
        if os.name == "posix" and self.data.stat().st_mode & 0o077:
            note(f"other users of this machine can look into {self.data}, and into every game: chmod 700 {self.data}")

    def _tell_few(self) -> None:
        """Say that the system lets the host have fewer connections than were set."""
        most, files = self.descriptors.connections, self.descriptors.most
        self.log.event("few-descriptors", level="warning", count=most)
        wanted = self.config.limits.connections_in_all
        note(f"the host may open {files} files: {most} connections are taken instead of {wanted}; see LimitNOFILE")

    async def _serve(self, door: Door, ready: Callable[[Host], None]) -> None:
        floor = door.floor
        key = host_key(self.directory / KEY_FILE)
        try:
            acceptor = await listen(door, key)
        except OSError as error:
            where = f"{self.config.listen.host or 'any address'} port {self.config.listen.port}"
            why = error.strerror or str(error)
            raise CommandError(f"cannot listen on {where} ({why}); change [listen] in host.toml") from error
        admin = AdminSocket(self.directory / ADMIN_FILE, self.book, self, self.log, self.bans)
        chores = [
            asyncio.create_task(floor.watch_idle(), name="idle"),
            asyncio.create_task(door.watch(), name="door"),
            asyncio.create_task(_tidy(floor), name="tidy"),
        ]
        try:
            self.port = acceptor.get_port()
            with _signals(self._stopped.set):
                try:
                    await admin.start()
                except AdminError as error:
                    raise CommandError(str(error)) from error
                self.log.event("host-started", port=self.port)
                if self.descriptors.connections < self.config.limits.connections_in_all:
                    self._tell_few()
                ready(self)
                await self._stopped.wait()
        finally:
            # Who connects now is told to come later; who is here is told, and ends.
            door.open = False
            acceptor.close()
            for chore in chores:
                chore.cancel()
            await floor.end(self._words)
            await door.close(CLOSING)
            await admin.stop()
            self.log.event("host-stopped")


async def serve(
    config: HostConfig,
    data: Path,
    *,
    make_apps: MakeApps | None = None,
    ready: Callable[[Host], None] | None = None,
) -> None:
    """Run a host until it is told to stop, by a signal or by its administrator.

    CommandError if another host runs on the data directory, the port is taken, or the host key cannot be read.
    """
    if make_apps is None:
        from tui.host.apps import game_apps

        make_apps = game_apps
    (data / DIRECTORY).mkdir(parents=True, exist_ok=True, mode=0o700)
    with alone(data):
        await Host(config, data).run(make_apps, ready or _say_how)


def run(data: Path, config: HostConfig) -> int:
    """Run a host from the command line; 0 when it was stopped in good order."""
    settle_process()
    read_ahead()
    asyncio.run(serve(config, data))
    return 0


def read_ahead() -> None:
    """Read before anybody comes what the first one to open the lobby and a game would wait for, and all others with
    him: their screens, and what there is to play."""
    for module in AHEAD:
        import_module(module)
    catalogue.scenarios()


def settle_process() -> None:
    """Set up a process that does nothing but host: no pauses that every player would feel."""
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    sys.setswitchinterval(TURN)
    # Looking for garbage among all that belongs to hundreds of sessions takes a second: that is left to `_tidy`.
    gc.set_threshold(*GARBAGE)


async def _tidy(floor: Floor) -> None:
    """Clear away what ended sessions leave in circles of references; runs until it is cancelled."""
    cleared = 0
    while True:
        await asyncio.sleep(TIDY_EVERY)
        ended = floor.opened - len(floor.sessions)
        if ended - cleared >= TIDY_AFTER or (ended > cleared and not floor.sessions):
            cleared = ended
            gc.collect()


@contextlib.contextmanager
def alone(data: Path) -> Iterator[None]:
    """Be the only host of a data directory. CommandError if there is one already."""
    path = data / DIRECTORY / LOCK_FILE
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not lock(descriptor):
            raise CommandError(
                f"another host runs on {data} already; stop it with 'panzerhex admin stop', or choose another --data"
            )
        yield
    finally:
        os.close(descriptor)


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key by which players know the host; made on its first start. CommandError if it cannot be read."""
    if not path.exists():
        made = asyncssh.generate_private_key("ssh-ed25519", comment="panzerhex")
        replace_file(path, made.export_private_key("openssh"), 0o600)
    try:
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
        return asyncssh.read_private_key(path)
    except (OSError, ValueError, asyncssh.KeyImportError) as error:
        raise CommandError(
            f"{path} cannot be used as the host key ({error}); restore it from a copy, or remove it for a new one, "
            "which every player will be warned of"
        ) from error


def _say_how(host: Host) -> None:
    """Print how players connect."""
    name = host.config.listen.host
    if name in ("", "0.0.0.0", "::"):
        name = socket.gethostname() or "localhost"
    port = "" if host.port == 22 else f"-p {host.port} "
    print(f"{host.config.name} is open: ssh {port}{name}", flush=True)


@contextlib.contextmanager
def _signals(stop: Callable[[], Any]) -> Iterator[None]:
    """Stop in good order when the process is asked to end."""
    loop = asyncio.get_running_loop()
    taken = []
    for number in (signal.SIGTERM, signal.SIGINT):
        # Only a main thread may, and not on every system.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, stop)
            taken.append(number)
    try:
        yield
    finally:
        for number in taken:
            loop.remove_signal_handler(number)
