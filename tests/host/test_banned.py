"""What the banned try: other forms of an address, a connection that is open already, a list that is spoilt."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncssh
import pytest

from tests.host.client import connected, hosting, known, play
from tests.host.test_keeping import KEY, _ask
from tests.host.test_server import slates
from tui.commands.common import CommandError
from tui.host import bans
from tui.host.bans import BanList, covers, of_key_or_network
from tui.host.keys import AccountError


@pytest.mark.parametrize(
    ("banned", "address"),
    [
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("::FFFF:c000:207", "::ffff:192.0.2.7"),
        ("0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.0/120", "192.0.2.7"),
        ("::ffff:0:0/96", "192.0.2.7"),
        ("192.0.2.7", "::ffff:192.0.2.7"),
        ("2001:DB8:0:0::7", "2001:db8::7"),
        ("2001:db8::7/64", "2001:db8::8%eth0"),
        ("fe80::7%eth0", "fe80::7%eth0"),
        ("fe80::7%eth0", "fe80::7"),
    ],
)
def test_an_address_is_banned_in_whatever_form_it_is_written(tmp_path: Path, banned: str, address: str) -> None:
    bans = BanList(tmp_path / "bans.toml")
    assert covers(bans.ban(banned), address=address)
    assert bans.refusal(address=address)
    bans.path.write_text(f'[[ban]]\nwhat = "{banned}"\n')
    assert bans.refusal(address=address), "also where it was written by hand"
    assert bans.problem == ""
    bans.unban(banned)
    assert bans.entries == ()


@pytest.mark.parametrize(
    "text", ["192.0.02.7", "0xC0000207", "3221225991", "192.0.2", "192.0.2.7/33", "192.0.2.7 ", ""]
)
def test_what_may_be_meant_otherwise_is_no_address(text: str) -> None:
    assert of_key_or_network(text) == ""


@pytest.mark.parametrize("how", ["account", "key", "network", "by hand", "removed"])
async def test_who_is_banned_opens_nothing_more_on_a_connection_that_he_has(tmp_path: Path, how: str) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, account = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            match how:
                case "account":
                    await _ask(tmp_path, "ban", who="anna")
                case "key":
                    await _ask(tmp_path, "ban", who=account.keys[0].fingerprint)
                case "network":
                    await _ask(tmp_path, "ban", who="127.0.0.0/8")
                case "by hand":
                    file = host.book.directory / "anna.toml"
                    file.write_text(f'{file.read_text()}\n[ban]\nreason = "by hand"\n')
                case "removed":
                    (host.book.directory / "anna.toml").unlink()
            for more in (lambda: play(conn), lambda: conn.create_process("games")):
                with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ConnectionLost, asyncssh.DisconnectError)):
                    await more()


def test_several_who_ban_at_once_lose_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each a program of its own, as `panzerhex admin` is while no host runs; none gives up, however slow a disk is."""
    monkeypatch.setattr(bans, "_PATIENCE", 600.0)
    networks = [f"192.0.2.{n}" for n in range(40)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda network: BanList(tmp_path / "host" / "bans.toml").ban(network), networks))
    found = BanList(tmp_path / "host" / "bans.toml")
    assert {entry.what for entry in found.entries} == set(networks)
    one = BanList(tmp_path / "host" / "bans.toml")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(one.unban, networks))
    assert found.entries == ()


@pytest.mark.parametrize("text", ["what = 5", 'what = "192.0.2.300"', "what = anna", "\x00"])
async def test_a_host_does_not_start_without_knowing_whom_it_bans(tmp_path: Path, text: str) -> None:
    (tmp_path / "host").mkdir()
    path = tmp_path / "host" / "bans.toml"
    path.write_text(f'[[ban]]\nwhat = "{KEY}"\n[[ban]]\n{text}\n')
    with pytest.raises(CommandError) as told:
        async with hosting(tmp_path, slates()):
            pass
    assert str(path) in str(told.value)
    path.write_text(f'[[ban]]\nwhat = "{KEY}"\n')
    async with hosting(tmp_path, slates()) as host:
        assert host.bans.refusal(fingerprint=KEY)
        path.write_text(f"{path.read_text()}[[ban]]\n{text}\n")
        assert host.bans.problem
        assert host.bans.refusal(fingerprint=KEY), "a host that runs holds on to what it has read"


async def test_an_account_that_cannot_be_read_is_told_of_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "host" / "accounts" / "anna.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[ban\n")
    async with hosting(tmp_path, slates()):
        assert str(path) in capsys.readouterr().err


def test_a_list_that_is_out_of_reach_for_a_while_holds_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bans = BanList(tmp_path / "bans.toml")
    bans.ban(KEY)
    assert bans.refusal(fingerprint=KEY)

    def denied(self: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", denied)
        assert bans.refusal(fingerprint=KEY)
        assert "Permission denied" in bans.problem
        with pytest.raises(AccountError, match="Permission denied"):
            bans.ban("192.0.2.7")
    assert bans.refusal(fingerprint=KEY)
    assert bans.problem == ""
    bans.path.unlink()
    assert not bans.refusal(fingerprint=KEY)
