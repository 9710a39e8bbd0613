"""Bogging down: vehicles that stick fast in difficult ground on their way out of it, or about in it (or:7.29).

It adds to what moving and searching cost in na:4.5.1.1 and na:6.6.9.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from core.dice import Dice
from core.event import UnitId
from core.panzer.movement.events import BoggingChecked
from core.panzer.movement.mover import mover
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

RULE: Final = "or:7.29"
#: Steps that neither leave a hex nor move within it: turns, and coming onto the map.
_NO_ACT: Final = "TE"


@frozen
class Bogging:
    """A vehicle in difficult ground as the modifiers of its roll see it."""

    state: PanzerState
    unit: UnitId


def _of_card(at: Bogging) -> Iterable[Reason]:
    amount = at.state.vehicle(at.unit).bog_modifier
    if amount:
        yield Reason("bog modifier of the vehicle", amount, RULE)


def _tows(at: Bogging) -> bool:
    return not at.state.edition.tows_by_capacity and bool(mover(at.state, at.unit).behind)


#: What is added to the roll; in the miniatures edition the modifier of the vehicle alone (min:17.2.2.2).
MODIFIERS: Final[tuple[Line[Bogging], ...]] = (
    Varying(_of_card),
    Modifier("towing another unit", "towing", RULE, _tows),
)


def bogging_tally(state: PanzerState, unit: UnitId) -> Tally:
    """What is added to the roll of a vehicle (or:7.29)."""
    return summed(MODIFIERS, Bogging(state, unit), state.advanced.bogging, state.scenario.switches)


def bogs_to(state: PanzerState, unit_id: UnitId, rate: Rate) -> int | None:
    """Up to which total a vehicle bogs down where it is; None where it cannot (or:7.29).

    Not on foot, not at the rate of a Path or Road, not inside a building.
    """
    unit = state.units[unit_id]
    if not state.has(Switch.BOGGING_DOWN) or rate is Rate.ROUTE or unit.hex is None or unit.inside:
        return None
    if not isinstance(state.card(unit_id), VehicleCard):
        return None
    return state.advanced.bog.get(state.cell(unit.hex).terrain)


def is_act(step: str) -> bool:
    """Whether a step leaves a hex, or moves within it other than to turn (or:7.29)."""
    return step[0] not in _NO_ACT


def chance(state: PanzerState, unit: UnitId, rate: Rate) -> float:
    """The exact chance of a vehicle to bog down by its next act where it is."""
    value = bogs_to(state, unit, rate)
    return 0.0 if value is None else max(0, min(100, value - bogging_tally(state, unit).total)) / 100


def checked(state: PanzerState, unit_id: UnitId, value: int, dice: Dice) -> BoggingChecked:
    """Roll for a vehicle before it acts; a total below 1 is within the range too (or:7.29)."""
    tally = bogging_tally(state, unit_id)
    roll = dice.roll("d100", "bogging down", RULE)
    total = roll.result + tally.total
    return BoggingChecked(
        unit=unit_id, value=value, total=total, bogged=total <= value, rolls=(roll,), tally=tally.reasons
    )
