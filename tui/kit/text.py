"""Rows, tallies and chances as styled text. Styles name theme variables, never colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from attrs import evolve
from textual.content import Content

from core.choice import Choice
from core.presentation import Card, OddsReport, Row, Section
from core.tally import Reason

MUTED: Final = "$text-muted"
BAR: Final = "█▉▊▋▌▍▎▏"
#: What is so near to none or to certain comes of adding up and is taken for it.
NEARLY: Final = 1e-9
#: Cells of a line in which labels may stand in a wide column.
ROOMY: Final = 48
#: Cells of a label where many share a line.
LABEL: Final = 20

_TONES: Final = {
    "good": "$text-success",
    "bad": "$text-error",
    "warn": "$text-warning",
    "warning": "$text-warning",
    "info": "$text-accent",
    "muted": MUTED,
    "dim": MUTED,
    "heading": "bold $text-accent",
}


def tone_style(tone: str) -> str:
    """The style of a tone; "" for a tone without a style of its own."""
    return _TONES.get(tone, "")


def percent(chance: float) -> str:
    """A chance in whole percent; what can happen is never 0 %, what can fail never 100 %."""
    value = round(chance * 100)
    if chance > NEARLY and value == 0:
        return "<1%"
    if chance < 1 - NEARLY and value == 100:
        return ">99%"
    return f"{value}%"


def chance_told(choice: Choice, *, short: bool = False, named: bool = False) -> str:
    """The chances of a choice in words, "" if it has none; short: two of them as a pair, loss before any effect; named:
    each with a word, where no heading tells which is which."""
    if choice.odds is None:
        return ""
    pair = choice.chance
    if pair is None:
        return _sure(choice.odds)
    if pair.effect <= NEARLY:
        return pair.none
    if pair.kill >= 1 - NEARLY:
        return "sure kill"
    if short:
        kill, effect = percent(pair.kill), _sure(pair.effect)
        return f"kill {kill}, any {effect}" if named else f"{kill.removesuffix('%')}/{effect}"
    return f"kill {percent(pair.kill)}, any effect {_sure(pair.effect)}"


def _sure(chance: float) -> str:
    """A chance, in a word where it is none."""
    return "sure" if chance >= 1 - NEARLY else "none" if chance <= NEARLY else percent(chance)


def cut(label: str, most: int = LABEL) -> str:
    """A label in few cells: a name keeps its number, which tells it from others."""
    label = label.removesuffix(" ...")
    if len(label) > most and label.endswith(")") and " (" in label:
        # What stands in brackets is said elsewhere too: it goes before a word is cut.
        label = label.rpartition(" (")[0]
    if len(label) <= most:
        return label
    last = label.rpartition(" ")[2]
    tail = f" {last}" if len(last) <= 4 and last.isalnum() and not last.islower() and ":" not in label else ""
    return f"{label[: most - len(tail)].rstrip()}…{tail}"


def rule_content(rule: str) -> Content:
    """A rule id that opens its text when clicked."""
    if not rule:
        return Content("")
    return Content.styled(rule, f"{MUTED} @click=app.show_rule({rule!r})")


def row_content(row: Row, *, label_width: int = 0, width: int = 0, cite: bool = False) -> Content:
    """One row of a card: its label, its text and, if asked for, its rule id.

    width: cells of a line, so that a long text goes on under its beginning; 0 leaves it to the widget.
    """
    label = row.label.ljust(label_width)
    text = row.text or "  ".join(row.cells)
    indent = min(len(label) + 1, 16) if label else 0
    if width and len(text) > width - indent > 8:
        text = ("\n" + " " * indent).join(wrap(text, width - indent))
    parts: list[Content] = []
    if label:
        parts.append(Content.styled(label, MUTED))
    if text:
        parts.append(Content.styled(text, tone_style(row.tone)))
    if cite and row.rule:
        parts.append(rule_content(row.rule))
    return Content(" ").join(parts)


def label_room(rows: Sequence[Row], at: int, room: int) -> int:
    """The cells of the label of one of the rows of a section, of which the longest have `room`: a sentence before all
    labels needs none, nor does one behind a mark more than the mark."""
    label = rows[at].label
    if not any(row.label for row in rows[: at + 1]):
        return 0
    return len(label) if len(label) == 1 and not label.isalnum() else room


def section_content(section: Section, width: int = 0, *, cite: bool = False) -> Content:
    """A section of a card: its title, then its rows, in columns if they form a table."""
    lines: list[Content] = []
    if section.title:
        lines.append(Content.styled(section.title, "bold $text-accent"))
    if section.heading or any(row.cells for row in section.rows):
        lines += table_content(section.heading, section.rows, width)
    else:
        label_width = min(max((len(row.label) for row in section.rows), default=0), 14)
        lines += [
            row_content(row, label_width=label_room(section.rows, at, label_width), width=width, cite=cite)
            for at, row in enumerate(section.rows)
        ]
    return Content("\n").join(lines)


def card_content(card: Card, width: int = 0, *, cite: bool = False, more: str = "") -> Content:
    """A card in short, for lines of `width` cells. more: what is said below it if it has more as a whole."""
    head = Content.styled(card.title, "bold")
    if card.subtitle:
        head = Content.assemble(head, "  ", (card.subtitle, MUTED))
    short = [in_short(section) for section in card.sections]
    lines = [head, *(section_content(s, width, cite=cite) for s in short if s is not None)]
    if more and any(row.full for section in card.sections for row in section.rows):
        lines.append(Content.styled(more, MUTED))
    return Content("\n").join(lines)


def in_short(section: Section) -> Section | None:
    """A section without what only the whole card shows; None if nothing is left of it."""
    rows = tuple(row for row in section.rows if not row.full)
    if len(rows) == len(section.rows):
        return section
    return evolve(section, rows=rows) if rows else None


def tally_content(tally: Iterable[Reason], *, indent: str = "", room: int = 0) -> list[Content]:
    """The parts of a number, a line each, with their rules. room: cells of a line; where the columns do not fit, the
    amounts stand before what they are for."""
    parts = list(tally)
    width = max((len(r.label) for r in parts), default=0)
    if room and any(width + 6 + len(r.rule) > room for r in parts):
        return [
            Content.assemble(indent, (f"{r.amount:+3d} ", "bold"), r.label, " ", rule_content(r.rule)) for r in parts
        ]
    return [
        Content.assemble(indent, r.label.ljust(width), (f" {r.amount:+4d} ", "bold"), rule_content(r.rule))
        for r in parts
    ]


def odds_content(report: OddsReport, width: int) -> Content:
    """Chances as bars, then the facts and the tally behind them. width: cells of a line."""
    lines = [Content.styled(report.title, "bold")] if report.title else []
    aside = 14 if width >= ROOMY else 9
    label = min(max((len(name) for name, _ in report.outcomes), default=0), max(8, width - 14))
    room = max(4, width - label - 7)
    for name, chance in report.outcomes:
        lines.append(
            Content.assemble(
                name[:label].ljust(label),
                (f"{percent(chance):>5} ", "bold"),
                (bar(chance, room), "$accent"),
            )
        )
    label = min(max((len(row.label) for row in report.rows), default=0), aside)
    lines += [row_content(row, label_width=label, width=width) for row in report.rows]
    if report.tally:
        lines += tally_content(report.tally, room=width)
    label = min(max((len(row.label) for row in report.facts), default=0), aside)
    lines += [row_content(row, label_width=label, width=width) for row in report.facts]
    return Content("\n").join(lines)


def bar(share: float, width: int) -> str:
    """A bar of eighths of a cell; something is always seen of what is more than nothing."""
    eighths = round(share * width * 8)
    if share > 0:
        eighths = max(eighths, 1)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (BAR[8 - rest] if rest else "")


def table_content(heading: Sequence[str], rows: Iterable[Row], width: int = 0) -> list[Content]:
    """Rows in columns, a line each, under their heading if there is one; a row without cells is a text between them."""
    lines = list(rows)
    grid = [(row.label, *row.cells) for row in lines if row.cells or not row.text]
    head = ("", *heading) if heading and len(heading) < max((len(g) for g in grid), default=0) else tuple(heading)
    columns = max([len(head), *(len(g) for g in grid)], default=0)
    widths = [max((len(g[i]) for g in [head, *grid] if i < len(g)), default=0) for i in range(columns)]

    def line(cells: Sequence[str]) -> str:
        first = cells[0].ljust(widths[0]) if cells else ""
        return " ".join([first, *(c.rjust(widths[i]) for i, c in enumerate(cells) if i)])

    made = [Content.styled(line(head), MUTED)] if head else []
    for row in lines:
        if row.cells or not row.text:
            made.append(Content.styled(line((row.label, *row.cells)), tone_style(row.tone)))
        else:
            made.append(row_content(row, label_width=min(widths[0], 14) if widths else 0, width=width))
    return made
