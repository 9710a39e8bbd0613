"""What lies on a mapboard besides its own print: directions by its directional hex, and terrain overlays.

Holds na:1.2c (directions 1-6), na:1.3 to na:1.3b (overlays), na:1.11 (random direction), the Slopes that follow from
levels (na:4.5.1.1.2b) and the Tracks that a scenario makes of Roads and Paths (na:4.5.1.1.11).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_
from typing import Final

from attrs import evolve, frozen

from core.board import NO_FEATURES, Board, Cell
from core.dice import Dice
from core.hexes import Hex, from_xy, opposite, turned_offset
from core.joining import turned_cell

#: Hexside features that belong to one of the two hexes only.
ONE_SIDED: Final = frozenset({"defilade"})
#: Hexside features that are elevation, not terrain (na:4.1.4.1.5).
RELIEF: Final = frozenset({"slope", "crest", "cliff"})


@frozen(eq=False, repr=False)
class TerrainOverlay:
    """A terrain overlay as it is drawn (na:1.3).

    origin: the hex that bears its identifier; arrow: where its direction arrow points as drawn. One without any
    level lies on the ground as it is: levels, Slopes, Crests and Cliffs under it stay.
    """

    id: str
    name: str
    cells: Mapping[Hex, Cell]
    origin: Hex
    arrow: int = 0

    @property
    def hill(self) -> bool:
        """Whether it brings levels of its own."""
        return any(cell.level for cell in self.cells.values())

    def placed(self, at: Hex, facing: int) -> Mapping[Hex, Hex]:
        """Where each of its hexes lies, its identifier in `at`, its arrow towards `facing` (na:1.3b)."""
        turns = facing - self.arrow
        where = {}
        for hex_ in self.cells:
            columns, half_rows = turned_offset(hex_.col - self.origin.col, hex_.y - self.origin.y, turns)
            where[hex_] = from_xy(at.col + columns, at.y + half_rows)
        return where


def lay_overlay(board: Board, overlay: TerrainOverlay, at: Hex, facing: int) -> Board:
    """The board with an overlay on it (na:1.3a, na:1.3b).

    Its terrain, levels, hexsides and routes replace those of the hexes that it covers; nothing else of the hexes
    beside it changes. A route ends where the next hex does not carry it on. ValueError if a hex is off the board.
    """
    placed = overlay.placed(at, facing)
    outside = sorted(h for h in placed.values() if h not in board)
    if outside:
        raise ValueError(f"{overlay.id} covers {len(outside)} hexes beyond the edge of the board")
    cells = dict(board.cells)
    for hex_, where in placed.items():
        cells[where] = _covered(board[where], turned_cell(overlay.cells[hex_], facing - overlay.arrow), overlay.hill)
    covered = frozenset(placed.values())
    for where in covered:
        for direction, beyond in enumerate(where.neighbours()):
            if beyond in cells and beyond not in covered:
                back = opposite(direction)
                features = cells[beyond].sides[back] & ONE_SIDED | cells[where].sides[direction] - ONE_SIDED
                cells[beyond] = _with_side(cells[beyond], back, features)
    around = covered | {n for where in covered for n in where.neighbours() if n in cells}
    made = evolve(board, cells=_ending_routes(cells, around))
    return sloped(made)


def sloped(board: Board) -> Board:
    """The board with a Slope on just those hexsides that lie between two levels and are no Cliff (na:4.5.1.1.2b)."""
    cells = dict(board.cells)
    for hex_, cell in board.cells.items():
        sides = tuple(
            features - {"slope"} | ({"slope"} if _steps(board, hex_, direction) else NO_FEATURES)
            for direction, features in enumerate(cell.sides)
        )
        if sides != cell.sides:
            cells[hex_] = evolve(cell, sides=sides)
    return evolve(board, cells=cells)


def as_tracks(board: Board, kinds: Collection[str]) -> Board:
    """The board with Tracks in place of all its Roads, Paths or both, as a scenario has it (na:4.5.1.1.11)."""
    cells = dict(board.cells)
    for hex_, cell in board.cells.items():
        masks = [mask for kind, mask in cell.routes.items() if kind in (*kinds, "track")]
        if masks:
            others = {kind: mask for kind, mask in cell.routes.items() if kind not in kinds}
            cells[hex_] = evolve(cell, routes={**others, "track": reduce(or_, masks)})
    return evolve(board, cells=cells)


def random_direction(dice: Dice, board: Board, hex_: Hex, for_: str, rule: str = "na:1.11") -> int:
    """A facing by d6: the direction of that number on the mapboard under a hex (na:1.2c, na:1.11)."""
    return board.facing(hex_, dice.roll("d6", for_, rule).result)


def _covered(ground: Cell, cover: Cell, hill: bool) -> Cell:
    if hill:
        return evolve(cover, marks=ground.marks)
    sides = tuple(own | (under & RELIEF) for own, under in zip(cover.sides, ground.sides, strict=True))
    return evolve(cover, level=ground.level, sides=sides, marks=ground.marks)


def _with_side(cell: Cell, direction: int, features: frozenset[str]) -> Cell:
    if cell.sides[direction] == features:
        return cell
    return evolve(cell, sides=(*cell.sides[:direction], features, *cell.sides[direction + 1 :]))


def _ending_routes(cells: Mapping[Hex, Cell], hexes: frozenset[Hex]) -> dict[Hex, Cell]:
    """The cells with the routes of some hexes cut where the next hex has no such route towards them."""
    made = dict(cells)
    for hex_ in hexes:
        routes = {}
        for kind, mask in cells[hex_].routes.items():
            for direction, beyond in enumerate(hex_.neighbours()):
                if beyond in cells and not cells[beyond].route_crosses(kind, opposite(direction)):
                    mask &= ~(1 << direction)
            routes[kind] = mask
        if routes != cells[hex_].routes:
            made[hex_] = evolve(cells[hex_], routes=routes)
    return made


def _steps(board: Board, hex_: Hex, direction: int) -> bool:
    beyond = board.cells.get(hex_.neighbour(direction))
    return beyond is not None and beyond.level != board[hex_].level and "cliff" not in board.side(hex_, direction)
