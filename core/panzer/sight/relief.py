"""The relief of a board: its Heights laid out in rows of bytes, so that many lines are decided fast (na:4.1.4).

`sees` and `sight_field` answer as `core.panzer.sight.line_of_sight.line_of_sight` does, without the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import add, itemgetter
from typing import Final, NamedTuple

from attrs import frozen

from core.board import Board
from core.hexes import Hex, distance, from_xy, line_template, runs_along_hexsides, walk
from core.panzer.ground.heights import (
    SIGHT_ROUTES,
    Zone,
    blind_zone_divisor,
    hexside_height,
    is_depression,
    least_that_blocks,
    obstacle_height,
    unit_height,
    zone,
)
from core.panzer.pieces.tables import Tables

# A spot is a hex or one of three of its hexsides; the other three belong to the neighbours. Spots are numbered
# 4 * (column * stride + vertical position) + 0 for the hex and 1, 2, 3 for its hexsides N, NE, SE, so that a line
# is the same list of differences wherever it starts.
_HEX, _ACROSS, _ALONG = range(3)
#: Added to Heights, so that they fit in bytes; 0 is off the board or nothing that blocks.
_BIAS: Final = 64
_UNKNOWN, _HIDDEN, _SEEN = range(3)
#: Kinds and stages of a line that crosses one hexside into one hex after the other, as far as any goes.
_IN_TURN: Final = bytes((_ACROSS, _HEX)) * 1000
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
        kinds.append(_HEX if direction is None else _ALONG if along else _ACROSS)
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


class _Trace(NamedTuple):
    """A line as spots relative to its start, from the hexside next to the start to the one next to the end.

    tops: picks their Heights out of bytes rotated to the start; line: which this is, or is a mirror image of.
    """

    tops: Callable[[bytes], tuple[int, ...]]
    spots: tuple[int, ...]
    line: _Line


@lru_cache(maxsize=4)
def _traces(stride: int) -> dict[int, _Trace]:
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


def _trace_quadrants(stride: int, dx: int, dy: int) -> Iterator[tuple[int, _Trace]]:
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
            yield 4 * (flip_x * line.dx * stride + flip_y * line.dy), _Trace(tops, spots, line)


def _walked_spots(stride: int, flip_x: int, flip_y: int, directions: Sequence[int]) -> tuple[int, ...]:
    """The spots of a line that meets one hex after the other, mirrored: hexside, hex, hexside ... hexside."""
    sides, steps = _mirrored_steps(stride, flip_x, flip_y)
    hexes = list(accumulate(map(steps.__getitem__, directions), initial=0))
    spots = [0] * (2 * len(directions) - 1)
    spots[::2] = map(add, hexes, map(sides.__getitem__, directions))
    spots[1::2] = hexes[1:-1]
    return tuple(spots)


@lru_cache(maxsize=16)
def _mirrored_steps(stride: int, flip_x: int, flip_y: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By direction, what is added to the spot of a hex for its hexside there, and for the hex behind that."""
    sides = tuple(_mirrored_spot(stride, flip_x, flip_y, 0, 0, direction) for direction in range(6))
    return sides, tuple(4 * (flip_x * col * stride + flip_y * y) for col, y in _STEPS)


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


@lru_cache(maxsize=4)
def _rotated(tops: bytes, start: int) -> bytes:
    """Kept for the few places from which many lines are asked for in turn."""
    return tops[start:] + tops[:start]


