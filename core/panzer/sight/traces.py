"""Lines of sight as traces: which hexes and hexsides of a board a line meets, counted from its start (na:4.1.4).

A line and its mirror images meet the same things in the same order wherever they start, so each is laid out once, and
is read in a mirror of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, islice
from math import gcd
from operator import itemgetter
from typing import Final, NamedTuple

from core.hexes import Hex, line_template, runs_along_hexsides, walk

# A spot is a hex or one of three of its hexsides; the other three belong to the neighbours. Spots are numbered
# 4 * (column * stride + vertical position) + 0 for the hex and 1, 2, 3 for its hexsides N, NE, SE, so that a line
# is the same list of differences wherever it starts.
#: What a spot is on a line: a hex, a hexside that it crosses, one that it runs along.
HEX, ACROSS, ALONG = range(3)
#: Kinds and stages of a line that crosses one hexside into one hex after the other, as far as any goes.
_IN_TURN: Final = bytes((ACROSS, HEX)) * 1000
_PAIRS: Final = tuple(1 + n // 2 for n in range(2000))

_STEPS: Final = tuple((h.col, h.y) for h in Hex(0, 0).neighbours())

#: Mirrors, which may be put together.
LEFT_TO_RIGHT, TOP_TO_BOTTOM = 1, 2
MIRRORS: Final = range(4)


class _Shape(NamedTuple):
    """Of the spots of a line in their order, what its mirror images have alike.

    kinds: what each is; stages: number of the stretch it belongs to (a hexside crossed belongs to the stretch behind
    it); near, far: its range from the start and from the end, where that end is the higher.
    """

    kinds: bytes
    stages: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]


class Line:
    """The line of (dx columns, dy half rows), neither of them negative, on boards of a stride.

    reach: how many hexes it is long; axis: whether it follows one straight hex row; first, last: the directions of the
    hexsides that its first and last spots are, as seen from its start and from its end; tops: picks the Heights of its
    spots out of those of a board, rotated to its start, and in a mirror out of those of the mirrored board. What else
    there is to say of its spots is worked out when something on it may block.
    """

    __slots__ = (
        *("_dx", "_dy", "_places", "_shape", "_spots", "_stride", "_walked"),
        *("axis", "first", "last", "reach", "tops"),
    )

    def __init__(self, stride: int, dx: int, dy: int) -> None:
        self._stride, self._dx, self._dy = stride, dx, dy
        self.reach = _away(dx, dy)
        self.axis = dx in (0, dy)
        #: The places of a line that runs along hexsides; of another one the directions from hex to hex.
        self._places = tuple(_places(dx, dy)) if runs_along_hexsides(dx, dy) else ()
        self._walked = b"" if self._places else bytes(_walk(dx, dy))
        ends = (self._places[0][2], self._places[-1][2]) if self._places else (self._walked[0], self._walked[-1])
        self.first, self.last = ends[0] or 0, ((ends[1] or 0) + 3) % 6
        self._shape: _Shape | None = None
        self._spots: dict[int, tuple[int, ...]] | None = None
        # itemgetter answers a tuple only when it picks several items.
        again = self._in(0) if self.reach == 1 else ()
        self.tops: Callable[[bytes], tuple[int, ...]] = itemgetter(*self._in(0), *again)

    @property
    def shape(self) -> _Shape:
        """What its spots are."""
        if self._shape is None:
            by_place = self._places and _shape_by_place(self._dx, self._dy, self._places)
            self._shape = by_place or _shape_of_walk(self._walked)
        return self._shape

    def spots(self, mirror: int) -> tuple[int, ...]:
        """Its spots in a mirror, relative to its start, from the hexside next to that to the one next to its end."""
        if self._spots is None:
            self._spots = {}
        spots = self._spots.get(mirror)
        if spots is None:
            spots = self._spots[mirror] = tuple(self._in(mirror))
        return spots

    def _in(self, mirror: int) -> Iterable[int]:
        if self._places:
            return [_mirrored_spot(self._stride, mirror, *at, side) for _, at, side, _ in self._places]
        steps = _mirrored_steps(self._stride, mirror)
        spots = accumulate(chain.from_iterable(map(steps.__getitem__, self._walked)))
        return islice(spots, 2 * len(self._walked) - 1)


#: Number of the stretch, hex, direction of its hexside (None = the hex itself), whether the line runs along that.
_Place = tuple[int, tuple[int, int], int | None, bool]


def _shape_by_place(dx: int, dy: int, places: Iterable[_Place]) -> _Shape:
    kinds: list[int] = []
    stages: list[int] = []
    near: list[int] = []
    far: list[int] = []
    for stage, (col, y), direction, along in places:
        kinds.append(HEX if direction is None else ALONG if along else ACROSS)
        stages.append(stage)
        near.append(_away(col, y))
        if direction is not None and not along:
            col, y = col + _STEPS[direction][0], y + _STEPS[direction][1]
        far.append(_away(dx - col, dy - y))
    return _Shape(bytes(kinds), tuple(stages), tuple(near), tuple(far))


def _away(dx: int, dy: int) -> int:
    """How many hexes (dx columns, dy half rows) are."""
    dx, dy = abs(dx), abs(dy)
    return dx + (dy - dx) // 2 if dy > dx else dx


def _shape_of_walk(directions: Sequence[int]) -> _Shape:
    """Hexside, hex, hexside ... hexside. A hexside is as far from the start as the hex before it, so that a line read
    from its end has the same ranges."""
    number = 2 * len(directions) - 1
    near, col, y = [0], 0, 0
    for d in directions[:-1]:
        step = _STEPS[d]
        col, y = col + step[0], y + step[1]
        away = col + (abs(y) - col) // 2 if abs(y) > col else col
        near += (away, away)
    return _Shape(_IN_TURN[:number], _PAIRS[:number], tuple(near), tuple(near[::-1]))


class Lines(NamedTuple):
    """Lines by difference of spots, and in which mirror each is that line, as many as a board has."""

    lines: dict[int, Line]
    mirrors: dict[int, int]

    def add(self, stride: int, span: int) -> None:
        """The line between hexes whose spots differ by so much, and its mirror images."""
        dx = (span // 4 + stride // 2) // stride
        dy = span // 4 - dx * stride
        line, right, down = Line(stride, abs(dx), abs(dy)), 4 * abs(dx) * stride, 4 * abs(dy)
        for mirror, there in enumerate((right + down, down - right, right - down, -right - down)):
            self.lines[there], self.mirrors[there] = line, mirror


@lru_cache(maxsize=4)
def shared_lines(stride: int) -> Lines:
    """Shared by all boards of about the same size."""
    return Lines({}, {})


def _walk(dx: int, dy: int) -> list[int]:
    """As `walk`, whose steps come again from each hex through the middle of which the line leads."""
    times = gcd(dx, dy)
    if (dx + dy) // times % 2:
        times //= 2
    return walk(dx // times, dy // times) * times


def _places(dx: int, dy: int) -> Iterator[_Place]:
    """The places on a line in their order."""
    # Uncached, since the traces are kept in its place and the template takes several times their memory.
    template = line_template.__wrapped__(dx, dy)
    for stage, (offsets, sides) in enumerate(template):
        for offset, direction in sides:
            yield stage, offset, direction, offset in offsets
        if 0 < stage < len(template) - 1:
            for offset in offsets:
                yield stage, offset, None, False


@lru_cache(maxsize=4)
def hexsides(stride: int) -> tuple[tuple[int, ...], ...]:
    """Spots of the hexsides of a hex relative to its own, by mirror and direction."""
    return tuple(tuple(_mirrored_spot(stride, mirror, 0, 0, side) for side in range(6)) for mirror in MIRRORS)


@lru_cache(maxsize=16)
def _mirrored_steps(stride: int, mirror: int) -> tuple[tuple[int, int], ...]:
    """By direction, what is added to the spot of a hex for its hexside there, and to that for the hex behind it."""
    sides = [_mirrored_spot(stride, mirror, 0, 0, direction) for direction in range(6)]
    hexes = [_mirrored_spot(stride, mirror, col, y, None) for col, y in _STEPS]
    return tuple((side, behind - side) for side, behind in zip(sides, hexes, strict=True))


def _mirrored_spot(stride: int, mirror: int, col: int, y: int, direction: int | None) -> int:
    """Spot of a hex or hexside relative to the start, mirrored left to right, top to bottom, or both."""
    if mirror & LEFT_TO_RIGHT:
        col, direction = -col, None if direction is None else -direction % 6
    if mirror & TOP_TO_BOTTOM:
        y, direction = -y, None if direction is None else (3 - direction) % 6
    if direction is None:
        return 4 * (col * stride + y)
    if direction >= 3:
        step = _STEPS[direction]
        col, y, direction = col + step[0], y + step[1], direction - 3
    return 4 * (col * stride + y) + 1 + direction


def mirrored_board(heights: bytes, stride: int, mirror: int) -> bytes:
    """What stands at the spots of a board in columns of a stride, at those of the board in a mirror.

    The first and last columns and the first and last three half rows must be empty.
    """
    hexes, *sides = (heights[n::4] for n in range(4))
    if mirror & LEFT_TO_RIGHT:
        hexes, *sides = (_columns_turned(each, stride)[::-1] for each in (hexes, *sides))
        north, north_east, south_east = sides
        # What lay to the NE lies to the NW, and is the SE hexside of the hex there.
        sides = [north, _moved(south_east, 1 - stride), _moved(north_east, -1 - stride)]
    if mirror & TOP_TO_BOTTOM:
        hexes, *sides = (_columns_turned(each, stride) for each in (hexes, *sides))
        north, north_east, south_east = sides
        sides = [_moved(north, 2), south_east, north_east]
    found = bytearray(len(heights))
    for n, each in enumerate((hexes, *sides)):
        found[n::4] = each
    return bytes(found)


def mirrored_start(spot: int, stride: int, length: int, mirror: int) -> int:
    """The spot of a hex in a mirror of a board of so many spots."""
    col, y = divmod(spot >> 2, stride)
    if mirror & LEFT_TO_RIGHT:
        col = length // (4 * stride) - 1 - col
    if mirror & TOP_TO_BOTTOM:
        y = stride - 1 - y
    return 4 * (col * stride + y)


def _columns_turned(each: bytes, stride: int) -> bytes:
    """Every column from its bottom to its top."""
    return b"".join(each[n : n + stride][::-1] for n in range(0, len(each), stride))


def _moved(each: bytes, places: int) -> bytes:
    """Everything so many places further on, or back."""
    if places < 0:
        return each[-places:] + bytes(-places)
    return bytes(places) + each[:-places]
