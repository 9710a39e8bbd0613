"""Every place survives any sequence of sizes of the terminal, and shows itself again where there is room."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from tests.lobby.parlour import visiting
from tests.rooms.table import ANNA, house, laid
from tests.rooms.table import played as ordered
from tests.tui.played import SHELF, played
from tests.tui.tour import PLACES, at
from tui.app import PanzerhexApp
from tui.game.over import OverSheet
from tui.game.table import GameTable
from tui.terminal.sturdy import LEAST
from tui.widgets.too_small import NEEDED, TooSmall

ROOM = (80, 24)
#: From the smallest to more than any monitor shows, in an order that shrinks and grows each way.
SIZES = ((1, 1), (500, 200), (10, 3), (30, 10), (3, 60), (200, 1), (59, 19), (40, 12), (25, 80), (2, 2))
FEW = ((1, 1), (34, 3))
#: One place of each layout.
SOME = ("scenarios", "briefing with its map", "replay", "units", "log", "sheets", "card")


async def resized(pilot: Pilot[Any], sizes: Iterable[tuple[int, int]]) -> None:
    """Give the terminal these sizes one after the other; the place must stay and be whole after each."""
    app = pilot.app
    assert isinstance(app, PanzerhexApp)
    screen = app.screen
    for size in sizes:
        await pilot.resize_terminal(*size)
        assert app.terminal_size == size
        assert app.screen is screen
        assert screen.outer_size == Size(max(size[0], LEAST.width), max(size[1], LEAST.height))
        assert app.failures == []
        for cover in screen.query(TooSmall):
            assert cover.display == (size[0] < NEEDED[0] or size[1] < NEEDED[1])
    await pilot.resize_terminal(*ROOM)


async def visited(data: Path, places: Iterable[str], sizes: Iterable[tuple[int, int]]) -> None:
    """Go to these places and give each the sizes."""
    played(data, 40)
    app = PanzerhexApp(data, shelf=SHELF)
    sizes = tuple(sizes)
    async with app.run_test(size=ROOM, notifications=True) as pilot:
        for place in places:
            await at(pilot, PLACES[place])
            await resized(pilot, sizes)


async def test_places_survive_small_and_odd_terminals(tmp_path: Path) -> None:
    await visited(tmp_path, SOME, FEW)


@pytest.mark.long
@pytest.mark.parametrize("place", PLACES)
async def test_every_place_survives_every_size(tmp_path: Path, place: str) -> None:
    chance = Random(place)
    some = ((chance.randint(1, 220), chance.randint(1, 70)) for _ in range(25))
    await visited(tmp_path, (place,), (*SIZES, *some))


async def test_a_terminal_too_small_for_the_game_is_told_what_it_has(tmp_path: Path) -> None:
    played(tmp_path, 10)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=ROOM) as pilot:
        await at(pilot, ("c", "enter"))
        await pilot.resize_terminal(12, 4)
        await pilot.pause()
        cover = app.screen.query_one(TooSmall)
        assert cover.display
        assert "12 x 4" in str(cover.children[0].render())


async def test_the_places_of_the_lobby_and_the_end_survive_small_terminals(tmp_path: Path) -> None:
    where = house(tmp_path)
    room = laid(where)
    ordered(room, 12)
    async with visiting(where, ANNA, size=ROOM, room=room.id) as (app, pilot):
        await resized(pilot, FEW)
        for keys in (("c",), ("escape", "i"), ("escape", "t")):
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            await resized(pilot, FEW)
        app.pop_screen()
        app.show_lobby()
        await pilot.pause()
        await resized(pilot, FEW)
        await pilot.press("n", *"pimple", "enter")
        await pilot.pause()
        await resized(pilot, FEW)
        assert room.game is not None
        app.push_screen(OverSheet(GameTable(room.game, None, {}), "anna resigned"))
        await pilot.pause()
        await resized(pilot, FEW)
