"""The plane over the hexes: exact points, headings, arcs, distances, and what a straight line or a path crosses.

Lengths are GSU (pw:1.0). A point is a pair of whole tenths of a GSU, x to the east and y to the south. Hexes are those
of `core.hexes`, flat-topped, their centres 25 GSU apart: a regular hexagon of which north is an axis. Nothing is
rounded to the centre of a hex; a hex is ground, not a measure.

The sides of the hexagons are lines Y = whole, X + Y = even and X - Y = even, where X = sqrt(3) * x / 125 and
Y = y / 125. As the root is irrational, no point lies on a slanted hexside, and no line between two points but a level
one runs through a corner. What lies on a level hexside belongs to the hex in the south.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, dist, floor, inf, isqrt, radians, sin, sqrt
from typing import Final, NamedTuple

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex

#: Tenths in a GSU: coordinates are whole tenths.
GSU: Final = 10
#: GSU between the centres of neighbouring hexes.
ACROSS: Final = 25
#: Headings of a circle, clockwise from north (0), each a STEP of degrees from the next.
HEADINGS: Final = 48
STEP: Final = 360 / HEADINGS

_ROOT: Final = sqrt(3)


class Point(NamedTuple):
    """A place on the table, in whole tenths of a GSU: x to the east, y to the south."""

    x: int
    y: int


def tenths(gsu: float) -> int:
    """A length in whole tenths of a GSU, to the nearest, halves up."""
    return floor(gsu * GSU + 0.5)


def _nearest(x: float, y: float) -> Point:
    """The point nearest to a place given in tenths."""
    return Point(floor(x + 0.5), floor(y + 0.5))


# -- hexes -----------------------------------------------------------------------------------------


def centre(hex_: Hex) -> Point:
    """The point nearest to the centre of a hex."""
    col = hex_.col
    east = (isqrt(187500 * col * col) + 1) // 2  # columns lie 125 * sqrt(3) tenths apart
    return Point(east if col >= 0 else -east, 125 * hex_.y)


def corners(hex_: Hex) -> tuple[Point, ...]:
    """The points nearest to the six corners; number i is the clockwise end of the hexside in direction i."""
    unit = 125 / _ROOT
    x, y = 3 * unit * hex_.col, 125 * hex_.y
    around = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
    return tuple(_nearest(x + unit * dx, y + 125 * dy) for dx, dy in around)


def hex_at(point: Point) -> Hex:
    """The hex that contains a point; what lies on a hexside belongs to the hex in the south of it."""
    x, y = point
    east = isqrt(3 * x * x) if x >= 0 else -1 - isqrt(3 * x * x)  # sqrt(3) * x, rounded down
    # In steps of half of X + Y and X - Y centres and corners are whole; a centre is where their sum is a multiple of 3.
    falling, rising = (east + y) // 250, (east - y) // 250
    over = (falling + rising) % 3
    if over == 1:
        falling, rising = falling + 1, rising + 1
    elif over == 2:
        if y >= 125 * (falling - rising):
            falling += 1
        else:
            rising += 1
    return Hex((falling + rising) // 3, (falling - rising) >> 1)


# -- distances -------------------------------------------------------------------------------------


def squared(a: Point, b: Point) -> int:
    """The square of the distance, in square tenths."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def gsu_between(a: Point, b: Point) -> float:
    """The distance in GSU."""
    return sqrt(squared(a, b)) / GSU


def within(a: Point, b: Point, limit: float, allowance: float = 0) -> bool:
    """Whether two points lie at most `limit` GSU apart, from the centre of one to the edge of the other (pw:1.0).

    `allowance` is what lies between the centre and the edge of the other, in GSU. Compared in whole thousandths.
    """
    reach = round((limit + allowance) * 1000)
    return reach >= 0 and squared(a, b) * 10000 <= reach * reach


