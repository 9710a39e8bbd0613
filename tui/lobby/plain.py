"""The plain program: several of them on one data directory are players of one house."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, cast

from saves.rooms.names import PlayerName
from tui.kit.garbage import look_for_garbage
from tui.lobby.app import LobbyApp
from tui.lobby.identity import player_name

if TYPE_CHECKING:
    from saves.rooms.house import House
    from tui.start import StartAt
    from tui.thinking.thoughts import Thoughts


class PlainApp(LobbyApp):
    """The program in one's own terminal. The house is opened when it is first wanted, or when there are tables."""

    def __init__(self, data_dir: Path, start: StartAt | None = None, *, thoughts: Thoughts | None = None) -> None:
        self._unnamed = ""
        try:
            name = player_name()
        except ValueError as error:
            self._unnamed = str(error)
            name = cast(PlayerName, "player")
        super().__init__(None, name, data_dir, start, confined=False, thoughts=thoughts)
        self._attending: asyncio.Task[None] | None = None

    @property
    def house(self) -> House:
        """The lobby and its rooms, in the data directory."""
        if self._house is None:
            from saves.rooms.error import RoomError
            from saves.rooms.house import House
            from tui.lobby.attendant import Attendant

            if self._unnamed:
                raise RoomError(self._unnamed)
            self._house = House(self.data_dir, self.shelf.open_system, self.shelf.content_hash)
            attendant = Attendant(self._house, thoughts=self.thoughts)
            self._attending = asyncio.get_running_loop().create_task(attendant.run())
        return self._house

    async def on_mount(self) -> None:
        """Look for tables that wait before the title is shown."""
        self.call_after_refresh(look_for_garbage)
        # The handler of the base class runs after this one by itself.
        if (self.data_dir / "rooms").is_dir() and not self._unnamed:
            from saves.line import SaveError

            try:
                self.house.rooms()
            except (SaveError, OSError) as error:
                self.notify(str(error), title="Lobby", severity="warning", timeout=10, markup=False)

    def show_lobby(self) -> None:
        """Go to the lobby."""
        from saves.line import SaveError

        try:
            self.house.rooms()
        except (SaveError, OSError) as error:
            self.notify(str(error), title="The lobby cannot be opened", severity="error", timeout=10, markup=False)
            return
        super().show_lobby()

    async def ended(self) -> None:
        """Write down what is only in memory before the program ends."""
        task, self._attending = self._attending, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
