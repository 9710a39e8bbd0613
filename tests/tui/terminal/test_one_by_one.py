"""Keys that come together are done one after the other: each goes to what the one before it has opened."""

from __future__ import annotations

from pathlib import Path

from textual.events import Key

from core.hexes import hex_from_id
from tests.tui.game.test_pb_screens import at_table, posed
from tests.tui.toy_app import ToyApp
from tui.game.screen import GameScreen


def typed(app: ToyApp, *keys: str) -> None:
    """All of the keys at once, as a slow line brings them."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else "\r" if key == "enter" else None))


async def test_a_hex_that_is_typed_at_once_is_gone_to_and_gives_no_order(tmp_path: Path) -> None:
    """Its digits go into the line that `g` opens, not to the menu under it."""
    counters = {"a": "g-panther C2", "b": "g-panther C4", "x": "r-rifle M9"}
    async with at_table(tmp_path, posed(counters, step="first-vehicles"), (120, 40)) as (app, pilot):
        before = len(app.table.game.journal)
        typed(app, "g", *"H7", "enter")
        await pilot.pause()
        assert isinstance(app.screen, GameScreen)
        assert app.screen.stage.cursor == hex_from_id("H7")
        assert not app.screen.stage.begun
        assert len(app.table.game.journal) == before


async def test_an_order_that_is_typed_at_once_is_given(tmp_path: Path) -> None:
    counters = {"a": "g-panther C2", "b": "g-panther C4", "x": "r-rifle M9"}
    async with at_table(tmp_path, posed(counters, step="first-vehicles"), (120, 40)) as (app, pilot):
        typed(app, "1", "g", *"C3", "enter", "enter", "2", "g", *"C5", "enter", "enter")
        await pilot.pause()
        assert [str(app.table.game.state.units[unit].hex) for unit in ("a", "b")] == ["C3", "C5"]
