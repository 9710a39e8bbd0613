"""Line of sight (pb:PB-LOS-1, pb:PB-LOS-2): equally short routes through hexes, and the Target Elevation Table.

Obstacles are hexside symbols of three heights (pb:PB-OBST-2), as boards draw them (pb:PB-TERR-2); units, Wrecks, Blocks
and fortifications are none (pb:PB-OBST-3, pb:PB-BLOCK-C, pb:PB-WRECK-D, pb:PB-FORT-I).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from core.alike import Alike
from core.board import NO_FEATURES, Board
from core.hexes import Hex, direction_between, distance, from_xy, line
from core.panzerblitz.ground.terrain import depressed, elevation, is_in
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.reference import BROWN, GRAY, GREEN, ORANGE, Elevation
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.sight.real_space import real_space_crossings
from core.panzerblitz.state import BlitzState

_LOW = frozenset((GREEN, GRAY))

#: The elevations of firer and target.
Levels = tuple[Elevation, Elevation]


@frozen(eq=False, repr=False)
class View(Alike):
    """Whether one hex is seen from another and, if not, what obstructs: the hexside, its symbol, the rule.

    range: in hexes; where: the obstructing hexside as (hex, direction), None = nothing or a gully.
    """

    seen: bool
    range: int
    reason: str
    rule: str
    where: tuple[Hex, int] | None = None


@frozen(eq=False, repr=False)
class _Crossing(Alike):
    """A hexside that a line of sight crosses, with twice its number from the firer's side (1 to the range)."""

    hex: Hex
    direction: int
    twice: int


def line_of_sight(state: BlitzState, origin: Hex, target: Hex) -> View:
    """Whether a unit in `origin` sees one in `target` (pb:PB-OBST-1)."""
    return line_between(state.situation, origin, target, state.has(REAL_SPACE))


def sees(state: BlitzState, origin: Hex, target: Hex) -> bool:
    """Whether a unit in `origin` sees one in `target`."""
    return line_between(state.situation, origin, target, state.has(REAL_SPACE)).seen


@lru_cache(maxsize=400_000)
def line_between(situation: Situation, origin: Hex, target: Hex, real_space: bool) -> View:
    """The line of sight of a Situation's map, with or without the real-space option.

    Next to each other units always see (pb:PB-LOSN-F); gullies and the ground do not see each other (pb:PB-GULLY-A).
    Only hexsides obstruct: no units (pb:PB-OBST-3), Blocks (pb:PB-BLOCK-C), Wrecks (pb:PB-WRECK-D), fortifications
    (pb:PB-FORT-I).
    """
    far = distance(origin, target)
    if far <= 1:
        return View(True, far, "adjacent targets are always seen", "pb:PB-LOSN-F")
    board = situation.board
    here, there = board.cells[origin], board.cells[target]
    low = elevation(here), elevation(there)
    in_gully = depressed(here), depressed(there)
    if (in_gully[0] and low[1] is Elevation.GROUND) or (in_gully[1] and low[0] is Elevation.GROUND):
        return View(False, far, "between a gully and the ground only adjacent hexes are seen", "pb:PB-GULLY-A")
    found = _by_ruler(situation, origin, target, low) if real_space else _by_routes(situation, origin, target, low)
    return found or View(True, far, "nothing obstructs", "pb:PB-OPT-RSL-1" if real_space else "pb:PB-TET-1")


# -- routes ----------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def _edges(dx: int, dy: int) -> tuple[tuple[tuple[int, int], int, int], ...]:
    """The steps of all routes from (0, 0): (offset of the hex left, direction, number of the hexside).

    Routes lead through hexes that the straight line between the centres meets, exactly as many as the range.
    """
    origin = Hex(100, 100)
    target = from_xy(origin.col + dx, origin.y + dy)
    far = distance(origin, target)
    met = {h for stretch in line(origin, target) for h in stretch.hexes}
    layers: dict[int, list[Hex]] = {}
    for h in met:
        if distance(origin, h) + distance(h, target) == far:
            layers.setdefault(distance(origin, h), []).append(h)
    alive = {origin}
    steps: list[tuple[Hex, int, Hex, int]] = []
    for k in range(1, far + 1):
        reached = set()
        for a in sorted(alive):
            for b in layers.get(k, ()):
                d = direction_between(a, b)
                if d is not None:
                    steps.append((a, d, b, k))
                    reached.add(b)
        alive = reached
    useful = {target}
    kept = []
    for a, d, b, k in reversed(steps):
        if b in useful:
            useful.add(a)
            kept.append(((a.col - origin.col, a.y - origin.y), d, k))
    return tuple(reversed(kept))


def route_steps(origin: Hex, target: Hex) -> tuple[tuple[Hex, int, int], ...]:
    """The hexsides of every equally short and straight route: (hex left, direction, number from 1) (pb:PB-LOS-1)."""
    col, y = origin.col, origin.y
    return tuple((from_xy(col + dx, y + dy), d, k) for (dx, dy), d, k in _edges(target.col - col, target.y - y))


@lru_cache(maxsize=16)
def _symbols(board: Board) -> Mapping[tuple[int, int], tuple[frozenset[str], ...]]:
    """The symbols on the six hexsides of every hex, from N clockwise; nothing on those of the edge of the map."""
    return {
        h: tuple(board.side(h, d) if n in board.cells else NO_FEATURES for d, n in enumerate(h.neighbours()))
        for h in board.cells
    }


