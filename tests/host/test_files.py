"""What may lie in a host's directory, and who may read it: nothing there keeps all out, or lets others look."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from saves.rooms.names import PlayerName
from saves.rooms.plan import RoomPlan
from tests.host.client import config, connected, hosting, known, play
from tests.host.tables import club
from tests.host.test_accounts import new_key
from tests.host.test_keeping import _ask
from tests.host.test_server import slates
from tests.rooms.table import PIMPLE
from tui.host.accounts import AccountBook
from tui.host.config import HostConfig, Listen

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="there are no links and rights of this kind")


@pytest.fixture
def book(tmp_path: Path) -> AccountBook:
    made = AccountBook(tmp_path / "accounts")
    made.register("anna", key=new_key())
    return made


@UNIX
@pytest.mark.parametrize("what", ["loop", "dangling", "directory", "pipe", "through a file", "itself a link"])
def test_one_file_that_is_none_keeps_nobody_out(book: AccountBook, what: str) -> None:
    path = book.directory / "eve.toml"
    match what:
        case "loop":
            path.symlink_to(path)
        case "dangling":
            path.symlink_to("nowhere")
        case "directory":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "through a file":
            path.symlink_to(book.directory / "anna.toml" / "eve")
        case _:
            path.symlink_to(book.directory / "anna.toml")
    assert book.account("anna") is not None
    if what != "itself a link":
        assert book.account("eve") is None
        assert what == "dangling" or any(str(path) in problem for problem in book.problems())
    fingerprint = book.known("anna").keys[0].fingerprint
    found = book.by_fingerprint(fingerprint)
    assert found is not None
    assert found.name == "anna"
    assert book.ban("anna").ban is not None
    assert not path.is_symlink() or book.account("anna") != book.account("eve")


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EACCES, errno.EIO])
def test_a_directory_that_is_out_of_reach_for_a_while_forgets_nobody(
    book: AccountBook, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    banned = book.ban("anna", "shouting")

    def fails(_: object) -> object:
        raise OSError(number, os.strerror(number), str(book.directory))

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", fails)
        assert book.account("anna") == banned
        assert any(os.strerror(number) in problem for problem in book.problems())
    assert book.problems() == ()


def has_both() -> bool:
    """Whether this machine has both kinds of addresses."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as one:
        one.bind(("::1", 0))
        return True
    return False


@UNIX
async def test_a_directory_that_others_can_read_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in (0o700, 0o755):
        tmp_path.chmod(mode)
        async with hosting(tmp_path, slates()):
            assert (f"chmod 700 {tmp_path}" in capsys.readouterr().err) is (mode == 0o755)


@UNIX
async def test_what_a_host_makes_is_for_its_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        async with club(tmp_path / "data") as here:
            known(here.host)
            here.house.create(PlayerName("anna"), RoomPlan(PIMPLE))
            kept = [p for p in here.host.directory.rglob("*") if p.name != "lock"]
            secrets = [*(tmp_path / "data").rglob("*.secret")]
            assert secrets
            assert not [p for p in (*kept, *secrets) if stat.S_IMODE(p.stat().st_mode) & 0o077]
    finally:
        os.umask(before)


async def test_any_free_port_is_one_for_all_addresses_and_the_one_that_is_told(tmp_path: Path) -> None:
    everywhere = HostConfig(listen=Listen("", 0), limits=config().limits)
    async with hosting(tmp_path, slates(), everywhere) as host:
        assert host.port
        key, _ = known(host)
        async with connected(host, key) as conn:
            await (await play(conn)).until("anna at")
        for address in ("127.0.0.1", "::1") if has_both() else ():
            reader, writer = await asyncio.open_connection(address, host.port)
            assert await reader.read(4) == b"SSH-"
            writer.close()


async def test_last_words_draw_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, account = known(host)
        for do, who in (("kick", "anna"), ("ban", account.keys[0].fingerprint)):
            async with connected(host, key) as conn:
                player = await play(conn)
                await player.until("anna at")
                await _ask(tmp_path, do, who=who, reason="out\x1b]0;gotcha\x07 \x1b[31m" + "x" * 2000)
                await player.until(lambda player=player: player.closed.is_set())
                assert "\x1b]0;" not in player.screen.raw
                assert "\x1b[31m" not in player.screen.raw
                assert player.screen.raw.count("x") < 500
