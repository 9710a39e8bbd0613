"""The pages of an analysis: what stands on each, as a chart above and lines below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from core.analysis.analysis import Analysis
from core.analysis.luck import Luck
from core.analysis.ranges import Band
from tui.analyse import words
from tui.analyse.chart import Chart, Series

#: The colour of each side, by its id; "" = none.
Colours = Mapping[str, str]


@frozen(kw_only=True)
class Page:
    """A page. charts: those that it can show, one at a time; lines: what stands below; turning: whether the list of
    turning points stands there too."""

    title: str
    charts: Callable[[Analysis, Colours], Sequence[Chart]]
    lines: Callable[[Analysis], Sequence[str]]
    turning: bool = False


def _nothing(analysis: Analysis, colours: Colours) -> Sequence[Chart]:
    return ()


def _summary(analysis: Analysis) -> Sequence[str]:
    lines = [words.ending(analysis), "", *words.aligned(words.luck_by_side(analysis)), ""]
    told = "Luck: what came of attempts, of what the rules gave reason to expect."
    lines += [f"{told} Units and points are those put out of the game."]
    unweighed = sum(times for _, times in analysis.unweighed)
    if unweighed:
        lines.append(f"{unweighed} attempts are not weighed in whole; the page Dice says which.")
    if analysis.swings:
        lines += ["", "Turning points; enter shows the moment:"]
    return lines


def _curves(analysis: Analysis, colours: Colours) -> Sequence[Chart]:
    looks = analysis.study.sides
    kinds = (("Points", "points"), ("Units lost", "lost"), ("Points of losses", "cost"))
    return [
        Chart(
            title=f"{title} by turn",
            curves=[
                Series(
                    name=look.name,
                    points=[(m.turn, getattr(m, field)[i]) for m in analysis.turns],
                    colour=colours.get(look.id, ""),
                )
                for i, look in enumerate(looks)
            ],
        )
        for title, field in kinds
    ]


def _luck(analysis: Analysis, colours: Colours) -> Sequence[Chart]:
    """Luck added up from turn to turn."""
    charts = []
    for title, read in (("Points won beyond expectation", "points"), ("Effects beyond expectation", "effects")):
        curves = []
        for look in analysis.study.sides:
            total, points = 0.0, []
            for turn in range(analysis.study.turn + 1):
                one = getattr(analysis.by_turn.get((look.id, turn), Luck.none()), read)
                total += one.actual - one.expected
                points.append((turn, total))
            curves.append(Series(name=look.name, points=points, colour=colours.get(look.id, "")))
        charts.append(Chart(title=f"{title}, added up by turn", curves=curves, level=0))
    return charts


def _luck_lines(analysis: Analysis) -> Sequence[str]:
    by_turn, by_kind = words.luck_by_turn(analysis), words.luck_by_kind(analysis)
    return [*words.aligned(by_kind), "", *words.aligned(by_turn)]


def _ranges(analysis: Analysis, colours: Colours) -> Sequence[Chart]:
    names = {look.id: look.name for look in analysis.study.sides}
    return [
        Chart(
            title=f"{names[side]}: hits of 100 shots, by range in {analysis.study.measure}",
            curves=[
                Series(name="hits", points=[(i, _rate(b)) for i, b in enumerate(bands)], colour=colours.get(side, "")),
                Series(name="expected", points=[(i, _due(b)) for i, b in enumerate(bands)]),
            ],
            labels=[words.span(band) for band in bands],
        )
        for side, bands in analysis.ranges.items()
        if bands
    ]


def _rate(band: Band) -> float:
    return 100 * band.hits.actual / band.hits.tried


def _due(band: Band) -> float:
    return 100 * band.hits.expected / band.hits.tried


def _dice(analysis: Analysis, colours: Colours) -> Sequence[Chart]:
    return [
        Chart(
            title=f"{spread.die}, {spread.rolls} rolls; the line is what fair dice give",
            bars=spread.counts,
            labels=spread.labels(),
            level=spread.rolls / len(spread.counts),
        )
        for spread in analysis.dice
    ]


def _units_lines(analysis: Analysis) -> Sequence[str]:
    return [*words.aligned(words.units(analysis)), "", *words.UNITS_TOLD]


def _dice_lines(analysis: Analysis) -> Sequence[str]:
    return [*words.dice(analysis), "", *words.caveats(analysis)]


PAGES: Final = (
    Page(title="Summary", charts=_nothing, lines=_summary, turning=True),
    Page(title="Curves", charts=_curves, lines=lambda analysis: words.aligned(words.curves(analysis))),
    Page(title="Luck", charts=_luck, lines=_luck_lines),
    Page(title="Ranges", charts=_ranges, lines=lambda analysis: words.aligned(words.ranges(analysis))),
    Page(title="Units", charts=_nothing, lines=_units_lines),
    Page(title="Dice", charts=_dice, lines=_dice_lines),
)
