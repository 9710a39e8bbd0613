"""Terrain in GSU laid upon hexes (pw:6.12).

A hex is what lies at its centre; roads and streams run through the hexes that they cross, hedges, walls and banks along
the hexsides nearest to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from content.kit.load import Proof
from content.panzerwar.boards.board_file import BoardFile, Spot, TerrainEntry
from content.panzerwar.boards.hexsides import chain
from content.panzerwar.boards.hills import Rise, hills_of, rise
from content.panzerwar.charts.charts import STREAM
from core.board import NO_FEATURES, NO_SIDES, Cell
from core.hexes import Hex, opposite
from core.panzerwar.pieces.charts.ground import TerrainEffect
from core.plane import Path, Point, centre, tenths

BRIDGE: Final = "bridge"
ROAD: Final = "road"
#: What a bridge may lead over.
_SPANNED: Final = (STREAM, "river")
#: Woods that are two contours high (pw:6.14).
HIGH: Final = "high"
#: What the map draws where the level changes; no line of the annex.
CONTOUR: Final = "slope"

Sides = dict[Hex, list[frozenset[str]]]


class Drawing:
    """A board on its way from a file. Everything is by hex; what is wrong is noted.

    routes: by kind the hexsides that it crosses, as a mask; under: what a bridge spans.
    """

    def __init__(self, data: BoardFile, annex: Mapping[str, TerrainEffect], proof: Proof) -> None:
        self.data = data
        self.annex = annex
        self.proof = proof
        self.centres = {
            hex_: centre(hex_)
            for hex_ in (Hex(col, row) for col in range(1, data.columns + 1) for row in range(1, data.rows + 1))
        }
        self.terrain: dict[Hex, str] = dict.fromkeys(self.centres, "clear")
        self.stories: dict[Hex, int] = {}
        self.high: set[Hex] = set()
        self.rises: dict[Hex, Rise] = dict.fromkeys(self.centres, Rise(0))
        self.routes: dict[Hex, dict[str, int]] = {}
        self.under: dict[Hex, str] = {}
        self.sides: Sides = {}

    def draw(self) -> None:
        """Lay all terrain of the file upon the hexes, in its order."""
        hills = hills_of(self.data.terrain)
        self.rises = {hex_: rise(hills, at) for hex_, at in self.centres.items()}
        for entry in self.data.terrain:
            kind = self.annex[entry.kind].kind
            if kind == "area":
                self._area(entry)
            elif kind == "route" and entry.kind != BRIDGE:
                self._route(entry)
            elif kind == "line":
                for hex_, direction in chain(tuple(map(_point, entry.points)), self.centres):
                    self.mark(hex_, direction, entry.kind)
        self._gaps()
        for at, entry in enumerate(self.data.terrain, 1):
            if entry.kind == BRIDGE:
                self._bridge(entry, f"terrain[{at}].points")

    def _gaps(self) -> None:
        """Open every line where a road crosses it."""
        for hex_, kinds in self.routes.items():
            for direction in range(6):
                if kinds.get(ROAD, 0) >> direction & 1:
                    for one, d in ((hex_, direction), (hex_.neighbour(direction), opposite(direction))):
                        if one in self.sides:
                            self.sides[one][d] = NO_FEATURES

    def _area(self, entry: TerrainEntry) -> None:
        for x1, y1, x2, y2 in entry.rects:
            west, north, east, south = tenths(x1), tenths(y1), tenths(x2), tenths(y2)
            for hex_, at in self.centres.items():
                if west <= at.x <= east and north <= at.y <= south:
                    self.terrain[hex_] = entry.kind
                    self.stories[hex_] = entry.stories
                    (self.high.add if entry.levels_high > 1 else self.high.discard)(hex_)

    def _route(self, entry: TerrainEntry) -> None:
        for hex_, mask in self._crossed(entry).items():
            kinds = self.routes.setdefault(hex_, {})
            kinds[entry.kind] = kinds.get(entry.kind, 0) | mask

    def _crossed(self, entry: TerrainEntry) -> dict[Hex, int]:
        """The hexes of the board through which a line runs, and the hexsides that it crosses."""
        first, *legs = map(_point, entry.points)
        path = Path(first, tuple(legs))
        found = {stretch.hex: 0 for stretch in path.stretches() if stretch.hex in self.centres}
        for crossing in path.crossings():
            for hex_, direction in ((crossing.hex, crossing.direction), (crossing.into, opposite(crossing.direction))):
                if hex_ in found:
                    found[hex_] |= 1 << direction
        return found

    def _bridge(self, entry: TerrainEntry, key: str) -> None:
        """A bridge over what runs through the hexes of its line; it is crossed as the road is that leads over it."""
        spanned = False
        for hex_, mask in self._crossed(entry).items():
            kinds = self.routes.get(hex_, {})
            below = self.terrain[hex_] if self.terrain[hex_] in _SPANNED else STREAM if STREAM in kinds else None
            if below:
                spanned = True
                self.under[hex_] = below
                self.routes.setdefault(hex_, {})[BRIDGE] = kinds.get(ROAD, mask)
        if not spanned:
            self.proof.mistake(key, "nothing under it", f"points over a {' or a '.join(_SPANNED)}")

    def mark(self, hex_: Hex, direction: int, kind: str, *, away: bool = False) -> None:
        """Put something on a hexside, or take it away."""
        for one, d in ((hex_, direction), (hex_.neighbour(direction), opposite(direction))):
            if one in self.centres:
                here = self.sides.setdefault(one, list(NO_SIDES))
                here[d] = here[d] - {kind} if away else here[d] | {kind}

    def contours(self) -> None:
        """Mark the hexsides between levels for the map."""
        for hex_ in self.centres:
            for direction, other in enumerate(hex_.neighbours()[:3]):
                if other in self.centres and self.rises[other].level != self.rises[hex_].level:
                    self.mark(hex_, direction, CONTOUR)

    def cells(self) -> Mapping[Hex, Cell]:
        """The cells of the board."""
        return {
            hex_: Cell(
                terrain=self.terrain[hex_],
                level=self.rises[hex_].level,
                stories=self.stories.get(hex_, 0),
                under=self.under.get(hex_),
                routes=self.routes.get(hex_, {}),
                sides=tuple(self.sides[hex_]) if hex_ in self.sides else NO_SIDES,
                marks=frozenset(self._marks(hex_)) or NO_FEATURES,
            )
            for hex_ in self.centres
        }

    def _marks(self, hex_: Hex) -> Iterator[str]:
        """``hill-slope``, ``slope-4`` and ``uphill-12`` of a slope; ``high`` of high woods."""
        found = self.rises[hex_]
        if found.uphill is not None:
            yield from (found.kind, f"slope-{found.slope:g}", f"uphill-{found.uphill}")
        if hex_ in self.high:
            yield HIGH


def _point(spot: Spot) -> Point:
    return Point(tenths(spot[0]), tenths(spot[1]))


def prove(data: BoardFile, annex: Mapping[str, TerrainEffect], proof: Proof) -> bool:
    """Note what the terrain of a file lacks or has too much; whether it can be drawn."""
    before = len(proof.mistakes)
    known = tuple(one.id for one in annex.values() if one.kind in ("area", "line", "route", "slope"))
    for at, entry in enumerate(data.terrain, 1):
        key = f"terrain[{at}]"
        if not proof.among(f"{key}.kind", entry.kind, known, "the terrain"):
            continue
        kind = annex[entry.kind].kind
        if kind in ("area", "slope") and (not entry.rects or entry.points):
            proof.mistake(f"{key}.rects", "points" if entry.points else "nothing", "rects alone: [[x1, y1, x2, y2]]")
        if kind in ("line", "route") and (len(entry.points) < 2 or entry.rects):
            found = "rects" if entry.rects else f"{len(entry.points)} points"
            proof.mistake(f"{key}.points", found, "two points or more, and no rects")
        for place, (x1, y1, x2, y2) in enumerate(entry.rects, 1):
            if x1 >= x2 or y1 >= y2:
                proof.mistake(f"{key}.rects[{place}]", repr([x1, y1, x2, y2]), "x1 < x2 and y1 < y2")
        for place, (a, b) in enumerate(pairwise(entry.points), 2):
            if a == b:
                proof.mistake(f"{key}.points[{place}]", repr(list(b)), "another point than the one before")
        if (kind == "slope") != (entry.level > 0):
            proof.mistake(f"{key}.level", repr(entry.level), "the contour level of a hill, 1 or more, and of no other")
        if entry.slope is not None and not 0 <= entry.slope <= 60:
            proof.mistake(f"{key}.slope", repr(entry.slope), "0 to 60 degrees")
        if entry.uphill is not None and not 0 <= entry.uphill < 48:
            proof.mistake(f"{key}.uphill", repr(entry.uphill), "a heading of 0 (north) to 47, clockwise")
        if entry.levels_high not in (0, 1, 2) or (entry.levels_high and kind != "area"):
            proof.mistake(f"{key}.levels_high", repr(entry.levels_high), "1 or 2, of woods")
    return len(proof.mistakes) == before
