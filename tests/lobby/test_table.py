"""Two players at one table, each in a session of his own."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.rooms.plan import TakeBacks
from tests.lobby.parlour import at_table, game_screen, press, seen, settled, visiting
from tests.rooms.table import ANNA, BEN, house, laid, ordered
from tui.lobby.lobby import LobbyScreen
from tui.lobby.waiting import WaitingScreen


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)])
async def test_two_players_meet(tmp_path: Path, size: tuple[int, int]) -> None:
    at = house(tmp_path)
    async with visiting(at, ANNA, size=size) as (anna, a), visiting(at, BEN, size=size) as (ben, b):
        await press(a, "l")
        await settled(a)
        assert isinstance(anna.screen, LobbyScreen)
        assert "No table is open" in seen(anna)
        await press(a, "n", *"pimple", "enter", "enter")
        await press(a, "s")
        await settled(a, b)
        (entry,) = at.rooms()
        assert entry.state is not None
        assert entry.state.commitment in seen(anna)
        assert not entry.state.members
        await press(a, "enter")
        await settled(a, b)
        assert isinstance(anna.screen, WaitingScreen)
        assert "anna" in seen(anna)
        assert TakeBacks.FREE.words in seen(anna)
        await press(b, "l")
        await settled(a, b)
        assert "anna" in seen(ben)
        assert TakeBacks.FREE.words[:40] in seen(ben)
        await press(b, "enter", "enter", "enter")
        await settled(a, b)
        (entry,) = at.rooms()
        assert entry.state is not None
        assert entry.state.started
        assert at_table(anna.screen)
        assert at_table(ben.screen)


async def test_what_one_orders_the_other_sees(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, a), visiting(at, BEN, room=room.id) as (ben, b):
        for _ in range(30):
            before = room.events
            ordered(room)
            await settled(a, b)
            assert room.events > before
            for app, player in ((anna, ANNA), (ben, BEN)):
                screen = game_screen(app)
                asked = room.side_of(player) in room.waits_for()
                assert (screen.stage.ordering is not None) == asked, seen(app)
