"""What the game screen says in small windows: why a line is blocked, what happened."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from core.hexes import Hex
from core.presentation import Report, Row
from tui.game.ordering import Way
from tui.game.table import Table
from tui.kit.popups import Sheet
from tui.kit.text import MUTED, row_content, tone_style
from tui.widgets.menu import choice_content


def sight_sheet(origin: Hex, target: Hex, rows: Sequence[Row]) -> Sheet:
    """Whether one hex sees another, and why not."""
    width = max((len(row.label) for row in rows), default=0)
    text = Content("\n").join([row_content(row, label_width=width, cite=True) for row in rows])
    return Sheet(f"Line of sight {origin} to {target}", text, rule=next((row.rule for row in rows if row.rule), ""))


def dice_told(table: Table) -> Sheet | None:
    """What has been rolled since the player at the keyboard last looked; None if nothing."""
    news = _news(table)
    return _told("The dice", news) if any(report.rolls for report in news) else None


def rolled_at_once(news: Sequence[Report]) -> Sheet | None:
    """What the dice said to one order that led to several rolls; None if the log can tell it as well."""
    if sum(bool(report.rolls) for report in news) < 2:
        return None
    return _told("The dice", [report for report in news if report.level <= 1])


def _news(table: Table) -> list[Report]:
    return [line.report for line in table.lines() if line.n > table.looked and line.report.level <= 1]


def _told(title: str, news: Sequence[Report]) -> Sheet | None:
    """Lines of the log, the results among them and the headings over them; None without a result."""
    if not any(report.level == 1 for report in news):
        return None
    lines = [
        Content.styled(report.text, f"bold {MUTED}")
        if report.level == 0
        else Content.assemble(
            "  ", (report.text, tone_style(report.tone)), ("  " + report.rule if report.rule else "", MUTED)
        )
        for report, after in zip(news, [*news[1:], None], strict=True)
        if report.level or (after is not None and after.level)
    ]
    return Sheet(title, Content("\n").join(lines))


def way_line(way: Way) -> Content:
    """A way to go on, as a line of a list."""
    return Content.styled(" › ", MUTED).join([choice_content(choice) for choice in way])
