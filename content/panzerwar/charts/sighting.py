"""The charts of sighting, from their tables (pw:7.4 to pw:7.15.2)."""

from __future__ import annotations

from content.panzerwar.charts.chart_file import ChartTables
from core.panzerwar.pieces.charts.sighting import SightingCharts, SightingClass, WeatherEffect


def sighting_charts(tables: ChartTables) -> SightingCharts:
    """The charts of sighting; what is wrong in them is noted."""
    return SightingCharts(
        bases={line.member("class", SightingClass): line.whole("factor") for line in tables.lines("sighting-base")},
        modifiers=tables.modifiers("sighting-modifiers", "size", "foliage", "woods-edge", "hull-down", "fired-gun"),
        ranges={line.whole("factor"): line.whole("range") for line in tables.lines("sighting-range")},
        percents={line.whole("die + group bonus"): line.whole("percent") for line in tables.lines("variable-sighting")},
        blocking={line.text("key"): line.whole("blocks when more than") for line in tables.lines("blocking-depth")},
        weather={
            line.text("key"): WeatherEffect(
                line.text("key"), line.whole("dice D6"), line.whole("times"), line.whole("to-hit")
            )
            for line in tables.lines("weather")
        },
    )
