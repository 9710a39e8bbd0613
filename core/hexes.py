"""Hexes of a map: ids, neighbours, distance, arcs, rings and the lines between centre dots.

Hexes are flat-topped. Columns are lettered (A = 1) and odd columns lie half a hex lower, so that
T7-U6-V6-W5-X5 is one straight run (na:1.2f). All geometry is exact integer arithmetic on a lattice in
which the centre of a hex is ``(3 * col, y)``, with ``y = 2 * row + 1`` in odd and ``2 * row`` in even
columns, and its six corners lie at ``(+-2, 0)`` and ``(+-1, +-1)`` from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, NewType

HexId = NewType("HexId", str)

DIRECTION_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")
N, NE, SE, S, SW, NW = range(6)
#: The winds of a compass, for maps of which the top is not north.
WINDS: Final = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW"

#: Step to the neighbour in each direction, as (columns, half rows).
_STEPS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

#: The last column that has letters, ZZZZ.
COLUMNS: Final = 104

_ID = re.compile(r"(([A-Z])\2{0,3})(\d{1,3})\Z")


class Hex(NamedTuple):
    """One hex of a map: column (A = 1) and printed row number (row 0 is a partial hex)."""

    col: int
    row: int

    @property
    def y(self) -> int:
        """Vertical position in half hexes; grows downwards."""
        return 2 * self.row + (self.col & 1)

    @property
    def id(self) -> HexId:
        """The map id, such as ``E9`` or ``AA12`` (na:1.2f)."""
        return _id(self.col, self.row)

    def __str__(self) -> str:
        """The map id; for a hex that no map has, as orders may name one, its column and row."""
        return _id(self.col, self.row) if 1 <= self.col <= COLUMNS else f"column {self.col}, row {self.row}"

    def neighbour(self, direction: int) -> Hex:
        """The hex across the hexside in `direction` (0 = N, clockwise to 5 = NW)."""
        return _neighbours(self.col, self.row)[direction]

    def neighbours(self) -> tuple[Hex, ...]:
        """The six adjacent hexes, from N clockwise."""
        return _neighbours(self.col, self.row)


def column_letters(col: int) -> str:
    """Letters of a column: 1 -> A, 26 -> Z, 27 -> AA, 28 -> BB, 52 -> ZZ (na:1.2f), 53 -> AAA, up to ZZZZ."""
    if not 1 <= col <= COLUMNS:
        raise ValueError(f"column {col} is outside A (1) to ZZZZ ({COLUMNS})")
    return chr(65 + (col - 1) % 26) * ((col + 25) // 26)


@lru_cache(maxsize=1 << 15)
def _id(col: int, row: int) -> HexId:
    return HexId(column_letters(col) + str(row))


def hex_from_id(text: str) -> Hex:
    """Read a map id such as ``E9`` or ``BB1``.

    Raises ValueError if the text is no hex id.
    """
    match = _ID.match(text.strip().upper())
    if match:
        letters, letter, row = match.groups()
        return Hex(ord(letter) - 64 + 26 * (len(letters) - 1), int(row))
    raise ValueError(f"{text!r} is no hex id; expected column letters and a row such as E9 or BB12")


def from_xy(col: int, y: int) -> Hex:
    """The hex whose centre has column `col` and vertical position `y` (in half hexes)."""
    return Hex(col, y >> 1)


@lru_cache(maxsize=1 << 15)
def _neighbours(col: int, row: int) -> tuple[Hex, ...]:
    y = 2 * row + (col & 1)
    return tuple(from_xy(col + dx, y + dy) for dx, dy in _STEPS)


def turned_offset(columns: int, half_rows: int, turns: int) -> tuple[int, int]:
    """The offset between two hexes turned clockwise by `turns` hexsides about the first of them."""
    for _ in range(turns % 6):
        columns, half_rows = (columns - half_rows) // 2, (3 * columns + half_rows) // 2
    return columns, half_rows


def distance(a: Hex, b: Hex) -> int:
    """Hexes along the shortest route from `a` to `b`: same hex 0, adjacent 1 (na:3.5, na:3.5.1)."""
    dx = abs(a.col - b.col)
    dy = abs(2 * (a.row - b.row) + (a.col & 1) - (b.col & 1))
    return dx if dy <= dx else dx + (dy - dx) // 2


def nearest(hexes: Iterable[Hex], to: Iterable[Hex]) -> dict[Hex, int]:
    """How far each of some hexes is from the nearest of others; 0 if there are no others."""
    goals = [(col, 2 * row + (col & 1)) for col, row in to]
    found = {}
    for hex_ in hexes:
        x, y = hex_.col, hex_.y
        least = 1 << 30
        for col, goal in goals:
            dx, dy = abs(x - col), abs(y - goal)
            far = dx if dy <= dx else dx + (dy - dx) // 2
            if far < least:
                least = far
        found[hex_] = least if goals else 0
    return found


def clusters(hex_: Hex, reach: int) -> Iterator[frozenset[Hex]]:
    """The largest sets of hexes about a hex of which any two lie no more than `reach` hexes apart.

    A distance is the greatest of the differences in column and along both diagonals, so that hexes lie pairwise in
    reach where they span no more than it in each of the three: every such set with the hex in it is part of one of
    these.
    """
    slant = (hex_.y - hex_.col) // 2  # the diagonals run at col + slant and slant
    for west in range(hex_.col - reach, hex_.col + 1):
        for low in range(slant - reach, slant + 1):
            for least in range(hex_.col + slant - reach, hex_.col + slant + 1):
                yield frozenset(
                    from_xy(col, 2 * at + col)
                    for col in range(west, west + reach + 1)
                    for at in range(max(low, least - col), min(low, least - col) + reach + 1)
                )


def direction_between(a: Hex, b: Hex) -> int | None:
    """Direction from `a` to the adjacent hex `b`; None if they are not adjacent."""
    neighbours = a.neighbours()
    return neighbours.index(b) if b in neighbours else None


def opposite(direction: int) -> int:
    """The direction exactly behind `direction`."""
    return (direction + 3) % 6


def turn_size(a: int, b: int) -> int:
    """Hexsides between two facings, 0 to 3."""
    d = (a - b) % 6
    return min(d, 6 - d)


def within_range(centre: Hex, radius: int) -> Iterator[Hex]:
    """All hexes up to `radius` hexes from `centre`, the centre included."""
    for dx in range(-radius, radius + 1):
        reach = 2 * radius - abs(dx)
        for dy in range(-reach, reach + 1, 2):
            yield from_xy(centre.col + dx, centre.y + dy)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes exactly `radius` hexes from `centre`."""
    return tuple(h for h in within_range(centre, radius) if distance(h, centre) == radius)


