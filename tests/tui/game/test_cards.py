"""The pane of cards: long cards scroll, short ones are not laid out anew, and drawn cards are shared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from core.presentation import Card, Row, Section
from tests.tui.toy_app import ToyApp, press, seen, table
from tui.kit.text import tone_style
from tui.kit.whole_card import WholeCard
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


async def test_cards_that_do_not_fit_are_laid_out_once_for_their_scrollbar_too(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CardApp()
    async with app.run_test(size=(40, 20)) as pilot:
        pane = app.query_one(CardPane)
        pane.show(None, card("Hex", 2))
        await pilot.pause()
        laid: list[int] = []
        lay = Screen._refresh_layout

        def counted(screen: Screen[object], *given: object, **named: object) -> None:
            laid.append(1)
            lay(screen, *given, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(Screen, "_refresh_layout", counted)
        for cards in ((card("Gun", 30), card("Hill", 2)), (None, card("Field", 2))):
            laid.clear()
            before = shown(app)
            pane.show(*cards)
            await pilot.pause()
            assert len(laid) == 1
            assert shown(app) != before


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


@asynccontextmanager
async def whole(
    data: Path, monkeypatch: pytest.MonkeyPatch, *rows: Row
) -> AsyncIterator[tuple[ToyApp, Pilot[None], list[str]]]:
    """A whole card, and the rules that are opened from it."""
    opened: list[str] = []
    monkeypatch.setattr(ToyApp, "action_show_rule", lambda self, rule: opened.append(rule))
    app = ToyApp(data, table())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.push_screen(WholeCard((Card("Tank", sections=(Section("", rows),)),)))
        await pilot.pause()
        yield app, pilot, opened
        await pilot.pause()
        assert app.failures == []


async def test_the_rule_of_a_value_opens_by_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (Row("Move", "4T", "na:4.5"), Row("Size", "+0", "na:4.4.3.2.2a"), Row("Armor", "9", "na:4.5"))
    async with whole(tmp_path, monkeypatch, *rows) as (app, pilot, opened):
        assert "r rule" in seen(app)
        await press(pilot, "r")
        assert "1 Move  na:4.5" in seen(app)
        assert "Armor  na" not in seen(app), "a rule is named once"
        await press(pilot, "2")
        assert opened == ["na:4.4.3.2.2a"]


@pytest.mark.parametrize(("rule", "opened"), [("na:4.5", ["na:4.5"]), ("", [])])
async def test_one_rule_is_opened_at_once_and_none_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str, opened: list[str]
) -> None:
    async with whole(tmp_path, monkeypatch, Row("Move", "4T", rule)) as (app, pilot, found):
        assert ("r rule" in seen(app)) is bool(rule)
        await press(pilot, "r")
        assert found == opened
