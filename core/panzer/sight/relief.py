"""The relief of a board: its Heights laid out in rows of bytes, so that many lines are decided fast (na:4.1.4).

`sees` and `sight_field` answer as `core.panzer.sight.line_of_sight.line_of_sight` does, without the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Final

from attrs import frozen

from core.board import Board
from core.hexes import Hex
from core.panzer.ground.heights import (
    Zone,
    bed,
    blind_zone_divisor,
    hexside_height,
    is_depression,
    least_that_blocks,
    obstacle_height,
    sight_route,
    unit_height,
    zone,
)
from core.panzer.pieces.tables import Tables
from core.panzer.sight.traces import (
    ACROSS,
    ALONG,
    HEX,
    MIRRORS,
    Line,
    Lines,
    hexsides,
    mirrored_board,
    mirrored_start,
    shared_lines,
)

#: Added to Heights, so that they fit in bytes; 0 is off the board or nothing that blocks.
_BIAS: Final = 64
_UNKNOWN, _HIDDEN, _SEEN = range(3)


@lru_cache(maxsize=16)
def _rotated(tops: bytes, stride: int, start: int, mirror: int) -> bytes:
    """Kept for the few places from which many lines are asked for in turn."""
    first = mirrored_start(start, stride, len(tops), mirror)
    return tops[first:] + tops[:first]


@frozen(eq=False, repr=False)
class _Relief:
    """The Heights of one board, by the spots of `traces`, and the lines decided so far.

    tops: highest point of hexes and hexsides; mirrored: the same in each of `MIRRORS`; grounds: level of the ground;
    units: Height of a unit; hollows: depression hexes; beds: Heights of depressions, below bridges too; slopes, joints:
    hexsides with a Slope, hexsides crossed by a Road or Path; each by spot. hexes, spots: the hexes of the board and
    their spots; hexsides: spots of those of a hex relative to its own; divisors: of blind zones, by Height of the lower
    unit (as in units) and Heights from the obstacle up to the higher; known: for each hex what is known of the others.
    """

    stride: int
    tops: bytes
    mirrored: tuple[bytes, ...]
    grounds: bytes
    units: bytes
    hollows: bytes
    beds: bytes
    slopes: bytes
    joints: bytes
    hexes: tuple[Hex, ...]
    spots: tuple[int, ...]
    numbers: dict[Hex, int]
    numbers_by_spot: dict[int, int]
    lines: Lines
    hexsides: tuple[tuple[int, ...], ...]
    divisors: dict[tuple[int, int], int | None]
    known: list[bytearray | None]
    #: Least tops that block, closer, midway and farther, by the units' Heights; empty where blind zones decide.
    zones: Mapping[tuple[int, int], tuple[int, ...]]

    def rotated(self, start: int, mirror: int) -> bytes:
        """The tops in a mirror from the start on; what is before it counts from the end, as negative indexes do."""
        return _rotated(self.mirrored[mirror], self.stride, start, mirror)

    def spots_within(self, centre: int, radius: int) -> Iterator[int]:
        """Numbers of the spots of the hexes up to `radius` from the centre, as far as the layout goes."""
        col, y = divmod(centre >> 2, self.stride)
        columns = len(self.tops) // (4 * self.stride)
        for c in range(max(0, col - radius), min(columns, col + radius + 1)):
            reach = 2 * radius - abs(c - col)
            top, bottom = y - reach, min(y + reach, self.stride - 1)
            first = 4 * c * self.stride
            yield from range(first + 4 * (top if top >= 0 else top & 1), first + 4 * bottom + 1, 8)

    def clear(self, rotated: Callable[[int], bytes], start: int, end: int) -> bool:
        """Whether the line between two hexes is clear. rotated: the tops in a mirror, rotated to the start."""
        if start == end:
            return True
        lines, mirrors = self.lines
        span = end - start
        if span not in lines:
            self.lines.add(self.stride, span)
        line, mirror = lines[span], mirrors[span]
        a, b = self.units[start], self.units[end]
        lower, higher = (a, b) if a < b else (b, a)
        if self.zones:
            if line.reach <= 1 or higher < _BIAS:
                return line.reach <= 1
            heights = line.tops(rotated(mirror))
            top, lower = max(heights), max(lower, _BIAS)
            return top <= lower or (top < higher and self._compare_by_zones(line, heights, a, b))
        below = line.axis and self._follows_depression(line, mirror, start, end)
        out_of_hollow = higher - lower == 1 and line.reach > 1 and self.hollows[start if a < b else end]
        if out_of_hollow and not below:
            return False
        heights = line.tops(rotated(mirror))
        top = max(heights)
        if top <= lower:
            return True
        if top >= higher and not below:
            # That blocks unless it belongs to a slope, which begins at the hexside next to the higher unit, or the line
            # follows a Road or Path.
            near, far = (self.hexsides[mirror][side] for side in (line.first, line.last))
            side = start + near if a >= b else end + far
            if not (self.slopes[side] and not self.tops[side]) and not (line.axis and self.joints[start + near]):
                return False
        return self._compare(line, mirror, heights, start, end, below)

    def _compare(self, line: Line, mirror: int, heights: tuple[int, ...], start: int, end: int, below: bool) -> bool:
        """Whether nothing on the line blocks, each obstacle compared with both units (na:4.1.4.2).

        below: whether the line follows a depression.
        """
        a, b = self.units[start], self.units[end]
        from_start, reach, shape, spots = a >= b, line.reach, line.shape, line.spots(mirror)
        lower, higher = (b, a) if from_start else (a, b)
        route = line.axis and self._follows_route(spots, line, start)
        slope: range | None = None
        ranges = shape.near if from_start else shape.far
        # The heights may repeat their first, which has been compared by then.
        for top, kind, d, spot, stage in zip(heights, shape.kinds, ranges, spots, shape.stages, strict=False):
            if top <= lower:
                continue
            if kind == HEX and below:
                top = min(top, self.beds[start + spot])
                if top <= lower:
                    continue
            if kind == HEX and route:
                top = min(top, self.grounds[start + spot])
                if top <= lower:
                    continue
            if top < higher:
                divisor = self.divisors[lower, higher - top]
                if not d < reach <= d + (max(1, d // divisor) if divisor else 1):
                    continue
            if kind == HEX:
                if slope is None:
                    slope = self._continuous_slope(spots, line, start, end, route, from_start)
                if stage in slope:
                    continue
            return False
        return True

    def _compare_by_zones(self, line: Line, heights: tuple[int, ...], a: int, b: int) -> bool:
        """As `_compare`, with the table of the miniatures edition (min:5.5.2.4)."""
        lower, higher, shape = max(min(a, b), _BIAS), max(a, b), line.shape
        least = self.zones.get((a, b), ())
        for top, near, far in zip(heights, shape.near, shape.far, strict=False):
            if top <= lower:
                continue
            if top >= higher or top >= least[zone((near, far)).value]:
                return False
        return True

    def _follows_route(self, spots: tuple[int, ...], line: Line, start: int) -> bool:
        """Whether every hexside of a straight row is crossed by a Road or Path (na:4.1.4.1.3c)."""
        joints = self.joints
        return all(joints[start + s] for s, k in zip(spots, line.shape.kinds, strict=True) if k == ACROSS)

    def _follows_depression(self, line: Line, mirror: int, start: int, end: int) -> bool:
        """Whether a straight row leads through depressions alone, below bridges too (na:4.1.4.1.6b)."""
        if not (self.hollows[start] and self.hollows[end]):
            return False
        beds, spots = self.beds, line.spots(mirror)
        return all(beds[start + s] for s, k in zip(spots, line.shape.kinds, strict=True) if k == HEX)

    def _continuous_slope(
        self, spots: tuple[int, ...], line: Line, start: int, end: int, route: bool, from_start: bool
    ) -> range:
        """Stretches of the Continuous Slope down from the higher unit (na:4.1.4.1.5.1)."""
        floor = self.grounds[start if from_start else end]
        kinds, stages = line.shape.kinds, line.shape.stages
        last = stages[-1]
        order = range(len(spots)) if from_start else range(len(spots) - 1, -1, -1)
        lowest, stage = floor, 0 if from_start else last
        reached = stage
        for i in order:
            s, kind = start + spots[i], kinds[i]
            if kind == ALONG:
                continue
            if kind == ACROSS:
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
    first_col, first_y = board.first_column - 1, board.top - 3
    # Wide enough that differences of spots tell lines apart, rounded so that boards share traces.
    stride = -(-(2 * (board.bottom - board.top) + 8) // 64) * 64
    tops, grounds, units, hollows, beds, slopes, joints = (
        bytearray(4 * stride * (board.last_column - board.first_column + 3)) for _ in range(7)
    )
    spots: list[int] = []
    for hex_, cell in board.cells.items():
        spot = 4 * ((hex_.col - first_col) * stride + hex_.y - first_y)
        spots.append(spot)
        tops[spot] = _BIAS + obstacle_height(board, tables, hex_)
        grounds[spot] = _BIAS + cell.level
        units[spot] = _BIAS + unit_height(board, tables, hex_)
        hollows[spot] = is_depression(tables, cell)
        if (lowest := bed(tables, cell)) is not None:
            beds[spot] = _BIAS + lowest
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
            joints[side] = bool(sight_route(board, hex_, direction))
    heights = {units[spot] for spot in spots}
    return _Relief(
        stride=stride,
        tops=bytes(tops),
        mirrored=tuple(mirrored_board(bytes(tops), stride, mirror) for mirror in MIRRORS),
        grounds=bytes(grounds),
        units=bytes(units),
        hollows=bytes(hollows),
        beds=bytes(beds),
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
        lines=shared_lines(stride),
        hexsides=hexsides(stride),
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
        answer = known[m] = _SEEN if relief.clear(partial(relief.rotated, start), start, relief.spots[m]) else _HIDDEN
    return answer == _SEEN


def sight_field(board: Board, tables: Tables, origin: Hex, radius: int) -> frozenset[Hex]:
    """All hexes up to `radius` hexes from `origin` to which the line of sight is clear, `origin` included."""
    relief = _relief(board, tables)
    n = relief.numbers[origin]
    known = relief.known[n]
    if known is None:
        known = relief.known[n] = bytearray(len(relief.spots))
    start = relief.spots[n]
    rotated = [relief.rotated(start, mirror) for mirror in MIRRORS].__getitem__
    numbers, clear = relief.numbers_by_spot, relief.clear
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
