"""The right column of the game, or its drawer on a narrow terminal: cards, odds, orders."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tui.widgets.cards import CardPane
from tui.widgets.odds import OddsPanel
from tui.widgets.orders import OrderMenu


class SidePanel(Vertical):
    """Cards above, then the odds of what is pointed at, then what may be picked.

    Odds, and the words of a line of the menu as a whole, take their room from the cards alone: the menu stays where it
    is, or a line of it would be gone from under the mouse that points at it.
    """

    DEFAULT_CSS = """
    SidePanel { width: 38; height: 1fr; padding: 0 1; background: $surface; }
    SidePanel > #looked { height: 1fr; }
    SidePanel #whole { height: auto; max-height: 4; width: 1fr; color: $text-accent; display: none; }
    SidePanel > #question {
        height: auto; max-height: 5; width: 1fr; border-top: solid $panel-lighten-2; text-style: bold;
    }
    """

    def compose(self) -> ComposeResult:
        """Cards, odds, what the line pointed at says as a whole, the question, the choices."""
        with Vertical(id="looked"):
            yield CardPane()
            yield OddsPanel()
            yield Static(id="whole")
        yield Static(id="question")
        yield OrderMenu()

    def tell(self, whole: str) -> None:
        """Show the words of what is pointed at in the menu, where its line cuts them; "" where it does not."""
        box = self.query_one("#whole", Static)
        if whole:
            # What is not shown is not laid out either.
            box.update(whole)
        box.display = bool(whole)

    def ask(self, question: str) -> None:
        """Show what is being asked for; "" if nothing is."""
        box = self.query_one("#question", Static)
        box.update(question)
        box.display = bool(question)
