"""A board in the making: its hexes, and what has been laid on them so far (na:1.2)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from attrs import define, field

from core.board import Board, Cell, Place
from core.hexes import Hex, direction_between, opposite
from core.lots import Lots
from core.panzer.country.recipe import Few, Recipe

#: Routes that a bridge carries over water; others lead through a ford.
BRIDGED: Final = frozenset({"road"})
_NO_WAY: Final = float("inf")


@define
class Ground:
    """Terrain, levels, buildings, hexsides and routes of a board that is being made. wet: hexes of watercourses.

    routes: trails of adjacent hexes by kind; the first and the last hex of one that leaves the map lie beside it.
    """

    recipe: Recipe
    columns: int
    rows: int
    terrain: dict[Hex, str] = field(init=False)
    level: dict[Hex, int] = field(init=False)
    wet: set[Hex] = field(factory=set)
    stories: dict[Hex, int] = field(factory=dict)
    bridges: dict[Hex, str] = field(factory=dict)
    sides: dict[Hex, dict[int, set[str]]] = field(factory=dict)
    routes: list[tuple[str, list[Hex]]] = field(factory=list)
    places: list[Place] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        hexes = [Hex(col, row) for col in range(1, self.columns + 1) for row in range(1, self.rows + 1)]
        self.terrain = dict.fromkeys(hexes, self.recipe.ground)
        self.level = dict.fromkeys(hexes, 0)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.terrain

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.terrain)

    def beside(self, hex_: Hex) -> Iterator[Hex]:
        """The hexes of the map next to one, from N clockwise."""
        return (other for other in hex_.neighbours() if other in self.terrain)

    def few(self, few: Few, lots: Lots) -> int:
        """A number of things for a board of this size, at least one where the recipe has one on the usual board."""
        drawn = lots.between(few.lowest, few.highest)
        scaled = round(drawn * len(self.terrain) / self.recipe.usual)
        return max(scaled, 1) if drawn else 0

    def on_route(self) -> set[Hex]:
        """All hexes that a route runs through."""
        return {hex_ for _, trail in self.routes for hex_ in trail if hex_ in self.terrain}

    def mark(self, hex_: Hex, direction: int, kind: str) -> None:
        """Lay something on a hexside, for both of its hexes."""
        self.sides.setdefault(hex_, {}).setdefault(direction, set()).add(kind)
        other = hex_.neighbour(direction)
        if other in self.terrain:
            self.sides.setdefault(other, {}).setdefault(opposite(direction), set()).add(kind)

    def shortest(self, starts: Iterable[Hex], goals: set[Hex], cost: Callable[[Hex, Hex], float]) -> list[Hex]:
        """The cheapest way from one of the starts to one of the goals, both included; empty if there is none.

        cost: of a step from a hex to the next; infinite where there is none.
        """
        came: dict[Hex, Hex | None] = {}
        todo: list[tuple[float, Hex, Hex | None]] = [(0.0, start, None) for start in sorted(starts)]
        while todo:
            so_far, hex_, before = heapq.heappop(todo)
            if hex_ in came:
                continue
            came[hex_] = before
            if hex_ in goals:
                return _trail(came, hex_)
            for other in self.beside(hex_):
                if other not in came and (step := cost(hex_, other)) < _NO_WAY:
                    heapq.heappush(todo, (so_far + step, other, hex_))
        return []

    def board(self, id_: str, name: str, note: str = "judged") -> Board:
        """The board as it is now, with a Slope on every hexside between two levels (na:4.5.1.1.2b)."""
        masks = self._masks()
        cells = {
            hex_: Cell(
                terrain="bridge" if hex_ in self.bridges else terrain,
                level=self.level[hex_],
                stories=self.stories.get(hex_, 0),
                under=self.bridges.get(hex_),
                routes=masks.get(hex_, {}),
                sides=self._sides(hex_),
            )
            for hex_, terrain in self.terrain.items()
        }
        return Board(id_, name, self.columns, self.rows, cells, tuple(self.places), note)

    def _sides(self, hex_: Hex) -> tuple[frozenset[str], ...]:
        laid = self.sides.get(hex_, {})
        level = self.level[hex_]
        return tuple(
            frozenset(laid.get(direction, ())) | ({"slope"} if self.level.get(other, level) != level else frozenset())
            for direction, other in enumerate(hex_.neighbours())
        )

    def _masks(self) -> Mapping[Hex, dict[str, int]]:
        masks: dict[Hex, dict[str, int]] = {}
        for kind, trail in self.routes:
            for one, other in pairwise(trail):
                direction = direction_between(one, other)
                if direction is None:
                    raise ValueError(f"{one} and {other} are not adjacent")
                for hex_, side in ((one, direction), (other, opposite(direction))):
                    if hex_ in self.terrain:
                        routes = masks.setdefault(hex_, {})
                        routes[kind] = routes.get(kind, 0) | 1 << side
        return masks


def _trail(came: Mapping[Hex, Hex | None], last: Hex) -> list[Hex]:
    trail, at = [], last
    while at is not None:
        trail.append(at)
        at = came[at]  # type: ignore[assignment]
    return trail[::-1]
