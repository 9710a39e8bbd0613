"""Boards: the terrain of every hex and hexside, heights, routes and names; immutable."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from string import digits
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.hexes import DIRECTION_NAMES, WINDS, Hex, HexId, distance, hex_from_id, opposite
from core.kept import KeptFor

NO_FEATURES: frozenset[str] = frozenset()
NO_SIDES: tuple[frozenset[str], ...] = (NO_FEATURES,) * 6


@frozen(eq=False, repr=False)
class Cell(Alike):
    """One hex: its dominant terrain (na:1.2a) and what lies on it and its hexsides.

    terrain:  terrain id, a line of the system's Terrain Effects Table.
    level:    height of the ground, in levels (hill levels; 0 = ground level).
    stories:  stories of the buildings here; 0 without buildings.
    under:    terrain that a bridge spans; None without a bridge.
    routes:   for each kind of route ("road", "path", "track" ...) the hexsides it crosses, as a 6-bit mask
              (bit 0 = N, clockwise); a route that ends in the hex has the bits of its one side, and a
              stretch without any exit the mask 0.
    sides:    what lies on each of the six hexsides (crest, slope, wall ...), from N clockwise.
    marks:    further properties of the hex itself, such as a partial hex of the map edge.
    """

    terrain: str
    level: int = 0
    stories: int = 0
    under: str | None = None
    routes: Mapping[str, int] = field(factory=dict)
    sides: tuple[frozenset[str], ...] = NO_SIDES
    marks: frozenset[str] = NO_FEATURES

    def route_crosses(self, kind: str, direction: int) -> bool:
        """Whether a route of this kind crosses the hexside in `direction`."""
        return bool(self.routes.get(kind, 0) >> direction & 1)


@frozen(eq=False, repr=False)
class Place(Alike):
    """A named feature or area of a board (na:1.2e): one or more hexes."""

    id: str
    name: str
    hexes: tuple[Hex, ...]


@frozen(eq=False, repr=False)
class Sheet(Alike):
    """One of the mapboards of a joined map; directional: the facing that is direction 1 on it as it lies (na:1.2c)."""

    id: str
    name: str
    number: int | None = None
    directional: int = 0
    turned: bool = False


@frozen(eq=False, repr=False)
class Board:
    """A map: its cells by hex, and the places that scenarios refer to by name.

    labels: the printed names of hexes where they differ from their ids, as on maps joined from several boards.
    number, directional: the map's number and the facing that is direction 1, as its directional hex shows (na:1.2c).
    sheets: the mapboards that a joined map is made of, in reading order.
    north: where north lies on the drawn map, in degrees clockwise from its top.
    """

    id: str
    name: str
    columns: int
    rows: int
    cells: Mapping[Hex, Cell]
    places: tuple[Place, ...] = ()
    source: str = "judged"
    labels: Mapping[Hex, str] = field(factory=dict)
    number: int | None = None
    directional: int = 0
    sheets: tuple[Sheet, ...] = ()
    north: int = 0

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.cells

    def __getitem__(self, hex_: Hex) -> Cell:
        return self.cells[hex_]

    @property
    def ways(self) -> tuple[str, ...]:
        """The winds towards which the six hexsides lie, clockwise from the top of the drawn map."""
        if not self.north:
            return DIRECTION_NAMES
        winds = WINDS.split()
        return tuple(winds[round((60 * way - self.north) % 360 / 22.5) % 16] for way in range(6))

    def hex(self, text: str) -> Hex:
        """The hex with the map id `text` or the printed reference (29E9); ValueError if there is none."""
        hex_ = self.find(text)
        if hex_ not in self.cells:
            raise ValueError(f"hex {hex_} is not on the board {self.name} ({self.extent})")
        return hex_

    def find(self, text: str) -> Hex:
        """The hex that a map id or a printed reference (29E9) names, there or not; ValueError if it is neither.

        What can be an id is one, so that the ids of a map mean the same whatever its mapboards print.
        """
        wanted = text.strip().upper()
        try:
            return hex_from_id(wanted)
        except ValueError:
            if wanted in self._labelled:
                return self._labelled[wanted]
            if self.number is None or self.labels or not wanted.startswith(str(self.number)):
                raise
            return hex_from_id(wanted.removeprefix(str(self.number)))

    @cached_property
    def _labelled(self) -> Mapping[str, Hex]:
        return {text: hex_ for hex_, text in self.labels.items()}

    def label(self, hex_: Hex) -> str:
        """What is printed in a hex: its id, on a joined map with the number of its mapboard before it (na:1.2f)."""
        return self.labels.get(hex_, hex_.id)

    def printed(self, hex_: Hex) -> str:
        """The full reference of a hex: map number and hex id such as 29E9; without a number the id (na:1.2f)."""
        return self.labels.get(hex_) or f"{'' if self.number is None else self.number}{hex_.id}"

    def facing(self, hex_: Hex, direction: int) -> int:
        """The facing that direction 1 to 6 is on the mapboard under a hex: clockwise from its direction 1 (na:1.2c)."""
        label = self.label(hex_)
        number = label[: -len(label.lstrip(digits))]
        first = next((sheet.directional for sheet in self.sheets if str(sheet.number) == number), self.directional)
        return (first + direction - 1) % 6

    def place(self, place_id: str) -> Place:
        """The place with this id; KeyError names the places there are."""
        for place in self.places:
            if place.id == place_id:
                return place
        raise KeyError(f"{self.name} has no place {place_id!r}; it has {', '.join(p.id for p in self.places)}")

    def side(self, hex_: Hex, direction: int) -> frozenset[str]:
        """What lies on a hexside, whichever of its two hexes carries it."""
        cell = self.cells.get(hex_)
        other = self.cells.get(hex_.neighbour(direction))
        here = cell.sides[direction] if cell else NO_FEATURES
        there = other.sides[opposite(direction)] if other else NO_FEATURES
        return here | there if there else here

    def joined(self, kind: str, hex_: Hex, direction: int) -> bool:
        """Whether a route of this kind crosses the common hexside into the next hex."""
        cell = self.cells.get(hex_)
        other = self.cells.get(hex_.neighbour(direction))
        return bool(
            cell and other and cell.route_crosses(kind, direction) and other.route_crosses(kind, opposite(direction))
        )

    def is_edge(self, hex_: Hex) -> bool:
        """Whether a hex has a hexside on the edge of the map."""
        return any(n not in self.cells for n in hex_.neighbours())

    @cached_property
    def extent(self) -> str:
        """First and last hex as printed, such as ``A1 to NN30``; of a joined map, its mapboards."""
        ordered = sorted(self.cells)
        if self.sheets:
            names = (f"map {s.number}" if s.number else s.name for s in self.sheets)
            turned = (" (turned)" if s.turned else "" for s in self.sheets)
            maps = " and ".join(map("".join, zip(names, turned, strict=True)))
            return f"hexes of {maps}, such as {self.label(ordered[0])}"
        return f"{self.label(ordered[0])} to {self.label(ordered[-1])}"

    @cached_property
    def top(self) -> int:
        """Smallest vertical position (in half hexes) of any hex."""
        return min(h.y for h in self.cells)

    @cached_property
    def bottom(self) -> int:
        """Largest vertical position (in half hexes) of any hex."""
        return max(h.y for h in self.cells)

    @cached_property
    def first_column(self) -> int:
        """The leftmost column that has a hex."""
        return min(h.col for h in self.cells)

    @cached_property
    def last_column(self) -> int:
        """The rightmost column that has a hex."""
        return max(h.col for h in self.cells)

    def ids(self) -> tuple[HexId, ...]:
        """All hex ids, column by column."""
        return tuple(h.id for h in sorted(self.cells))


#: The hexes of boards in the order of their distance from one of them.
_NEAREST: Final[KeptFor[Board, Hex, tuple[Hex, ...]]] = KeptFor(500)


def nearest(board: Board, origin: Hex) -> tuple[Hex, ...]:
    """All hexes of a board, the nearest to `origin` first, in the order of the map where they are as near."""
    kept = _NEAREST.of(board)
    found = kept.get(origin)
    if found is None:
        found = kept[origin] = tuple(sorted(board.cells, key=lambda h: (distance(origin, h), h)))
    return found
