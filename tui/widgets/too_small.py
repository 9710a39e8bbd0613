"""What is shown instead of the game on a terminal too small for it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Static

from tui.terminal.sturdy import LEAST

NEEDED = (60, 20)


class TooSmall(Container):
    """Covers everything and waits until the terminal is large enough."""

    DEFAULT_CSS = """
    TooSmall {
        layer: cover; width: 100%; height: 100%; align: center middle; background: $background; display: none;
    }
    TooSmall > Static { width: auto; max-width: 100%; height: auto; text-align: center; }
    TooSmall.-tiny { align: left top; }
    TooSmall.-tiny > Static { text-align: left; }
    """

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static()

    def show(self, width: int, height: int) -> None:
        """Take the size of the terminal; covers the screen if it is too small."""
        self.display = width < NEEDED[0] or height < NEEDED[1]
        if self.display:
            # Screens are laid out for no less than they need at all, but this must be seen.
            self.set_class(width < LEAST.width or height < LEAST.height, "-tiny")
            words = self.query_one(Static)
            words.styles.max_width = width
            words.update(
                f"The game needs {NEEDED[0]} x {NEEDED[1]} cells.\n"
                f"This terminal has {width} x {height}.\nMake it larger."
            )