def distance_to_segment(point: Point, a: Point, b: Point) -> float:
    """GSU from a point to the nearest place of a straight line between two others, to six decimals."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    whole, along = dx * dx + dy * dy, px * dx + py * dy
    if along <= 0:
        found = sqrt(px * px + py * py)
    elif along >= whole:
        found = sqrt(squared(point, b))
    else:
        found = abs(px * dy - py * dx) / sqrt(whole)
    return round(found / GSU, 6)


def chord(a: Point, b: Point, disc_centre: Point, radius: float) -> float:
    """GSU of a straight line between two points that lie inside a disc of a radius in GSU (pw:11); 0 if none do."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy)
    if not length:
        return 0.0
    px, py = disc_centre[0] - a[0], disc_centre[1] - a[1]
    along, beside = (px * dx + py * dy) / length, (px * dy - py * dx) / length
    half = sqrt(max(0.0, (radius * GSU) ** 2 - beside * beside))
    return max(0.0, min(length, along + half) - max(0.0, along - half)) / GSU


# -- headings --------------------------------------------------------------------------------------


def bearing(a: Point, b: Point) -> float:
    """Degrees from a point to another, clockwise from north, to six decimals; 0 where both are one point."""
    found = round(degrees(atan2(b[0] - a[0], a[1] - b[1])) % 360, 6)
    return 0.0 if found == 360 else found


def heading_of(degrees: float) -> int:
    """The heading nearest to a number of degrees, halves clockwise."""
    return floor(degrees / STEP + 0.5) % HEADINGS


def degrees_of(heading: int) -> float:
    """The degrees of a heading, clockwise from north."""
    return heading % HEADINGS * STEP


def steps_between(a: int, b: int) -> int:
    """Headings from one to another by the shorter turn, 0 to 24."""
    turn = (a - b) % HEADINGS
    return min(turn, HEADINGS - turn)


def off_angle(heading: int, degrees: float) -> float:
    """Degrees of the shorter turn from a heading to a bearing, 0 to 180, to six decimals."""
    turn = (degrees - degrees_of(heading)) % 360
    return round(min(turn, 360 - turn), 6)


def in_arc(heading: int, half: int, degrees: float) -> bool:
    """Whether a bearing lies in the arc of `half` headings on either side of one, its borders included (pw:7.2)."""
    return off_angle(heading, degrees) <= half * STEP


def compass(n: int, along: float = 0.0) -> float:
    """The degrees of compass number 1 to 8, clockwise, of which 1 is north or lies `along` a line of fire (pw:1.3)."""
    if not 1 <= n <= 8:
        raise ValueError(f"the compass has the numbers 1 to 8, not {n}")
    return (along + 45 * (n - 1)) % 360


def offset(point: Point, degrees: float, gsu: float) -> Point:
    """The point nearest to the place that lies some GSU away on a bearing."""
    angle, length = radians(degrees), gsu * GSU
    return _nearest(point[0] + length * sin(angle), point[1] - length * cos(angle))


# -- areas -----------------------------------------------------------------------------------------


def in_box(point: Point, centre: Point, axis_degrees: float, length: float, width: float) -> bool:
    """Whether a point lies in a rectangle about a centre, `length` GSU along its axis and `width` across (pw:10.1.2).

    Its borders are inside.
    """
    angle = radians(axis_degrees)
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    ahead, right = dx * sin(angle) - dy * cos(angle), dx * cos(angle) + dy * sin(angle)
    return round(abs(ahead), 6) <= length * GSU / 2 and round(abs(right), 6) <= width * GSU / 2


def in_circle(point: Point, centre: Point, radius: float) -> bool:
    """Whether a point lies in a circle of a radius in GSU, its border included (pw:8.12)."""
    return within(point, centre, radius)


# -- lines -----------------------------------------------------------------------------------------


class Stretch(NamedTuple):
    """The part of a line that lies in one hex: where it begins, in GSU from the start of the line, and its length."""

    hex: Hex
    start: float
    length: float

    @property
    def end(self) -> float:
        """Where it ends, in GSU from the start of the line."""
        return self.start + self.length


