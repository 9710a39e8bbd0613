"""A notice that comes to be shown when its time is over is gone, and the app goes on."""

from __future__ import annotations

import asyncio

from textual.timer import Timer
from textual.widget import Widget

from tui.terminal.notices import LEAST_LEFT, Notice
from tui.terminal.sturdy import SturdyApp


def test_no_notice_has_less_than_nothing_left() -> None:
    late = Notice("late", timeout=-3)
    assert late.time_left == LEAST_LEFT > 0
    assert late.has_expired
    now = Notice("now", timeout=30)
    assert 29 < now.time_left <= 30
    assert not now.has_expired


async def test_a_notice_shown_too_late_leaves_the_app_at_rest() -> None:
    """What Textual sets by the time that is left of a notice comes to its end."""
    app: SturdyApp[None] = SturdyApp()
    set_for: list[float] = []
    ended = asyncio.Event()

    class Shown(Widget):
        def on_mount(self) -> None:
            timer = self.set_timer(Notice("late", timeout=-3).time_left, ended.set)
            set_for.append(timer._interval)
            assert isinstance(timer, Timer)

    async with app.run_test(size=(80, 24)) as pilot:
        await app.mount(Shown())
        await ended.wait()
        app.notify("here", timeout=30)
        await pilot.pause()
        (notice,) = app._notifications
        assert isinstance(notice, Notice)
        assert notice.message == "here"
    assert set_for == [LEAST_LEFT]
