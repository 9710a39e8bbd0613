"""Boards of Panzer, drawn as text grids in ``boards/<id>.toml``.

A grid has one line of text for each row of hexes, from `first_row` down, and in it one cell for each column from
A on. A cell is a terrain letter (``terrain.toml`` or `legend`), then its level if it is not 0: ``.`` ``.1`` ``w2``;
``--`` stands where there is no hex, as between the partial hexes of row 0 (na:1.2b, na:1.2f).
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from content.kit.grids import HexsideLine, PlaceLine


@frozen(eq=False, repr=False)
class RouteLine:
    """A road, path or track: adjacent hexes in order, ``"NW> A14 B14 >SE"`` where it leaves the map."""

    kind: str
    hexes: str


@frozen(eq=False, repr=False)
class BridgeLine:
    """A bridge over the terrain that the grid draws in its hex."""

    hex: str


@frozen(eq=False, repr=False)
class StoriesLine:
    """Buildings of more than one story."""

    hexes: str
    stories: int


@frozen(eq=False, repr=False)
class BoardFile:
    """A board as its file states it. directional: the name of the facing that is direction 1 of its map (na:1.2c)."""

    id: str
    name: str
    grid: str
    source: str = "judged"
    note: str = ""
    number: int | None = None
    directional: str = "N"
    first_row: int = 1
    legend: Mapping[str, str] = field(factory=dict)
    hexside: tuple[HexsideLine, ...] = ()
    route: tuple[RouteLine, ...] = ()
    bridge: tuple[BridgeLine, ...] = ()
    stories: tuple[StoriesLine, ...] = ()
    place: tuple[PlaceLine, ...] = ()


@frozen(eq=False, repr=False)
class OverlayFile:
    """A terrain overlay as its file states it: drawn like a board.

    hex: the hex of the grid that bears its identifier; arrow: where its direction arrow points as drawn (na:1.3b).
    """

    id: str
    name: str
    grid: str
    hex: str
    arrow: str = "N"
    source: str = "judged"
    note: str = ""
    first_row: int = 1
    legend: Mapping[str, str] = field(factory=dict)
    hexside: tuple[HexsideLine, ...] = ()
    route: tuple[RouteLine, ...] = ()
    bridge: tuple[BridgeLine, ...] = ()
    stories: tuple[StoriesLine, ...] = ()
