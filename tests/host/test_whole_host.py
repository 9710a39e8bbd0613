"""The host as it is served: the game's own apps over a real connection."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import asyncssh

from tests.host.client import ROOMY, config, connected, hosting, known, play
from tui.host.config import Limits


async def test_a_new_player_makes_an_account_and_comes_to_the_game(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with hosting(tmp_path, None) as host, connected(host, key, user="anna") as conn:
        player = await play(conn, size=(100, 30))
        await player.until(lambda: "anna" in player.screen.text)
        assert host.sessions()[0].place == "registering"
        player.type("\r")
        await player.until("Register as anna?")
        player.type("\r")
        await player.until("Lobby: play with others")
        assert host.book.account("anna") is not None
        assert host.sessions()[0].player == "anna"
    assert (tmp_path / "host.toml").exists() or (tmp_path / "host").is_dir()


async def test_who_has_just_made_an_account_has_it_in_every_session_of_his_connection(tmp_path: Path) -> None:
    """He is not asked to make another."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with hosting(tmp_path, None) as host, connected(host, key, user="anna") as conn:
        player = await play(conn)
        await player.until("anna is free.")
        player.type("\r")
        await player.until("Register as anna?")
        player.type("\r")
        await player.until("Lobby: play with others")
        second = await play(conn)
        await second.until("Lobby: play with others")
        assert [session.player for session in host.sessions()] == ["anna", "anna"]


async def test_an_address_makes_so_many_accounts_in_a_day(tmp_path: Path) -> None:
    """The host starts anew between them."""
    for name, end in (("anna", "Lobby: play with others"), ("berta", "1 account was made from")):
        async with (
            hosting(tmp_path, None, config(Limits(**ROOMY, accounts_per_day=1))) as host,
            connected(host, asyncssh.generate_private_key("ssh-ed25519"), user=name) as conn,
        ):
            player = await play(conn)
            await player.until(f"{name} is free.")
            player.type("\r")
            await player.until(f"Register as {name}?")
            player.type("\r")
            await player.until(end)
            assert [account.name for account in host.book.accounts()] == ["anna"]


async def test_two_sessions_see_the_same_lobby_and_a_terminal_without_unicode_gets_ascii(tmp_path: Path) -> None:
    async with hosting(tmp_path, None) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            one = await play(conn, size=(100, 30))
            two = await play(conn, size=(80, 24), term="vt100")
            for player in (one, two):
                await player.until("Lobby")
            assert two.screen.raw.isascii()
            assert "38;" not in two.screen.raw
            assert not one.screen.raw.isascii()
            for player in (one, two):
                player.type("l")
                await player.until(lambda player=player: "New game" not in player.screen.text)
            assert await host.kick("anna", "Enough.") == 2
            for player in (one, two):
                await asyncio.wait_for(player.closed.wait(), 60)
                assert "Enough." in player.screen.raw


def test_what_the_first_player_would_wait_for_is_read_before_anybody_comes() -> None:
    """In a process of its own: all that lists scenarios and shows the lobby is there, so that nobody is held up."""
    program = (
        "import sys; from tui.host.serve import AHEAD, read_ahead; read_ahead(); before = set(sys.modules);"
        "from content import catalogue; catalogue.scenarios(); import tui.lobby.lobby, tui.game.screen;"
        "assert set(AHEAD) <= before and set(sys.modules) == before, set(sys.modules) - before"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
