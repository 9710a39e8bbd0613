"""The base of the full screens outside the game: a headline, a body, the keys of the place, a way back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from tui.keys.unheard import unbound, unheard_in_window
from tui.kit.help import HelpScreen


class Headline(Static):
    """One line at the top: where we are on the left, what is shown on the right."""

    DEFAULT_CSS = """
    Headline { dock: top; height: 1; padding: 0 1; background: $panel; color: $foreground; text-style: bold; }
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.fact = ""

    def say(self, fact: str) -> None:
        """Show a fact on the right."""
        self.fact = fact
        self.refresh(layout=True)

    def render(self) -> Content:
        """The line, filled to the width there is; the fact goes first where there is no room."""
        left = Content.assemble(("PANZERHEX", "$accent"), "  ", self.title)
        gap = self.content_size.width - left.cell_length - Content(self.fact).cell_length
        if gap < 2:
            return left
        return Content.assemble(left, " " * gap, (self.fact, "not bold $text-muted"))


class Place(Screen[None]):
    """A full screen with a headline and a footer; subclasses compose what is between in `body`."""

    DEFAULT_CSS = """
    Place { layout: vertical; }
    Place > #saying { height: auto; padding: 0 1; background: $panel; color: $foreground; display: none; }
    Place > #saying.-shown { display: block; }
    Place > #saying.-wrong { color: $text-warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", key_display="esc"),
        Binding("question_mark,f1", "help", "Keys", key_display="?", id="everywhere.help"),
    ]
    #: What the headline calls the place.
    place: str = ""
    _last_said: tuple[str, bool] = ("", False)
    _answered = False

    def compose(self) -> ComposeResult:
        """Headline, body, footer."""
        yield Headline(self.place)
        yield from self.body()
        yield Static(id="saying")
        yield Footer(compact=True, show_command_palette=False)

    @abstractmethod
    def body(self) -> Iterable[Widget]:
        """The widgets between headline and footer."""
        ...

    def headline(self, fact: str) -> None:
        """Show a fact on the right of the headline."""
        self.query_one(Headline).say(fact)

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show a sentence above the footer until the next one; "" takes it away."""
        self._last_said, self._answered = (text, wrong), False
        self._show_saying(text, wrong)

    def answer(self, event: Key) -> None:
        """Answer a key that does nothing; with any other, what was said before stands again."""
        if unbound(self, event.key):
            self._answered = True
            self._show_saying(unheard_in_window(self, event.key, "does")[1], False)
        elif self._answered:
            text, wrong = self._last_said
            self.say(text, wrong=wrong)

    def _show_saying(self, text: str, wrong: bool) -> None:
        line = self.query_one("#saying", Static)
        line.update(Content(f"! {text}" if wrong else text))
        line.set_class(bool(text), "-shown")
        line.set_class(wrong, "-wrong")

    def action_back(self) -> None:
        """Leave this screen."""
        self.app.pop_screen()

    def action_help(self) -> None:
        """Show the keys of this place."""
        self.app.push_screen(HelpScreen.of(self))
