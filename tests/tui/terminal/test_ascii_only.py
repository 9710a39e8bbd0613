"""Where only ASCII is wanted nothing else is on the screen: no frame, bar, scrollbar or sign."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve
from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot

from saves.library import SAMPLES
from tests.lobby.parlour import visiting
from tests.rooms.table import ANNA, house, laid
from tests.rooms.table import played as ordered
from tests.tui.played import SHELF, opened, played
from tests.tui.tour import PLACES, at, shown
from tui.analyse.pages import PAGES
from tui.analyse.screen import open_analysis
from tui.app import PanzerhexApp
from tui.game.over import OverSheet
from tui.game.table import GameTable
from tui.host.accounts import AccountBook
from tui.host.config import HostConfig
from tui.host.register import RegisterApp
from tui.host.tenant import settle
from tui.host.terminal import Colours, Terminal
from tui.settings import Settings, save
from tui.terminal.ascii_only import in_ascii

ROOT = Path(__file__).parents[3]
#: What a screen may show: texts of the program and of its content.
TEXTS: Final = (("tui", "*.py"), ("core", "*.py"), ("content", "*.py"), ("saves", "*.py"), ("content", "*.toml"))

#: More places than those of the tour, by the keys that lead there from the title.
MORE: Final[Mapping[str, tuple[str, ...]]] = {
    "lessons": ("e",),
    "a lesson": ("e", "enter"),
    "options of PanzerBlitz": ("n", *"rear", "enter", "enter"),
    "briefing of Panzer War": ("n", *"brody", "enter", "m"),
    "options of Panzer War": ("n", *"brody", "enter", "enter"),
    "standing instructions": ("c", "enter", "I"),
    "marked units": ("c", "enter", "asterisk"),
    "an order for many": ("c", "enter", "asterisk", "o"),
    "advice": ("c", "enter", "Y"),
    "messages": ("c", "enter", "quotation_mark"),
    "legend": ("c", "enter", "question_mark", "m"),
}
EVERYWHERE: Final = {**PLACES, **MORE}
SOME = ("title", "keys of the game", "settings", "replay", "log", "sheets", "card", "a lesson", "an order for many")
#: What is looked at in the replay of a game: the keys from one to the next.
REPLAYED: Final[Mapping[str, tuple[str, ...]]] = {
    "replay": (),
    "far": ("minus",),
    "plain": ("minus",),
    "close": ("plus", "plus", "plus"),
    "sheets": ("B",),
    **{f"sheet {n}": ("right",) for n in range(2, 9)},
    "card": ("escape", "C"),
    "help": ("escape", "question_mark"),
}


def other(app: App[Any]) -> set[str]:
    """The characters on the screen that are not ASCII."""
    strips = app.screen._compositor.render_strips()
    return {sign for strip in strips for segment in strip for sign in segment.text if not sign.isascii()}


async def assert_ascii(data: Path, places: Iterable[str]) -> None:
    """Nothing else is on the screen in these places."""
    played(data, 60)
    save(Settings(ascii=True), data)
    app = PanzerhexApp(data, shelf=SHELF)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        for place in places:
            await at(pilot, EVERYWHERE[place])
            assert not other(app), place


async def test_places_are_ascii_if_that_is_wanted(tmp_path: Path) -> None:
    await assert_ascii(tmp_path, SOME)


@pytest.mark.long
@pytest.mark.parametrize("place", EVERYWHERE)
async def test_every_place_is_ascii_if_that_is_wanted(tmp_path: Path, place: str) -> None:
    await assert_ascii(tmp_path, (place,))


@pytest.mark.long
@pytest.mark.parametrize("name", ["the-pimple-11", "rear-area-raid-3", "pw-0-1"])
async def test_games_of_every_system_and_their_analysis_are_ascii(tmp_path: Path, name: str) -> None:
    save(Settings(ascii=True), tmp_path)
    path = Path(shutil.copy(SAMPLES / f"{name}.journal", tmp_path))
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(120, 40)) as pilot:
        open_analysis(app, path)
        await shown(pilot)
        for page in range(1, len(PAGES) + 1):
            for keys in ((str(page),), ("c",)):
                await opened(pilot, *keys)
                assert not other(app), page
        await opened(pilot, "escape")
        app.watch_game(path, 200)
        await shown(pilot)
        for place, keys in REPLAYED.items():
            await opened(pilot, *keys)
            await shown(pilot)
            assert not other(app), place


async def test_the_lobby_a_table_and_the_end_are_ascii(tmp_path: Path) -> None:
    where = house(tmp_path)
    room = laid(where)
    ordered(room, 12)
    own = where.data / "players" / ANNA
    own.mkdir(parents=True, exist_ok=True)
    save(Settings(ascii=True), own)
    async with visiting(where, ANNA, size=(80, 24), room=room.id) as (app, pilot):
        for keys in ((), ("c",), ("escape", "i"), ("escape", "t")):
            await pressed(pilot, keys)
            assert not other(app), keys
        app.pop_screen()
        app.show_lobby()
        for keys in ((), ("n", *"pimple", "enter")):
            await pressed(pilot, keys)
            assert not other(app), keys
        assert room.game is not None
        app.push_screen(OverSheet(GameTable(room.game, None, {}), "anna resigned"))
        await pilot.pause()
        assert not other(app)


async def pressed(pilot: Pilot[None], keys: Iterable[str]) -> None:
    """Press keys, and wait until each is done with."""
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def test_who_registers_from_a_terminal_of_ascii_sees_nothing_else(tmp_path: Path) -> None:
    terminal = Terminal("vt100", Colours.NONE, unicode=False)
    app = settle(RegisterApp(AccountBook(tmp_path), HostConfig(name="Łódź", welcome="Grüße"), None, "anna"), terminal)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not other(app)
        strips = app.screen._compositor.render_strips()
        assert "Gruse" in "".join(segment.text for strip in strips for segment in strip)


async def test_the_switch_takes_effect_at_once(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, PLACES["settings"])
        assert other(app)
        app.keep_settings(evolve(app.settings, ascii=True))
        await pilot.pause()
        assert app.settings.ascii
        assert not other(app)


def test_a_sign_takes_the_cells_that_it_took() -> None:
    for text in ("╭─ Kübelwagen ─╮", "▸ 50 % … ▊█", "Pz IV › H8 × 2", "🔎 日本", "e\u0301"):
        assert in_ascii(text).isascii()
        assert cell_len(in_ascii(text)) == cell_len(text)


@pytest.mark.parametrize(("room", "files"), TEXTS, ids=lambda part: part.removeprefix("*."))
def test_whatever_the_program_may_show_has_a_sign_of_its_own(room: str, files: str) -> None:
    """Nothing of its own texts becomes a question mark."""
    found: dict[str, str] = {}
    for path in (ROOT / room).rglob(files):
        for sign in set(re.findall(r"[^\x00-\x7f]", path.read_text("utf-8"))):
            if "?" in in_ascii(sign):
                found[sign] = path.name
    assert not found
