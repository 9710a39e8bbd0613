"""Unit card, stack and terrain card: what is known of the hex under the cursor and of what lies in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from textual.app import ComposeResult
from textual.cache import LRUCache
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.presentation import Card, Counter
from tui.kit.text import MUTED, card_content

#: What is said below a card of which only the short form is shown.
MORE: Final = "C shows the whole card"
#: Drawn cards by all that their looks depend on.
_STRIPS: Final[LRUCache[object, list[Strip]]] = LRUCache(256)


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

    # Its height is that of its lines before they are drawn: drawn, they ask for no other layout.
    virtual_size = Reactive(Size(0, 0))

    class Chosen(Message):
        """Something in the stack was chosen."""

        def __init__(self, counter: str) -> None:
            super().__init__()
            self.counter = counter

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.display = False
        self._shown: tuple[Counter, ...] = ()

    def show(self, counters: Sequence[Counter], names: Mapping[str, str], chosen: str | None) -> None:
        """Show a stack; names: of sides; chosen: id of the counter whose card is shown."""
        stack = tuple(counters)
        self.display = len(stack) > 1
        if not self.display:
            return
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


class CardText(Static):
    """Unit card and terrain card as one text.

    It is at least as high as the pane, so that nothing is laid out anew for cards that fit into it; and its lines are
    kept for all who look at the same cards.
    """

    DEFAULT_CSS = """
    CardText { width: 1fr; height: auto; }
    """

    # The size that a layout has given it asks for no other layout.
    virtual_size = Reactive(Size(0, 0))

    def __init__(self) -> None:
        super().__init__()
        self._cards: tuple[Card, ...] = ()
        self._broken = 0

    def put(self, cards: tuple[Card, ...], width: int) -> None:
        """Show these cards, with lines broken for `width` cells."""
        self._cards, self._broken = cards, width
        content = _content(cards, width)
        height = content.get_height({}, self.size.width) if self.size.width else -1
        fits = height == self.size.height or (height < self.size.height and self.size.height == self._least)
        self.update(content, layout=not fits)

    @property
    def _least(self) -> int:
        """The height of the pane if the cards have it for themselves."""
        pane = self.parent
        if not isinstance(pane, CardPane) or pane.query_one(StackList).display:
            return 0
        return pane.size.height

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as there are, or as the pane has."""
        least = container.height if self._least else 0
        return max(super().get_content_height(container, viewport, width), least)

    def render_lines(self, crop: Region) -> list[Strip]:
        """A part of the text."""
        if self.text_selection is not None:
            return super().render_lines(crop)
        filters = tuple(type(each) for each in self.get_line_filters())
        key = (self._cards, self._broken, self.size, self.app.theme, self.visual_style, filters)
        strips = _STRIPS.get(key)
        if strips is None:
            strips = _STRIPS[key] = super().render_lines(self.size.region)
        return [strip.crop(crop.x, crop.right) for strip in strips[crop.y : crop.bottom]]


class CardPane(VerticalScroll):
    """Stack, unit card and terrain card, one below the other, scrolling together.

    There is always room for the scrollbar, of which nothing is seen where all fits in: lines are broken alike with it
    and without, and nothing is laid out once more for it.
    """

    DEFAULT_CSS = """
    CardPane {
        height: 1fr; min-height: 2; overflow-y: scroll; scrollbar-size-vertical: 1;
        scrollbar-background: transparent; scrollbar-background-hover: transparent;
        scrollbar-background-active: transparent;
    }
    """

    # The size that a layout has given what is in it asks for no other layout.
    virtual_size = Reactive(Size(0, 0))

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.can_focus = False
        self._shown: tuple[Card | None, Card | None] = (None, None)
        self._width = 0

    def compose(self) -> ComposeResult:
        """Stack, unit, terrain."""
        yield StackList()
        yield CardText()

    def on_resize(self) -> None:
        """Lines are broken for the width there is."""
        self.show(*self._shown)

    def show(self, unit: Card | None, terrain: Card | None) -> None:
        """Show two cards; None leaves one out."""
        width = self.scrollable_content_region.width
        before = self._shown[0]
        if (unit, terrain) == self._shown and width == self._width:
            return
        self._width, self._shown = width, (unit, terrain)
        cards = tuple(card for card in (unit, terrain) if card is not None)
        self.query_one(CardText).put(cards, width)
        if unit is not None and (before is None or unit.title != before.title):
            self.scroll_home(animate=False)


@lru_cache(maxsize=512)
def _content(cards: tuple[Card, ...], width: int) -> Content:
    """Cards as a text; in a host many look at the same hexes."""
    return Content("\n\n").join([card_content(card, width, more=MORE) for card in cards])


def _counter_content(counter: Counter, names: Mapping[str, str]) -> Content:
    marks = " ".join(mark.meaning for mark in counter.marks)
    parts = [Content(counter.called)]
    parts.append(Content.styled(names.get(counter.side or "", counter.kind), MUTED))
    if marks:
        parts.append(Content.styled(marks, f"italic {MUTED}"))
    return Content("  ").join(parts)
