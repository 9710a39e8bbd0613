"""Smoke dischargers: vehicles that lay smoke on themselves before commands are placed (or:7.9).

The First Player of the turn before does all his attempts, then the other; in the first turn who has set up first.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer import sequence
from core.panzer.command.events import SmokeDischarged
from core.panzer.command.orders import DischargeSmoke
from core.panzer.pieces.cards import Limited
from core.panzer.state import PanzerState
from core.step_end import StepFinished

RULE = "or:7.9"


def acting(state: PanzerState) -> tuple[SideId, ...]:
    """The side that makes its attempts now; nobody once both have."""
    first = state.commands.went_first or next(iter(state.setting_up.order or (state.scenario.sides[0].id,)))
    left = [side for side in (first, state.scenario.enemy(first)) if side not in state.ended]
    return tuple(left[:1])


def limit(state: PanzerState, unit: UnitId) -> int | None:
    """The highest d10 with which the dischargers of a vehicle work; None without any (na:5.16.2)."""
    return state.card(unit).ammo_limits.get(Limited.DISCHARGERS)


def refusal(state: PanzerState, unit: UnitId) -> Refusal | None:
    """Why a vehicle cannot discharge smoke now; None if it can."""
    there, name = state.units[unit], state.name(unit)
    if limit(state, unit) is None:
        return Refusal(f"{name} has no smoke dischargers", RULE)
    if not there.on_map or there.bailed_out:
        return Refusal(f"{name} is not on the map with its crew", RULE)
    if unit in state.commands.discharged:
        return Refusal(f"{name} has tried in this turn", RULE)
    if there.smoked_in and state.turn <= there.smoked_in + 1:
        return Refusal(f"{name} has laid smoke in the turn before", RULE)
    return None


def able(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The vehicles of a side that can discharge smoke now."""
    return tuple(u.id for u in state.of(side) if refusal(state, u.id) is None)


def happens(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """A side without any vehicle that could is not asked."""
    for side in acting(state):
        if not able(state, side):
            return iter((StepFinished(side=side),))
    return None


# -- orders ----------------------------------------------------------------------------------------------


def check_turn(state: PanzerState, side: SideId) -> None:
    """IllegalOrder unless a side makes its attempts now."""
    if state.step != sequence.DISCHARGERS or side not in acting(state):
        raise IllegalOrder("it is not this side's turn to discharge smoke", RULE)


def check(state: PanzerState, side: SideId, order: DischargeSmoke) -> None:
    """A vehicle of one's own that has dischargers, and none of its smoke of the turn before."""
    check_turn(state, side)
    own_unit(state, side, order.unit, RULE)
    refuse(refusal(state, order.unit))


def discharge(state: PanzerState, side: SideId, order: DischargeSmoke, dice: Dice) -> Iterator[Event]:
    """Roll: up to the limit it works, and a screen is laid."""
    value = limit(state, order.unit) or 0
    roll = dice.roll("d10", "smoke dischargers", RULE)
    yield SmokeDischarged(unit=order.unit, value=value, placed=roll.result <= value, rolls=(roll,))
