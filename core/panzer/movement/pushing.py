"""Pushing what blocks a narrow road onto its shoulder: wrecks, vehicles that cannot move, towed units (or:7.30a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.own import refuse
from core.panzer.ground.narrow_roads import called, narrow, obstacles
from core.panzer.ground.weights import weight
from core.panzer.movement import step
from core.panzer.movement.events import AllowanceSpent, MovePlanned, ShoulderPushed
from core.panzer.movement.mover import mover
from core.panzer.movement.orders import PushAside
from core.panzer.pieces.cards import TowedCard, Traction, VehicleCard
from core.panzer.pieces.movement import WRECK, Rate
from core.panzer.pieces.unit import Command, Unit
from core.panzer.state import PanzerState
from core.tally import Tally

RULE: Final = "or:7.30a"
#: The lines of the table: from which roll on, and what is added for so many tons.
_VALUE, _MORE, _TONS = "succeeds on at least", "per full 5 tons heavier", 5


def targets(state: PanzerState, unit: Unit) -> tuple[UnitId, ...]:
    """What there is to push in the narrow hex of a unit: what does not go of itself, and opposes nobody."""
    if unit.hex is None or unit.hex not in narrow(state):
        return ()
    there = (other for other in obstacles(state, unit.hex) if other != unit.id)
    return tuple(other for other in there if other == WRECK or _stuck(state, unit, state.units[other]))


def _stuck(state: PanzerState, unit: Unit, other: Unit) -> bool:
    if not other.on_map or other.bailed_out:
        return True
    stays = other.track_hit or other.bogged_down(state.turn) or isinstance(state.card(other.id), TowedCard)
    return stays and other.side == unit.side


def tally(state: PanzerState, unit: UnitId, target: UnitId) -> Tally:
    """What the weight of the pushing vehicle adds to the roll; a wreck of no unit weighs as much as it does."""
    excess = 0.0 if target == WRECK else weight(state.card(unit)) - weight(state.card(target))
    steps = int(excess // _TONS)
    return Tally().add(f"{_TONS * steps} t heavier", steps * state.advanced.pushing[_MORE], RULE)


def chance(state: PanzerState, unit: UnitId, target: UnitId) -> float:
    """The exact chance to push something aside."""
    least = state.advanced.pushing[_VALUE] - tally(state, unit, target).total
    return min(100, max(0, 101 - least)) / 100


def refusal(state: PanzerState, unit: Unit, target: UnitId) -> Refusal | None:
    """Why a unit may not push something aside now; None if it may (or:7.30a)."""
    name, card = state.name(unit.id), state.card(unit.id)
    if target not in targets(state, unit):
        return Refusal(f"there is nothing on a narrow road beside {name} that could be pushed aside by this name", RULE)
    if not isinstance(card, VehicleCard) or card.traction is not Traction.TRACKED:
        return Refusal(f"{name} is no tracked vehicle; only those push", RULE)
    if unit.command is not Command.MOVE:
        return Refusal(f"{name} needs a MOVE command to push", RULE)
    if (begun := step.begun_refusal(state, unit, "push", RULE)) is not None:
        return begun
    if target != WRECK and weight(card) < weight(state.card(target)):
        return Refusal(f"{name} is lighter than {called(state, target)}", RULE)
    return None


# -- the order -------------------------------------------------------------------------------------


def check(state: PanzerState, side: SideId, order: PushAside) -> None:
    """A tracked vehicle of one's own with MOVE that has not begun its move, beside something no heavier (or:7.30a)."""
    step.check_mine(state, side, order.unit)
    refuse(refusal(state, state.units[order.unit], order.target))
    refuse(step.stay_refusal(state, order.unit))


def push(state: PanzerState, side: SideId, order: PushAside, dice: Dice) -> Iterator[Event]:
    """Spend the whole allowance in the hex, then roll; otherwise nothing moves (or:7.30a).

    To push is to move within the hex: who bogs down before he has begun pushes nothing (or:7.29).
    """
    if state.moves.active is None:
        yield from step.begin(state, order.unit, Rate.CROSS_COUNTRY)
    yield from step.bog(state, order.unit, step.rate_of(state, order.unit), dice)
    if state.units[order.unit].bogged_down(state.turn):
        yield from step.offer_overwatch(state, order.unit)
        return
    yield MovePlanned(unit=order.unit, steps=(), ends=True)
    active, hex_ = state.moves.active, state.units[order.unit].hex
    if active is None or hex_ is None:
        return
    spent = active.spent + mover(state, order.unit).left(active)
    yield AllowanceSpent(unit=order.unit, spent=spent, reason=f"pushes {called(state, order.target)}", rule=RULE)
    yield from step.struck(state, order.unit, dice)
    if state.moves.active is None or state.units[order.unit].track_hit:
        return
    value, more = state.advanced.pushing[_VALUE], tally(state, order.unit, order.target)
    roll = dice.roll("d100", "push onto the shoulder", RULE)
    total = roll.result + more.total
    yield ShoulderPushed(
        unit=order.unit,
        target=order.target,
        hex=hex_,
        value=value,
        total=total,
        done=total >= value,
        rolls=(roll,),
        tally=more.reasons,
    )
    yield from step.offer_overwatch(state, order.unit)
