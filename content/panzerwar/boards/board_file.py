"""The file of a board as TOML states it: terrain by rectangles and lines in GSU, and single hexes."""

from __future__ import annotations

from attrs import frozen

from content.kit.grids import HexsideLine

Rect = tuple[float, float, float, float]
Spot = tuple[float, float]


@frozen(eq=False, repr=False)
class TerrainEntry:
    """A piece of terrain: a line of the Terrain Annex in rectangles (x1, y1, x2, y2), or along points.

    levels_high: contours of woods; stories: of buildings. level, slope, uphill, crest: of hills: contour level,
    degrees, heading of 48, GSU of level ground on either side of the ridge. width: of a stream, in GSU.
    """

    kind: str
    rects: tuple[Rect, ...] = ()
    points: tuple[Spot, ...] = ()
    levels_high: int = 0
    stories: int = 0
    level: int = 0
    slope: float | None = None
    uphill: int | None = None
    crest: float = 25.0
    width: float = 0.0
    note: str = ""


@frozen(eq=False, repr=False)
class HexEntry:
    """What single hexes have otherwise than the terrain says. slope 0 makes them level ground."""

    hexes: str
    terrain: str = ""
    level: int | None = None
    slope: float | None = None
    uphill: int | None = None
    stories: int | None = None


@frozen(eq=False, repr=False)
class PlaceEntry:
    """A named place: the hexes whose centres lie within a radius in GSU, or these hexes."""

    id: str
    name: str
    at: Spot | None = None
    radius: float = 0.0
    hexes: str = ""


@frozen(eq=False, repr=False)
class BoardFile:
    """A board. hexside: lines of the annex on further hexsides; open: taken away from hexsides."""

    id: str
    name: str
    columns: int
    rows: int
    source: str
    terrain: tuple[TerrainEntry, ...] = ()
    hex: tuple[HexEntry, ...] = ()
    hexside: tuple[HexsideLine, ...] = ()
    open: tuple[HexsideLine, ...] = ()
    place: tuple[PlaceEntry, ...] = ()
    note: str = ""
