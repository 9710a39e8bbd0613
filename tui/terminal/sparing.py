"""An app that writes to its terminal only the cells that changed."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from rich.console import RenderableType
from textual import on
from textual._compositor import CompositorUpdate
from textual.app import App, ScreenStackError
from textual.driver import Driver
from textual.screen import Screen

from tui.terminal.frames import ChangedCells, Frames
from tui.terminal.sturdy import Result, SturdyApp

#: Seconds until all is drawn anew where that cannot be now.
AGAIN: Final = 0.02


class SparingApp(SturdyApp[Result]):
    """Writes only the cells that differ from the frame before; whatever else is shown makes the next frame whole."""

    def __init__(self) -> None:
        super().__init__()
        self._frames = Frames()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write only the cells that changed; anything else that is shown makes the whole next frame new.

        A screen is only ever written to the terminal of its own app, even if another app of the process asks for it.
        """
        owner = screen.parent
        if owner is not self and isinstance(owner, SparingApp):
            owner._display(screen, renderable)
            return
        if isinstance(renderable, CompositorUpdate) and not self.is_inline:
            width, height = screen.outer_size
            across, down = self.terminal_size
            renderable = ChangedCells(renderable, self._frames, (min(width, across), min(height, down)))
            if self._writes and renderable.changes_nothing(self.console) and self._cursor_stays:
                self.post_display_hook()
                return
        elif renderable is not None:
            self._frames.forget()
        super()._display(screen, renderable)

    def _check_resize(self) -> None:
        """Draw all anew where the terminal has the size that it had: it was smaller meanwhile, or may have been."""
        event = self._resize_event
        super()._check_resize()
        if event is not None and tuple(event.size) == self._frames.size:
            repaint(self)

    @on(Driver.SignalResume)
    def _goes_on(self) -> None:
        """The program was stopped and goes on: others have written on the terminal meanwhile."""
        repaint(self)

    def action_redraw(self) -> None:
        """Draw the whole screen anew, as somebody asks who sees what others have written on it."""
        repaint(self)

    @property
    def _writes(self) -> bool:
        """Whether a frame that is displayed now is written to a terminal."""
        return not self._batch_count and self._running and not self._closed and not self.is_headless

    @property
    def _cursor_stays(self) -> bool:
        """Whether the terminal's own cursor is where it was."""
        return self.screen.outer_size.clamp_offset(self.cursor_position) == self._previous_cursor_position


def repaint(app: App[Any]) -> None:
    """Draw an app's whole screen anew: the terminal may show anything. To be called in the app's own context."""
    try:
        screen = app.screen
    except ScreenStackError:
        return
    if app._batch_count:
        # Nothing is written now.
        app.set_timer(AGAIN, partial(repaint, app))
        return
    if isinstance(app, SparingApp):
        app._frames.forget()
    app._display(screen, screen._compositor.render_update(full=True))