class Crossing(NamedTuple):
    """A hexside crossed, out of a hex in a direction (0 = N to 5 = NW), and how many GSU from the start of the line."""

    hex: Hex
    direction: int
    at: float

    @property
    def into(self) -> Hex:
        """The hex beyond."""
        return self.hex.neighbour(self.direction)


@lru_cache(maxsize=4096)
def clip(a: Point, b: Point) -> tuple[Stretch, ...]:
    """The hexes that the straight line from one point to another runs through, in order, with the GSU inside each.

    The first is that of `a` and the last that of `b`, even where a point on a hexside leaves it no length; the
    lengths sum to the whole. A line along hexsides runs in the hexes south of them. From `b` to `a` it is the same.
    """
    if b < a:
        back = clip(b, a)[::-1]
        starts = accumulate([length for _, _, length in back], initial=0.0)
        return tuple([_made(Stretch, (hex_, at, length)) for (hex_, _, length), at in zip(back, starts, strict=False)])
    return tuple(_walk(a, b))


_made = tuple.__new__  # many are made, and the constructors of named tuples take half of the time


def _walk(a: Point, b: Point) -> list[Stretch]:
    """As `clip`, of a line that runs to the east, or straight to the south."""
    (col, row), (end_col, end_row) = hex_at(a), hex_at(b)
    length = gsu_between(a, b)
    (x, y), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    # On level hexsides the corners are met, where rounding must not decide: the line is taken a trifle to the south.
    south = 1e-6 if dy == 0 and y % 125 == 0 else 0.0
    # Three families of parallel hexsides: falling to the right (X + Y), rising (X - Y) and level (Y). Of each, one side
    # of a hex is on the way out, met after `to_` GSU. Who crosses a side has the next of its family a whole hex away,
    # and those of the other families half a hex nearer or farther: `by_` says what that makes in GSU.
    falls, rises = (_ROOT * dx + dy) / 250, (_ROOT * dx - dy) / 250
    down, up, sink = (1 if falls > 0 else -1), (1 if rises > 0 else -1), (1 if dy > 0 else -1)
    at_y, end_y = 2 * row + (col & 1), 2 * end_row + (end_col & 1)
    found: list[Stretch] = []
    at = 0.0
    if col != end_col or at_y != end_y:
        by_falling, by_rising = length / abs(falls), length / abs(rises)
        by_level = 125 * length / abs(dy) if dy else 0.0
        to_falling = ((3 * col + at_y) / 2 + down - (_ROOT * x + y + south) / 250) / falls * length
        to_rising = ((3 * col - at_y) / 2 + up - (_ROOT * x - y - south) / 250) / rises * length
        to_level = (125 * (at_y + sink) - y) / dy * length if dy else inf
        rising_by_falling, falling_by_rising = down * up * by_rising, down * up * by_falling
        level_by_falling, falling_by_level = down * sink * by_level, down * sink * by_falling
        level_by_rising, rising_by_level = -up * sink * by_level, -up * sink * by_rising
        sink, by_falling, by_rising, by_level = 2 * sink, 2 * by_falling, 2 * by_rising, 2 * by_level
        while col != end_col or at_y != end_y:
            here = _made(Hex, (col, at_y >> 1))
            if to_falling < to_rising and to_falling < to_level:
                found.append(_made(Stretch, (here, at, to_falling - at)))
                at = to_falling
                col, at_y = col + down, at_y + down
                to_falling += by_falling
                to_rising += rising_by_falling
                to_level += level_by_falling
            elif to_rising < to_level:
                found.append(_made(Stretch, (here, at, to_rising - at)))
                at = to_rising
                col, at_y = col + up, at_y - up
                to_rising += by_rising
                to_falling += falling_by_rising
                to_level += level_by_rising
            else:
                found.append(_made(Stretch, (here, at, to_level - at)))
                at = to_level
                at_y += sink
                to_level += by_level
                to_falling += falling_by_level
                to_rising += rising_by_level
    found.append(Stretch(Hex(end_col, end_row), at, max(0.0, length - at)))
    return found


