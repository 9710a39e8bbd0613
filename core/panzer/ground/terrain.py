"""Which lines of the Terrain Effects Table apply to a vehicle in a hex (na:1.2a, na:4.1.4.1.3b), and their Cover."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.board import Cell
from core.event import UnitId
from core.hexes import Hex
from core.panzer.ground.weights import borne
from core.panzer.pieces.conditions import FLOOD, ICE
from core.panzer.pieces.course import Start
from core.panzer.pieces.tables import Cover, Tables, TerrainEffect
from core.panzer.pieces.works import FALLEN
from core.panzer.state import PanzerState
from core.remembered import remembered

BUILDINGS = frozenset({"wood-building", "brick-building", "stone-building"})
#: Kinds of route by which one moves, from the best to the least (na:4.5.1.1.11); a railway is none.
ROUTES: Final = ("road", "path", "track")


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


def led_through(cell: Cell) -> bool:
    """Whether a Road, Path or Track leads through a hex, whatever its terrain; none does through open water."""
    return cell.terrain != "water" and any(kind in cell.routes for kind in ROUTES)


def may_stand(state: PanzerState, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit may be set up in a hex at all: no prohibited terrain, or on a Road, Path or Track through it, and
    none that does not bear it (na:4.5.1.1.2d, or:7.32)."""
    card = state.card(unit)
    return _may_be_set_up(state, card.moves_as, hex_) and borne(state.scenario, card, hex_)


@remembered(of=("counters",))
def _may_be_set_up(state: PanzerState, column: str, hex_: Hex) -> bool:
    """As `may_stand`, by the column of the Terrain Effects Chart; a frozen stream is Clear (or:7.36.3)."""
    cell = state.cell(hex_)
    barred = (row.cost.get(column) is None for mark in cell.marks if (row := state.tables.terrain.get(mark)))
    if cell.marks & {FALLEN, FLOOD} or any(barred):
        return False
    own = state.tables.terrain["clear"] if ICE in cell.marks else vehicle_terrain(state.tables, cell)
    return led_through(cell) or own.cost.get(column) is not None


def may_start(state: PanzerState, unit: UnitId, hex_: Hex, start: Start | None = None) -> bool:
    """Whether a unit may be set up in a hex: where it may stand, or where the scenario lets it begin (min:23.3.4.a).

    An Improved Position does not lie among mines of its own side (or:7.31.1). start: how it is to begin, None = as it
    does by itself.
    """
    starts, terrain = state.scenario.by_id[unit].starts, state.cell(hex_).terrain
    begins = start or next((one for one in starts if one is not Start.INSIDE), None)
    mined = (m for m in (*state.minefields.laid, *state.minefields.found) if m.hex == hex_)
    if begins is Start.IMPROVED and any(m.side == state.units[unit].side for m in mined):
        return False
    if Start.INSIDE in starts and terrain in BUILDINGS and start is not Start.OPEN:
        return True
    return (Start.HEAVY_WOODS in starts and terrain == Start.HEAVY_WOODS.value) or may_stand(state, unit, hex_)
