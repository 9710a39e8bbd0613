"""The host on loopback, with real SSH clients: connecting, drawing, typing, resizing, and what is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from saves.rooms.names import PlayerName
from tests.host.client import TestApps, connected, hosting, known, play, still
from tests.host.tables import club
from tui.host.channel import ONLY_GAME
from tui.host.server import CIPHERS
from tui.host.session import FAILED, GOODBYE, SIZES_AT_ONCE


class Slate(App[None]):
    """Shows who plays, how large the screen is, and what was typed."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+q", "quit", priority=True), Binding("f12", "fail", priority=True)]  # noqa: RUF012

    def __init__(self, player: str) -> None:
        super().__init__()
        self.player = player
        self.typed: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static(id="slate")

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.show)

    def on_key(self, event: events.Key) -> None:
        self.typed.append(event.key)
        self.show()

    def on_paste(self, event: events.Paste) -> None:
        self.typed.append(f"paste:{event.text}")
        self.show()

    def on_click(self, event: events.Click) -> None:
        self.typed.append(f"click:{event.screen_x},{event.screen_y}")
        self.show()

    def show(self) -> None:
        words = f"{self.player} at {self.size.width}x{self.size.height}: {' '.join(self.typed[-12:])}."
        self.query_one("#slate", Static).update(words)

    def action_fail(self) -> None:
        raise RuntimeError("a test wants this")


def slates(made: list[Slate] | None = None) -> TestApps:
    def make(caller: Any, player: str) -> Slate:
        app = Slate(player)
        if made is not None:
            made.append(app)
        return app

    return TestApps(make)


async def test_a_player_connects_sees_types_and_leaves(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key, user="whoever") as conn:
            player = await play(conn, size=(100, 30))
            await player.until("anna at 100x30: .")
            assert player.screen.modes["1049"]
            assert player.screen.modes["1006"]
            player.type("x\x1b[A")
            await player.until("x up.")
            player.type("ü".encode()[:1])
            player.type("ü".encode()[1:])
            await player.until("ü.")
            player.type("\x1b[200~two words\x1b[201~")
            await player.until("paste:two words.")
            player.type("\x1b[<0;5;3M\x1b[<0;5;3m")
            await player.until("click:4,2.")
            player.type("\x1b")
            await player.until("escape.")
            player.type("\x11")
            await asyncio.wait_for(player.closed.wait(), 60)
            assert player.channel.get_exit_status() == 0
            assert GOODBYE in player.screen.raw
            assert not player.screen.modes["1049"]
            assert player.screen.modes["25"]
        assert not host.sessions()


async def test_the_size_follows_the_client(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn, size=(0, 0))
            await player.until("at 80x24:")
            for size in ((90, 30), (91, 31), (70, 20)):
                player.resize(*size)
            await player.until("at 70x20:")
            player.resize(100_000, 100_000)
            await player.until("at 500x200:")
            player.type("\x1b[48;99999;99999;0;0t")
            player.type("z")
            await player.until("at 500x200: z.")


