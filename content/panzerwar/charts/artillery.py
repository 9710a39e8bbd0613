"""The charts of artillery, smoke and mines, from their tables (pw:10.1 to pw:11.12, pw:15.2, pw:15.3)."""

from __future__ import annotations

from typing import Final

from content.panzerwar.cards.weapons import KINDS
from content.panzerwar.charts.chart_file import ChartTables, Line
from core.panzerwar.pieces.charts.artillery import Area, ArtilleryCharts, Priority, ScatterBand, Shift, SmokeKind
from core.panzerwar.pieces.weapons import ANY_RANGE, Shell, ShellType

#: Kinds of weapon that areas are for: those of the charts of weapons, and what fires alone.
_AREA_KINDS: Final = (*KINDS, "machine-gun", "single")
_FIRES: Final = ("direct", "indirect", "trp", "rockets-first", "rockets-later")
_AGGREGATE: Final = "aggregate-chance-"


def artillery_charts(tables: ChartTables) -> ArtilleryCharts:
    """The charts of artillery, smoke and mines; what is wrong in them is noted."""
    return ArtilleryCharts(
        areas=tuple(_area(line) for line in tables.lines("area-fire")),
        time_lag=tables.modifiers("artillery-time-lag", "fo", "command", "reference-point", "correction"),
        priorities=tuple(_priority(line) for line in tables.lines("target-priority")),
        scatter=tuple(_scatter(line) for line in tables.lines("scatter")),
        smoke={line.text("key"): _smoke(line) for line in tables.lines("smoke")},
        shifts={line.whole("D6"): _shift(line) for line in tables.lines("smoke-shift")},
        mines={line.text("key"): _mine(line) for line in tables.lines("mines")},
        reference_points={line.text("side"): line.whole("number") for line in tables.lines("reference-points")},
        aggregate=_aggregate(tables),
    )


def _area(line: Line) -> Area:
    kinds = tuple(line.text("kinds").split())
    for kind in kinds:
        line.proof.among(f"{line.key}.kinds", kind, _AREA_KINDS, "the kind")
    return Area(
        told=line.text("weapon"),
        kinds=kinds,
        calibres=(line.number("mm from"), line.number("mm to")),
        length=line.whole("length"),
        width=line.whole("width"),
        dust=line.whole("dust"),
    )


def _priority(line: Line) -> Priority:
    columns = [column for column in line.cells if column not in ("key", "target", "priority")]
    return Priority(
        id=line.text("key"),
        target=line.text("target"),
        rating=line.whole("priority"),
        turns={column: line.whole(column) for column in columns},
    )


def _scatter(line: Line) -> ScatterBand:
    return ScatterBand(
        fire=line.among("fire", _FIRES),
        range_from=line.whole("range from"),
        range_to=line.whole("range to"),
        times=line.whole("times D10"),
        twice=line.flag("both dice"),
    )


def _smoke(line: Line) -> SmokeKind:
    return SmokeKind(
        id=line.text("key"),
        least=line.whole("least"),
        most=line.perhaps("most"),
        overshoot=line.whole("overshoot"),
        begins=line.whole("begins after segments"),
        lasts=line.whole("lasts"),
        thick=line.flag("thick by batteries"),
        told=line.text("told"),
    )


def _shift(line: Line) -> Shift:
    lengths = (line.number("up to 400"), line.number("up to 800"), line.number("over 800"))
    return Shift(die=line.whole("D6"), side=line.whole("side"), lengths=lengths)


def _mine(line: Line) -> Shell:
    return Shell(
        type=ShellType.HE,
        name=line.text("mine"),
        mass=0,
        velocity=0,
        date=(1939, 0),
        destruction=line.whole("D"),
        stun=line.whole("S"),
        killpower=line.perhaps("killpower"),
        penetrations=((line.number("penetration"), ANY_RANGE),),
        area_only=True,
    )


def _aggregate(tables: ChartTables) -> dict[tuple[int, int], tuple[float, ...]]:
    made = {}
    for id_ in tables.tables:
        if id_.startswith(_AGGREGATE):
            single = int(id_.removeprefix(_AGGREGATE)) // 10
            for line in tables.lines(id_):
                columns = [column for column in line.cells if column != "attempts"]
                made[single, line.whole("attempts")] = tuple(line.number(column) for column in columns)
    return made
