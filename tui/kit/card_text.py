"""A neutral card in words: the text that the briefing, the unit library and other wide places show."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from core.presentation import Card, Row, Section
from tui.kit.text import label_room

#: Width of a cell of a table line, unless one of its table is wider.
CELL: Final = 5
_NARROWEST: Final = 24
#: Cells that a text needs beside its label; where there are fewer it goes below.
_BESIDE: Final = 12


def card_text(card: Card, width: int) -> Content:
    """A card as styled text of `width` cells; rule ids are links to the app's action `show_rule`."""
    head = Content.assemble((card.title, "bold $text-primary"), "\n", (card.subtitle, "$text-muted"), "\n")
    return Content("\n").join([head, *(section_text(section, width) for section in card.sections)])


def section_text(section: Section, width: int) -> Content:
    """A section: its title, the heading cells of its table, then its rows under each other."""
    label = _label_width(section.rows, width)
    wide = max((len(cell) for row in section.rows for cell in row.cells), default=0)
    cell = max(CELL, wide + 1)
    lines = [Content.styled(section.title, "bold $text-accent")]
    if section.heading:
        lines.append(_cells(section.heading[0].ljust(label), section.heading[1:], "$text-muted", cell))
    for at, row in enumerate(section.rows):
        room = label if row.cells else label_room(section.rows, at, label)
        lines.append(_row(row, room, max(width, _NARROWEST), cell))
    return Content("\n").join([*lines, Content("")])


def _row(row: Row, label: int, width: int, cell: int) -> Content:
    """A row whose text goes on under its beginning, or stands under a label that leaves it no room."""
    name = row.label.ljust(label)
    if row.cells:
        return _cells(name, row.cells, "bold" if row.tone == "strong" else "", cell)
    style = "bold $foreground" if row.tone == "strong" else "$foreground 80%"
    indent, gap = (len(name) + 1, " ") if name else (0, "")
    if width - indent < _BESIDE:
        indent, gap = 2, "\n  "
    words = f"{row.text} {row.rule}".strip()
    text = f"\n{' ' * indent}".join(textwrap.wrap(words, width - indent, break_on_hyphens=False))
    return Content.assemble((name, style), gap if words else "", text.removesuffix(row.rule), rule_link(row.rule))


def _cells(label: str, cells: Sequence[str], style: str, width: int) -> Content:
    return Content.styled(label + "".join(cell.rjust(width) for cell in cells), style)


def _label_width(rows: Sequence[Row], width: int) -> int:
    """Width of the label column: as the longest label that takes no more than a good third of the line."""
    return max((len(row.label) for row in rows if len(row.label) <= width * 2 // 5), default=0)


def rule_link(rule: str) -> Content:
    """A rule id that opens the rule when it is clicked; nothing for ""."""
    if not rule:
        return Content("")
    return Content.styled(rule, f"$text-muted @click=app.show_rule({rule!r})")


class CardSheet(Static):
    """A card that fits itself to the width there is."""

    DEFAULT_CSS = """
    CardSheet { height: auto; link-style: none; link-color: $text-muted; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.card: Card | None = None

    def show(self, card: Card | None, otherwise: str = "") -> None:
        """Show a card, or a sentence where there is none."""
        self.card = card
        self.update(card_text(card, self._room()) if card is not None else Content(otherwise))

    def on_resize(self, event: Resize) -> None:
        """Another width has other line ends."""
        if self.card is not None and event.size.width:
            self.update(card_text(self.card, event.size.width))

    def _room(self) -> int:
        return self.content_size.width or 80
