"""The charts of infantry and morale, from their tables (pw:12.9, pw:12.11, pw:13.1)."""

from __future__ import annotations

from typing import Final

from content.panzerwar.charts.chart_file import ChartTables, Line
from core.panzerwar.pieces.charts.infantry import CloseAssaultResult, InfantryCharts, InfantryMorale, MoraleFailure
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.organisation import Forced

EFFECTS: Final = (
    "stun-roll",
    "track",
    "mobility",
    "gun",
    "tc-or-stunned",
    "hull-gun",
    "stunned",
    "fire",
    "destroyed",
    "all-stunned",
    "one-attacked",
    "all-attacked",
    "weapons-destroyed",
)


def infantry_charts(tables: ChartTables) -> InfantryCharts:
    """The charts of infantry and morale; what is wrong in them is noted."""
    return InfantryCharts(
        grades={
            line.member("grade", Grade): InfantryMorale(
                line.whole("break"), line.whole("rally at"), line.whole("disperse at")
            )
            for line in tables.lines("infantry-morale")
        },
        general={
            line.member("grade", Grade): {
                int(column.removesuffix(" %")): line.whole(column) for column in line.cells if column.endswith(" %")
            }
            for line in tables.lines("general-morale")
        },
        general_modifiers=tables.modifiers("general-morale-modifiers", "leaderless"),
        failure_modifiers=tables.modifiers("morale-failure-modifiers", "heavy-first-losses", "charge"),
        failures=tuple(_failure(line) for line in tables.lines("morale-failure")),
        assault=tables.modifiers("cat-factors", "base"),
        assault_results=tables.modifiers("cat-result-modifiers"),
        vehicle_results=_results(tables, "cat-results"),
        fortification_results=_results(tables, "cat-results-fortification"),
    )


def _failure(line: Line) -> MoraleFailure:
    return MoraleFailure(
        roll_from=line.whole("D100 from"),
        roll_to=line.whole("to"),
        order=line.member("order", Forced),
        told=line.text("told"),
        lasts=line.text("lasts"),
        turns=line.perhaps("turns"),
        counts_as_loss=line.flag("counts as loss"),
    )


def _results(tables: ChartTables, id_: str) -> tuple[CloseAssaultResult, ...]:
    made = []
    for line in tables.lines(id_):
        effects = tuple(line.text("effects").split())
        for effect in effects:
            line.proof.among(f"{line.key}.effects", effect, EFFECTS, "the effect")
        made.append(
            CloseAssaultResult(
                roll_from=line.whole("D10 from"),
                roll_to=line.whole("to"),
                effects=effects,
                told=line.text("told"),
                stun=line.perhaps("stun"),
                killpower=line.perhaps("killpower"),
                destruction=line.perhaps("destruction"),
            )
        )
    return tuple(made)
