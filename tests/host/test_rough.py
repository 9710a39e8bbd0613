"""The host among rough clients: slow readers, floods, garbage, clients that vanish; and how a host stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import random
import signal
import socket
import subprocess
import sys
import time
import weakref
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.host.client import ROOMY, TestApps, config, connected, hosting, known, play, still
from tests.host.test_server import Slate, slates
from tests.patience import PATIENCE
from tui.commands.common import CommandError
from tui.host import session as one_session
from tui.host.config import Limits
from tui.host.intake import KEYS_A_SECOND, KEYS_AT_ONCE
from tui.host.serve import Host, alone, host_key

HOST = """
import asyncio, sys
from contextlib import asynccontextmanager
from pathlib import Path
from tests.host.client import config
from tests.host.test_server import slates
from tui.host.serve import serve

@asynccontextmanager
async def apps(host):
    yield slates()

asyncio.run(serve(config(), Path(sys.argv[1]), make_apps=apps, ready=lambda host: print(host.port, flush=True)))
"""


class Wall(Slate):
    """Fills the screen with something else on every key."""

    def show(self) -> None:
        n = len(self.typed)
        words = "".join(random.Random(n * 1000 + i).choice("abcdefghij") for i in range(60 * 180))
        from textual.content import Content

        self.query_one("#slate").update(Content(f"{n:06} {words}"))  # type: ignore[attr-defined]


def walls(made: list[Wall]) -> TestApps:
    def make(caller: Any, player: str) -> Wall:
        made.append(Wall(player))
        return made[-1]

    return TestApps(make)


async def until(there: Any, seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not there():
            await asyncio.sleep(0.02)


def only(host: Host) -> Any:
    """The only session."""
    assert host._floor is not None
    (session,) = host._floor.sessions.values()
    return session


async def test_a_slow_reader_misses_frames_and_then_sees_the_whole_screen(tmp_path: Path) -> None:
    made: list[Wall] = []
    limits = Limits(**ROOMY, queued_bytes=65536)
    async with hosting(tmp_path, walls(made), config(limits)) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn, size=(180, 60), window=32768)
            await player.until("000000")
            session = only(host)
            player.channel.pause_reading()
            for n in range(60):
                player.type("x")
                await until(lambda n=n: len(made[0].typed) > n)
            await until(lambda: session.outbox.jammed)
            assert session.outbox.dropped
            assert session._way.waiting() <= 65536 + 4096
            player.channel.resume_reading()
            await until(lambda: not session.outbox.jammed)
            await player.until("000060")
            await still(player)
            shown = "".join(strip.text for strip in made[0].screen._compositor.render_strips())
            assert "".join(player.screen.text.split()) == "".join(shown.split())


async def test_a_client_that_reads_nothing_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_session, "READ_PATIENCE", 0.5)
    made: list[Wall] = []
    async with hosting(tmp_path, walls(made), config(Limits(**ROOMY, queued_bytes=16384))) as host:
        key, _ = known(host)
        other_key, _ = known(host, "boris")
        async with connected(host, key) as conn, connected(host, other_key) as other:
            player = await play(conn, size=(180, 60), window=16384)
            bystander = await play(other)
            await bystander.until("000000")
            player.channel.pause_reading()
            for n in range(20):
                with contextlib.suppress(OSError):
                    player.type("x")
                await until(lambda n=n: len(host.sessions()) == 1 or len(made[0].typed) > n)
            await until(lambda: len(host.sessions()) == 1)
            bystander.type("k")
            await bystander.until("000001")
    assert '"unread"' in (tmp_path / "host" / "host.log").read_text()


async def test_a_flood_of_keys_is_cut_off_and_others_are_served(tmp_path: Path) -> None:
    made: list[Slate] = []
    async with hosting(tmp_path, slates(made)) as host:
        key, _ = known(host)
        other_key, _ = known(host, "boris")
        async with connected(host, key) as conn, connected(host, other_key) as other:
            player, bystander = await play(conn), await play(other)
            await player.until("anna at")
            await bystander.until("boris at")
            began = time.monotonic()
            for _ in range(40):
                player.type(b"x" * 16384)
            bystander.type("k")
            await bystander.until("k.")
            await until(lambda: next(app for app in made if app.player == "anna").typed)
            typed = next(app for app in made if app.player == "anna").typed
            assert len(typed) <= KEYS_AT_ONCE + KEYS_A_SECOND * (time.monotonic() - began) < 40 * 16384
            player.type("y")
            assert len(host.sessions()) == 2
    log = (tmp_path / "host" / "host.log").read_text()
    assert log.count('"flood"') == 1


async def test_a_paste_that_is_too_long_is_no_keys_either(tmp_path: Path) -> None:
    made: list[Slate] = []
    async with hosting(tmp_path, slates(made), config(Limits(**ROOMY, typed_bytes=1000))) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            player.type("\x1b[200~" + "q" * 900 + "\x1b[201~")
            await until(lambda: made[0].typed)
            assert made[0].typed == ["paste:" + "q" * 900]
            for piece in ("\x1b[200~", "q" * 700, "q" * 700, "q" * 700, "q\x1b[20", "1~"):
                player.type(piece)
                await still(player)
            player.type("z")
            await until(lambda: made[0].typed[-1] == "z")
            assert len(made[0].typed) == 2


async def test_garbage_on_the_channel_is_no_trouble(tmp_path: Path) -> None:
    chance = random.Random(4)
    made: list[Slate] = []
    nasty = ["\x1b[48;0;0;0;0t", "\x1b[<0;5;5M", "\x1b[99999999u", "\x1b[1;1;9999999999u", "\x1b[<0;9999;9999M"]
    async with hosting(tmp_path, slates(made)) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            for text in nasty:
                player.type(text)
                await still(player)
            for _ in range(60):
                garbage = bytes(b for b in chance.randbytes(120) if b not in (0x11, 0x03)) + b"\x1b\\"
                player.type(garbage.replace(b"\x1b[24~", b""))
                await still(player)
            await still(player)
            player.type("\x1b[201~k")
            await until(lambda: made[0].typed and made[0].typed[-1] == "k")
            assert made[0].is_running


async def test_garbage_on_the_port_is_no_trouble(tmp_path: Path) -> None:
    chance = random.Random(5)
    async with hosting(tmp_path, slates()) as host:
        for begin in (b"", b"SSH-2.0-x\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01", b"SSH-1.5-old\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write(begin + chance.randbytes(4096))
            with contextlib.suppress(OSError, TimeoutError):
                await asyncio.wait_for(reader.read(1 << 20), 1.0)
            writer.close()
        key, _ = known(host)
        async with connected(host, key) as conn:
            await (await play(conn)).until("anna at")


async def test_a_client_may_vanish_at_any_time_and_leaves_nothing(tmp_path: Path) -> None:
    made: list[Slate] = []
    chance = random.Random(6)
    async with hosting(tmp_path, slates(made)) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            await (await play(conn)).until("anna at")
        await until(lambda: not host.sessions())
        made.clear()
        before = len(asyncio.all_tasks())
        for n in range(12):
            conn = await _connection(host, key)
            with contextlib.suppress(asyncssh.Error, OSError, asyncio.TimeoutError):
                player = await play(conn)
                for _ in range(chance.randrange(60) * (n % 4)):
                    await asyncio.sleep(0)
                player.type("xyz")
            conn._transport.abort()
            conn.abort()
        await until(lambda: not host.sessions())
        apps = [weakref.ref(app) for app in made]
        made.clear()
        assert apps

        def gone() -> bool:
            gc.collect()
            return len(asyncio.all_tasks()) <= before and not any(app() for app in apps)

        await until(gone)
        assert host.gate.opened("anna") == ""
        assert not host.gate._open


async def _connection(host: Host, key: asyncssh.SSHKey) -> Any:
    return await asyncssh.connect(
        "127.0.0.1", host.port, username="anna", client_keys=[key], known_hosts=None, config=None, agent_path=None
    )


async def test_an_app_that_does_not_end_is_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_session, "PATIENCE", 0.3)

    class Stubborn(Slate):
        async def on_key(self, event: Any) -> None:
            await asyncio.sleep(3600)

    async with hosting(tmp_path, TestApps(lambda caller, player: Stubborn(player))) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            player.type("x")
            await until(lambda: only(host).heard)
            assert await host.kick("anna", "Enough.") == 1
            await asyncio.wait_for(player.closed.wait(), 60)
            await until(lambda: not host.sessions())


# -- how a host starts and stops ------------------------------------------------------------------------------


async def test_a_second_host_is_refused(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        with pytest.raises(CommandError, match="another host runs on") as refused:
            async with hosting(tmp_path, slates()):
                pass
        assert str(tmp_path) in str(refused.value)
        assert "\n" not in str(refused.value)
        with pytest.raises(CommandError), alone(tmp_path):
            pass
        key, _ = known(host)
        async with connected(host, key) as conn:
            await (await play(conn)).until("anna at")
    with alone(tmp_path):
        pass


async def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    from attrs import evolve

    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    settings = config()
    settings = evolve(settings, listen=evolve(settings.listen, port=taken.getsockname()[1]))
    with pytest.raises(CommandError, match=f"port {settings.listen.port}"):
        async with hosting(tmp_path, slates(), settings):
            pass
    taken.close()


def test_the_host_key_is_made_once_and_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "key"
    first = host_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    assert host_key(path).public_data == first.public_data
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text("nothing")
    with pytest.raises(CommandError, match="host key"):
        host_key(path)


async def test_everybody_is_told_when_the_host_stops(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            one, two = await play(conn), await play(conn)
            for player in (one, two):
                await player.until("anna at")
            await host.stop(0, "")
            for player in (one, two):
                await asyncio.wait_for(player.closed.wait(), 60)
                assert "This host is being stopped" in player.screen.raw
                assert not player.screen.modes["1049"]


async def test_a_signal_stops_the_host_in_good_order(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent.parent
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOST, str(tmp_path), cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    port = int(await asyncio.wait_for(child.stdout.readline(), 60))
    from tui.host.accounts import AccountBook
    from tui.host.keys import public_key

    key = asyncssh.generate_private_key("ssh-ed25519")
    AccountBook(tmp_path / "host" / "accounts").register("anna", key=public_key(key.export_public_key().decode()))
    host = type("Address", (), {"port": port})()
    async with connected(host, key) as conn:  # type: ignore[arg-type]
        player = await play(conn)
        await player.until("anna at")
        child.send_signal(signal.SIGTERM)
        await asyncio.wait_for(player.closed.wait(), 60)
        assert "This host is being stopped" in player.screen.raw
    _, errors = await asyncio.wait_for(child.communicate(), 60)
    assert child.returncode == 0
    assert errors == b""
    assert not (tmp_path / "host" / "admin.sock").exists()


# -- the process belongs to nobody ----------------------------------------------------------------------------


async def test_apps_take_nothing_of_the_process(tmp_path: Path) -> None:
    before = (sys.stdout, sys.stderr, dict(os.environ), signal.getsignal(signal.SIGWINCH), os.getcwd())
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn, connected(host, key) as other:
            first = await play(conn, term="vt100")
            second = await play(other, term="xterm", env={"COLORTERM": "truecolor"})
            for player in (first, second):
                await player.until("anna at")
            assert sys.stdout is before[0]
            # The first to come is not the last to go.
            first.type("\x11")
            await asyncio.wait_for(first.closed.wait(), 60)
            assert sys.stdout is before[0]
    after = (sys.stdout, sys.stderr, dict(os.environ), signal.getsignal(signal.SIGWINCH), os.getcwd())
    assert after == before


async def test_connections_of_one_address_are_bounded(tmp_path: Path) -> None:
    limits = Limits(**{**ROOMY, "connections_per_address": 2})
    async with hosting(tmp_path, slates(), config(limits)) as host:
        key, _ = known(host)
        async with connected(host, key), connected(host, key):
            with pytest.raises((asyncssh.Error, OSError)):
                async with connected(host, key):
                    pass
        async with connected(host, key) as conn:
            await (await play(conn)).until("anna at")
