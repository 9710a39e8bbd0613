"""What the ground is at a point: lines of the Terrain Annex, heights and slopes (pw:6.12, pw:6.13, pw:6.14, pw:15.6).

How a board of Panzer War says it, by the ids of the Terrain Annex:

    Cell.terrain  the line of kind "area" that the hex is
    Cell.marks    further lines that hold in it, such as "hill-slope" and "steep-hill"; "high": its woods are two
                  contours high (pw:6.14); "slope-12", "uphill-30": the slope in measured degrees, and the heading of 48
                  in which it rises (pw:6.17)
    Cell.level    contour levels (pw:1.2)
    Cell.stories  of its buildings; 0 = as high as a contour
    Cell.routes   "road", "shallow-stream", "bridge": the hexsides that each crosses
    Cell.sides    lines of kind "line": hedges, walls, banks, ditches
    Cell.under    what a bridge spans, for who does not cross by it

What holds on the whole board is said by `Engagement.ground`: "mud"; "deep-snow"; "snow", which is deep for wheels
alone; "wet", which costs nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve, field, frozen

from core.board import Board, Cell
from core.hexes import Hex
from core.kept import Kept, KeptFor
from core.panzerwar.pieces.charts.ground import TerrainEffect
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.state import WarState
from core.plane import Point, centre, hex_at

ROAD: Final = "road"
BRIDGE: Final = "bridge"
STREAM: Final = "shallow-stream"
#: Slopes, which are marks of a hex (pw:6.13.1, pw:6.13.2), and their degrees where the board does not say them.
SLOPE: Final = "hill-slope"
STEEP: Final = "steep-hill"
_DEGREES: Final[Mapping[str, float]] = {SLOPE: 4.0, STEEP: 20.0}
#: Woods, of which depth is told apart (pw:7.6.3, pw:7.11.3).
WOODS: Final = frozenset({"light-woods", "heavy-woods"})
#: Built-up areas and what is left of them (pw:6.14.7, pw:7.11.4).
BUILT_UP: Final = frozenset({"village", "stone-town"})
RUBBLE: Final = "rubble"
#: Bog, in which stalls who stalls in mud; the lines of mud, by what goes through it (pw:6.14.6).
BOG: Final = "marsh"
MUD: Final[Mapping[str, str]] = {
    "tracks": "mud-tracked",
    "half-track": "mud-half-track",
    "wheels": "mud-half-track",
    "truck": "mud-truck",
}
#: What hides infantry alone.
OF_INFANTRY: Final = frozenset({"high-vegetation"})
#: Only who stands directly at such a bank sees through it, or is seen.
BANK: Final = "bocage"
#: Heights in GSU on the table, where it is not that of a contour (pw:1.2, pw:6.14); of a storey, of a bank.
_HEIGHTS: Final[Mapping[str, float]] = {"orchard": 15.0, "high-vegetation": 8.0}
_STOREY: Final = 10.0
BANK_HEIGHT: Final = 12.0
#: So many lines of sight are kept for an engagement, and what is seen from so many points.
_LINES: Final = 20_000
_VIEWS: Final = 512

_NO_EDGES: Final[Mapping[Hex, tuple[TerrainEffect, ...]]] = MappingProxyType({})


@frozen(eq=False, repr=False)
class Ground:
    """One hex as the rules read it.

    effects: all lines of the annex that hold in it, its terrain first; base: height of the ground in GSU; tall: of what
    stands on it; hides: the terrain in it that a line of sight may not cross without end (pw:7.11), None without.
    slope: degrees, 0 on level ground; uphill: the heading of 48 in which it rises, None = not said.
    edges: what lies on its hexsides, by the hex beyond.
    """

    hex: Hex
    cell: Cell
    effects: tuple[TerrainEffect, ...]
    base: float
    tall: float
    hides: TerrainEffect | None = None
    slope: float = 0.0
    uphill: int | None = None
    edges: Mapping[Hex, tuple[TerrainEffect, ...]] = _NO_EDGES

    @property
    def level(self) -> int:
        """Contour levels (pw:1.2)."""
        return self.cell.level

    def has(self, id_: str) -> bool:
        """Whether a line of the annex holds here."""
        return any(effect.id == id_ for effect in self.effects)

    @property
    def plain(self) -> bool:
        """Whether no line of sight finds anything here."""
        return not (self.base or self.hides or self.edges)


@frozen(eq=False, repr=False)
class Country:
    """The board of an engagement as the rules read it: every hex, and those that a line of sight may notice.

    weather: lines of the annex that hold everywhere, by what goes on: "tracks", "half-track", "wheels", "truck",
    "foot". lines: lines of sight that were asked for; views: what is seen of the ground from a point, see `views.py`.
    places: all hexes in their order with their centres.
    """

    hexes: Mapping[Hex, Ground]
    noticed: Mapping[Hex, Ground]
    annex: Mapping[str, TerrainEffect]
    weather: Mapping[str, TerrainEffect]
    free: float
    places: tuple[tuple[Hex, Point], ...]
    lines: Kept[Any, Any] = field(factory=lambda: Kept(_LINES))
    views: Kept[Any, Any] = field(factory=lambda: Kept(_VIEWS))

    def numbers(self, hexes: Iterable[Hex]) -> list[int]:
        """The numbers of those of some hexes that are on the board, in their order."""
        found = [(bisect_left(self.places, (hex_,)), hex_) for hex_ in sorted(hexes)]
        return [number for number, hex_ in found if number < len(self.places) and self.places[number][0] == hex_]


#: What of it is rubble, and so many such boards of an engagement.
_COUNTRIES: Final[KeptFor[Engagement, frozenset[Hex], Country]] = KeptFor(8)
_WHOLE: Final[frozenset[Hex]] = frozenset()


def country(engagement: Engagement, collapsed: frozenset[Hex] = _WHOLE) -> Country:
    """The ground of an engagement, read once. collapsed: the hexes whose buildings are rubble (pw:10.3.10)."""
    kept = _COUNTRIES.of(engagement)
    found = kept.get(collapsed)
    if found is None:
        found = kept[collapsed] = _ruined(engagement, collapsed) if collapsed else _read(engagement)
    return found


def country_now(state: WarState) -> Country:
    """The ground as it is now: what area fire has brought down is rubble (pw:10.3.10)."""
    return country(state.engagement, state.artillery.collapsed)


def ground(state: WarState, at: Point | Hex) -> Ground:
    """The ground at a point or of a hex. KeyError off the table."""
    return country_now(state).hexes[at if isinstance(at, Hex) else hex_at(at)]


def base(state: WarState, at: Point) -> float:
    """The height of the ground at a point in GSU on the table; off the table that of level 0."""
    found = country_now(state).noticed.get(hex_at(at))
    return found.base if found is not None else 0.0


def level(state: WarState, at: Point) -> int:
    """The contour levels of the ground at a point; off the table 0 (pw:1.2)."""
    found = country_now(state).noticed.get(hex_at(at))
    return found.level if found is not None else 0


def effect(state: WarState, id_: str) -> TerrainEffect:
    """A line of the Terrain Annex. KeyError if there is none."""
    return state.charts.ground.terrain[id_]


def built_up(found: Ground) -> bool:
    """Whether a hex has buildings or what is left of them (pw:6.14.7)."""
    return found.effects[0].id in BUILT_UP or found.effects[0].id == RUBBLE


def wooded(found: Ground) -> bool:
    """Whether a hex has woods (pw:6.14)."""
    return found.effects[0].id in WOODS


# -- reading ---------------------------------------------------------------------------------------


def _read(engagement: Engagement) -> Country:
    board, charts = engagement.board, engagement.charts
    annex, contour = charts.ground.terrain, charts.number("contour-height")
    hexes = {hex_: _ground(board, annex, contour, hex_, cell) for hex_, cell in board.cells.items()}
    noticed = {hex_: found for hex_, found in hexes.items() if not found.plain}
    weather = _weather(engagement.ground, annex)
    places = tuple((hex_, centre(hex_)) for hex_ in sorted(hexes))
    return Country(hexes, noticed, annex, weather, charts.number("free-sighting"), places)


def _ruined(engagement: Engagement, collapsed: frozenset[Hex]) -> Country:
    """The same ground with rubble in some hexes; only those are read again."""
    whole, contour = country(engagement), engagement.charts.number("contour-height")
    fallen = {
        hex_: _ground(engagement.board, whole.annex, contour, hex_, _fallen(engagement.board.cells[hex_]))
        for hex_ in collapsed & engagement.board.cells.keys()
    }
    hexes = {**whole.hexes, **fallen}
    noticed = {hex_: found for hex_, found in {**whole.noticed, **fallen}.items() if not found.plain}
    return Country(hexes, noticed, whole.annex, whole.weather, whole.free, whole.places)


def _fallen(cell: Cell) -> Cell:
    """A hex whose building is rubble."""
    return evolve(cell, terrain=RUBBLE, stories=0)


def _ground(board: Board, annex: Mapping[str, TerrainEffect], contour: float, hex_: Hex, cell: Cell) -> Ground:
    terrain = annex[cell.terrain]
    effects = (terrain, *(annex[mark] for mark in sorted(cell.marks) if mark in annex))
    foot = cell.level * contour
    hides = terrain if terrain.blocks is not None and terrain.kind == "area" else None
    edges = {
        neighbour: found
        for way, neighbour in enumerate(hex_.neighbours())
        if (found := tuple(annex[id_] for id_ in sorted(board.side(hex_, way)) if id_ in annex))
    }
    slope = _number(cell, "slope-")
    if slope is None:
        slope = next((degrees for id_, degrees in _DEGREES.items() if any(one.id == id_ for one in effects)), 0.0)
    uphill = _number(cell, "uphill-")
    return Ground(
        hex=hex_,
        cell=cell,
        effects=effects,
        base=foot,
        tall=foot + (_height(cell, terrain, contour) if hides is not None else 0.0),
        hides=hides,
        slope=slope,
        uphill=None if uphill is None else round(uphill) % 48,
        edges=edges or _NO_EDGES,
    )


def _height(cell: Cell, terrain: TerrainEffect, contour: float) -> float:
    """How high what hides stands above the ground (pw:6.14, pw:6.14.7)."""
    if terrain.id in BUILT_UP:
        return cell.stories * _STOREY or contour
    if terrain.id in WOODS:
        return 2 * contour if "high" in cell.marks else contour
    return _HEIGHTS.get(terrain.id, contour)


def _number(cell: Cell, prefix: str) -> float | None:
    """The number that a mark carries, such as 12 of slope-12."""
    return next((float(mark.removeprefix(prefix)) for mark in sorted(cell.marks) if mark.startswith(prefix)), None)


def _weather(kind: str, annex: Mapping[str, TerrainEffect]) -> Mapping[str, TerrainEffect]:
    """The lines of the annex that hold on all the ground (pw:6.14.6)."""
    if kind == "mud":
        return {mover: annex[id_] for mover, id_ in {**MUD, "foot": "mud-tracked"}.items()}
    movers = {"deep-snow": ("tracks", "half-track", "wheels", "truck", "foot"), "snow": ("wheels", "truck")}
    return dict.fromkeys(movers.get(kind, ()), annex["deep-snow"]) if kind in movers else {}