def in_hexes(number: int) -> str:
    """A number of hexes in words: "1 hex", "3 hexes"."""
    return "1 hex" if number == 1 else f"{number} hexes"


# -- bearings ------------------------------------------------------------------------------------

#: For each direction d: the unit vector of d (as lattice x, y) on axes stretched so that dot products
#: compare true angles: true x = lattice x / 2, true y = lattice y * sqrt(3) / 2.
_VECTORS: Final = tuple((3 * dx, dy) for dx, dy in _STEPS)


def _bearing(origin: Hex, facing: int, other: Hex) -> tuple[int, int]:
    """As `off_axis`, with the cross product signed: positive on the right of the facing."""
    fx, fy = _VECTORS[facing]
    vx, vy = 3 * (other.col - origin.col), other.y - origin.y
    return fx * vx + 3 * fy * vy, fx * vy - fy * vx


def off_axis(origin: Hex, facing: int, other: Hex) -> tuple[int, int]:
    """Where `other` lies relative to the facing of a unit in `origin`.

    Returns ``(ahead, width)``: the exact true-scale dot product and the absolute cross product of the
    facing vector with the line between the centres. ``ahead > 0`` is in front, ``ahead == 0`` is exactly
    90 degrees off; the bearing is within 30 degrees when ``3 * width <= ahead`` (both scaled alike).
    """
    ahead, right = _bearing(origin, facing, other)
    return ahead, abs(right)


