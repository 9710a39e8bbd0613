"""The GP Defense Factor of units and terrain: the row of the GP Combat Results Table (na:6.5.4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.firing.inquiry import crawls, is_to_move
from core.panzer.ground import positions
from core.panzer.ground.buildings import indoors
from core.panzer.ground.cover import combat_cover_of
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.cards import AircraftCard, GpCover, LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.minefields import COUNTERS
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState
from core.tally import Tally

#: GP Defense of passengers, by whether their vehicle gives Under Cover transport (na:6.5.4.2.3).
PASSENGER = {True: 3, False: 1}
#: The counters that fire at who is beside them strikes in the miniatures edition (min:16.1.8).
OBSTACLES: Final = frozenset({WorkKind.BLOCK, WorkKind.WIRE})


def target_type(card: UnitCard) -> str:
    """The type of a target: a vehicle's A, P or S, S for all others (na:6.5.4.2.2, na:6.5.4.2.4)."""
    return card.type if isinstance(card, VehicleCard) else "S"


def gp_defense(state: PanzerState, unit_id: UnitId) -> Tally:
    """What makes the GP Defense Factor of a unit as it stands; `factor` holds it to 1 to 10 (na:6.5.4.2,
    min:17.2.8.1.2)."""
    unit, card = state.units[unit_id], state.card(unit_id)
    if isinstance(card, VehicleCard | AircraftCard):
        rule = "na:6.5.4.2.1" if isinstance(card, VehicleCard) else "na:6.5.4.2.4"
        return Tally().add("Data Card", card.gp_defense, rule)
    if unit.presence is Presence.CARRIED and unit.carrier is not None:
        sheltered = state.vehicle(unit.carrier).under_cover
        words = "passenger Under Cover" if sheltered else "passenger"
        return Tally().add(words, PASSENGER[sheltered], "na:6.5.4.2.3")
    if not isinstance(card, LegCard | TowedCard) or unit.hex is None:
        raise ValueError(f"{unit_id} has no GP Defense Factor")
    cover = combat_cover_of(state, unit)
    tally = Tally().add(f"Cover {cover.value}", by_cover(card.gp_defense, cover), "na:6.5.4.2.2")
    if unit.full_cover:
        tally = tally.add("Full Cover", *full_cover(state, card.gp_defense))
    if is_to_move(state, unit) and not crawls(state, unit):
        tally = tally.add("moving", card.gp_defense.moving, "na:6.5.4.2.2")
    return tally


def full_cover(state: PanzerState, printed: GpCover) -> tuple[int, str]:
    """What Full Cover adds to the GP Defense Factor of a leg or towed unit, and the rule (na:6.5.4.2.2,
    min:16.7.3.2.1)."""
    fixed = state.edition.full_cover_defense
    return (printed.full_cover, "na:6.5.4.2.2") if fixed is None else (fixed, "min:16.7.3.2.1")


def by_cover(printed: GpCover, cover: Cover) -> int:
    """The GP Defense Factor of a leg or towed unit in Cover, as its card has it (na:6.5.4.2.2)."""
    return {
        Cover.NONE: printed.none,
        Cover.LIGHT: printed.light,
        Cover.MEDIUM: printed.medium,
        Cover.HEAVY: printed.heavy,
    }[cover]


# -- terrain -----------------------------------------------------------------------------------------


def vulnerable(state: PanzerState, unit: Unit) -> Iterator[tuple[str, int]]:
    """The terrain that a unit occupies and that fire at it strikes too, with its GP Defense Factor.

    (na:6.5.4.2.5, min:16.1.8, min:16.7.3.5)

    The building that it is in, the bridge that it is on, its own Improved Position, the counters of its hex. Mines are
    struck with their hex, by what falls on it from the air and by Indirect Fire (or:7.31.3.1, or:7.31.3.2).
    """
    if not state.has(Switch.BUILDINGS) or unit.hex is None:
        return
    cell = state.cell(unit.hex)
    value = positions.ground_defense(state, cell.terrain)
    if value is not None and (cell.terrain not in BUILDINGS or indoors(state, unit)):
        yield cell.terrain, value
    for work in positions.vulnerable(state, unit.hex):
        if work.kind in COUNTERS and state.has(Switch.MINES):
            continue  # only Indirect Fire, aircraft and engineers eliminate them (or:7.31.3)
        value = positions.defense(state, work)
        if value is not None and (work.kind is not WorkKind.IMPROVED or work == positions.improved(state, unit)):
            yield work.kind.value, value


def obstacles_beside(state: PanzerState, unit: Unit) -> Iterator[tuple[Hex, str, int]]:
    """The Blocks and the Wire in other hexes, close to a unit, that fire at it strikes too (min:16.1.8).

    Each with its hex and its GP Defense Factor; in the hex edition none.
    """
    near = state.edition.obstacles_struck_within
    if not near or not state.has(Switch.BUILDINGS) or unit.hex is None:
        return
    for work in state.counters.works:
        value = positions.defense(state, work)
        if work.kind in OBSTACLES and value is not None and 0 < distance(work.hex, unit.hex) <= near:
            yield work.hex, work.kind.value, value