_DIRECTIONS: Final = {(0, -2): 0, (1, -1): 1, (1, 1): 2, (0, 2): 3, (-1, 1): 4, (-1, -1): 5}


def crossings(a: Point, b: Point) -> tuple[Crossing, ...]:
    """The hexsides that the straight line from one point to another crosses, in order."""
    return _sides(clip(a, b))


def _sides(stretches: tuple[Stretch, ...]) -> tuple[Crossing, ...]:
    met = [(here, there, at) for (here, _, _), (there, at, _) in pairwise(stretches)]
    return tuple([Crossing(a, _DIRECTIONS[b.col - a.col, b.y - a.y], at) for a, b, at in met])


# -- paths -----------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Path(Alike):
    """A way over the table: where it starts, and where each of its straight legs ends."""

    start: Point
    legs: tuple[Point, ...] = ()

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The start and the end of each leg."""
        return (self.start, *self.legs)

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.legs[-1] if self.legs else self.start

    @cached_property
    def reached(self) -> tuple[float, ...]:
        """After how many GSU each of its points is reached."""
        return tuple(accumulate((dist(a, b) / GSU for a, b in pairwise(self.points)), initial=0.0))

    @property
    def length(self) -> float:
        """GSU from its start to its end along it; turns count nothing."""
        return self.reached[-1]

    def at(self, gsu: float) -> Point:
        """The point nearest to the place after some GSU along it; no further than its two ends."""
        if gsu >= self.length:
            return self.end
        if gsu <= 0:
            return self.start
        leg = bisect_right(self.reached, gsu) - 1
        (ax, ay), (bx, by) = self.points[leg], self.points[leg + 1]
        share = (gsu - self.reached[leg]) / (self.reached[leg + 1] - self.reached[leg])
        return _nearest(ax + share * (bx - ax), ay + share * (by - ay))

    def fraction(self, f: float) -> Point:
        """The point after a fraction of its length, as 1/8, 1/4 and 1/2 are asked for (pw:8.7.1, pw:8.7.2)."""
        return self.at(f * self.length)

    @cached_property
    def _bearings(self) -> tuple[tuple[float, float], ...]:
        """Of each leg that leads anywhere, after how many GSU it ends, and its bearing in degrees."""
        legs = zip(pairwise(self.points), self.reached[1:], strict=True)
        return tuple((end, bearing(a, b)) for (a, b), end in legs if a != b)

    def bearing_at(self, gsu: float) -> float | None:
        """The bearing of the leg on which one is after some GSU, in degrees; None of a path that leads nowhere."""
        legs = self._bearings
        return next((degrees for end, degrees in legs if end >= gsu), legs[-1][1] if legs else None)

    def piece(self, begin: float, end: float) -> Path:
        """The part of it between two lengths in GSU."""
        start, stop = self.at(begin), self.at(end)
        between = [p for p, reached in zip(self.points, self.reached, strict=True) if begin < reached < end]
        points = [start, *between, stop] if end > begin else [start]
        return Path(start, tuple([b for a, b in pairwise(points) if a != b]))

    def cut(self, gsu: float) -> Path:
        """Its first GSU."""
        return self.piece(0.0, gsu)

    def rest(self, gsu: float) -> Path:
        """What is left of it after some GSU."""
        return self.piece(gsu, self.length)

    def stretches(self) -> tuple[Stretch, ...]:
        """The hexes that it runs through, in order, with the GSU inside each; as `clip`, over all legs."""
        found = [Stretch(hex_at(self.start), 0.0, 0.0)]
        for (a, b), reached in zip(pairwise(self.points), self.reached, strict=False):
            (_, _, first), *others = clip(a, b)
            hex_, start, length = found[-1]
            found[-1] = Stretch(hex_, start, length + first)
            found.extend(Stretch(hex_, reached + start, length) for hex_, start, length in others)
        return tuple(found)

    def crossings(self) -> tuple[Crossing, ...]:
        """The hexsides that it crosses, in order."""
        return _sides(self.stretches())
