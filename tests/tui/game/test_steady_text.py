"""Text that changes with nearly every key: the screen is laid out anew only when it takes another number of lines."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tui.kit.steady_text import SteadyText


class TextApp(App[None]):
    """Such a text above another."""

    CSS = "SteadyText { height: auto; padding: 0 1; }"

    def compose(self) -> ComposeResult:
        """The two."""
        yield SteadyText()
        yield Static("below")


def shown(app: TextApp) -> list[str]:
    """The lines of the screen."""
    return ["".join(segment.text for segment in line).strip() for line in app.screen._compositor.render_strips()]


async def test_it_takes_the_lines_that_it_needs() -> None:
    app = TextApp()
    async with app.run_test(size=(20, 6)) as pilot:
        text = app.query_one(SteadyText)
        for words in ("one", "another", "more than one line holds", "as many as that held", "one\ntwo\nthree", "one"):
            text.put(Content(words))
            await pilot.pause()
            found = shown(app)
            assert found[text.size.height] == "below"
            assert " ".join(found[: text.size.height]) == words.replace("\n", " ")


async def test_as_many_lines_are_not_laid_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    app = TextApp()
    async with app.run_test(size=(20, 6)) as pilot:
        text = app.query_one(SteadyText)
        text.put(Content("one\ntwo"))
        await pilot.pause()
        laid: list[bool] = []
        monkeypatch.setattr(Screen, "_refresh_layout", lambda *_, **__: laid.append(True))
        text.put(Content("three\nfour"))
        await pilot.pause()
        assert shown(app)[:3] == ["three", "four", "below"]
        assert not laid
        text.put(Content("five"))
        await pilot.pause()
        assert laid


async def test_it_is_broken_for_the_width_that_it_has() -> None:
    app = TextApp()
    async with app.run_test(size=(40, 6)) as pilot:
        text = app.query_one(SteadyText)
        text.put(Content("words that one line of a wide screen holds"[:38]))
        await pilot.pause()
        text.put(Content("other words that one line of it holds"))
        await pilot.pause()
        await pilot.resize_terminal(20, 6)
        await pilot.pause()
        assert shown(app)[text.size.height] == "below"
        assert text.size.height > 1


async def test_what_is_not_displayed_lays_nothing_out_until_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    app = TextApp()
    async with app.run_test(size=(20, 6)) as pilot:
        text = app.query_one(SteadyText)
        text.display = False
        await pilot.pause()
        with monkeypatch.context() as watched:
            laid: list[bool] = []
            watched.setattr(Screen, "_refresh_layout", lambda *_, **__: laid.append(True))
            text.put(Content("unseen"))
            await pilot.pause()
            assert not laid
        text.display = True
        text.put(Content("seen\nagain"))
        await pilot.pause()
        assert shown(app)[:3] == ["seen", "again", "below"]
