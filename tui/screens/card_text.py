"""A neutral card in words: the text that the briefing, the unit library and other wide places show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from core.presentation import Card, Row, Section

#: Width of a cell of a table line.
CELL: Final = 5
_LABELS_AT_MOST: Final = 18


def card_text(card: Card, *, title: bool = True) -> Content:
    """A card as styled text; rule ids are links to the app's action `show_rule`."""
    parts: list[Content] = []
    if title:
        parts.append(
            Content.assemble((card.title, "bold $text-primary"), "\n", (card.subtitle, "$foreground 70%"), "\n")
        )
    parts.extend(section_text(section) for section in card.sections)
    return Content("\n").join(parts)


def section_text(section: Section) -> Content:
    """A section: its title, the heading cells of its table, then its rows under each other."""
    label = _label_width(section.rows)
    lines = [Content.styled(section.title, "bold $text-accent")]
    if section.heading:
        lines.append(_cells(section.heading[0].ljust(label), section.heading[1:], "$foreground 60%"))
    lines.extend(_row(row, label) for row in section.rows)
    return Content("\n").join([*lines, Content("")])


def _row(row: Row, label: int) -> Content:
    name = row.label.ljust(label) if row.label and label else row.label
    if row.cells:
        return _cells(name, row.cells, "bold" if row.tone == "strong" else "")
    style = "bold $foreground" if row.tone == "strong" else "$foreground 80%"
    indent = " " * (label + 1) if label and not row.label else ""
    gap = " " if row.label and row.text else ""
    text = row.text.replace("\n", "\n" + " " * (label + 1)) if label else row.text
    return Content.assemble(indent, (name, style), gap, text, rule_link(row.rule))


def _cells(label: str, cells: Sequence[str], style: str) -> Content:
    return Content.styled(label + "".join(cell.rjust(CELL) for cell in cells), style)


def _label_width(rows: Sequence[Row]) -> int:
    """Width of the label column: as the longest label that is not a heading of its own, within reason."""
    return max((len(row.label) for row in rows if len(row.label) <= _LABELS_AT_MOST), default=0)


def rule_link(rule: str) -> Content:
    """A rule id in brackets that opens the rule when it is clicked; nothing for ""."""
    if not rule:
        return Content("")
    return Content.assemble(" ", (rule, f"$foreground 50% @click=app.show_rule({rule!r})"))
