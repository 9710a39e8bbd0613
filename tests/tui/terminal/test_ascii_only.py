"""Where only ASCII is wanted nothing else is on the screen: no frame, bar, scrollbar or sign."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve
from rich.cells import cell_len

from tests.tui.played import SHELF, played
from tests.tui.tour import PLACES, at
from tui.app import PanzerhexApp
from tui.settings import Settings, save
from tui.terminal.ascii_only import in_ascii

SOME = ("title", "scenarios", "settings", "replay", "hand-over", "log", "sheets", "card", "overlays")


def other(app: PanzerhexApp) -> set[str]:
    """The characters on the screen that are not ASCII."""
    strips = app.screen._compositor.render_strips()
    return {sign for strip in strips for segment in strip for sign in segment.text if not sign.isascii()}


async def test_every_place_is_ascii_if_that_is_wanted(tmp_path: Path) -> None:
    played(tmp_path, 60)
    save(Settings(ascii=True), tmp_path)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        for place in SOME:
            await at(pilot, PLACES[place])
            assert not other(app), place


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
    for text in ("╭─ Kübelwagen ─╮", "▸ 50 % … ▊█", "Pz IV › H8 × 2"):
        assert in_ascii(text).isascii()
        assert cell_len(in_ascii(text)) == cell_len(text)
