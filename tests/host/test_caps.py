"""How many may be connected: strangers, and players who only hold on to a connection, keep nobody out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import orjson
import pytest
from attrs import evolve

from tests.host.client import config, connected, hosting, known, play
from tests.host.test_rough import until
from tests.host.test_server import _open, slates
from tui.host import door as doors
from tui.host.config import Limits
from tui.host.descriptors import shared_out
from tui.host.serve import Host
from tui.host.throttle import EACH


@pytest.mark.parametrize(
    ("files", "connections"), [(0, 1000), (4096, 1000), (1728, 936), (1024, 512), (60, 28), (10, 1)]
)
def test_descriptors_are_kept_for_those_inside(files: int, connections: int) -> None:
    found = shared_out(Limits(), files)
    assert found.connections == connections
    if files > 40:
        assert found.connections + found.at_once < files


@contextlib.asynccontextmanager
async def half_open(host: Host, number: int) -> AsyncIterator[None]:
    """Connections from thirty addresses on which nobody says anything."""
    made = [
        await asyncio.open_connection("127.0.0.1", host.port, local_addr=(f"127.0.0.{2 + n % 30}", 0))
        for n in range(number)
    ]
    try:
        yield
    finally:
        for _, writer in made:
            writer.transport.abort()


async def idle(host: Host, key: asyncssh.SSHKey, n: int) -> Any:
    """A connection of somebody who has come in and does nothing."""
    return await asyncssh.connect(
        "127.0.0.1",
        host.port,
        username="mallory",
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
        local_addr=(f"127.0.0.{2 + n % 30}", 0),
    )


async def crowded(tmp_path: Path, strangers: int, idlers: int, most: int) -> None:
    """A player inside, strangers and idlers from thirty addresses, then one player more."""
    limits = Limits(connections_in_all=most, connections_per_minute=10_000)
    async with hosting(tmp_path, slates(), config(limits)) as host:
        (anna, _), (ben, _), (mallory, _) = known(host), known(host, "ben"), known(host, "mallory")
        async with connected(host, anna) as conn, half_open(host, strangers):
            inside = await play(conn)
            await inside.until("anna at")
            held = []
            for n in range(idlers):
                with contextlib.suppress(asyncssh.Error, OSError):
                    held.append(await idle(host, mallory, n))
            door = host.door
            assert door is not None
            of_mallory = [d for d in door.doormen if d.admitted is not None and d.admitted.player == "mallory"]
            assert len(of_mallory) <= limits.connections_per_account
            assert len(door.doormen) <= most
            async with connected(host, ben, "ben") as late:
                player = await play(late)
                await player.until("ben at")
                for one in (inside, player):
                    one.type("k")
                    await one.until("k.")
            for conn_held in held:
                conn_held.abort()


async def test_neither_strangers_nor_idlers_keep_a_player_out(tmp_path: Path) -> None:
    await crowded(tmp_path, strangers=40, idlers=12, most=20)


@pytest.mark.long
async def test_three_hundred_of_each_keep_nobody_out(tmp_path: Path) -> None:
    await crowded(tmp_path, strangers=300, idlers=300, most=1000)
    await crowded(tmp_path / "few", strangers=300, idlers=300, most=100)


async def test_room_is_made_by_the_address_that_holds_most(tmp_path: Path) -> None:
    """A lone player who is about to log in is not sent away for a crowd."""
    limits = Limits(connections_in_all=4, connections_per_minute=10_000)
    async with hosting(tmp_path, slates(), config(limits)) as host:
        _first = await asyncio.open_connection("127.0.0.1", host.port, local_addr=("127.0.0.9", 0))
        crowd = [await asyncio.open_connection("127.0.0.1", host.port, local_addr=("127.0.0.2", 0)) for _ in range(3)]
        last, _ = await asyncio.open_connection("127.0.0.1", host.port, local_addr=("127.0.0.3", 0))
        assert await last.readline() == b"SSH-2.0-panzerhex\r\n"
        words = await asyncio.wait_for(crowd[0][0].read(), 60)
        assert doors.ROOM.encode() in words
        door = host.door
        assert door is not None
        assert sorted(d.address for d in door.doormen) == ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.9"]


async def test_a_full_host_refuses_before_keys_are_exchanged(tmp_path: Path) -> None:
    limits = Limits(connections_in_all=1, connections_per_minute=10_000)
    async with hosting(tmp_path, slates(), config(limits)) as host:
        anna, _ = known(host)
        async with connected(host, anna) as conn:
            await (await play(conn)).until("anna at")
            reader, _ = await asyncio.open_connection("127.0.0.1", host.port)
            words = await asyncio.wait_for(reader.read(), 60)
            assert doors.FULL.encode() in words


async def test_who_opens_no_session_is_sent_away(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as player_conn, connected(host, key) as idler:
            player = await play(player_conn)
            await player.until("anna at")
            door = host.door
            assert door is not None
            await until(lambda: all(d.admitted for d in door.doormen))
            now = door.now()
            door.now = lambda: now + doors.SESSION_SECONDS - 1
            door.sweep()
            assert len(door.doormen) == 2
            door.now = lambda: now + doors.SESSION_SECONDS + 1
            door.sweep()
            assert len(door.doormen) == 1
            await asyncio.wait_for(idler.wait_closed(), 60)
            player.type("k")
            await player.until("k.")


async def test_an_account_has_so_many_connections(tmp_path: Path) -> None:
    limits = Limits(connections_per_account=2, connections_per_address=100, connections_per_minute=10_000)
    async with hosting(tmp_path, slates(), config(limits)) as host:
        key, _ = known(host)
        async with connected(host, key) as first, connected(host, key) as second, connected(host, key) as third:
            await asyncio.wait_for(first.wait_closed(), 60)
            for conn in (second, third):
                await (await play(conn)).until("anna at")
            with pytest.raises(asyncssh.Error):
                async with connected(host, key) as fourth:
                    await play(fourth)


async def test_people_without_an_account_leave_room_for_players(tmp_path: Path) -> None:
    from tui.host.limits import Gate

    gate = Gate(evolve(Limits(), sessions=4))
    assert [gate.opened("", guest=True), gate.opened("guest", guest=True)] == ["", ""]
    assert "without an account" in gate.opened("", guest=True)
    assert gate.opened("anna") == ""
    gate.closed("", guest=True)
    assert gate.opened("", guest=True) == ""


async def test_refused_forwardings_are_in_the_log(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            for ask in (
                lambda: conn.open_connection("127.0.0.1", 22),
                lambda: conn.open_unix_connection("/run/some.sock"),
                lambda: conn.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22),
                lambda: conn.forward_remote_path(str(tmp_path / "theirs"), "/run/some.sock"),
                lambda: _open(conn, b"tun@openssh.com"),
            ):
                with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError, OSError)):
                    await ask()
    lines = [orjson.loads(line) for line in host.log.path.read_bytes().splitlines()]
    refused = [line for line in lines if line["event"] == "request-refused"]
    assert [line["reason"] for line in refused] == [
        "forwarding of a port",
        "forwarding of a socket",
        "listening on a port",
        "listening on a socket",
        "a tunnel",
    ]
    assert {(line["player"], line["address"]) for line in refused} == {("anna", "127.0.0.1")}


async def test_a_flood_of_requests_is_told_in_a_few_lines(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            for _ in range(60):
                with pytest.raises(asyncssh.ChannelOpenError):
                    await conn.open_connection("127.0.0.1", 22)
        assert host.log.counts["request-refused"] == 60
    lines = [orjson.loads(line) for line in host.log.path.read_bytes().splitlines()]
    refused = [line for line in lines if line["event"] == "request-refused"]
    assert len(refused) == EACH + 1
    assert refused[-1]["more"] == 60 - EACH
