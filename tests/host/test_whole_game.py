"""A whole game over SSH: two clients look on as it is played, one is cut off, the host is killed and comes again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from content import catalogue
from core.play import honest
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from saves.verify import verify
from tests.host.client import Player, play
from tests.rooms.table import open_system
from tui.host.accounts import AccountBook
from tui.host.keys import public_key

ANNA, BEN = PlayerName("anna"), PlayerName("ben")
#: A host on any free port; it says which one.
HOST = """
import asyncio, sys
from pathlib import Path
from tests.host.client import config
from tui.host.serve import serve
asyncio.run(serve(config(), Path(sys.argv[1]), ready=lambda host: print(host.port, flush=True)))
"""


@contextlib.asynccontextmanager
async def running(data: Path) -> AsyncIterator[int]:
    """A host in a process of its own, killed at the end as by kill -9; gives its port."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOST, str(data), stdout=asyncio.subprocess.PIPE, env={**os.environ}
    )
    assert process.stdout is not None
    try:
        yield int(await asyncio.wait_for(process.stdout.readline(), 60))
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def come(port: int, name: str, key: asyncssh.SSHKey) -> tuple[Any, Player]:
    """A client who goes to the game that waits for him with one key."""
    conn = await asyncssh.connect(
        "127.0.0.1", port, username=name, known_hosts=None, client_keys=[key], config=None, agent_path=None
    )
    player = await play(conn, size=(100, 30))
    await player.until("Lobby")
    return conn, player


@pytest.mark.long
async def test_a_game_is_played_to_its_end_through_cuts_and_kills(tmp_path: Path) -> None:
    book = AccountBook(tmp_path / "host" / "accounts")
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in (ANNA, BEN)}
    for name, key in keys.items():
        book.register(name, key=public_key(key.export_public_key().decode()))
    book.close()
    outside = House(tmp_path, open_system, catalogue.content_hash)
    room = outside.create(ANNA, RoomPlan("rear-area-raid"))
    for name, side in zip((ANNA, BEN), room.plan.seats, strict=True):
        room.join(name, side, f"words of {name}")
    for lap in range(40):
        async with running(tmp_path) as port:
            conns, players = zip(*[await come(port, name, keys[name]) for name in (ANNA, BEN)], strict=True)
            waits = [room.state.commander(side) for side in room.waits_for()]
            for name, one in zip((ANNA, BEN), players, strict=True):
                if name in waits:
                    one.type("\x07")
                    await one.until("turn")
            if lap == 1:
                conns[0].abort()
            shown = played_on(room, 60)
            for conn in conns:
                conn.abort()
        # Killed: what the other process has shown stands, and the next host goes on from it.
        assert room.events >= shown
        if room.over:
            break
    assert room.over, "the game must come to its end"
    found = verify(room.path, open_system, content_hash=catalogue.content_hash)
    assert found.good, found.fault
    assert found.dice is honest.Dice.HONEST


def played_on(room: Any, orders: int) -> int:
    """So many orders, as the computer advises both sides; how many events there are."""
    from tests.rooms.table import played

    played(room, orders)
    room.refresh()
    return int(room.events)
