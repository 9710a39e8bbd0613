"""What the game screen says in small windows: why a line is blocked, what happened, how the game ended."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from core.hexes import Hex
from core.presentation import Row
from tui.ordering import Way
from tui.table import GameTable
from tui.widgets.orders import choice_content
from tui.widgets.popups import Sheet
from tui.widgets.text import MUTED, row_content, tone_style


def sight_sheet(origin: Hex, target: Hex, rows: Sequence[Row]) -> Sheet:
    """Whether one hex sees another, and why not."""
    width = max((len(row.label) for row in rows), default=0)
    text = Content("\n").join([row_content(row, label_width=width, cite=True) for row in rows])
    return Sheet(f"Line of sight {origin} to {target}", text, rule=next((row.rule for row in rows if row.rule), ""))


def what_happened(table: GameTable) -> Sheet | None:
    """What the player who comes to the keyboard has missed; None if nothing."""
    news = [line.report for line in table.lines() if line.n > table.looked and line.report.level <= 1]
    if not any(report.level == 1 for report in news):
        return None
    lines = [
        Content.styled(report.text, f"bold {MUTED}")
        if report.level == 0
        else Content.assemble(
            "  ", (report.text, tone_style(report.tone)), ("  " + report.rule if report.rule else "", MUTED)
        )
        for report in news
    ]
    return Sheet("What happened", Content("\n").join(lines))


def over_sheet(table: GameTable) -> Sheet:
    """How the game ended, with the score of each side and what it is made of."""
    system = table.game.system
    outcome = system.outcome(table.game.state)
    lines: list[Content] = []
    if outcome is not None:
        who = table.look(outcome.winner).name if outcome.winner else "Nobody"
        lines.append(Content.assemble((f"{who}: {outcome.level}", "bold $text-accent")))
        lines.append(Content(outcome.text))
    for standing in system.standings(table.game.state):
        lines.append(Content.assemble("\n", (table.look(standing.side).name, "bold"), f"  {standing.points} points"))
        lines += [Content.assemble("  ", row_content(row, label_width=24)) for row in standing.parts]
    rule = outcome.rule if outcome else ""
    return Sheet(
        "The game is over", Content("\n").join(lines), rule=rule, foot="enter looks at the map, there q leaves"
    )


def way_line(way: Way) -> Content:
    """A way to go on, as a line of a list."""
    return Content.styled(" › ", MUTED).join([choice_content(choice) for choice in way])
