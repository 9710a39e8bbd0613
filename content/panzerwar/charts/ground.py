"""The charts of the ground and of movement, from their tables (pw:6.0 to pw:6.17, pw:15.6)."""

from __future__ import annotations

from typing import Final

from content.panzerwar.charts.chart_file import SOURCES, ChartTables, Line
from core.panzerwar.pieces.charts.ground import GroundCharts, MovementCost, SetUp, TerrainEffect

KINDS: Final = ("area", "line", "route", "slope", "weather", "work", "smoke")


def ground_charts(tables: ChartTables) -> GroundCharts:
    """The charts of the ground and of movement; what is wrong in them is noted."""
    return GroundCharts(
        terrain={line.text("id"): _terrain(line) for line in tables.lines("terrain-annex")},
        costs={line.text("key"): _cost(line) for line in tables.lines("movement-costs")},
        slopes=tuple(_slope(line) for line in tables.lines("slope-costs")),
        foot={
            line.text("key"): (line.number("per segment"), line.number("per turn"))
            for line in tables.lines("foot-movement")
        },
        set_up={
            line.text("weapon"): SetUp(line.text("weapon"), line.number("up"), line.number("down"))
            for line in tables.lines("set-up")
        },
        sizes=tuple((line.number("height under (m)"), line.whole("size")) for line in tables.lines("sizes")),
        weight_classes=tuple(
            (line.number("tons under"), line.whole("class")) for line in tables.lines("weight-classes")
        ),
        track_masses=tuple(
            (line.number("tons under"), line.number("armour basis")) for line in tables.lines("track-mass")
        ),
        rates=tuple(
            (line.number("rounds per minute from"), line.whole("ROF")) for line in tables.lines("rates-of-fire")
        ),
    )


def _terrain(line: Line) -> TerrainEffect:
    return TerrainEffect(
        id=line.text("id"),
        name=line.text("terrain"),
        kind=line.among("kind", KINDS),
        fraction=line.number("fraction"),
        max_cc=line.perhaps("max CC"),
        max_road=line.perhaps("max road"),
        infantry=line.number("infantry"),
        crossing=line.whole("crossing"),
        stall=line.whole("stall"),
        blocks=line.perhaps("blocks"),
        sighting=line.whole("sighting"),
        cover=line.whole("cover"),
        to_hit=line.whole("to-hit"),
        source=line.among("source", SOURCES),
        note=line.text("note"),
    )


def _cost(line: Line) -> MovementCost:
    return MovementCost(
        id=line.text("key"),
        told=line.text("situation"),
        fraction=line.number("fraction"),
        cost=line.whole("cost"),
        max_cc=line.perhaps("max CC"),
        max_road=line.perhaps("max road"),
    )


def _slope(line: Line) -> tuple[int, int, float | None]:
    column = "extra GSU per GSU"
    extra = None if line.cells.get(column) == "" else line.number(column)
    return line.whole("angle from"), line.whole("angle to"), extra
