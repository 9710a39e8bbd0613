"""The order menu: the choices for the order begun, each with key, cost, odds or why not, and its mark."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.choice import Choice, Choices
from tui.game.many.marks import MARKED
from tui.widgets.menu import FOLD, Line, menu_lines


class OrderMenu(OptionList):
    """Choices to pick from, by key, Enter or mouse. Refused ones are dim and say why."""

    DEFAULT_CSS = """
    OrderMenu {
        height: 1fr; min-height: 4; border: none; padding: 0; background: transparent;
        scrollbar-size-vertical: 1;
    }
    OrderMenu:focus { border: none; }
    OrderMenu > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    OrderMenu:focus > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    OrderMenu > .option-list--option-disabled { color: $text-disabled; }
    """

    class Hovered(Message):
        """A choice was pointed at in the menu."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class HeadingPointed(Message):
        """The heading of a group was pointed at, and no choice."""

    class Picked(Message):
        """A choice was picked in the menu; None = the order is given as it stands."""

        def __init__(self, choice: Choice | None) -> None:
            super().__init__()
            self.choice = choice

    class FoldToggled(Message):
        """The refused choices are to be shown, or folded again."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._menu: tuple[Line, ...] = ()
        self._asked: tuple[Choices, Mapping[str, Choice], bool, bool] | None = None
        self._open: str | None = None
        self._row: int | None = None
        self._shown: object = None
        self.marked: tuple[str, ...] = ()

    def show(self, choices: Choices, keys: Mapping[str, Choice], *, refused: bool, begun: bool) -> None:
        """Show choices. refused: also all that may not be picked; begun: whether an order is in hand."""
        if self._asked is None or self._asked[0] is not choices:
            self._open = None
        self._asked = choices, keys, refused, begun
        width = self.scrollable_content_region.width
        lines = menu_lines(choices, keys, refused=refused, begun=begun, opened=self._open, width=width)
        if width and len(lines) > self.size.height:
            # There will be a scrollbar beside them.
            width = self.size.width - self.styles.scrollbar_size_vertical
            lines = menu_lines(choices, keys, refused=refused, begun=begun, opened=self._open, width=width)
        shown = tuple((line.choice, line.id, line.group) for line in lines), tuple(keys), width, tuple(self.marked)
        if shown == self._shown:
            return
        self._shown, self._menu = shown, lines
        self.set_options([Option(self._text(line), id=line.id or None, disabled=line.fixed) for line in lines])

    def _text(self, line: Line) -> Content:
        """A line, with its mark if it is of a unit that is marked."""
        choice = line.choice
        if choice is None or choice.kind != "unit" or choice.unit not in self.marked:
            return line.text
        return Content.assemble((MARKED.glyph, "bold $text-accent"), line.text)

    def on_resize(self) -> None:
        """Lines are cut for the width there is; the same one is pointed at, however soon that comes."""
        if self._asked is None:
            return
        choices, keys, refused, begun = self._asked
        pointed = self._menu[self.highlighted] if self.highlighted is not None and self._menu else None
        self.show(choices, keys, refused=refused, begun=begun)
        if pointed is not None:
            here = (pointed.choice, pointed.id)
            with self.prevent(OptionList.OptionHighlighted):
                row = next((i for i, line in enumerate(self._menu) if (line.choice, line.id) == here), None)
                self.highlighted = self._row = row

    def open_group(self, group: str) -> None:
        """Open one of the groups that are folded, fold the others, and point at its heading."""
        if self._asked is None:
            return
        self._open = group
        choices, keys, refused, begun = self._asked
        with self.prevent(OptionList.OptionHighlighted):
            self.show(choices, keys, refused=refused, begun=begun)
            heading = (i for i, line in enumerate(self._menu) if line.opens and line.group == group)
            self.highlighted = self._row = next(heading, None)

    @property
    def heading(self) -> str | None:
        """The group whose heading is pointed at."""
        line = self._menu[self.highlighted] if self.highlighted is not None and self._menu else None
        return line.group if line is not None and line.opens else None

    @property
    def whole(self) -> str:
        """What the line that is pointed at says, where it had to be cut; "" where it says it itself."""
        return self._menu[self.highlighted].whole if self.highlighted is not None and self._menu else ""

    def clear(self) -> None:
        """Offer nothing."""
        if self._shown is not None:
            self._shown = self._asked = None
            self._menu = ()
            self.clear_options()

    def point_at(self, choice: Choice | None) -> None:
        """Highlight a choice without telling anybody that it was pointed at."""
        if choice is not None and choice.group and not any(line.choice is choice for line in self._menu):
            self.open_group(choice.group)
        row = next((i for i, line in enumerate(self._menu) if line.choice is choice), None) if choice else None
        if row != self.highlighted:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = row
        self._row = row

    def choice_at(self, row: int | None) -> Choice | None:
        """The choice in a row of the menu, if one is there."""
        return self._menu[row].choice if row is not None and row < len(self._menu) else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell which choice is pointed at; a folded group opens where one comes from above."""
        event.stop()
        heading = self._heading(event.option_id)
        choice = self.choice_at(event.option_index)
        # Upwards one walks past headings: a group that opens goes to the end, and the same two would change for ever.
        down = self._row is None or event.option_index > self._row
        self._row = event.option_index
        if heading is not None:
            self.post_message(self.HeadingPointed())
            if down:
                self.open_group(heading.group)
        elif choice is not None:
            self.post_message(self.Hovered(choice))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tell which choice was picked."""
        event.stop()
        heading = self._heading(event.option_id)
        if event.option_id == FOLD:
            self.post_message(self.FoldToggled())
        elif heading is not None:
            # Pointing at it may have opened it already, and the lines stand otherwise than when it was clicked.
            self.open_group(heading.group)
        else:
            self.post_message(self.Picked(self.choice_at(event.option_index)))

    def _heading(self, id_: str | None) -> Line | None:
        """The heading with an id that opens its group."""
        return next((line for line in self._menu if line.opens and line.id == id_), None)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at the choice under the mouse."""
        row = event.style.meta.get("option")
        if isinstance(row, int) and self.choice_at(row) is not None:
            self.highlighted = row
