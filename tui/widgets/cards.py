"""Unit card, stack and terrain card: what is known of the hex under the cursor and of what lies in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.presentation import Card, Counter
from tui.widgets.text import MUTED, card_content


class StackList(OptionList):
    """What lies in the hex under the cursor, the topmost first; shown when it is more than one thing."""

    DEFAULT_CSS = """
    StackList {
        height: auto; max-height: 7; border: none; padding: 0; background: transparent;
        scrollbar-size-vertical: 1;
    }
    StackList:focus { border: none; }
    StackList > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    """

    class Chosen(Message):
        """Something in the stack was chosen."""

        def __init__(self, counter: str) -> None:
            super().__init__()
            self.counter = counter

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[Counter, ...] = ()

    def show(self, counters: Sequence[Counter], names: Mapping[str, str], chosen: str | None) -> None:
        """Show a stack; names: of sides; chosen: id of the counter whose card is shown."""
        stack = tuple(counters)
        self.display = len(stack) > 1
        if stack != self._shown:
            self._shown = stack
            self.set_options([Option(_counter_content(c, names)) for c in stack])
        row = next((i for i, c in enumerate(stack) if c.id == chosen), None)
        if row != self.highlighted:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = row

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell what was chosen."""
        event.stop()
        if event.option_index < len(self._shown):
            self.post_message(self.Chosen(self._shown[event.option_index].id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A second click on the same thing changes nothing."""
        event.stop()


class CardPane(VerticalScroll):
    """Stack, unit card and terrain card, one below the other, scrolling together."""

    DEFAULT_CSS = """
    CardPane { height: 1fr; min-height: 3; scrollbar-size-vertical: 1; }
    CardPane > Static { width: 1fr; height: auto; }
    CardPane > #terrain-card { margin-top: 1; }
    CardPane > #terrain-card.-alone { margin-top: 0; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.can_focus = False
        self._shown: tuple[Card | None, Card | None] = (None, None)
        self._width = 0

    def compose(self) -> ComposeResult:
        """Stack, unit, terrain."""
        yield StackList()
        yield Static(id="unit-card")
        yield Static(id="terrain-card")

    def on_resize(self) -> None:
        """Lines are broken for the width there is."""
        self.show(*self._shown)

    def show(self, unit: Card | None, terrain: Card | None) -> None:
        """Show two cards; None leaves one out."""
        width = self.scrollable_content_region.width
        before, same_width = self._shown, width == self._width
        if (unit, terrain) == before and same_width:
            return
        self._width = width
        changed = unit is not None and (before[0] is None or unit.title != before[0].title)
        self._shown = (unit, terrain)
        for name, card, last in (("unit", unit, before[0]), ("terrain", terrain, before[1])):
            if card == last and same_width:
                continue
            box = self.query_one(f"#{name}-card", Static)
            box.display = card is not None
            if card is not None:
                content = card_content(card, width - 1 if width else 0)
                # The whole screen is laid out anew only for a card of another height.
                seen = last is not None and box.size.width > 0
                fits = seen and content.get_height({}, box.size.width) == box.size.height
                box.update(content, layout=not fits)
        self.query_one("#terrain-card").set_class(unit is None, "-alone")
        if changed:
            self.scroll_home(animate=False)


def _counter_content(counter: Counter, names: Mapping[str, str]) -> Content:
    marks = " ".join(mark.meaning for mark in counter.marks)
    parts = [Content(counter.called)]
    parts.append(Content.styled(names.get(counter.side or "", counter.kind), MUTED))
    if marks:
        parts.append(Content.styled(marks, f"italic {MUTED}"))
    return Content("  ").join(parts)
