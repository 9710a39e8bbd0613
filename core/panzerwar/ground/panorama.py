"""What is seen of the ground around a point, found for all hexes of the board, or of an arc, at once (pw:7.11).

It says of the centres of hexes what `lines.unkept` says of each, or leaves in doubt what is too near to the limit.
From the nearest hex to the farthest each is judged by what lies before it, and then lies itself before those behind it:
those whose centres are seen in the directions that it takes up. A line meets a hex on its way to a centre only if that
one is farther off, since every place lies in the hex to whose centre it is nearest.

Directions are angles from the axis of an arc, by which the hexes in it are sorted; slopes are GSU of height for a GSU
along a line. Lengths are GSU.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import asin, atan2, cos, hypot, inf, pi, remainder, sin, sqrt, tan, tau
from operator import itemgetter
from typing import Final, NamedTuple

from attrs import frozen

from core.hexes import Hex
from core.panzerwar.ground.heights import MEN
from core.panzerwar.ground.terrain import BANK, BANK_HEIGHT, OF_INFANTRY, Country, Ground
from core.plane import ACROSS, GSU, Point, hex_at

#: What is known of a hex.
DOUBT, OPEN, HIDDEN = 0, 1, 2
#: GSU from the centre of a hex to its sides and corners, and from one column to the next.
_SIDE: Final = ACROSS / 2
_CORNER: Final = ACROSS / sqrt(3)
_COLUMN: Final = _CORNER * 1.5
#: A line that comes so near to the centre of a hex runs through it, and one that does not come so near does not.
_THROUGH, _BESIDE = _SIDE - 0.06, _CORNER + 0.06
#: Up to this range lines are left to be followed one by one.
_NEAR: Final = 60.0
#: What slopes may be off by; directions to points that do not lie closer than what is at hand; lengths; and depths,
#: which are compared in tenths.
_SLIGHT: Final = 1e-6
_GLANCE: Final = 1e-5
_AT_HAND: Final = 0.1
_ALONG: Final = 1e-12
_GRAZING: Final = 1e-3
_TENTH, _DEPTH = 0.05, 0.01
#: Of the three directions across a hex, from side to side, two lie so far to the east, the third to the south.
_EAST: Final = sqrt(3) / 2


# -- the board ---------------------------------------------------------------------------------------------


class _Bank(NamedTuple):
    """A hexside with a bank: its two ends, and how high its top is."""

    x1: float
    y1: float
    x2: float
    y2: float
    top: float
    beyond: Hex


class _Obstacle(NamedTuple):
    """A hex that lines of sight notice: its centre; the height of its ground, and of what stands there; how deep one
    sees into that, None = without end."""

    x: float
    y: float
    base: float
    tall: float
    limit: int | None
    banks: tuple[_Bank, ...]


@frozen(eq=False, repr=False)
class _Relief:
    """A board as lines of sight notice it. By the numbers of `Country.places`: where the centres lie, how high the
    heads of men are there, what hides others, None = nothing. hexes: of each hex the same; lowest: of all heads."""

    east: list[float]
    south: list[float]
    heads: list[float]
    obstacles: list[_Obstacle | None]
    hexes: dict[Hex, _Obstacle]
    lowest: float


@lru_cache(maxsize=4)
def _relief(land: Country) -> _Relief:
    """The relief of a board; those of few boards are kept."""
    hexes = {hex_: _obstacle(land, found) for hex_, found in land.noticed.items()}
    obstacles = [hexes.get(hex_) for hex_, _ in land.places]
    heads = [MEN + (one.base if one is not None else 0.0) for one in obstacles]
    return _Relief(
        east=[at[0] / GSU for _, at in land.places],
        south=[at[1] / GSU for _, at in land.places],
        heads=heads,
        obstacles=obstacles,
        hexes=hexes,
        lowest=min(heads),
    )


def _obstacle(land: Country, found: Ground) -> _Obstacle:
    hides = found.hides if found.hides is not None and found.hides.id not in OF_INFANTRY else None
    x, y = found.hex.col * _COLUMN, found.hex.y * _SIDE
    banks = tuple(
        _bank(land, found, beyond) for beyond, effects in found.edges.items() if any(one.id == BANK for one in effects)
    )
    return _Obstacle(x, y, found.base, found.tall, hides.blocks if hides is not None else None, banks)


def _bank(land: Country, found: Ground, beyond: Hex) -> _Bank:
    other = land.noticed.get(beyond)
    top = max(found.base, other.base if other is not None else 0.0) + BANK_HEIGHT
    x, y = found.hex.col * _COLUMN, found.hex.y * _SIDE
    out_x, out_y = (beyond.col * _COLUMN - x) / 2, (beyond.y * _SIDE - y) / 2
    along_x, along_y = -out_y / sqrt(3), out_x / sqrt(3)
    return _Bank(x + out_x + along_x, y + out_y + along_y, x + out_x - along_x, y + out_y - along_y, top, beyond)


# -- looking around --------------------------------------------------------------------------------------------


class _Seen(NamedTuple):
    """The centre of a hex as it is seen: its number, how far away, in which direction, and that as a unit vector."""

    number: int
    away: float
    way: float
    east: float
    south: float


class Arc(NamedTuple):
    """Directions: an axis, and half of the width, in radians clockwise from the east."""

    axis: float
    half: float

    @property
    def whole(self) -> bool:
        """Whether it is so wide that to look all around is no more work."""
        return self.half > pi / 3


ALL_AROUND: Final = Arc(0.0, pi)


def panorama(land: Country, at: Point, eye: float, found: bytearray, arc: Arc) -> tuple[int, ...]:
    """Write down of the hexes of an arc, by their numbers in `Country.places`, whether men who stood in them are seen
    by one whose eye is so many GSU above the ground at a point and who has not moved: OPEN, HIDDEN, or DOUBT; returns
    the numbers of those that are not hidden, in order."""
    board, here = _relief(land), hex_at(at)
    arc = ALL_AROUND if arc.whole else arc
    own = board.hexes.get(here)
    begins = eye + (own.base if own is not None else 0.0)
    centres = sorted(_centres(board, at, arc), key=_AWAY)
    order = sorted(range(len(centres)), key=[one.way for one in centres].__getitem__)
    places = [0] * len(order)
    for place, one in enumerate(order):
        places[one] = place
    sky = _Sky([centres[one].way for one in order], at, begins, min(begins, board.lowest), here, arc.axis)
    mine = (own,) if own is not None and own.limit is not None else ()
    level = at[1] if at[1] % 125 == 0 else None  # in which of two hexes a line along their side is, `clip` alone tells
    for place, seen in zip(places, centres, strict=True):
        number = seen.number
        obstacle = board.obstacles[number]
        if seen.away > _NEAR and -arc.half <= seen.way <= arc.half and land.places[number][1][1] != level:
            rise = (board.heads[number] - begins) / seen.away
            if rise < sky.low[place] - _SLIGHT:
                found[number] = HIDDEN
            else:
                woods = sky.woods[place]
                last = (obstacle,) if obstacle is not None and obstacle.limit is not None else ()
                judged = OPEN
                if woods or mine or last:
                    judged = _judged(sky, seen, rise, (*mine, *woods, *last), land.free)
                found[number] = DOUBT if judged == OPEN and rise <= sky.high[place] + _SLIGHT else judged
        if obstacle is not None and obstacle is not own:
            sky.put(obstacle, seen)
    return tuple(sorted(one.number for one in centres if found[one.number] != HIDDEN and abs(one.way) <= arc.half))


def _centres(board: _Relief, at: Point, arc: Arc) -> Iterator[_Seen]:
    """All centres, or those in an arc and of what may stand into it."""
    x, y = at[0] / GSU, at[1] / GSU
    if arc.whole:
        for number, (east, south) in enumerate(zip(board.east, board.south, strict=True)):
            dx, dy = east - x, south - y
            away = hypot(dx, dy) or _SLIGHT
            yield _made(_Seen, (number, away, atan2(dy, dx), dx / away, dy / away))
        return
    ahead_x, ahead_y, wide, more = cos(arc.axis), sin(arc.axis), tan(arc.half), _BESIDE / cos(arc.half) + 1
    for number, (east, south) in enumerate(zip(board.east, board.south, strict=True)):
        dx, dy = east - x, south - y
        ahead, aside = dx * ahead_x + dy * ahead_y, dy * ahead_x - dx * ahead_y
        reach = ahead * wide + more
        if -reach <= aside <= reach:
            away = hypot(dx, dy) or _SLIGHT
            yield _made(_Seen, (number, away, atan2(aside, ahead), dx / away, dy / away))


_made: Final = tuple.__new__  # many are made, and the constructors of named tuples take half of the time
_AWAY: Final = itemgetter(1)


class _Sky:
    """What hides in each direction, as far as it is gone through: slopes below which certainly all is hidden, and above
    which certainly nothing is by crests and banks; what is looked through, from the nearest on.

    ways: the directions of the centres, sorted; begins: how high the eye is; lowest: below all lines of sight; here:
    the hex where the eye is; axis: of the directions.
    """

    __slots__ = ("_axis", "_here", "_lowest", "_ways", "begins", "high", "low", "woods", "x", "y")

    def __init__(self, ways: list[float], at: Point, begins: float, lowest: float, here: Hex, axis: float) -> None:
        self.x, self.y, self.begins = at[0] / GSU, at[1] / GSU, begins
        self._ways, self._lowest, self._here, self._axis = ways, lowest, here, axis
        self.low, self.high = [-inf] * len(ways), [-inf] * len(ways)
        self.woods: list[list[_Obstacle]] = [[] for _ in ways]

    def put(self, one: _Obstacle, seen: _Seen) -> None:
        """A hex lies before all that is looked at from now on."""
        away, way = seen.away, seen.way
        wide = asin(_BESIDE / away) if away > _BESIDE else pi
        spans = self._spans(way - wide, way + wide)
        if one.limit is not None:
            for start, end in spans:
                for woods in self.woods[start:end]:
                    woods.append(one)
        if one.base > self._lowest:
            rise = one.base - self.begins
            steepest = rise / max(away - _BESIDE if rise > 0 else away + _BESIDE, _SLIGHT)
            if any(start < end and min(self.low[start:end]) < steepest for start, end in spans):
                narrow = asin(min(1.0, _THROUGH / away))
                flattest = rise / (away if rise > 0 else max(_SLIGHT, away * cos(narrow)))
                _raise(self.high, spans, steepest)
                _raise(self.low, self._spans(way - narrow, way + narrow), flattest)
        for bank in one.banks:
            if bank.beyond != self._here:
                self._bank(one, bank)

    def _bank(self, one: _Obstacle, bank: _Bank) -> None:
        """A hexside by which lines of sight enter a hex, or do not."""
        x1, y1, x2, y2 = bank.x1 - self.x, bank.y1 - self.y, bank.x2 - self.x, bank.y2 - self.y
        middle_x, middle_y = (x1 + x2) / 2, (y1 + y2) / 2
        if middle_x * (one.x - self.x - middle_x) + middle_y * (one.y - self.y - middle_y) < 0:
            return
        farthest = max(hypot(x1, y1), hypot(x2, y2))
        nearest = max(farthest - _CORNER, abs(x1 * y2 - x2 * y1) / _CORNER)
        if nearest < _AT_HAND:
            _raise(self.high, self._spans(-pi, pi), inf)
            return
        rise = bank.top - self.begins
        steepest, flattest = rise / nearest, rise / farthest
        if rise < 0:
            steepest, flattest = flattest, steepest
        first, second = sorted((self._way(x1, y1), self._way(x2, y2)))
        if second - first > pi:
            first, second = second, first + tau
        _raise(self.high, self._spans(first - _GLANCE, second + _GLANCE), steepest)
        _raise(self.low, self._spans(first + _GLANCE, second - _GLANCE), flattest)

    def _way(self, x: float, y: float) -> float:
        return remainder(atan2(y, x) - self._axis, tau)

    def _spans(self, first: float, second: float) -> tuple[tuple[int, int], ...]:
        """Where in the sorted directions those from one to another lie."""
        ways = self._ways
        if second - first >= tau:
            return ((0, len(ways)),)
        if first < -pi:
            return (bisect_left(ways, first + tau), len(ways)), (0, bisect_right(ways, second))
        if second > pi:
            return (bisect_left(ways, first), len(ways)), (0, bisect_right(ways, second - tau))
        return ((bisect_left(ways, first), bisect_right(ways, second)),) if first < second else ()


def _raise(slopes: list[float], spans: Iterable[tuple[int, int]], slope: float) -> None:
    for start, end in spans:
        slopes[start:end] = [slope if slope > one else one for one in slopes[start:end]]


# -- looking through ---------------------------------------------------------------------------------------------


def _judged(sky: _Sky, seen: _Seen, rise: float, woods: Iterable[_Obstacle], free: float) -> int:
    """Whether one sees through what a line of sight may run through, from the nearest hex on (pw:7.11.3, pw:7.11.4).
    rise: its slope; free: how far the free zone reaches."""
    deep: dict[int, float] = {}
    zone, ended = True, -inf
    for start, end, limit in _runs(sky, seen, rise, woods):
        if zone:
            # All that is one with what ends in the free zone costs nothing (pw:7.12.3).
            if start - ended >= _GRAZING:
                if abs(ended - free) < _GRAZING:
                    return DOUBT
                deep = {}
            elif start - ended > _SLIGHT / 2:
                return DOUBT
            ended, zone = end, end <= free + _GRAZING
        deep[limit] = deep.get(limit, 0.0) + end - start
        if not zone and _through(deep) == HIDDEN:
            return HIDDEN
    if zone:
        return DOUBT if abs(ended - free) < _GRAZING else OPEN
    return _through(deep)


def _runs(sky: _Sky, seen: _Seen, rise: float, woods: Iterable[_Obstacle]) -> Iterator[tuple[float, float, int]]:
    """From where to where a line runs in hexes below the top of what stands there, and how deep one sees into that."""
    x, y, begins, length = sky.x, sky.y, sky.begins, seen.away
    by_level, by_falling, by_rising = (
        1 / across if abs(across) > _ALONG else 1 / _ALONG
        for across in (seen.south, _EAST * seen.east + seen.south / 2, _EAST * seen.east - seen.south / 2)
    )
    level, falling, rising = abs(_SIDE * by_level), abs(_SIDE * by_falling), abs(_SIDE * by_rising)
    for centre_x, centre_y, _, tall, limit, _ in woods:
        dx, dy = _EAST * (centre_x - x), centre_y - y
        middle = dy * by_level
        start, end = middle - level, middle + level
        middle = (dx + dy / 2) * by_falling
        if middle - falling > start:
            start = middle - falling
        if middle + falling < end:
            end = middle + falling
        middle = (dx - dy / 2) * by_rising
        if middle - rising > start:
            start = middle - rising
        if middle + rising < end:
            end = middle + rising
        if start < 0:
            start = 0.0
        if end > length:
            end = length
        if end - start < _GRAZING or limit is None:
            continue
        enters, leaves = begins + rise * start, begins + rise * end
        if enters >= tall or leaves >= tall:
            if enters >= tall and leaves >= tall:
                continue
            meets = (tall - begins) / rise
            start, end = (start, meets) if enters < tall else (meets, end)
        yield start, end, limit


def _through(deep: Mapping[int, float]) -> int:
    """Whether one sees through so many GSU of what is seen into so deep; what is thicker counts as what is thinner
    too."""
    found = OPEN
    for limit, depth in deep.items():
        if len(deep) > 1:
            depth = sum(more for other, more in deep.items() if other <= limit)
        if depth > limit + _TENTH + _DEPTH:
            return HIDDEN
        if depth >= limit + _TENTH - _DEPTH:
            found = DOUBT
    return found
