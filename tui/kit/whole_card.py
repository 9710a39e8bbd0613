"""A card as a whole, in one column or two: all that a player of the board game finds on it, with the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from core.presentation import Card, Section
from tui.keys.bindings import DOWN, RULE, UP
from tui.keys.held import keys_of
from tui.kit.card_text import section_text
from tui.kit.foot import foot
from tui.kit.popups import PickList
from tui.kit.text import MUTED
from tui.kit.window import Window

#: Cells of the window in which a card has room for two columns.
_WIDE: Final = 96


class WholeCard(Window[None]):
    """The cards of what lies in a hex, one at a time, the one asked for first."""

    DEFAULT_CSS = """
    WholeCard { align: center middle; background: $background $veil; }
    WholeCard > #window {
        width: 100%; max-width: 124; height: auto; max-height: 100%; padding: 0 1; background: $surface;
        border: round $accent; border-title-color: $text-accent; border-title-style: bold;
        border-subtitle-color: $text-muted; scrollbar-size-vertical: 1;
    }
    WholeCard Horizontal { height: auto; }
    WholeCard Static { width: 1fr; height: auto; margin: 0 1 0 0; link-style: none; link-color: $text-muted; }
    """
    HELP_TITLE = "Card"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "leave", "back to the map"),
        Binding("q", "leave", "back to the map", id="windows.close"),
        Binding("C", "leave", "back to the map", id="game.card"),
        Binding("question_mark,f1", "legend", "the signs on the map", key_display="?", id="everywhere.help"),
        RULE,
        Binding("down", "scroll(1)", "down"),
        Binding("up", "scroll(-1)", "up"),
        DOWN,
        UP,
        Binding("pagedown,space", "scroll(12)", "a page down"),
        Binding("pageup", "scroll(-12)", "a page up"),
        Binding("left", "other(-1)", "the card before"),
        Binding("right,tab", "other(1)", "the next card of the hex"),
    ]

    def __init__(self, cards: Sequence[Card], at: int = 0, legend: Callable[[], None] | None = None) -> None:
        """legend: opens what the signs on the map mean; None where there is no map."""
        super().__init__()
        self.legend = legend
        self.cards = tuple(cards)
        self.at = at

    def compose(self) -> ComposeResult:
        """Two columns, of which the second may stay empty."""
        with VerticalScroll(id="window"):
            yield Static(id="head")
            with Horizontal():
                yield Static(id="one")
                yield Static(id="two")

    def on_mount(self) -> None:
        """Show the card asked for."""
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Another width has other columns."""
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the card, in as many columns as there is room for."""
        card, window = self.cards[self.at], self.query_one("#window", VerticalScroll)
        width = min(self.app.size.width, 124) - 6
        window.border_title = Content(card.title)
        more = (f"arrows: {self.at + 1} of {len(self.cards)} in this hex", "other(1)") if len(self.cards) > 1 else ""
        signs = f"{keys_of(self).told('everywhere.help')} signs on the map" if self.legend else ""
        rules = f"{keys_of(self).told('windows.rule')} rule" if cited(card) else ""
        self.say_keys(window, foot(more, (rules, "rule"), (signs, "legend"), ("esc back", "leave")))
        self.query_one("#head", Static).update(Content.styled(card.subtitle, MUTED))
        columns = _columns(card.sections) if width >= _WIDE else (card.sections, ())
        room = (width - 2) // 2 if columns[1] else width
        for name, sections in zip(("#one", "#two"), columns, strict=True):
            column = self.query_one(name, Static)
            column.display = bool(sections)
            column.update(Content("\n").join(section_text(section, room) for section in sections))

    def action_other(self, step: int) -> None:
        """The card of another unit of the hex."""
        self.at = (self.at + step) % len(self.cards)
        self.show()
        self.query_one("#window", VerticalScroll).scroll_home(animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one("#window", VerticalScroll).scroll_relative(y=lines, animate=False)

    async def action_rule(self) -> None:
        """Read a rule that the card names; where it names several, which of them is asked."""
        found = cited(self.cards[self.at])

        def picked(at: int | None) -> None:
            if at is not None:
                self.call_later(self.app.run_action, f"show_rule({list(found)[at]!r})")

        if len(found) > 1:
            lines = [("", Content.assemble(f"{told}  ", (rule, MUTED))) for rule, told in found.items()]
            self.app.push_screen(PickList(f"Rules of {self.cards[self.at].title}", lines), picked)
        elif found:
            picked(0)

    def action_legend(self) -> None:
        """Open what the signs on the map mean, over the card."""
        if self.legend is not None:
            self.legend()

    def action_leave(self) -> None:
        """Back to the map."""
        self.dismiss(None)


def cited(card: Card) -> Mapping[str, str]:
    """The rules that a card names, each by its id with what it says first by that rule."""
    found: dict[str, str] = {}
    for row in (row for section in card.sections for row in section.rows if row.rule):
        found.setdefault(row.rule, row.label or row.text)
    return found


def _columns(sections: Sequence[Section]) -> tuple[Sequence[Section], Sequence[Section]]:
    """The sections in order, cut where both columns are about equally long."""
    heights = [len(section.rows) + 2 + bool(section.heading) for section in sections]
    if len(sections) < 2:
        return tuple(sections), ()
    cut = min(range(1, len(sections)), key=lambda i: abs(2 * sum(heights[:i]) - sum(heights)))
    return sections[:cut], sections[cut:]
