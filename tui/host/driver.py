"""A Textual driver for a client of the SSH host: it draws into an outbox and hears what the client types."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, Protocol, TextIO, cast
from weakref import ref

from textual import constants
from textual.app import App
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen

from tui.host.outbox import Outbox
from tui.host.terminal import Terminal
from tui.terminal.driver import DistantDriver
from tui.terminal.pacing import pace

#: Alternate screen; then, where terminals know it: buttons, every movement, SGR coordinates of the mouse.
_SCREEN_ON: Final = "\x1b[?1049h"
_SCREEN_OFF: Final = "\x1b[?1049l\x1b[?25h"
_MOUSE_ON: Final = "\x1b[?1000h\x1b[?1003h\x1b[?1006h"
_MOUSE_OFF: Final = "\x1b[?1000l\x1b[?1003l\x1b[?1006l"
_CURSOR_OFF: Final = "\x1b[?25l"
_FOCUS_ON, _FOCUS_OFF = "\x1b[?1004h", "\x1b[?1004l"
_PASTE_ON, _PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
_WRAP_OFF, _WRAP_ON = "\x1b[?7l", "\x1b[?7h"
#: Kitty's keys: disambiguate (1), report all keys (8), with their text (16).
_KEYS_ON, _KEYS_OFF = "\x1b[>25u", "\x1b[<u"
_ASK_SYNCHRONISED: Final = "\x1b[?2026$p"
#: The style of plain text, and the whole screen empty.
_PLAIN: Final = "\x1b[0m"


class Client(Protocol):
    """The other end of a driver."""

    terminal: Terminal
    size: tuple[int, int]
    outbox: Outbox

    def attach(self, driver: SshDriver | None) -> None:
        """Let this driver hear what the client types and how large its screen is; None = nobody hears it."""
        ...


class SshDriver(DistantDriver):
    """Draws an app on a client's terminal.

    The size comes from the channel, not in band: terminals that report it in band would report the mouse in pixels
    too, with many messages for each cell.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        client: Client,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or client.size)
        self._client = client
        self._on = False
        self._paced: Callable[[], Screen[Any] | None] = _nothing

    @classmethod
    def of(cls, client: Client) -> type[Driver]:
        """What to give to an app as its driver class."""
        return cast(type[Driver], partial(cls, client=client))

    # -- what the app does ----------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Draw."""
        if self._on:
            self._client.outbox.write(data)

    def flush(self) -> None:
        """What was drawn is a whole frame."""
        if self._on:
            self._client.outbox.flush()

    def start_application_mode(self) -> None:
        """Take the client's screen."""
        modes = [_SCREEN_ON, _CURSOR_OFF]
        if self._client.terminal.capable:
            modes += [_MOUSE_ON if self.mouse else "", _FOCUS_ON, _PASTE_ON, _WRAP_OFF, _ASK_SYNCHRONISED]
            modes += ["" if constants.DISABLE_KITTY_KEY else _KEYS_ON]
        self._client.outbox.tell("".join(modes))
        self._on = True
        self._client.attach(self)
        self.resize(self._client.size)

    def disable_input(self) -> None:
        """Hear no more."""
        self._client.attach(None)

    def stop_application_mode(self) -> None:
        """Give the client's screen back."""
        self.disable_input()
        if not self._on:
            return
        self.flush()
        self._on = False
        modes = [_PLAIN]
        if self._client.terminal.capable:
            modes += ["" if constants.DISABLE_KITTY_KEY else _KEYS_OFF, _WRAP_ON, _PASTE_OFF, _FOCUS_OFF]
            modes += [_MOUSE_OFF if self.mouse else ""]
        self._client.outbox.tell("".join((*modes, _SCREEN_OFF)))

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """The browser would open on the host: show the address instead."""
        self.app.call_later(partial(self.app.notify, url, title="Address", markup=False))

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Files would be written on the host: nothing is."""
        binary.close()

    # -- what the client does -------------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """A key, the mouse, a paste."""
        screen = self.app.screen_stack[-1] if self.app.screen_stack else None
        if screen is not self._paced():
            self._paced = ref(screen) if screen is not None else _nothing
            self.app.call_later(pace, screen)
        self.process_message(message)


def _nothing() -> None:
    """No screen yet."""
