"""Curves and bars in the terminal, drawn by plotext: each series in a colour and with a sign of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen
from textual.color import Color
from textual_plotext import PlotextPlot

from tui.map.ink import seen

#: The signs of series, which tell them apart without a colour; each has one of ASCII that stands for it.
SIGNS: Final = ("•", "×", "+", "=")
#: What is said of curves where they run together, and their sign there.
TOGETHER: Final = ("both", "#")
#: So many labels stand under a chart at most.
_LABELS: Final = 12


@frozen(kw_only=True)
class Series:
    """One curve: its name, its points, and its colour in hex digits, "" = that of the text."""

    name: str
    points: Sequence[tuple[float, float]]
    colour: str = ""


@frozen(kw_only=True)
class Chart:
    """What is drawn. curves: series, or bars: one value for each label; level: a line across at a height, None without
    one."""

    title: str
    curves: Sequence[Series] = ()
    bars: Sequence[float] = ()
    labels: Sequence[str] = ()
    level: float | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.bars and not any(one.points for one in self.curves)


def together(curves: Sequence[Series]) -> list[list[tuple[float, float]]]:
    """The stretches, of two points at least, where two curves are the same, so that one would hide the other."""
    if len(curves) != 2:
        return []
    other = dict(curves[1].points)
    found: list[list[tuple[float, float]]] = [[]]
    for x, y in curves[0].points:
        if other.get(x) == y:
            found[-1].append((x, y))
        elif found[-1]:
            found.append([])
    return [stretch for stretch in found if len(stretch) > 1]


class ChartView(PlotextPlot):
    """Draws a chart. What has no colour of its own is drawn in that of the text, upon the ground of the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.theme = "clear"

    def show(self, chart: Chart) -> None:
        """Draw another chart."""
        self.plt.clear_figure()
        self.plt.title(chart.title)
        if chart.bars:
            at = [float(i) for i in range(1, len(chart.bars) + 1)]
            self.plt.bar(at, list(chart.bars), marker="#", width=0.6, color="default")
            self.plt.xticks(at, list(chart.labels))
            self.plt.ylim(0, max(*chart.bars, chart.level or 0) * 1.1)
        # A side's own colour is that of its counters, which may be nearly that of the screen.
        ground = self.background_colors[1].hex
        for one, sign in zip(chart.curves, SIGNS, strict=False):
            xs, ys = [x for x, _ in one.points], [y for _, y in one.points]
            colour = Color.parse(seen(one.colour, ground)).rgb if one.colour else "default"
            self.plt.plot(xs, ys, marker=sign, label=one.name, color=colour)
        for i, stretch in enumerate(together(chart.curves)):
            xs, ys = [x for x, _ in stretch], [y for _, y in stretch]
            label, sign = TOGETHER
            self.plt.plot(xs, ys, marker=sign, label=None if i else label, color="default")
        if chart.curves and not chart.bars:
            self._ticks(chart)
        if chart.level is not None:
            self.plt.hline(chart.level, color="default")
        self.refresh()

    def _ticks(self, chart: Chart) -> None:
        """Whole numbers under the curves, or the labels that there are."""
        xs = sorted({x for one in chart.curves for x, _ in one.points})
        step = max(1, -(-len(xs) // _LABELS))
        shown = xs[::step]
        ys = [y for one in chart.curves for _, y in one.points]
        heights = _heights(min(*ys, 0.0), max(*ys, 1.0))
        self.plt.yticks(heights, [f"{height:.0f}" for height in heights])
        labels = [chart.labels[int(x)] if chart.labels else str(int(x)) for x in shown]
        self.plt.xticks(shown, labels)


def _heights(low: float, high: float) -> list[float]:
    """Round numbers between the lowest and the highest, some four of them, 0 among them."""
    rough = (high - low) / 4
    size = 10 ** max(0, len(str(int(rough))) - 1)
    step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough or times == 10)
    first = -int(-low // step) if low < 0 else 0
    return [float(step * i) for i in range(first, int(high // step) + 1)]
