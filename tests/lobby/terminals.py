"""LobbyApps on terminals that keep every byte that is written to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from attrs import define
from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.timer import Timer

from saves.rooms.house import House
from saves.rooms.names import PlayerName
from tests.lobby.parlour import SHELF
from tests.patience import PATIENCE
from tui.lobby.app import LobbyApp
from tui.terminal.settled import at_work, frame_due, settled

#: Seconds that an app has to begin.


class RecordingDriver(HeadlessDriver):
    """A terminal without keys that keeps what is written."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.written: list[str] = []

    @property
    def is_headless(self) -> bool:
        """The app is to write as to any terminal."""
        return False

    def write(self, data: str) -> None:
        """Keep it."""
        if data:
            self.written.append(data)

    def flush(self) -> None:
        """Nothing is held back."""


class RecordedApp(LobbyApp):
    """A player's app whose notices are written to the record at once: how long one is seen is a matter of time."""

    def notify(self, message: str, *, title: str = "", **more: Any) -> None:
        """Write it down."""
        driver = self._driver
        assert isinstance(driver, RecordingDriver)
        driver.written.append(f"<{title}: {message}>")


@define
class Terminal:
    """A running app and all that it wrote."""

    app: LobbyApp

    @property
    def driver(self) -> RecordingDriver:
        """The terminal's end of it."""
        driver = self.app._driver
        assert isinstance(driver, RecordingDriver)
        return driver

    @property
    def written(self) -> bytes:
        """All bytes since the record was begun."""
        return "".join(self.driver.written).encode()

    def press(self, key: str) -> None:
        """Press a key."""
        self.app.post_message(events.Key(key, key if len(key) == 1 else None))

    def draw(self) -> None:
        """Draw what has changed."""
        with self.app._context():
            self.app.screen._on_timer_update()

    def begin(self) -> None:
        """Begin the record anew."""
        self.driver.written.clear()


@asynccontextmanager
async def terminal(
    house: House, player: PlayerName, room: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Terminal]:
    """A player's app at a table, on a recording terminal."""
    app = RecordedApp(house, player, house.data / "players" / player, shelf=SHELF, start_room=room)
    app.driver_class = RecordingDriver
    ready = asyncio.Event()

    async def pilot(_: Pilot[None]) -> None:
        ready.set()

    task = asyncio.create_task(app.run_async(size=size, auto_pilot=pilot))
    await asyncio.wait_for(ready.wait(), PATIENCE)
    try:
        yield Terminal(app)
        assert app.failures == []
    finally:
        app.exit()
        await task


@contextmanager
def drawn_when_quiet() -> Iterator[None]:
    """Let screens draw nothing by themselves: when they do is a matter of time, and so is how a frame is split."""
    resume = Timer.resume

    def unless_it_draws(self: Timer) -> None:
        if self.name != "screen_update":
            resume(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Timer, "resume", unless_it_draws)
        yield


async def quiet(*terminals: Terminal, seconds: float = PATIENCE) -> None:
    """Until all has been done; then draw, until that brings about nothing more."""

    def left() -> str:
        return next((what for one in terminals if (what := at_work(one.app))), "")

    while True:
        assert not (what := await settled(left, seconds)), f"{what} is still to come"
        stale = [one for one in terminals if frame_due(one.app)]
        if not stale:
            return
        for one in stale:
            one.draw()