@frozen(eq=False)
class _Relief:
    """The Heights of one board and the lines decided so far.

    tops: highest point of hexes and hexsides; grounds: level of the ground; units: Height of a unit; hollows:
    depression hexes; slopes, joints: hexsides with a Slope, hexsides crossed by a Road or Path; each by spot.
    hexes, spots: the hexes of the board and their spots; divisors: of blind zones, by Height of the lower unit (as
    in units) and Heights from the obstacle up to the higher; known: for each hex what is known of the others.
    """

    stride: int
    tops: bytes
    grounds: bytes
    units: bytes
    hollows: bytes
    slopes: bytes
    joints: bytes
    hexes: tuple[Hex, ...]
    spots: tuple[int, ...]
    numbers: dict[Hex, int]
    numbers_by_spot: dict[int, int]
    traces: dict[int, _Trace]
    divisors: dict[tuple[int, int], int | None]
    known: list[bytearray | None]
    #: Least tops that block, closer, midway and farther, by the units' Heights; empty where blind zones decide.
    zones: Mapping[tuple[int, int], tuple[int, ...]]

    def rotated(self, start: int) -> bytes:
        """The tops with those of the start first; those before it count from the end, as negative indexes do."""
        return _rotated(self.tops, start)

    def spots_within(self, centre: int, radius: int) -> Iterator[int]:
        """Numbers of the spots of the hexes up to `radius` from the centre, as far as the layout goes."""
        col, y = divmod(centre >> 2, self.stride)
        columns = len(self.tops) // (4 * self.stride)
        for c in range(max(0, col - radius), min(columns, col + radius + 1)):
            reach = 2 * radius - abs(c - col)
            top, bottom = y - reach, min(y + reach, self.stride - 1)
            first = 4 * c * self.stride
            yield from range(first + 4 * (top if top >= 0 else top & 1), first + 4 * bottom + 1, 8)

    def trace(self, start: int, end: int) -> _Trace:
        """The line between two hexes of the board."""
        a, b = (self.hexes[self.numbers_by_spot[spot]] for spot in (start, end))
        self.traces.update(_trace_quadrants(self.stride, b.col - a.col, b.y - a.y))
        return self.traces[end - start]

    def clear(self, rotated: bytes, start: int, end: int) -> bool:
        """Whether the line between two hexes is clear. rotated: the tops rotated to the start."""
        if start == end:
            return True
        trace = self.traces.get(end - start) or self.trace(start, end)
        a, b = self.units[start], self.units[end]
        lower, higher = (a, b) if a < b else (b, a)
        if self.zones:
            if trace.line.reach <= 1:
                return True
            heights = trace.tops(rotated)
            return higher >= _BIAS and (max(heights) <= lower or self._compare_by_zones(trace, heights, a, b))
        if higher - lower == 1 and trace.line.reach > 1 and self.hollows[start if a < b else end]:
            hexes = (
                start,
                *(start + s for s, k in zip(trace.spots, trace.line.shape.kinds, strict=True) if k == _HEX),
                end,
            )
            if not (trace.line.axis and all(self.hollows[h] for h in hexes)):
                return False
        heights = trace.tops(rotated)
        return max(heights) <= lower or self._compare(trace, heights, start, end)

    def _compare(self, trace: _Trace, heights: tuple[int, ...], start: int, end: int) -> bool:
        """Whether nothing on the line blocks, each obstacle compared with both units (na:4.1.4.2)."""
        a, b = self.units[start], self.units[end]
        from_start, lower, higher, reach = a >= b, min(a, b), max(a, b), trace.line.reach
        route = trace.line.axis and self._follows_route(trace, start)
        slope: range | None = None
        shape = trace.line.shape
        ranges = shape.near if from_start else shape.far
        # The heights may repeat their first, which has been compared by then.
        for top, kind, d, spot, stage in zip(heights, shape.kinds, ranges, trace.spots, shape.stages, strict=False):
            if top <= lower:
                continue
            if kind == _HEX and route:
                top = min(top, self.grounds[start + spot])
                if top <= lower:
                    continue
            if top < higher:
                divisor = self.divisors[lower, higher - top]
                if not d < reach <= d + (max(1, d // divisor) if divisor else 1):
                    continue
            if kind == _HEX:
                if slope is None:
                    slope = self._continuous_slope(trace, start, end, route, from_start)
                if stage in slope:
                    continue
            return False
        return True

    def _compare_by_zones(self, trace: _Trace, heights: tuple[int, ...], a: int, b: int) -> bool:
        """As `_compare`, with the table of the miniatures edition (min:5.5.2.4)."""
        lower, higher, shape = max(min(a, b), _BIAS), max(a, b), trace.line.shape
        least = self.zones.get((a, b), ())
        for top, near, far in zip(heights, shape.near, shape.far, strict=False):
            if top <= lower:
                continue
            if top >= higher or top >= least[zone((near, far)).value]:
                return False
        return True

    def _follows_route(self, trace: _Trace, start: int) -> bool:
        """Whether every hexside of a straight row is crossed by a Road or Path (na:4.1.4.1.3c)."""
        joints = self.joints
        return all(joints[start + s] for s, k in zip(trace.spots, trace.line.shape.kinds, strict=True) if k == _ACROSS)

    def _continuous_slope(self, trace: _Trace, start: int, end: int, route: bool, from_start: bool) -> range:
        """Stretches of the Continuous Slope down from the higher unit (na:4.1.4.1.5.1)."""
        floor = self.grounds[start if from_start else end]
        kinds, stages = trace.line.shape.kinds, trace.line.shape.stages
        last = stages[-1]
        order = range(len(trace.spots)) if from_start else range(len(trace.spots) - 1, -1, -1)
        lowest, stage = floor, 0 if from_start else last
        reached = stage
        for i in order:
            s, kind = start + trace.spots[i], kinds[i]
            if kind == _ALONG:
                continue
            if kind == _ACROSS:
                if not self.slopes[s] or self.tops[s]:
                    break
                continue
            if stages[i] != stage:
                reached, stage, floor = stage, stages[i], lowest
            ground = self.grounds[s]
            if not ground or ground >= floor or (not route and self.tops[s] > ground):
                stage = reached
                break
            lowest = min(lowest, ground)
        return range(1, stage + 1) if from_start else range(stage, last)


@lru_cache(maxsize=8)
def _relief(board: Board, tables: Tables) -> _Relief:
    """The Heights of a board laid out, with a margin for lines along its edges; those of few boards are kept."""
    ys = [h.y for h in board.cells]
    cols = [h.col for h in board.cells]
    first_col, first_y = min(cols) - 1, min(ys) - 3
    # Wide enough that differences of spots tell lines apart, rounded so that boards share traces.
    stride = -(-(2 * (max(ys) - min(ys)) + 8) // 64) * 64
    tops, grounds, units, hollows, slopes, joints = (
        bytearray(4 * stride * (max(cols) - min(cols) + 3)) for _ in range(6)
    )
    spots: list[int] = []
    for hex_, cell in board.cells.items():
        spot = 4 * ((hex_.col - first_col) * stride + hex_.y - first_y)
        spots.append(spot)
        tops[spot] = _BIAS + obstacle_height(board, tables, hex_)
        grounds[spot] = _BIAS + cell.level
        units[spot] = _BIAS + unit_height(board, tables, hex_)
        hollows[spot] = is_depression(tables, cell)
        for direction, other in enumerate(hex_.neighbours()):
            if direction < 3:
                side = spot + 1 + direction
            elif other not in board.cells:
                side = 4 * ((other.col - first_col) * stride + other.y - first_y) + direction - 2
            else:
                continue
            if features := board.side(hex_, direction):
                height = hexside_height(board, tables, hex_, direction)
                tops[side] = 0 if height is None else _BIAS + height
                slopes[side] = "slope" in features
            joints[side] = bool(cell.routes) and any(board.joined(kind, hex_, direction) for kind in SIGHT_ROUTES)
    heights = {units[spot] for spot in spots}
    return _Relief(
        stride=stride,
        tops=bytes(tops),
        grounds=bytes(grounds),
        units=bytes(units),
        hollows=bytes(hollows),
        slopes=bytes(slopes),
        joints=bytes(joints),
        hexes=tuple(board.cells),
        spots=tuple(spots),
        numbers={hex_: n for n, hex_ in enumerate(board.cells)},
        numbers_by_spot={spot: n for n, spot in enumerate(spots)},
        divisors={
            (lower, below): blind_zone_divisor(tables, lower - _BIAS, below)
            for lower in heights
            for below in range(1, max(heights) - lower)
        },
        traces=_traces(stride),
        known=[None] * len(spots),
        zones={
            (a, b): tuple(_BIAS + least_that_blocks(tables, where, (a - _BIAS, b - _BIAS)) for where in Zone)
            for a in heights
            for b in heights
            if tables.line_of_sight and max(a, b) >= _BIAS
        },
    )


def sees(board: Board, tables: Tables, a: Hex, b: Hex) -> bool:
    """Whether the line of sight between two hexes of the board is clear (na:4.1.4); KeyError off the board."""
    relief = _relief(board, tables)
    n, m = relief.numbers[a], relief.numbers[b]
    known = relief.known[n]
    if known is None:
        known = relief.known[n] = bytearray(len(relief.spots))
    answer = known[m]
    if not answer:
        start = relief.spots[n]
        answer = known[m] = _SEEN if relief.clear(relief.rotated(start), start, relief.spots[m]) else _HIDDEN
    return answer == _SEEN


def sight_field(board: Board, tables: Tables, origin: Hex, radius: int) -> frozenset[Hex]:
    """All hexes up to `radius` hexes from `origin` to which the line of sight is clear, `origin` included."""
    relief = _relief(board, tables)
    n = relief.numbers[origin]
    known = relief.known[n]
    if known is None:
        known = relief.known[n] = bytearray(len(relief.spots))
    start = relief.spots[n]
    rotated, numbers, clear = relief.rotated(start), relief.numbers_by_spot, relief.clear
    seen: list[int] = []
    for end in relief.spots_within(start, radius):
        m = numbers.get(end)
        if m is None:
            continue
        answer = known[m]
        if not answer:
            answer = known[m] = _SEEN if clear(rotated, start, end) else _HIDDEN
        if answer == _SEEN:
            seen.append(m)
    return frozenset(map(relief.hexes.__getitem__, seen))
