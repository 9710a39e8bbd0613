"""A real SSH client on loopback, with a terminal that understands what the host draws."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from saves.rooms.names import PlayerName
from tests.emulator import Screen
from tests.patience import PATIENCE
from tui.host.accounts import Account
from tui.host.config import Admission, Computers, HostConfig, Limits, Listen
from tui.host.serve import Host, serve
from tui.host.session import Apps, Caller, Session
from tui.terminal.settled import settled

#: No terminal of a test has more columns and rows.
LARGEST = (500, 200)


class Player(asyncssh.SSHClientSession[bytes]):
    """A client's session: keeps what the host says, and types. session: the host's end of it."""

    def __init__(self, size: tuple[int, int] = (80, 24)) -> None:
        self.screen = Screen(*size)
        self.errors = ""
        self.bytes = 0
        self.typed = 0
        self.session: Session | None = None
        self.closed = asyncio.Event()
        self.channel: Any = None
        self._news = asyncio.Event()

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.bytes += len(data)
        if datatype is not None:
            self.errors += data.decode()
        else:
            self.screen.take(data.decode("utf-8", "replace"))
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()
        self._news.set()

    def type(self, keys: str | bytes) -> None:
        """Type."""
        data = keys.encode() if isinstance(keys, str) else keys
        self.typed += len(data)
        self.channel.write(data)

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller."""
        self.channel.change_terminal_size(columns, rows)
        self.screen.resize(min(columns, LARGEST[0]), min(rows, LARGEST[1]))

    def unsettled(self) -> str:
        """What the host has still to do for this client, or to send to it; "" if nothing."""
        session = self.session
        assert session is not None, "the host's end of it is not known"
        if self.closed.is_set():
            return ""
        if session.heard != self.typed:
            return "keys on their way"
        return session.unsettled() or ("" if self.bytes == session.outbox.sent else "bytes on their way")

    async def until(self, there: str | Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is on the screen, or is so."""

        def met() -> bool:
            return there in self.screen.text if isinstance(there, str) else there()

        async def wait() -> None:
            while not met():
                self._news.clear()
                try:
                    await asyncio.wait_for(self._news.wait(), 0.05)
                except TimeoutError:
                    continue

        try:
            await asyncio.wait_for(wait(), seconds)
        except TimeoutError:
            raise AssertionError(f"not seen: {there}\n{self.screen.text}\n{self.errors}") from None


@asynccontextmanager
async def connected(
    host: Host, key: asyncssh.SSHKey | None = None, user: str = "anna", **options: Any
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """A connection to a host on loopback."""
    conn = await asyncssh.connect(
        "127.0.0.1",
        host.port,
        username=user,
        known_hosts=None,
        client_keys=[key] if key else None,
        config=None,
        agent_path=None,
        preferred_auth=["publickey", "password"],
        **options,
    )
    conn.set_extra_info(panzerhex=host)
    try:
        yield conn
    finally:
        conn.abort()
        await conn.wait_closed()


async def play(
    conn: asyncssh.SSHClientConnection,
    *,
    term: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> Player:
    """Open a session with a terminal."""
    _, player = await conn.create_session(
        lambda: Player((max(size[0], 80), max(size[1], 24))),
        term_type=term,
        term_size=size,
        env=dict(env or {}),
        encoding=None,
        **options,
    )
    player.session = _other_end(conn)
    return player


def _other_end(conn: asyncssh.SSHClientConnection) -> Session | None:
    """The host's end of the session that a connection has opened last."""
    host, here = conn.get_extra_info("panzerhex"), conn.get_extra_info("sockname")
    floor = getattr(host, "_floor", None)
    for session in reversed(floor.sessions.values() if floor is not None else ()):
        channel: Any = session._way
        server = channel._channel._conn
        if server is not None and server.get_extra_info("peername")[:2] == here[:2]:
            return session  # type: ignore[no-any-return]
    return None


async def still(*players: Player, seconds: float = PATIENCE) -> None:
    """Until all that was typed, and all that came of it, has been done, drawn, sent and received."""

    def left() -> str:
        return next((what for player in players if (what := player.unsettled())), "")

    assert not (what := await settled(left, seconds)), f"{what} is still to come"


Make = Callable[[Caller, PlayerName], Any]


class TestApps(Apps):
    """Apps of a test: `make` makes what players see; whoever has no account is refused."""

    __test__ = False

    def __init__(self, make: Make, register: Callable[[Caller], Any] | None = None) -> None:
        self._make = make
        self._register = register

    def register(self, caller: Caller) -> Any:
        """Not in most tests."""
        assert self._register is not None
        return self._register(caller)

    def play(self, caller: Caller, player: PlayerName) -> Any:
        """What the test wants."""
        return self._make(caller, player)


def config(limits: Limits | None = None, **admission: Any) -> HostConfig:
    """A host on any free port of loopback, whose computers think in its own process."""
    return HostConfig(
        listen=Listen("127.0.0.1", 0),
        accounts=Admission(**admission),
        limits=limits or Limits(**ROOMY),
        computers=Computers(processes=0),
    )


ROOMY: dict[str, int] = {"connections_per_address": 1000, "connections_per_minute": 10_000, "sessions": 1000}


@asynccontextmanager
async def hosting(data: Path, apps: Apps | None, settings: HostConfig | None = None) -> AsyncIterator[Host]:
    """A host that runs while the test does; apps: None = those of the game itself."""
    ready: asyncio.Future[Host] = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def make(host: Host) -> AsyncIterator[Apps]:
        assert apps is not None
        yield apps

    task = asyncio.create_task(
        serve(settings or config(), data, make_apps=make if apps is not None else None, ready=ready.set_result)
    )
    await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    host = ready.result()
    try:
        yield host
    finally:
        await host.stop(0, "")
        await task


def known(host: Host, name: str = "anna") -> tuple[asyncssh.SSHKey, Account]:
    """A key, and the account that it belongs to."""
    from tui.host.keys import public_key

    key = asyncssh.generate_private_key("ssh-ed25519")
    account = host.book.register(name, key=public_key(key.export_public_key().decode()))
    return key, account
