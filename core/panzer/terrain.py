"""Which lines of the Terrain Effects Table apply to a vehicle in a hex (na:1.2a, na:4.1.4.1.3b), and their Cover."""

from __future__ import annotations

from collections.abc import Iterable

from core.board import Cell
from core.panzer.reference import Cover, Tables, TerrainEffect

BUILDINGS = frozenset({"wood-building", "brick-building", "stone-building"})


def vehicle_terrain(tables: Tables, cell: Cell) -> TerrainEffect:
    """The terrain a vehicle is in: in Building hexes the alleys between them (na:4.1.4.1.3b)."""
    return tables.terrain["alley" if cell.terrain in BUILDINGS else cell.terrain]


def terrain_in(tables: Tables, cell: Cell) -> tuple[TerrainEffect, ...]:
    """Everything in a hex that may give a vehicle Cover: its terrain and the routes through it (na:4.1.3g)."""
    own = vehicle_terrain(tables, cell)
    return (own, *(tables.terrain[route] for route in cell.routes)) if cell.routes else (own,)


def best_cover(covers: Iterable[Cover]) -> Cover:
    """The Cover that is best for the target; "Other" leaves it to the rest, none without any (na:4.1.3f, na:4.1.3g)."""
    return max((c for c in covers if c is not Cover.OTHER), key=lambda c: c.rank, default=Cover.NONE)
