"""Lines of sight as traces: which hexes and hexsides of a board a line meets, counted from its start (na:4.1.4).

A line and its mirror images meet the same things in the same order wherever they start, so each is laid out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from operator import itemgetter
from typing import Final, NamedTuple

from core.hexes import Hex, distance, from_xy, line_template, runs_along_hexsides, walk

# A spot is a hex or one of three of its hexsides; the other three belong to the neighbours. Spots are numbered
# 4 * (column * stride + vertical position) + 0 for the hex and 1, 2, 3 for its hexsides N, NE, SE, so that a line
# is the same list of differences wherever it starts.
#: What a spot is on a line: a hex, a hexside that it crosses, one that it runs along.
HEX, ACROSS, ALONG = range(3)
#: Kinds and stages of a line that crosses one hexside into one hex after the other, as far as any goes.
_IN_TURN: Final = bytes((ACROSS, HEX)) * 1000
_PAIRS: Final = tuple(1 + n // 2 for n in range(2000))

_STEPS: Final = tuple((h.col, h.y) for h in Hex(0, 0).neighbours())


class _Shape(NamedTuple):
    """Of the spots of a line in their order, what its mirror images have alike.

    kinds: what each is; stages: number of the stretch it belongs to (a hexside crossed belongs to the stretch behind
    it); near, far: its range from the start and from the end, where that end is the higher.
    """

    kinds: bytes
    stages: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]


class _Line:
    """The line of (dx columns, dy half rows); its shape is worked out when something on it may block."""

    def __init__(self, dx: int, dy: int) -> None:
        self.dx, self.dy = dx, dy
        self.reach = distance(Hex(0, 0), from_xy(dx, dy))
        #: Whether it follows one straight hex row.
        self.axis = dx in (0, dy)
        #: The directions from hex to hex; None of a line that runs along hexsides.
        self.walked = None if runs_along_hexsides(dx, dy) else walk(dx, dy)
        self.places = [] if self.walked else list(_places(dx, dy))

    @cached_property
    def shape(self) -> _Shape:
        """What its spots are."""
        return _shape_of_walk(self.walked) if self.walked else _shape_by_place(self.dx, self.dy, self.places)


#: Number of the stretch, hex, direction of its hexside (None = the hex itself), whether the line runs along that.
_Place = tuple[int, tuple[int, int], int | None, bool]


def _shape_by_place(dx: int, dy: int, places: Iterable[_Place]) -> _Shape:
    start, end = Hex(0, 0), from_xy(dx, dy)
    kinds: list[int] = []
    stages: list[int] = []
    near: list[int] = []
    far: list[int] = []
    for stage, offset, direction, along in places:
        here = from_xy(*offset)
        kinds.append(HEX if direction is None else ALONG if along else ACROSS)
        stages.append(stage)
        near.append(distance(start, here))
        far.append(distance(end, here if direction is None or along else here.neighbour(direction)))
    return _Shape(bytes(kinds), tuple(stages), tuple(near), tuple(far))


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


class Trace(NamedTuple):
    """A line as spots relative to its start, from the hexside next to the start to the one next to the end.

    tops: picks their Heights out of bytes rotated to the start; line: which this is, or is a mirror image of.
    """

    tops: Callable[[bytes], tuple[int, ...]]
    spots: tuple[int, ...]
    line: _Line


@lru_cache(maxsize=4)
def shared_traces(stride: int) -> dict[int, Trace]:
    """Traces by difference of spots, as many as a board has; shared by all boards of about the same size."""
    return {}


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


def mirrored_traces(stride: int, dx: int, dy: int) -> Iterator[tuple[int, Trace]]:
    """The line of (dx columns, dy half rows) and its mirror images, each with the difference of spots it spans."""
    line = _Line(abs(dx), abs(dy))
    for flip_x in (1, -1) if dx else (1,):
        for flip_y in (1, -1) if dy else (1,):
            if line.walked:
                spots = _walked_spots(stride, flip_x, flip_y, line.walked)
            else:
                spots = tuple(_mirrored_spot(stride, flip_x, flip_y, *at, side) for _, at, side, _ in line.places)
            # itemgetter answers a tuple only when it picks several items.
            tops = itemgetter(*spots, *spots[:1])
            yield 4 * (flip_x * line.dx * stride + flip_y * line.dy), Trace(tops, spots, line)


def _walked_spots(stride: int, flip_x: int, flip_y: int, directions: Sequence[int]) -> tuple[int, ...]:
    """The spots of a line that meets one hex after the other, mirrored: hexside, hex, hexside ... hexside."""
    steps = _mirrored_steps(stride, flip_x, flip_y)
    return tuple(accumulate(chain.from_iterable(map(steps.__getitem__, directions))))[:-1]


@lru_cache(maxsize=16)
def _mirrored_steps(stride: int, flip_x: int, flip_y: int) -> tuple[tuple[int, int], ...]:
    """By direction, what is added to the spot of a hex for its hexside there, and to that for the hex behind it."""
    sides = [_mirrored_spot(stride, flip_x, flip_y, 0, 0, direction) for direction in range(6)]
    hexes = [4 * (flip_x * col * stride + flip_y * y) for col, y in _STEPS]
    return tuple((side, behind - side) for side, behind in zip(sides, hexes, strict=True))


def _mirrored_spot(stride: int, flip_x: int, flip_y: int, col: int, y: int, direction: int | None) -> int:
    """Spot of a hex or hexside relative to the start, mirrored left to right, top to bottom, or both."""
    col, y = flip_x * col, flip_y * y
    if direction is None:
        return 4 * (col * stride + y)
    if flip_x < 0:
        direction = -direction % 6
    if flip_y < 0:
        direction = (3 - direction) % 6
    if direction >= 3:
        step = _STEPS[direction]
        col, y, direction = col + step[0], y + step[1], direction - 3
    return 4 * (col * stride + y) + 1 + direction
