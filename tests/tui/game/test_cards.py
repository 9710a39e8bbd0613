"""The pane of cards: long cards scroll, short ones are not laid out anew, and drawn cards are shared."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.screen import Screen

from core.presentation import Card, Row, Section
from tui.kit.text import tone_style
from tui.widgets.cards import CardPane, CardText


class CardApp(App[None]):
    """A pane of twelve lines."""

    CSS = "CardPane { width: 30; height: 12; }"

    def compose(self) -> ComposeResult:
        """The pane."""
        yield CardPane()


def card(title: str, lines: int) -> Card:
    """A card with so many rows."""
    return Card(title, sections=(Section("", tuple(Row(f"row {i}", "text") for i in range(lines))),))


def shown(app: CardApp) -> str:
    """The text on the screen."""
    return "\n".join("".join(segment.text for segment in line) for line in app.screen._compositor.render_strips())


async def test_long_cards_scroll_and_short_ones_do_not() -> None:
    app = CardApp()
    async with app.run_test(size=(40, 20)) as pilot:
        pane, text = app.query_one(CardPane), app.query_one(CardText)
        pane.show(card("Tank", 2), card("Hex", 2))
        await pilot.pause()
        assert (text.size.height, pane.max_scroll_y) == (12, 0)
        assert "Tank" in shown(app)
        assert "Hex" in shown(app)
        pane.show(card("Gun", 30), card("Hill", 2))
        await pilot.pause()
        assert pane.max_scroll_y == 31 + 1 + 3 - 12
        assert "Gun" in shown(app)
        assert "Hill" not in shown(app)
        pane.scroll_end(animate=False)
        await pilot.pause()
        assert "Hill" in shown(app)
        pane.show(None, card("Field", 2))
        await pilot.pause()
        assert (text.size.height, pane.max_scroll_y) == (12, 0)
        assert "Field" in shown(app)
        assert "Gun" not in shown(app)
        assert "Hill" not in shown(app)


async def test_cards_that_fit_are_not_laid_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CardApp()
    async with app.run_test(size=(40, 20)) as pilot:
        pane = app.query_one(CardPane)
        pane.show(None, card("Hex", 2))
        await pilot.pause()
        laid: list[bool] = []
        monkeypatch.setattr(Screen, "_refresh_layout", lambda *_, **__: laid.append(True))
        pane.show(card("Tank", 4), card("Field", 3))
        await pilot.pause()
        assert not laid
        assert "Tank" in shown(app)
        assert "Field" in shown(app)


async def test_another_theme_is_drawn_anew() -> None:
    toned = Card("Tank", sections=(Section("", (Row("state", "burns", tone="bad"),)),))
    assert tone_style("bad")
    seen = set()
    for theme in ("textual-dark", "textual-light"):
        app = CardApp()
        async with app.run_test(size=(40, 20)) as pilot:
            app.theme = theme
            app.query_one(CardPane).show(toned, None)
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            seen |= {str(segment.style) for strip in strips for segment in strip if "burns" in segment.text}
    assert len(seen) == 2
