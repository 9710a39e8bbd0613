"""Amphibious vehicles in water that bars all others, and how they sink (or:7.34, min:20.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.board import Cell
from core.event import UnitId
from core.panzer.ground.terrain import led_through
from core.panzer.pieces.cards import UnitCard, VehicleCard
from core.panzer.pieces.conditions import FLOOD, ICE
from core.panzer.pieces.results import CAUSES, Cause, Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Tables
from core.panzer.state import PanzerState
from core.presentation import Row

RULE: Final = "or:7.34"
#: What the data card of an amphibious vehicle says, for the A after its Mode of Traction.
AMPHIBIOUS: Final = "amphibious"
#: What sinks a vehicle afloat.
SINKS: Final = frozenset({Cause.TRACK, Cause.DAMAGE, Cause.KNOCKED_OUT, Cause.BREW_UP})


def impassable_water(tables: Tables, cell: Cell, column: str) -> bool:
    """Whether a hex is water, or a stream that its column of the Terrain Effects Table or a flood closes; routes lead
    through a stream."""
    if ICE in cell.marks:
        return False
    if cell.terrain == "water" or FLOOD in cell.marks:
        return True
    return cell.terrain == "stream" and not led_through(cell) and tables.terrain["stream"].cost.get(column) is None


def swims(state: PanzerState, card: UnitCard) -> bool:
    """Whether a unit is an amphibious vehicle, and this is played with."""
    return state.has(Switch.AMPHIBIOUS) and isinstance(card, VehicleCard) and AMPHIBIOUS in card.notations


def afloat(state: PanzerState, unit_id: UnitId) -> bool:
    """Whether a unit is afloat where it is, or where it was lost."""
    unit, card = state.units[unit_id], state.card(unit_id)
    if unit.hex is None or not swims(state, card):
        return False
    return impassable_water(state.tables, state.cell(unit.hex), card.moves_as)


def outcomes(
    state: PanzerState, target: UnitId | None, odds: Mapping[Result, float], *, indirect: bool = False
) -> Mapping[Result, float]:
    """Chances of results as they are for their target: whatever sinks a vehicle afloat is one, that it sinks.

    indirect: by Indirect Fire, of which the miniatures edition spares nobody afloat. They sum to what they did.
    (or:7.34, min:20.10.1, min:20.10.2)
    """
    if target is None or not afloat(state, target):
        return odds
    all_sink = indirect and state.edition.optional.indirect_sinks
    left = {} if all_sink else {result: p for result, p in odds.items() if CAUSES.get(result) not in SINKS}
    sunk = sum(p for result, p in odds.items() if result not in left)
    return {**left, Result.SUNK: sunk} if sunk else left


def odds_rows(state: PanzerState, target: UnitId) -> tuple[Row, ...]:
    """What there is to say before a shot at a vehicle afloat; nothing of any other."""
    return (Row("Afloat", "a Track Hit, Damage, Knock Out or Brew Up sinks it", RULE),) if afloat(state, target) else ()
