"""LobbyApps on terminals that keep every byte that is written to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from attrs import define
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from saves.rooms.house import House
from saves.rooms.names import PlayerName
from tests.lobby.parlour import SHELF
from tui.lobby.app import LobbyApp

#: Seconds without a byte after which a terminal counts as quiet, and seconds that are waited for that.
QUIET = 0.12
PATIENCE = 6.0


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
    pilot: Pilot[None]

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
        yield Terminal(app, Pilot(app))
        assert app.failures == []
    finally:
        app.exit()
        await task


async def quiet(*terminals: Terminal) -> None:
    """Until nothing has been written for a while."""
    loop = asyncio.get_running_loop()
    end, still = loop.time() + PATIENCE, loop.time()
    lengths = [0] * len(terminals)
    while loop.time() < end and loop.time() - still < QUIET:
        await asyncio.sleep(0.02)
        now = [len(t.written) for t in terminals]
        if now != lengths:
            lengths, still = now, loop.time()
