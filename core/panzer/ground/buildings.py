"""Buildings (na:6.1.4.3.1): who is in them, who may go in, how far up leg units may go."""

from __future__ import annotations

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.cards import LegCard, TowedCard, Traction, VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState


def indoors(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit in a Building hex is in its buildings, not in the alleys between them.

    Leg units always are; vehicles that have entered them, and towed units that the scenario puts there, are marked INB
    (na:6.1.4.3.1b, na:6.1.4.3.1c, na:6.1.4.3.1d). In the miniatures edition leg units may be outside, too
    (min:17.2.3.4), and guns go in and out (min:17.2.4.2).
    """
    if unit.hex is None or not unit.on_map or state.cell(unit.hex).terrain not in BUILDINGS:
        return False
    return unit.inside or (isinstance(state.card(unit.id), LegCard) and unit.outside != unit.hex)


def top_floor(state: PanzerState, hex_: Hex) -> int:
    """How many storeys leg units may go up in the buildings of a hex: to the top floor, or onto a flat roof.

    (na:6.1.4.3.1e, na:6.1.4.3.1f)
    """
    cell = state.cell(hex_)
    if cell.terrain not in BUILDINGS:
        return 0
    height = max(1, cell.stories)
    return height if state.scenario.desert_buildings else height - 1


def on_roof(state: PanzerState, unit: Unit) -> bool:
    """Whether a leg unit is on the flat roof of a Desert Building, at its full Height (na:6.1.4.3.1f)."""
    if not (state.scenario.desert_buildings and unit.floor and unit.hex is not None and indoors(state, unit)):
        return False
    return unit.floor >= max(1, state.cell(unit.hex).stories)


def open_to_vehicles(state: PanzerState) -> bool:
    """Whether the game that is played has vehicles try to go into buildings (na:6.6.3, min:9.7)."""
    return state.edition.vehicles_enter_buildings or state.has(Switch.BUILDINGS)


def entry_refusal(state: PanzerState, unit_id: UnitId) -> Refusal | None:
    """Why a unit may not go into buildings or out of them at all; None if it may, or may try to.

    Leg units may; of vehicles only tracked ones with overhead protection that carry nobody, after a check
    (na:6.1.4.3.1a, na:6.1.4.3.1d, na:6.6.3); in the miniatures edition they may carry somebody (min:9.7.1). Towed units
    stay in the alley, or inside where the scenario puts them (na:6.1.4.3.1c).
    """
    card, name = state.card(unit_id), state.name(unit_id)
    if isinstance(card, LegCard):
        return None
    if isinstance(card, TowedCard) or not isinstance(card, VehicleCard):
        return Refusal(f"{name} is towed: it neither moves nor dismounts inside buildings", "na:6.1.4.3.1c")
    if card.traction is not Traction.TRACKED:
        return Refusal(f"{name} is not fully tracked", "na:6.1.4.3.1a")
    if card.open_topped:
        return Refusal(f"{name} has no overhead protection", "na:6.1.4.3.1a")
    if not state.edition.loaded_into_buildings and any(u.carrier == unit_id for u in state.units.values()):
        return Refusal(f"{name} is transporting a unit", "na:6.1.4.3.1a")
    return None