def _by_routes(situation: Situation, origin: Hex, target: Hex, levels: Levels) -> View | None:
    """The first obstacle on any route; the route least favorable to the attacker counts (pb:PB-LOS-1)."""
    symbols = _symbols(situation.board)
    far = distance(origin, target)
    limit = _orange_limit(situation, levels)
    oranges: dict[tuple[int, int], int] = {}
    col, y = origin.col, origin.y
    for (dx, dy), direction, k in _edges(target.col - col, target.y - y):
        # Most hexsides have no symbol: a plain pair finds them, and only the others are worth a Hex.
        place = (col + dx, (y + dy) >> 1)
        sides = symbols[place][direction] if place in symbols else NO_FEATURES
        if not sides and place not in oranges:
            continue
        hex_ = Hex(*place)
        if sides:
            found = _obstructs(situation, levels, _Crossing(hex_, direction, 2 * k), sides, far, far)
            if found is not None:
                return found
        if limit is None or hex_ not in symbols:
            continue
        count = oranges.get(hex_, 0) + (ORANGE in sides)
        if count:
            to = hex_.neighbour(direction)
            oranges[to] = max(oranges.get(to, 0), count)
        if count > limit:
            return _second_orange(situation, hex_, direction, far)
    return None


def _second_orange(situation: Situation, hex_: Hex, direction: int, far: int) -> View:
    """No view over more than one Orange hexside (pb:PB-LOSN-E)."""
    where = _place(situation, hex_, direction)
    return View(False, far, f"a second Orange hexside, of {where}", "pb:PB-LOSN-E", (hex_, direction))


def _by_ruler(situation: Situation, origin: Hex, target: Hex, levels: Levels) -> View | None:
    """The first obstacle on the straight line between the centres (pb:PB-OPT-RSL-1)."""
    board = situation.board
    far = distance(origin, target)
    crossings, total = real_space_crossings(board, origin, target)
    limit = _orange_limit(situation, levels)
    passed: dict[int, int] = {}
    for hex_, direction, twice, symbols in crossings:
        found = _obstructs(situation, levels, _Crossing(hex_, direction, twice), symbols, far, total)
        if found is not None:
            return found
        if ORANGE in symbols:
            passed[twice] = 1
            if limit is not None and len(passed) > limit:
                return _second_orange(situation, hex_, direction, far)
    return None


# -- the Target Elevation Table --------------------------------------------------------------------


def _orange_limit(situation: Situation, levels: Levels) -> int | None:
    """How many Orange hexsides the line may pass; None = any number (pb:PB-LOSN-E)."""
    return 1 if "E" in situation.tables.tet[levels].notes else None


def _obstructs(
    situation: Situation, levels: Levels, crossing: _Crossing, symbols: frozenset[str], far: int, total: int
) -> View | None:
    """Whether one hexside obstructs, by the Target Elevation Table and its notes (pb:PB-TET-1, pb:PB-LOS-2).

    From ground to ground all symbols (pb:PB-LOSN-H, pb:PB-OBST-2), on hilltops woods and towns (pb:PB-LOSN-G), low ones
    directly before the target (pb:PB-LOSN-A) or the firer (pb:PB-LOSN-B), slopes by where they lie on the way from a
    hilltop (pb:PB-LOSN-C) or to one (pb:PB-LOSN-D).

    total: hexsides that the line crosses in all. Hexes and hexsides are as the board marks them, with or without a
    symbol (pb:PB-LOSN-I).
    """
    sight = situation.tables.tet[levels]
    where = (crossing.hex, crossing.direction)

    def no(what: str, rule: str) -> View:
        return View(False, far, f"{what} of {_place(situation, crossing.hex, crossing.direction)}", rule, where)

    low = symbols & _LOW
    if low and _on_hilltop(situation, crossing):
        return no(f"{_named(low)} hexside on a hilltop", "pb:PB-LOSN-G")
    always = symbols & sight.symbols
    if always:
        rule = "pb:PB-LOSN-H" if levels == (Elevation.GROUND, Elevation.GROUND) else "pb:PB-TET-1"
        return no(f"{_named(always)} hexside", rule)
    notes = sight.notes
    if low and "A" in notes and crossing.twice >= 2 * total:
        return no(f"{_named(low)} hexside of the target hex", "pb:PB-LOSN-A")
    if low and "B" in notes and crossing.twice <= 2:
        return no(f"{_named(low)} hexside of the firing hex", "pb:PB-LOSN-B")
    if BROWN in symbols and "C" in notes and crossing.twice >= total + 1:
        return no("Brown hexside no nearer to the firer than to the target", "pb:PB-LOSN-C")
    if BROWN in symbols and "D" in notes and crossing.twice <= total + 1:
        return no("Brown hexside no nearer to the target than to the firer", "pb:PB-LOSN-D")
    return None


def _place(situation: Situation, hex_: Hex, direction: int) -> str:
    """The hex that a hexside is named by: one that is on the map."""
    return str(hex_ if hex_ in situation.board else hex_.neighbour(direction))


def _named(symbols: frozenset[str]) -> str:
    return " and ".join(s.capitalize() for s in sorted(symbols))


def _on_hilltop(situation: Situation, crossing: _Crossing) -> bool:
    """Whether a Green or Gray hexside belongs to woods or a town on a hilltop (pb:PB-LOSN-G)."""
    for hex_ in (crossing.hex, crossing.hex.neighbour(crossing.direction)):
        cell = situation.board.cells.get(hex_)
        if cell is not None and cell.level == Elevation.HILLTOP and (is_in(cell, "woods") or is_in(cell, "town")):
            return True
    return False