@lru_cache(maxsize=1 << 14)
def _aheads(columns: int, half_rows: int) -> tuple[int, ...]:
    """Of a hex at that offset how far it lies ahead of each facing, as `off_axis` says."""
    return tuple(3 * (fx * columns + fy * half_rows) for fx, fy in _VECTORS)


def aheads(origin: Hex, other: Hex) -> tuple[int, ...]:
    """How far `other` lies ahead of a unit in `origin`, by the unit's facing: the `ahead` of `off_axis`."""
    return _aheads(other.col - origin.col, 2 * (other.row - origin.row) + (other.col & 1) - (origin.col & 1))


def octant(origin: Hex, facing: int, other: Hex) -> int:
    """In which of eight sections of 45 degrees around a unit another hex lies, 0 ahead, then clockwise.

    No border of two sections runs through the centre of any hex. ValueError for the own hex.
    """
    if origin == other:
        raise ValueError("a hex lies in no direction from itself")
    ahead, right = _bearing(origin, facing, other)
    # The angle is doubled: within 22.5 degrees of an axis it is within 45 of it.
    along = ahead * ahead - 3 * right * right
    if 12 * ahead * ahead * right * right < along * along:
        return (0 if ahead > 0 else 4) if along > 0 else (2 if right > 0 else 6)
    if right > 0:
        return 1 if ahead > 0 else 3
    return 7 if ahead > 0 else 5


def quadrant(origin: Hex, facing: int, other: Hex) -> int:
    """In which quarter around a unit another hex lies: 0 ahead, 1 to the right, 2 behind, 3 to the left (min:8.2.1.1).

    No border of two quarters runs through the centre of any hex. ValueError for the own hex.
    """
    if origin == other:
        raise ValueError("a hex lies in no direction from itself")
    ahead, right = _bearing(origin, facing, other)
    if 3 * right * right < ahead * ahead:
        return 0 if ahead > 0 else 2
    return 1 if right > 0 else 3


def in_front_arc(origin: Hex, facing: int, other: Hex, degrees: int = 60) -> bool:
    """Whether `other` lies in the arc of 60 or 90 degrees centred on `facing`, bisected hexes included.

    The edges of that of 60 run through the corners of the front hexside (na:4.4.3.1.4), that of 90 is a quadrant
    (min:8.2.1.4); the own hex is outside.
    """
    ahead, width = off_axis(origin, facing, other)
    return ahead > 0 and (3 * width <= ahead if degrees == 60 else 3 * width * width <= ahead * ahead)


def in_rear_arc(origin: Hex, facing: int, other: Hex, degrees: int = 60) -> bool:
    """Whether `other` lies in the arc opposite to `facing` (na:4.4.3.1.5, min:8.2.1.5)."""
    return in_front_arc(origin, opposite(facing), other, degrees)


# -- lines ---------------------------------------------------------------------------------------


class LineStep(NamedTuple):
    """One stretch of a line between two centre dots.

    `hexes` is the hex that the stretch crosses, or the two hexes between which it runs along their common
    hexside. `sides` are the hexsides met on the way into this stretch, each as (hex, direction), with the
    hexside it runs along, if any, last.
    """

    hexes: tuple[Hex, ...]
    sides: tuple[tuple[Hex, int], ...]


_Offset = tuple[int, int]
_Template = tuple[tuple[tuple[_Offset, ...], tuple[tuple[_Offset, int], ...]], ...]
_STEP_INDEX: Final = {step: d for d, step in enumerate(_STEPS)}


def line(a: Hex, b: Hex) -> tuple[LineStep, ...]:
    """The stretches of the straight line from the centre dot of `a` to that of `b` (na:1.2d), both ends included.

    A hex is met if the line passes through any part of it or along one of its hexsides (na:4.1.4.2.6); to
    touch no more than a corner is not to meet it.
    """
    col, y = a.col, a.y
    return tuple(
        LineStep(
            tuple(Hex(col + dx, (y + dy) >> 1) for dx, dy in offsets),
            tuple((Hex(col + dx, (y + dy) >> 1), d) for (dx, dy), d in sides),
        )
        for offsets, sides in line_template(b.col - col, b.y - y)
    )


