"""Which line of the Terrain Effects Table applies to a vehicle in a hex (na:1.2a, na:4.1.4.1.3b)."""

from __future__ import annotations

from core.board import Cell
from core.panzer.reference import Tables, TerrainEffect

BUILDINGS = frozenset({"wood-building", "brick-building", "stone-building"})


def vehicle_terrain(tables: Tables, cell: Cell) -> TerrainEffect:
    """The terrain a vehicle is in: in Building hexes the alleys between them (na:4.1.4.1.3b)."""
    return tables.terrain["alley" if cell.terrain in BUILDINGS else cell.terrain]
