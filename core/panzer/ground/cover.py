"""Cover of a unit where it stands, against being spotted and in combat, and stacking, which takes it away
(na:3.8, na:4.1.3, na:5.13, na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Iterator

from core.hexes import Hex, distance
from core.panzer.ground.buildings import indoors, on_roof
from core.panzer.ground.positions import improved
from core.panzer.ground.terrain import best_cover, vehicle_terrain
from core.panzer.pieces.cards import LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.tables import Cover, TerrainEffect
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState

#: The line of the Terrain Effects Table for leg units on a flat roof (na:6.1.4.3.1f).
ROOF = "desert-roof"
#: Counters that shelter leg units in their hex; nobody else can be there (na:6.1.4.3.3, na:6.1.4.3.4).
ON_FOOT = (WorkKind.BLOCK.value, WorkKind.DITCH.value)
#: The line of a wreck.
_WRECK = "wreck"


def effects(state: PanzerState, unit: Unit) -> tuple[TerrainEffect, ...]:
    """The lines of the Terrain Effects Table that may give a unit Cover (na:4.1.3f, na:4.1.3g).

    Its terrain and the routes through it; for leg units a Block or Ditch (na:6.1.4.3.3, na:6.1.4.3.4); for whom it
    holds, an Improved Position, which overrides what is less (na:6.1.4.3.7a).

    The same in the miniatures edition (min:5.5.1.1, min:5.5.1.3, min:5.5.1.10, min:5.5.1.12, min:5.5.1.19,
    min:5.5.1.23), with the Cover of its own table, by which a Ditch gives none (min:5.5.1.6).
    """
    if unit.hex is None:
        return ()
    tables, cell = state.tables, state.cell(unit.hex)
    if on_roof(state, unit):
        own = tables.terrain[ROOF]
    elif indoors(state, unit):
        own = tables.terrain[cell.terrain]
    else:
        own = vehicle_terrain(tables, cell)
    found = [own, *(tables.terrain[route] for route in cell.routes)]
    if cell.marks and isinstance(state.card(unit.id), LegCard):
        found += [tables.terrain[mark] for mark in ON_FOOT if mark in cell.marks]
    found += [tables.terrain[beside] for beside in _beside(state, unit, unit.hex)]
    if improved(state, unit) is not None:
        found.append(tables.terrain[WorkKind.IMPROVED.value])
    return tuple(found)


def _beside(state: PanzerState, unit: Unit, at: Hex) -> Iterator[str]:
    """The Blocks and Wrecks next to a leg or towed unit that shelter it, in the miniatures edition (min:16.7.3.2.4)."""
    edition, card = state.edition, state.card(unit.id)
    near = edition.shelter_reach
    if not near or not isinstance(card, LegCard | TowedCard):
        return
    if any(distance(at, wreck) <= near for wreck in state.counters.wrecks):
        yield _WRECK
    blocks = (w.hex for w in state.counters.works if w.kind is WorkKind.BLOCK)
    if any(distance(at, block) <= near for block in blocks):
        yield WorkKind.BLOCK.value


def spotting_cover_of(state: PanzerState, unit: Unit) -> Cover:
    """Cover of a unit against being spotted; none of a vehicle in an over-stacked hex (na:4.1.3a, na:4.1.3.2)."""
    found = effects(state, unit)
    if len(found) == 1 and found[0].cover_spotting is Cover.NONE:
        return Cover.NONE  # as most stand
    return _held(state, unit, best_cover([e.cover_spotting for e in found]))


def combat_cover_of(state: PanzerState, unit: Unit) -> Cover:
    """Cover of a unit in combat; none of a vehicle in an over-stacked hex (na:4.4.3.2.2c, na:6.5.4.2.2)."""
    return _held(state, unit, best_cover(e.cover_combat for e in effects(state, unit)))


def _held(state: PanzerState, unit: Unit, cover: Cover) -> Cover:
    """What over-stacking leaves of a Cover: it takes that of vehicles; leg and towed units keep theirs (na:3.8)."""
    if cover is Cover.NONE or unit.hex is None or not isinstance(state.card(unit.id), VehicleCard):
        return cover
    return Cover.NONE if over_stacked(state, unit.hex) else cover


def stacks(card: UnitCard) -> bool:
    """Whether a unit counts: vehicles and dismounted towed units, not leg units and aircraft (na:5.13)."""
    return isinstance(card, VehicleCard | TowedCard)


def over_stacked(state: PanzerState, hex_: Hex, extra: int = 0) -> bool:
    """Whether a hex holds 6 or more vehicles and towed units of both sides, wrecks not counted (na:3.8, na:5.13).

    extra: units to count on top, such as one that is about to enter (na:4.5.1.1.5e).
    """
    return sum(stacks(state.card(u.id)) for u in state.in_hex(hex_)) + extra >= state.tables.over_stacked_from
