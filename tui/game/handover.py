"""Between two players at one keyboard: says who must come, and shows nothing of any side."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tui.kit.help import HelpScreen


class HandOverScreen(Screen[None]):
    """Waits until the player of a side has come to the keyboard.

    ready: called before the screen goes away, so that what lies beneath is already that player's.
    """

    DEFAULT_CSS = """
    HandOverScreen { align: center middle; background: $background; }
    HandOverScreen > Vertical {
        width: 52; max-width: 96%; height: auto; padding: 1 2; border: round $accent; background: $surface;
    }
    HandOverScreen Static { width: 1fr; text-align: center; }
    """
    HELP_TITLE = "Hand-over"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "ready", "I am at the keyboard"),
        Binding("q", "leave", "leave the game; it is saved"),
        Binding("question_mark,f1", "help", "keys of this place", key_display="?", id="everywhere.help"),
    ]

    def __init__(self, title: str, who: str, ready: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__()
        self.game_title = title
        self.who = who
        self._ready = ready
        self._leave = leave

    def compose(self) -> ComposeResult:
        """Who must come, and how to go on."""
        with Vertical():
            yield Static(Content.styled(self.game_title, "$text-muted"))
            yield Static(Content.assemble("\n", (self.who, "bold $text-accent"), (" to the keyboard", "bold"), "\n"))
            yield Static(Content("Everybody else, please look away."))
            yield Static(
                Content.assemble("\n", ("enter", "bold $text-accent"), " goes on   ", ("q", "bold"), " leaves")
            )

    def on_click(self) -> None:
        """A click goes on as Enter does."""
        self.action_ready()

    def action_ready(self) -> None:
        """Go on as this player."""
        self._ready()
        self.dismiss(None)

    def action_leave(self) -> None:
        """Leave the game."""
        self.dismiss(None)
        self._leave()

    def action_help(self) -> None:
        """Show the keys of this place."""
        self.app.push_screen(HelpScreen.of(self))
