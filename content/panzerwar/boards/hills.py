"""The slopes of hills: how steep each hex is, and in which heading it rises (pw:6.13, pw:6.17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from content.panzerwar.boards.board_file import Rect, TerrainEntry
from core.alike import Alike
from core.plane import Point, bearing, distance_to_segment, gsu_between, heading_of, tenths

#: Degrees of a slope where the file says none, by the line of the Terrain Annex.
DEGREES: Final = {"hill-slope": 4.0, "steep-hill": 20.0}


@frozen(eq=False, repr=False)
class Hill(Alike):
    """A rectangle of higher ground: its line of the annex, contour level, degrees, and where it rises to.

    uphill: None if it rises to its ridge, or to the higher ground within it.
    """

    kind: str
    level: int
    slope: float
    uphill: int | None
    crest: float
    rect: Rect

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        x1, y1, x2, y2 = (tenths(one) for one in self.rect)
        return x1 <= point.x <= x2 and y1 <= point.y <= y2

    @property
    def ridge(self) -> tuple[Point, Point]:
        """The line in its middle, as long as its length is more than its width."""
        x1, y1, x2, y2 = self.rect
        half = min(x2 - x1, y2 - y1) / 2
        return _point(x1 + half, y1 + half), _point(x2 - half, y2 - half)

    def meets(self, other: Hill) -> bool:
        """Whether it has ground in common with another."""
        (ax, ay, bx, by), (cx, cy, dx, dy) = self.rect, other.rect
        return ax < dx and cx < bx and ay < dy and cy < by

    def nearest(self, point: Point) -> Point:
        """The place in it that is nearest to a point."""
        x1, y1, x2, y2 = (tenths(one) for one in self.rect)
        return Point(min(max(point.x, x1), x2), min(max(point.y, y1), y2))


@frozen(eq=False, repr=False)
class Rise(Alike):
    """The ground of a hex on a hill: level, line of the annex, degrees; uphill None on level ground."""

    level: int
    kind: str = ""
    slope: float = 0.0
    uphill: int | None = None


def hills_of(entries: Sequence[TerrainEntry]) -> tuple[Hill, ...]:
    """The hills of a list of terrain, the lowest first."""
    return tuple(sorted(_hills(entries), key=lambda hill: hill.level))


def _hills(entries: Sequence[TerrainEntry]) -> Iterator[Hill]:
    for entry in entries:
        if entry.kind in DEGREES:
            slope = DEGREES[entry.kind] if entry.slope is None else entry.slope
            for rect in entry.rects:
                yield Hill(entry.kind, entry.level, slope, entry.uphill, entry.crest, rect)


def rise(hills: Sequence[Hill], at: Point) -> Rise:
    """The ground at a point: that of the highest hill that holds it.

    It rises to the nearest place of higher ground that meets the hill; without any to its ridge, and is level within
    its `crest` of that.
    """
    held = [hill for hill in hills if hill.holds(at)]
    if not held:
        return Rise(0)
    hill = held[-1]
    if hill.uphill is not None:
        return Rise(hill.level, hill.kind, hill.slope, hill.uphill)
    higher = [other for other in hills if other.level > hill.level and other.meets(hill)]
    if higher:
        goals = [other.nearest(at) for other in higher]
        goal = min(goals, key=lambda point: gsu_between(at, point))
    else:
        a, b = hill.ridge
        if distance_to_segment(at, a, b) <= hill.crest:
            return Rise(hill.level)
        goal = _onto(at, a, b)
    return Rise(hill.level, hill.kind, hill.slope, heading_of(bearing(at, goal)))


def _point(x: float, y: float) -> Point:
    return Point(tenths(x), tenths(y))


def _onto(at: Point, a: Point, b: Point) -> Point:
    """The place of a ridge, which runs along an axis, that is nearest to a point."""
    return Point(min(max(at.x, a.x), b.x), min(max(at.y, a.y), b.y))