async def test_sizes_that_follow_each_other_are_drawn_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of many comes when the time of the one before it is over, and has a time of its own."""
    monkeypatch.setattr("tui.host.session.RESIZE_EVERY", 3600.0)
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn, size=(80, 24))
            await player.until("anna at 80x24")
            session = player.session
            assert session is not None
            for columns in (90, 91, 92):
                session.resize(columns, 24)
            assert session.size == (90, 24)
            assert session._resizing is not None
            session._resizing.cancel()
            session._resize()
            assert session.size == (92, 24)
            session.resize(93, 24)
            assert session.size == (92, 24)
            session.resize(92, 24)
            assert session.size == (92, 24)
            session._resizing.cancel()
            session._resize()
            await still(player)
            assert "anna at 92x24" in player.screen.text


async def test_a_terminal_that_was_smaller_for_a_moment_gets_back_what_it_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.host.session.RESIZE_EVERY", 1.0)
    async with club(tmp_path) as here:
        player = await here.come(PlayerName("anna"), size=(120, 40))
        await still(player)
        player.resize(100, 40)
        await still(player)
        whole = [[*row] for row in player.screen.rows]
        # While the host takes no other size yet.
        for size in ((60, 12), (100, 40)):
            player.resize(*size)
        await player.until(lambda: player.session is not None and not player.session._resized)
        await still(player)
        assert player.screen.rows == whole


async def test_who_sends_sizes_without_end_is_dropped_and_others_stay(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn, connected(host, key) as other:
            player, friend = await play(conn), await play(other)
            await friend.until("anna at 80x24")
            for n in range(3 * SIZES_AT_ONCE):
                player.resize(80 + n % 2, 24)
            await player.until(player.closed.is_set)
            friend.type("z")
            await friend.until("anna at 80x24: z.")
            assert not friend.closed.is_set()


async def test_one_player_has_several_sessions_and_one_ends_alone(tmp_path: Path) -> None:
    made: list[Slate] = []
    async with hosting(tmp_path, slates(made)) as host:
        key, _ = known(host)
        async with connected(host, key) as conn, connected(host, key) as other:
            first, second, third = await play(conn), await play(conn), await play(other)
            for player in (first, second, third):
                await player.until("anna at")
            assert len(host.sessions()) == 3
            assert await host.kick(host.sessions()[1].id, "Out you go.") == 1
            await asyncio.wait_for(second.closed.wait(), 60)
            assert "Out you go." in second.screen.raw
            for player in (first, third):
                player.type("k")
                await player.until("k.")
            assert await host.kick("anna", "All of you.") == 2
            await asyncio.wait_for(third.closed.wait(), 60)


async def test_an_app_that_fails_ends_only_its_own_session(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        other_key, _ = known(host, "boris")
        async with connected(host, key) as conn, connected(host, other_key) as other:
            player, bystander = await play(conn), await play(other)
            await player.until("anna at")
            await bystander.until("boris at")
            player.type("\x1b[24~")
            await asyncio.wait_for(player.closed.wait(), 60)
            assert FAILED in player.screen.raw
            assert "Traceback" not in player.screen.raw
            assert "a test wants this" not in player.screen.raw
            assert not player.screen.modes["1049"]
            bystander.type("k")
            await bystander.until("k.")
    log = (tmp_path / "host" / "host.log").read_text()
    assert '"app-failed"' in log
    assert "RuntimeError" in log


async def test_a_factory_that_fails_ends_the_session_in_good_order(tmp_path: Path) -> None:
    def make(caller: Any, player: str) -> App[None]:
        raise OSError("the disk is full")

    async with hosting(tmp_path, TestApps(make)) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await asyncio.wait_for(player.closed.wait(), 60)
            assert FAILED in player.screen.raw
            assert player.channel.get_exit_status() == 1
        assert host.gate.opened("anna") == ""


# -- what is not to be had --------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["ls", "scp -f /etc/passwd", " ", "internal-sftp"])
async def test_no_command_is_run(tmp_path: Path, command: str) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            for term in (None, "xterm"):
                player = await play(conn, term=term, command=command)
                await asyncio.wait_for(player.closed.wait(), 60)
                assert player.errors == f"panzerhex: {ONLY_GAME}\r\n"
                assert player.channel.get_exit_status() == 1
                assert player.screen.raw == ""


async def test_no_subsystem_is_served(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn, term=None, subsystem="sftp")
            await asyncio.wait_for(player.closed.wait(), 60)
            assert ONLY_GAME in player.errors
            with pytest.raises((asyncssh.Error, OSError)):
                await asyncio.wait_for(conn.start_sftp_client(), 60)


async def test_no_shell_without_a_terminal_that_can_be_drawn_on(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            for term, words in ((None, "needs a terminal"), ("dumb", "'dumb'")):
                player = await play(conn, term=term)
                await asyncio.wait_for(player.closed.wait(), 60)
                assert words in player.errors
                assert player.errors.count("\n") == 1


async def test_no_forwarding(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            with pytest.raises(asyncssh.ChannelOpenError, match="only the game"):
                await conn.open_connection("127.0.0.1", host.port)
            with pytest.raises(asyncssh.ChannelOpenError, match="only the game"):
                await conn.open_unix_connection("/run/some.sock")
            with pytest.raises(asyncssh.ChannelListenError):
                await conn.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
            with pytest.raises(asyncssh.ChannelListenError):
                await conn.forward_remote_path(str(tmp_path / "theirs"), "/run/some.sock")
            for chantype in (b"tun@openssh.com", b"x11", b"auth-agent@openssh.com", b"nonsense"):
                with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ProtocolError)):
                    await asyncio.wait_for(_open(conn, chantype), 60)
            assert not (tmp_path / "theirs").exists()
            player = await play(conn)
            await player.until("anna at")


async def _open(conn: asyncssh.SSHClientConnection, chantype: bytes) -> None:
    channel = conn.create_tcp_channel()
    channel.set_encoding(None)
    if chantype == b"tun@openssh.com":
        await channel._open(chantype, asyncssh.packet.UInt32(1), asyncssh.packet.UInt32(0))
    else:
        await channel._open(chantype)


async def test_no_environment_agent_or_x11(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Slate] = []
    async with hosting(tmp_path, slates(made)) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            words = {"COLORTERM": "truecolor", "LANG": "en_GB.UTF-8", "LD_PRELOAD": "evil.so", "PANZERHEX_DATA": "/"}
            player = await play(conn, env=words)
            await player.until("anna at")
            channel = next(iter(conn_of(host)._channels.values()))
            assert channel.environment == {"COLORTERM": "truecolor", "LANG": "en_GB.UTF-8"}
            assert await player.channel._make_request(b"auth-agent-req@openssh.com") is False
            x11 = (asyncssh.packet.Boolean(False), asyncssh.packet.String("MIT-MAGIC-COOKIE-1"))
            more = (asyncssh.packet.String("00" * 16), asyncssh.packet.UInt32(0))
            assert await player.channel._make_request(b"x11-req", *x11, *more) is False
            assert await player.channel._make_request(b"nonsense@example.org") is False
            assert made[0].console.color_system == "truecolor"
            import os

            assert "LD_PRELOAD" not in os.environ
            player.type("k")
            await player.until("k.")


async def test_no_empty_packets_go_ahead_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any("cbc" in name for name in CIPHERS), "chained blocks would need them"
    heard: list[Any] = []
    take = asyncssh.SSHClientConnection._packet_handlers[MSG_IGNORE]

    def process_ignore(self: Any, *args: Any) -> Any:
        heard.append(self)
        return take(self, *args)

    monkeypatch.setitem(asyncssh.SSHClientConnection._packet_handlers, MSG_IGNORE, process_ignore)
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            player.type("k")
            await player.until("k.")
            # The client sends them: both ends share the table of handlers.
            assert heard
            assert conn not in heard


def conn_of(host: Any) -> Any:
    """The only connection of a host, seen from its side."""
    sessions = list(host._floor.sessions.values())
    return sessions[0]._way._channel._conn