@lru_cache(maxsize=65536)
def line_template(dx: int, dy: int) -> _Template:
    """The line from (0, 0) to (dx columns, dy half rows), as offsets; every line is a shift of one of these."""
    if not runs_along_hexsides(dx, dy):
        return tuple(_single(walk(dx, dy)))
    stretches = _stretches(dx, dy)
    steps: list[tuple[tuple[_Offset, ...], tuple[tuple[_Offset, int], ...]]] = []
    before: tuple[_Offset, ...] = ()
    for hexes in stretches:
        sides: list[tuple[_Offset, int]] = []
        for p in before:
            for q in hexes:
                d = _STEP_INDEX.get((q[0] - p[0], q[1] - p[1]))
                if d is not None:
                    sides.append((p, d))
        if len(hexes) == 2:
            p, q = hexes
            sides.append((p, _STEP_INDEX[q[0] - p[0], q[1] - p[1]]))
        steps.append((hexes, tuple(sides)))
        before = hexes
    return tuple(steps)


def _single(directions: Iterable[int]) -> Iterator[tuple[tuple[_Offset, ...], tuple[tuple[_Offset, int], ...]]]:
    """The steps of a line that meets one hex after the other."""
    here = (0, 0)
    yield ((here,), ())
    for d in directions:
        before, here = here, (here[0] + _STEPS[d][0], here[1] + _STEPS[d][1])
        yield ((here,), ((before, d),))


def runs_along_hexsides(dx: int, dy: int) -> bool:
    """Whether the line from (0, 0) to (dx columns, dy half rows) runs along hexsides in parts."""
    return dx != 0 and (dy == 0 or abs(dy) == 3 * abs(dx))


def walk(dx: int, dy: int) -> list[int]:
    """The directions from hex to hex of the line from (0, 0) to (dx columns, dy half rows).

    Only of a line that runs along no hexside, and so meets one hex after the other.
    """
    # Mirrored so that it leads down to the right, the line leaves each hex to the NE, SE, S or SW, by the hexside of
    # which the corners lie on two sides of it. `side` says how far beside the line the centre of the hex lies, a
    # multiple of its distance, and so by how much more or less the corners do.
    run, fall = 3 * abs(dx), abs(dy)
    ne, se, s, sw = (_mirrored(d, dx < 0, dy < 0) for d in (NE, SE, S, SW))
    # Through the corner between SE and S a steep line goes on into the hex to the S.
    corner = run - fall + (fall < run)
    found: list[int] = []
    side, col, y = 0, abs(dx), fall
    while col or y:
        if side < -2 * fall:
            found.append(ne)
            side, col, y = side + 3 * fall + run, col - 1, y + 1
        elif side < corner:
            found.append(se)
            side, col, y = side + 3 * fall - run, col - 1, y - 1
        elif side <= run + fall:
            found.append(s)
            side, y = side - 2 * run, y - 2
        else:
            found.append(sw)
            side, col, y = side - 3 * fall - run, col + 1, y - 1
    return found


def _mirrored(direction: int, left_to_right: bool, top_to_bottom: bool) -> int:
    """A direction in a mirror."""
    if left_to_right:
        direction = -direction % 6
    return (3 - direction) % 6 if top_to_bottom else direction


def _stretches(dx: int, dy: int) -> list[tuple[_Offset, ...]]:
    """Hexes met in order by a line that runs along hexsides: a hex, the two of a hexside, a hex, and so on."""
    right, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    times, along = (abs(dx) // 2, ((right, -1), (right, 1))) if dy == 0 else (abs(dx), ((0, 2 * down), (right, down)))
    col, y = dx // times, dy // times
    found: list[tuple[_Offset, ...]] = [((0, 0),)]
    for n in range(times):
        found += [tuple((n * col + c, n * y + h) for c, h in along), (((n + 1) * col, (n + 1) * y),)]
    return found
