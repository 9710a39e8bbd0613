"""The SSH host with many sessions: how many it holds, how soon a key is answered, memory, bytes and CPU.

Every session has a game open and presses a cursor key every two seconds. The host is a process of its own; the
clients, real ones on loopback, share this one. BENCH_SESSIONS says how many there are.
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
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import asyncssh
from attrs import define, field

#: Of the sessions, of the seconds in which they are measured, and between two keys of one of them.
SESSIONS = int(os.environ.get("BENCH_SESSIONS", "200"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "30"))
EVERY = 2.0
#: Seconds of pressing keys after which every session has been where it goes; until then much is drawn anew.
WARM = 10.0
SIZE = (int(os.environ.get("BENCH_COLUMNS", "120")), int(os.environ.get("BENCH_ROWS", "40")))
SCENARIO = "the-bridge"
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


# -- the host -----------------------------------------------------------------------------------------------


async def _host(data: Path) -> None:
    """A host with a table for every two sessions, at which each of them sits."""
    from tui.host.config import Admission, HostConfig, Limits, Listen
    from tui.host.serve import Host, serve, settle_process
    from tui.host.sessions import Apps

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


def _memory(pid: int) -> float:
    """Megabytes that a process has in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def _cpu(pid: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _waited(pid: int) -> float:
    """Seconds that the threads of a process have waited for a processor that others used."""
    with contextlib.suppress(OSError):
        stats = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(fields[1]) for fields in stats) / 1e9
    return 0.0


async def _measure(port: int, pid: int, keys: Sequence[asyncssh.SSHKey]) -> None:
    write = sys.stdout.write
    # The first player pays for what is loaded once.
    first = await _connect(port, 0, keys[0])
    players = [first]
    await _until_quiet(players, 2.0)
    alone = _memory(pid)
    start = time.perf_counter()
    came = asyncio.Semaphore(8)

    async def come(number: int) -> None:
        async with came:
            players.append(await _connect(port, number, keys[number]))

    await asyncio.gather(*(come(n) for n in range(1, len(keys))))
    connected = time.perf_counter() - start
    await _until_quiet(players, 2.0)
    open_ = time.perf_counter() - start - 2.0
    full = _memory(pid)
    for player in players:
        # Nothing may lie over the game that would take the keys.
        player.channel.write(b"\r")
    # Notices go away by themselves after a while.
    await _until_quiet(players, 10.0)
    rest = _cpu(pid)
    await asyncio.sleep(3.0)
    idle = (_cpu(pid) - rest) / 3.0
    for player in players:
        player.before = player.bytes
        player.times.clear()
    cpu, waited, began = _cpu(pid), _waited(pid), time.perf_counter()
    until = time.monotonic() + SECONDS
    spread = random.Random(1)
    await asyncio.gather(*(_press(p, spread.uniform(0, EVERY), until) for p in players))
    used, took = _cpu(pid) - cpu, time.perf_counter() - began
    waited = _waited(pid) - waited
    pressed = sum(p.keys for p in players)
    warm = [t for p in players for at, t in p.times if at - began > WARM]
    new = [t for p in players for at, t in p.times if at - began <= WARM]
    held = sum(not p.closed for p in players)
    each = (full - alone) / max(1, len(players) - 1)
    write(f"sessions held {held} of {len(keys)}; all in after {connected:.1f} s, all drawn after {open_:.1f} s\n")
    for name, times in ((f"in the first {WARM:.0f} s", sorted(new)), ("then", sorted(warm))):
        if times:
            high = times[int(len(times) * 0.95) - 1]
            write(f"key to bytes, {name}: median {median(times):.1f} ms, p95 {high:.1f} ms, slowest {times[-1]:.1f} ms")
            write(f" ({len(times)} answers)\n")
    write(f"keys pressed {pressed}, answered {len(new) + len(warm)}\n")
    write(f"memory: first session {alone:.0f} MB, each further one {1024 * each:.0f} kB, all {full:.0f} MB,")
    write(f" at the end {_memory(pid):.0f} MB\n")
    sizes = sorted(size for p in players for size in p.sizes[1:])
    if sizes:
        high = sizes[int(len(sizes) * 0.95) - 1]
        write(f"bytes per key: median {median(sizes):.0f}, p95 {high}, mean {sum(sizes) / len(sizes):.0f}\n")
    write(f"CPU: {100 * used / took:.0f}% of one core while keys are pressed")
    write(f" ({1000 * used / max(1, pressed):.1f} ms a key), {100 * idle:.1f}% without;")
    write(f" {100 * waited / took:.0f}% of the time it waited for a processor that others had\n")
    if os.environ.get("BENCH_SHOW"):
        write(repr(bytes(players[-1].seen[-3000:])) + "\n")


def main() -> int:
    """Print the figures."""
    from tui.host.accounts import AccountBook
    from tui.host.keys import public_key

    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory)
        book = AccountBook(data / "host" / "accounts")
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(SESSIONS)]
        for number, key in enumerate(keys):
            book.register(f"player{number}", key=public_key(key.export_public_key().decode()))
        with subprocess.Popen(
            [sys.executable, "-m", "tests.bench.ssh", directory], stdout=subprocess.PIPE, text=True
        ) as host:
            assert host.stdout is not None
            try:
                asyncio.run(_measure(int(host.stdout.readline()), host.pid, keys))
            finally:
                host.terminate()
                host.wait()
                if os.environ.get("BENCH_SHOW"):
                    sys.stdout.write((data / "host" / "host.log").read_text()[-4000:])
    return 0


if __name__ == "__main__":
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    asyncio.run(_host(Path(sys.argv[1])))
