"""The SSH host with many sessions: how many it holds, how soon a key is answered, memory, bytes and CPU.

Every session has a game open and presses a cursor key every two seconds. The host is a process of its own; the
clients, real ones on loopback, share this one. BENCH_SESSIONS says how many there are. How soon a key is answered is
the one thing here that is taken by the clock, for it is what a player waits; beside it stands how much of that the
processor was busy with others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import asyncssh
from attrs import define, field

from tests.bench.clock import cpu_of, high, memory_of
from tests.bench.games import Run
from tests.bench.table import Aim, Found

#: Of the sessions, of the seconds in which they are measured, and between two keys of one of them.
SESSIONS = int(os.environ.get("BENCH_SESSIONS", "200"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "30"))
FEW, SHORT = 20, 16.0
EVERY = 2.0
#: Seconds of pressing keys after which every session has been where it goes; until then much is drawn anew.
WARM = 10.0
#: Seconds for which a notice may stand, and for which nobody presses anything.
NOTICES, IDLE = 10.0, 3.0
SIZE = (int(os.environ.get("BENCH_COLUMNS", "120")), int(os.environ.get("BENCH_ROWS", "40")))
SCENARIO = "the-bridge"
#: Sessions that one process is to hold; milliseconds to the answer; megabytes of a session; bytes of a key.
HELD, ANSWER, EACH, BYTES = Aim(200, least=True), Aim(100), Aim(2), Aim(1000)


# -- the host -----------------------------------------------------------------------------------------------


async def _host(data: Path) -> None:
    """A host with a table for every two sessions, at which each of them sits."""
    from tui.host.config import Admission, HostConfig, Limits, Listen
    from tui.host.serve import Host, serve, settle_process
    from tui.host.session import Apps

    many = Limits(
        connections_per_address=10_000,
        connections_per_minute=100_000,
        sessions=10_000,
        sessions_per_account=1000,
        idle_minutes=0,
    )
    config = HostConfig(listen=Listen("127.0.0.1", 0), accounts=Admission(), limits=many)

    @contextlib.asynccontextmanager
    async def apps(host: Host) -> AsyncIterator[Apps]:
        from tui.host.apps import GameApps, game_apps

        async with game_apps(host) as made:
            assert isinstance(made, GameApps)
            yield _AtTables(made)

    def ready(host: Host) -> None:
        sys.stdout.write(f"{host.port}\n")
        sys.stdout.flush()

    settle_process()
    await serve(config, data, make_apps=apps, ready=ready)


class _AtTables:
    """Opens the table of a player at once."""

    def __init__(self, apps: Any) -> None:
        self._apps = apps
        self._house = apps._house

    def register(self, caller: Any) -> Any:
        """Nobody is new here."""
        return self._apps.register(caller)

    def play(self, caller: Any, player: Any) -> Any:
        """The lobby, which goes on to the table."""
        app = self._apps.play(caller, player)
        app._start_room = self._table(player)
        return app

    def _table(self, player: Any) -> str:
        """Players 0 and 1 sit at one table, 2 and 3 at the next."""
        from saves.rooms.names import PlayerName
        from saves.rooms.plan import RoomPlan

        number = int(player.removeprefix("player"))
        first, second = (PlayerName(f"player{number // 2 * 2 + n}") for n in (0, 1))
        found = self._house.mine(player)
        if found:
            return str(found[0].id)
        sides = [side.id for side in self._house._system(SCENARIO, ()).sides]
        room = self._house.create(first, RoomPlan(scenario=SCENARIO, seats=dict.fromkeys(sides, "open")))
        for who, side in zip((first, second), sides, strict=True):
            room.join(who, side, f"the words of {who}")
        return str(room.id)


# -- the clients ----------------------------------------------------------------------------------------------


@define
class Player(asyncssh.SSHClientSession[bytes]):  # type: ignore[misc]
    """Counts what is drawn, and when the answer to a key came."""

    channel: Any = None
    asked: float = 0.0
    times: list[tuple[float, float]] = field(factory=list)
    sizes: list[int] = field(factory=list)
    bytes: int = 0
    before: int = 0
    keys: int = 0
    seen: bytearray = field(factory=bytearray)
    closed: bool = False

    def connection_made(self, chan: Any) -> None:
        """The channel is open."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Something is drawn."""
        self.bytes += len(data)
        if len(self.seen) < 200_000:
            self.seen += data
        if self.asked:
            self.times.append((self.asked, 1000 * (time.perf_counter() - self.asked)))
            self.asked = 0.0

    def connection_lost(self, exc: Exception | None) -> None:
        """The host has closed it."""
        self.closed = True

    def press(self) -> None:
        """Press a cursor key: twice to the right, twice back."""
        self.sizes.append(self.bytes - self.before)
        self.before = self.bytes
        self.asked = time.perf_counter()
        self.channel.write((b"\x1b[C", b"\x1b[D")[self.keys // 2 % 2])
        self.keys += 1


async def _connect(port: int, number: int, key: asyncssh.SSHKey) -> Player:
    conn = await asyncssh.connect(
        "127.0.0.1",
        port,
        username=f"player{number}",
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
        login_timeout=120,
    )
    _, player = await conn.create_session(Player, term_type="xterm-256color", term_size=SIZE, encoding=None)
    return player


async def _until_quiet(players: Sequence[Player], seconds: float) -> None:
    """Wait until nothing has been drawn anywhere for so long."""
    before, since = -1, time.monotonic()
    while time.monotonic() - since < seconds:
        total = sum(p.bytes for p in players)
        if total != before:
            before, since = total, time.monotonic()
        await asyncio.sleep(0.1)


async def _press(player: Player, delay: float, until: float) -> None:
    await asyncio.sleep(delay)
    while time.monotonic() < until and not player.closed:
        player.press()
        await asyncio.sleep(EVERY)


def _waited(pid: int) -> float:
    """Seconds that the threads of a process have waited for a processor that others used."""
    with contextlib.suppress(OSError):
        stats = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(fields[1]) for fields in stats) / 1e9
    return 0.0


async def _measure(port: int, pid: int, keys: Sequence[asyncssh.SSHKey], lasting: float) -> list[Found]:
    # The first player pays for what is loaded once.
    first = await _connect(port, 0, keys[0])
    players = [first]
    await _until_quiet(players, 2.0)
    alone = memory_of(pid)
    start = time.perf_counter()
    came = asyncio.Semaphore(8)

    async def come(number: int) -> None:
        async with came:
            players.append(await _connect(port, number, keys[number]))

    await asyncio.gather(*(come(n) for n in range(1, len(keys))))
    connected = time.perf_counter() - start
    await _until_quiet(players, 2.0)
    open_ = time.perf_counter() - start - 2.0
    full = memory_of(pid)
    for player in players:
        # Nothing may lie over the game that would take the keys.
        player.channel.write(b"\r")
    # Notices go away by themselves after a while.
    await _until_quiet(players, NOTICES)
    rest = cpu_of(pid)
    await asyncio.sleep(IDLE)
    idle = (cpu_of(pid) - rest) / IDLE
    for player in players:
        player.before = player.bytes
        player.times.clear()
    cpu, waited, began = cpu_of(pid), _waited(pid), time.perf_counter()
    until = time.monotonic() + lasting
    spread = random.Random(1)
    await asyncio.gather(*(_press(p, spread.uniform(0, EVERY), until) for p in players))
    used, took = cpu_of(pid) - cpu, time.perf_counter() - began
    waited = _waited(pid) - waited
    pressed = sum(p.keys for p in players)
    warm = [t for p in players for at, t in p.times if at - began > WARM]
    new = [t for p in players for at, t in p.times if at - began <= WARM]
    each = (full - alone) / max(1, len(players) - 1)
    if os.environ.get("BENCH_SHOW"):
        sys.stdout.write(repr(bytes(players[-1].seen[-3000:])) + "\n")
    return [
        Found(
            "sessions held",
            sum(not p.closed for p in players),
            "sessions",
            HELD if len(keys) >= HELD.figure else None,
            SCENARIO,
        ),
        *_answers(new, f"in the first {WARM:.0f} s", None),
        *_answers(warm, "then", ANSWER),
        Found("memory of a session", each, "MB", EACH, SCENARIO, {"first": alone, "all": full, "end": memory_of(pid)}),
        *_bytes([size for p in players for size in p.sizes[1:]]),
        Found("CPU of a key", 1000 * used / max(1, pressed), "ms", None, SCENARIO, {"pressed": pressed}),
        Found("  CPU of one core while keys are pressed", 100 * used / took, "%"),
        Found("  without keys", 100 * idle, "%"),
        Found("  of the time the host waited for a processor", 100 * waited / took, "%"),
        Found("  until all were in, by the clock", connected, "s", None, "", {"until all was drawn": open_}),
    ]


def _answers(times: Sequence[float], when: str, aim: Aim | None) -> Iterator[Found]:
    if times:
        detail = {"median": median(times), "slowest": max(times), "answers": len(times)}
        yield Found(f"key to bytes by the clock, {when}, p95", high(times), "ms", aim, SCENARIO, detail)


def _bytes(sizes: Sequence[int]) -> Iterator[Found]:
    if sizes:
        detail = {"p95": high(sizes), "mean": sum(sizes) / len(sizes)}
        yield Found("bytes of a key", median(sizes), "bytes", BYTES, SCENARIO, detail)


def measure(run: Run) -> Iterator[Found]:
    """All figures; fewer sessions and seconds if it is to be short."""
    from tui.host.accounts import AccountBook
    from tui.host.keys import public_key

    sessions, lasting = (min(FEW, SESSIONS), min(SHORT, SECONDS)) if run.quick else (SESSIONS, SECONDS)
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory)
        book = AccountBook(data / "host" / "accounts")
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(sessions)]
        for number, key in enumerate(keys):
            book.register(f"player{number}", key=public_key(key.export_public_key().decode()))
        with subprocess.Popen([sys.executable, "-m", __name__, directory], stdout=subprocess.PIPE, text=True) as host:
            assert host.stdout is not None
            try:
                yield from asyncio.run(_measure(int(host.stdout.readline()), host.pid, keys, lasting))
            finally:
                host.terminate()
                host.wait()
                if os.environ.get("BENCH_SHOW"):
                    sys.stdout.write((data / "host" / "host.log").read_text()[-4000:])


if __name__ == "__main__":
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    asyncio.run(_host(Path(sys.argv[1])))
