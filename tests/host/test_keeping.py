"""A host that is kept: bans of keys and networks, silence, tables, the configuration read anew, figures."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest

from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from tests.host.client import config, connected, hosting, known, play
from tests.host.tables import club
from tests.host.test_server import slates
from tests.rooms.table import PIMPLE
from tui.host import admin
from tui.host.accounts import AccountError
from tui.host.bans import BanList, covers, of_key_or_network
from tui.host.config import as_text

KEY = "SHA256:" + "a" * 43


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("2001:db8::1/32", "2001:db8::/32"),
        (KEY, KEY),
        ("anna", ""),
        ("SHA256:short", ""),
    ],
)
def test_keys_and_networks_are_told_from_names(text: str, what: str) -> None:
    assert of_key_or_network(text) == what


def test_a_network_covers_its_addresses() -> None:
    assert covers("192.0.2.0/24", address="192.0.2.200")
    assert covers("192.0.2.0/24", address="::ffff:192.0.2.200")
    assert covers("fe80::/10", address="fe80::1%eth0")
    assert not covers("192.0.2.0/24", address="192.0.3.1")
    assert not covers("192.0.2.0/24", address="local")
    assert not covers(KEY, fingerprint=KEY[:-1] + "b")


def test_bans_are_a_file_that_may_be_edited(tmp_path: Path) -> None:
    bans = BanList(tmp_path / "host" / "bans.toml", now=lambda: 0.0)
    assert bans.entries == ()
    bans.ban("192.0.2.9/24", "rude\x1b[31m")
    bans.ban(KEY)
    assert bans.refusal(address="192.0.2.1") == "your address is banned from this host: rude [31m."
    assert BanList(bans.path).refusal(fingerprint=KEY)
    with pytest.raises(AccountError, match="not banned"):
        bans.unban("192.0.2.1")
    bans.unban("192.0.2.0/24")
    assert [entry.what for entry in bans.entries] == [KEY]
    bans.path.write_text("[[ban]]\nwhat = 5\n")
    assert bans.refusal(fingerprint=KEY), "a mistake lets nobody in"
    assert str(bans.path) in bans.problem
    with pytest.raises(AccountError, match="put right"):
        bans.ban("192.0.2.1")


async def _ask(data: Path, do: str, **details: object) -> dict[str, object]:
    return await asyncio.to_thread(admin.ask, data / "host" / admin.FILE, do, **details)


async def test_a_banned_key_and_a_banned_network_stay_out(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, account = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            fingerprint = account.keys[0].fingerprint
            assert await _ask(tmp_path, "ban", who=fingerprint, reason="a thief") == {"ended": 1}
            await asyncio.wait_for(player.closed.wait(), 60)
            assert "this key is banned from this host: a thief" in player.screen.text
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(host, key):
                pass
        await _ask(tmp_path, "unban", who=fingerprint)
        async with connected(host, key) as conn:
            await (await play(conn)).until("anna at")
        await _ask(tmp_path, "ban", who="127.0.0.0/8")
        with pytest.raises((asyncssh.Error, OSError)):
            async with connected(host, key):
                pass
        await _ask(tmp_path, "unban", who="127.0.0.0/8")
        async with connected(host, key) as conn:
            await (await play(conn)).until("anna at")


async def test_a_muted_player_says_nothing_until_he_may(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        anna = await here.come("anna")
        await anna.until("Lobby")
        app = here.app("anna")
        assert app.talk_refused() == ""
        await _ask(tmp_path, "mute", who="anna", reason="shouting")
        assert app.talk_refused() == "You may not talk on this host: shouting."
        await _ask(tmp_path, "unmute", who="anna")
        assert app.talk_refused() == ""


async def test_the_keeper_closes_and_removes_tables(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = here.house.create(PlayerName("anna"), RoomPlan(PIMPLE))
        for side, name in zip(room.plan.seats, ("anna", "ben"), strict=True):
            room.join(PlayerName(name), side, "words")
        (line,) = (await _ask(tmp_path, "tables"))["tables"]  # type: ignore[misc]
        assert (line["id"], line["players"], line["stage"]) == (room.id, ["anna", "ben"], "playing")
        with pytest.raises(admin.AdminError, match="not over"):
            await _ask(tmp_path, "remove", table=room.id)
        await _ask(tmp_path, "close", table=room.id)
        assert room.result == "closed by host"
        with pytest.raises(admin.AdminError, match="over already"):
            await _ask(tmp_path, "close", table=room.id)
        here.house.put_away(linger=0)
        assert [t["id"] for t in (await _ask(tmp_path, "tables", finished=True))["tables"]] == [room.id]  # type: ignore[attr-defined]
        await _ask(tmp_path, "remove", table=room.id)
        assert (await _ask(tmp_path, "tables", finished=True)) == {"tables": []}
        with pytest.raises(admin.AdminError, match="there is no table"):
            await _ask(tmp_path, "remove", table=room.id)


async def test_the_configuration_is_read_again_and_figures_are_shown(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        (tmp_path / "host.toml").write_text(as_text(config()).replace("sessions = 1000", "sessions = 7"))
        assert await _ask(tmp_path, "reload") == {"later": []}
        assert host.gate.limits.sessions == 7
        (tmp_path / "host.toml").write_text('[limits]\nsessions = "many"\n')
        with pytest.raises(admin.AdminError, match=r"nothing was changed: .*limits\.sessions"):
            await _ask(tmp_path, "reload")
        assert host.gate.limits.sessions == 7
        (tmp_path / "host.toml").write_text(
            "[listen]\nport = 2200\n[accounts]\npasswords = true\n[computers]\nprocesses = 0\n"
        )
        assert await _ask(tmp_path, "reload") == {"later": ["listen"]}
        await asyncio.to_thread(host.book.register, "anna", password="correct horse")
        async with connected(host, password="correct horse") as conn:
            await (await play(conn)).until("anna at")
            found = await _ask(tmp_path, "counters")
        assert (found["connections"], found["sessions"], found["players"]) == (1, 1, 1)
        assert found["events"]["session-opened"] == 1  # type: ignore[index]
