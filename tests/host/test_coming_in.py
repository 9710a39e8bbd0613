"""Who is let in: keys known and unknown, passwords, guests, the banned; and who he is then."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncssh
import orjson
import pytest
from textual.app import App

from tests.host.client import ROOMY, TestApps, config, connected, hosting, known, play, still
from tests.host.test_server import Slate
from tui.host.accounts import Account
from tui.host.config import Limits
from tui.host.serve import Host
from tui.host.session import UNREGISTERED, Caller

PASSWORD = "correct horse battery"


class Register(App[Account | None]):
    """Makes an account of the name that is typed first: r = ruth, anything else = nobody."""

    def __init__(self, host: Host, caller: Caller) -> None:
        super().__init__()
        self._host = host
        self._caller = caller

    def on_key(self, event: Any) -> None:
        made = self._host.book.register("ruth", key=self._caller.key) if event.key == "r" else None
        self.exit(made)


def apps(hosts: list[Host], callers: list[Caller]) -> TestApps:
    def make(caller: Caller, player: str) -> Slate:
        callers.append(caller)
        return Slate(player)

    return TestApps(make, lambda caller: Register(hosts[0], caller))


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_an_unknown_key_registers_and_is_known_the_next_time(tmp_path: Path) -> None:
    hosts: list[Host] = []
    callers: list[Caller] = []
    key = new_key()
    async with hosting(tmp_path, apps(hosts, callers)) as host:
        hosts.append(host)
        async with connected(host, key, user="hello") as conn:
            player = await play(conn)
            await still(player)
            assert host.sessions()[0].place == "registering"
            player.type("x")
            await asyncio.wait_for(player.closed.wait(), 60)
            assert UNREGISTERED in player.screen.raw
        async with connected(host, key, user="hello") as conn:
            player = await play(conn)
            await still(player)
            player.type("r")
            await player.until("ruth at 80x24")
            assert host.sessions()[0].player == "ruth"
        async with connected(host, key, user="somebody") as conn:
            await (await play(conn)).until("ruth at")
    assert [caller.player for caller in callers] == ["ruth", "ruth"]
    logged = [orjson.loads(line) for line in (tmp_path / "host" / "host.log").read_bytes().splitlines()]
    assert [(line["event"], line.get("player")) for line in logged if "session" in line] == [
        ("registering", None),
        ("session-closed", None),
        ("registering", None),
        ("registered", "ruth"),
        ("session-opened", "ruth"),
        ("session-closed", "ruth"),
        ("session-opened", "ruth"),
        ("session-closed", "ruth"),
    ]


async def test_the_key_decides_and_not_the_name(tmp_path: Path) -> None:
    callers: list[Caller] = []
    async with hosting(tmp_path, apps([], callers)) as host:
        key, _ = known(host, "anna")
        known(host, "boris")
        async with connected(host, key, user="boris") as conn:
            await (await play(conn)).until("anna at")


async def test_a_key_that_is_only_shown_lets_nobody_in(tmp_path: Path) -> None:
    """Who shows the key of another, then comes in with what is his own, is himself."""
    callers: list[Caller] = []
    async with hosting(tmp_path, apps([], callers), config(passwords=True)) as host:
        theirs, _ = known(host, "anna")
        await host.book.apart(host.book.register, "mallory", password=PASSWORD)

        class Client(asyncssh.SSHClient):
            pass

        public = asyncssh.import_public_key(theirs.export_public_key())

        class Liar(asyncssh.SSHKeyPair):
            """Has the public half only."""

            def __init__(self) -> None:
                super().__init__(
                    b"ssh-ed25519", b"ssh-ed25519", (b"ssh-ed25519",), (b"ssh-ed25519",), public.public_data, None
                )

            def sign(self, data: bytes) -> bytes:
                return new_key().sign(data, b"ssh-ed25519")

        conn = await asyncssh.connect(
            "127.0.0.1",
            host.port,
            username="mallory",
            client_keys=[Liar()],
            password=PASSWORD,
            known_hosts=None,
            config=None,
            agent_path=None,
        )
        player = await play(conn)
        await player.until("mallory at")
        conn.abort()
        with pytest.raises(asyncssh.PermissionDenied):
            await asyncssh.connect(
                "127.0.0.1",
                host.port,
                username="mallory",
                client_keys=[Liar()],
                known_hosts=None,
                config=None,
                agent_path=None,
            )


async def test_an_unknown_key_under_the_name_of_an_account_is_passed_over(tmp_path: Path) -> None:
    async with hosting(tmp_path, apps([], [])) as host:
        key, _ = known(host, "anna")
        conn = await asyncssh.connect(
            "127.0.0.1",
            host.port,
            username="anna",
            client_keys=[new_key(), key],
            known_hosts=None,
            config=None,
            agent_path=None,
        )
        await (await play(conn)).until("anna at")
        conn.abort()
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(host, new_key(), user="anna"):
                pass


async def test_no_accounts_are_made_where_that_is_closed(tmp_path: Path) -> None:
    async with hosting(tmp_path, apps([], []), config(registration="closed")) as host:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(host, new_key(), user="hello"):
                pass


async def test_passwords_where_they_are_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.host.limits._FIRST_DELAY", 0.01)
    limits = Limits(**{**ROOMY, "login_tries": 3})
    async with hosting(tmp_path, apps([], []), config(limits, passwords=True)) as host:
        await host.book.apart(host.book.register, "anna", password=PASSWORD)
        async with connected(host, user="anna", password=PASSWORD) as conn:
            await (await play(conn)).until("anna at")
        for _ in range(3):
            with pytest.raises(asyncssh.PermissionDenied):
                async with connected(host, user="anna", password="wrong and wrong"):
                    pass
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(host, user="anna", password=PASSWORD):
                pass
    log = (tmp_path / "host" / "host.log").read_text()
    assert '"login-failed"' in log
    assert "wrong and wrong" not in log
    assert PASSWORD not in log


async def test_no_passwords_where_they_are_not(tmp_path: Path) -> None:
    async with hosting(tmp_path, apps([], [])) as host:
        await host.book.apart(host.book.register, "anna", password=PASSWORD)
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(host, user="anna", password=PASSWORD):
                pass


async def test_guests_where_they_are_allowed(tmp_path: Path) -> None:
    callers: list[Caller] = []
    async with hosting(tmp_path, apps([], callers), config(guests=True)) as host:
        async with connected(host, user="guest") as conn:
            await (await play(conn)).until("guest at")
        assert callers[0].guest
    async with hosting(tmp_path, apps([], [])) as host:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(host, user="guest"):
                pass


async def test_the_banned_are_told_and_sent_away(tmp_path: Path) -> None:
    told: list[str] = []

    class Client(asyncssh.SSHClient):
        def auth_banner_received(self, msg: str, lang: str) -> None:
            told.append(msg)

    async with hosting(tmp_path, apps([], [])) as host:
        key, _ = known(host)
        host.book.ban("anna", "shouting")
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(host, key, client_factory=Client):
                pass
    assert any("shouting" in text for text in told)


async def test_sessions_of_one_account_are_bounded(tmp_path: Path) -> None:
    async with hosting(tmp_path, apps([], []), config(Limits(**ROOMY, sessions_per_account=2))) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            first = await play(conn)
            second = await play(conn)
            for player in (first, second):
                await player.until("anna at")
            third = await play(conn)
            await asyncio.wait_for(third.closed.wait(), 60)
            assert "2 sessions open already" in third.screen.raw
            first.type("\x11")
            await asyncio.wait_for(first.closed.wait(), 60)
            await (await play(conn)).until("anna at")


async def test_who_is_idle_is_warned_and_then_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.host.sessions.IDLE_EVERY", 0.05)
    async with hosting(tmp_path, apps([], []), config(Limits(**ROOMY, idle_minutes=1))) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            assert host._floor is not None
            (session,) = host._floor.sessions.values()
            session.idle._last -= 45
            await player.until("this session ends")
            session.idle._last -= 45
            await asyncio.wait_for(player.closed.wait(), 60)
            assert "the session has ended" in player.screen.raw
