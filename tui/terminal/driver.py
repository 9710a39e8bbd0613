"""A driver of Textual that is no terminal of this process: what it draws and hears goes elsewhere."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message


class DistantDriver(Driver):
    """What a driver needs of its app; what it writes and how it begins and ends is its own affair."""

    @property
    def app(self) -> App[Any]:
        """The app that is drawn."""
        return self._app

    @property
    def mouse(self) -> bool:
        """Whether the app wants to hear of the mouse."""
        return self._mouse

    def resize(self, size: tuple[int, int]) -> None:
        """The screen has so many columns and rows, or others than before."""
        self._size = size
        self.send_message(events.Resize(Size(*size), Size(*size)))

    def send_message(self, message: Message) -> None:
        """Pass a message to the app; all happens in one loop, so it goes straight into its queue."""
        self._app.post_message(message)
