"""What goes wrong in a session: the player is told a number, and the log of the host has it under that number."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.host.client import TestApps, connected, hosting, known, play, still
from tests.host.tables import club
from tests.host.test_server import Slate, slates
from tui.host.session import FAILED
from tui.lobby.app import LobbyApp
from tui.menu.title import TitleScreen

NUMBER = re.compile(r"\b\d{4}-\d{4}\b")


def logged(data: Path, *events: str) -> list[dict[str, Any]]:
    lines = [orjson.loads(line) for line in (data / "host" / "host.log").read_bytes().splitlines()]
    return [line for line in lines if line["event"] in events]


def fail(text: str) -> None:
    try:
        raise KeyError("the cause")
    except KeyError as error:
        raise RuntimeError(f"{text} in /srv/secret/place") from error


async def test_a_failed_action_is_told_by_its_number_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LobbyApp, "action_my_turn", lambda self: fail("hunter2"))
    async with club(tmp_path) as here:
        player = await here.come("anna", size=(120, 40))
        player.type("\x07")
        await still(player)
        shown = player.screen.text
        (number,) = NUMBER.findall(shown)
        for innards in ("RuntimeError", "hunter2", "/srv", str(tmp_path), ".log"):
            assert innards not in shown
        player.type("\x07")
        await still(player)
        assert set(NUMBER.findall(player.screen.text)) == {number}, "the same failure has the same number"
        player.type("?")
        await still(player)
        assert player.screen.text != shown
    (line,) = logged(tmp_path, "app-troubled")
    assert (line["number"], line["player"], line["error"]) == (number, "anna", "RuntimeError")
    assert line["at"][-1].endswith("in fail")
    assert len(line["at"]) > 4
    assert line["causes"][0]["error"] == "KeyError"
    assert b"hunter2" not in (tmp_path / "host" / "host.log").read_bytes()
    noted = (tmp_path / "players" / "anna" / "panzerhex.log").read_text()
    assert noted.count(number) == 2
    assert "hunter2" in noted


async def test_a_session_that_fails_ends_with_its_number(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            player.type("\x1b[24~")
            await asyncio.wait_for(player.closed.wait(), 60)
            end = player.screen.raw.partition(FAILED)[2]
    (line,) = logged(tmp_path, "app-failed")
    assert NUMBER.findall(end) == [line["number"]]
    assert line["at"][-1].endswith("in action_fail")


async def test_what_fails_while_a_session_starts_is_told_by_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LobbyApp, "on_ready", lambda self: fail("hunter2"))
    async with club(tmp_path) as here:
        player = await here.come("anna", size=(120, 40))
        await still(player)
        shown = player.screen.text
        assert not player.closed.is_set()
    (line,) = logged(tmp_path, "app-troubled")
    assert set(NUMBER.findall(shown)) == {line["number"]}
    assert "RuntimeError" not in player.screen.raw
    assert line["number"] in (tmp_path / "players" / "anna" / "panzerhex.log").read_text()


async def test_an_app_that_cannot_be_made_has_a_number(tmp_path: Path) -> None:
    def make(caller: Any, player: str) -> Slate:
        raise OSError("the disk is full")

    async with hosting(tmp_path, TestApps(make)) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await asyncio.wait_for(player.closed.wait(), 60)
    (line,) = logged(tmp_path, "session-failed")
    assert NUMBER.findall(player.screen.raw) == [line["number"]]


async def test_who_vanishes_while_his_session_starts_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose, gone = TitleScreen.on_mount, asyncio.Event()

    async def mount_late(self: TitleScreen) -> None:
        self.app.exit()
        await self.query("*").remove()
        gone.set()
        compose(self)

    monkeypatch.setattr(TitleScreen, "on_mount", mount_late)
    async with club(tmp_path) as here:
        here.keys["anna"], _ = known(here.host)
        async with connected(here.host, here.keys["anna"]) as conn:
            await play(conn)
            (session,) = here.host._floor.sessions.values()  # type: ignore[union-attr]
            session.vanish()
            assert session.task is not None
            await session.task
            assert gone.is_set()
    assert not logged(tmp_path, "app-failed", "app-troubled", "session-failed")
    assert not (tmp_path / "players" / "anna" / "panzerhex.log").exists()


async def test_what_fails_in_a_callback_is_logged(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()):
        asyncio.get_running_loop().call_soon(fail, "a callback")
        await asyncio.sleep(0)
    (line,) = logged(tmp_path, "host-failed")
    assert line["at"][-1].endswith("in fail")
    assert NUMBER.fullmatch(line["number"])
