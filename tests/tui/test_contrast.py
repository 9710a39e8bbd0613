"""What is drawn can be seen, in every theme and with as many colours as a terminal has."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from attrs import evolve
from rich.segment import Segment

from core.hexes import Hex
from core.presentation import Counter, Mark
from tests.tui.contrast import Depth, Pair, faint, pairs
from tests.tui.map.map_board import make_scene
from tests.tui.played import SHELF, played
from tests.tui.tour import PLACES, at, shown
from tui.app import PanzerhexApp
from tui.map.glyphs import UNICODE
from tui.map.ink import Ink
from tui.map.minimap import MiniMap
from tui.map.palette import Palette
from tui.map.palettes import MONO, PALETTES, SIXTEEN
from tui.map.widget import HexMap
from tui.map.writing import flat, marked, written
from tui.menu.picture import BoardPicture

MAPS = (HexMap, MiniMap, BoardPicture)
COLOURED = ("dark", "light", "contrast", "safe")
#: Title, form, table, windows, game with its log: each kind of widget once.
SOME = ("title", "scenarios", "settings", "sheets", "log")


async def assert_seen(data: Path, places: Iterable[str], themes: Iterable[str], depths: Iterable[Depth]) -> None:
    """All that is written beside the maps of these places can be read."""
    played(data, 60)
    app = PanzerhexApp(data, shelf=SHELF)
    found: list[str] = []
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        for place in places:
            await at(pilot, PLACES[place])
            for theme in themes:
                app._put_theme(theme)
                await shown(pilot)
                for depth in depths:
                    found += [f"{place}, {theme}, {depth.name}: {pair}" for pair in faint(app, depth, but=MAPS)]
    assert not found, "\n".join(sorted(found))


async def test_all_themes_can_be_read(tmp_path: Path) -> None:
    await assert_seen(tmp_path, SOME, COLOURED, (Depth.TRUE, Depth.MANY))


async def test_sixteen_colours_can_be_read(tmp_path: Path) -> None:
    await assert_seen(tmp_path, SOME, ("16",), (Depth.TRUE, Depth.FEW))


async def test_without_colour_everything_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    await assert_seen(tmp_path, SOME, ("16", "dark"), (Depth.TRUE, Depth.FEW, Depth.NONE))


@pytest.mark.parametrize(
    ("type_", "colours", "theme"),
    [("linux", "", "16"), ("xterm", "", "16"), ("xterm-256color", "", "light"), ("xterm", "truecolor", "light")],
)
async def test_a_terminal_of_sixteen_colours_shows_a_theme_of_sixteen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, type_: str, colours: str, theme: str
) -> None:
    """Whatever is set: the others cannot be read there. The setting stays for other terminals."""
    monkeypatch.setenv("TERM", type_)
    monkeypatch.setenv("COLORTERM", colours)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    app.use_theme("light")
    assert (app.theme, app.settings.theme) == (f"panzerhex-{theme}", "light")


@pytest.mark.long
@pytest.mark.parametrize("theme", [*COLOURED, "16"])
async def test_every_place_can_be_read(tmp_path: Path, theme: str) -> None:
    depths = (Depth.TRUE, Depth.FEW) if theme == "16" else (Depth.TRUE, Depth.MANY)
    await assert_seen(tmp_path, PLACES, (theme,), depths)


def drawn(colours: Ink, depth: Depth, glyph: str) -> Pair:
    """What a glyph looks like in an ink of the map."""
    return next(pairs(Segment(glyph, colours.style), depth))


@pytest.mark.parametrize("palette", list(PALETTES.values()), ids=list(PALETTES))
def test_counters_and_their_marks_can_be_read(palette: Palette) -> None:
    scene = make_scene()
    depths = (Depth.FEW,) if palette in (SIXTEEN, MONO) else (Depth.TRUE, Depth.MANY)
    found = []
    for tone in sorted({*palette.sides, "german", "soviet"}):
        sides = {look.id: evolve(look, tone=tone) for look in scene.sides.values()}
        for side in (*sides, None):
            unit = Counter("u", "unit", Hex(6, 2), side, "T", "T-34", 0)
            for selected in (None, "u"):
                colours = written(palette, unit, evolve(scene, sides=sides, selected=selected))
                inks = {"T": colours}
                for mark in palette.tones:
                    inks[f"mark {mark}"] = marked(palette, Mark(mark, "m", "m", mark, mark), colours)
                for what, one in inks.items():
                    pair = drawn(one, depths[0], "T" if what == "T" else UNICODE.selected)
                    if not pair.enough:
                        found.append(f"{tone} {side} {what}: {pair}")
    for pair_of in (palette.cursor, palette.selected):
        found += [f"cursor: {p}" for d in depths if not (p := drawn(flat(palette, pair_of, True), d, "A")).enough]
    assert not found, "\n".join(found)
