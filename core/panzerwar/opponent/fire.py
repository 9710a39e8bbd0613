"""Fire: each weapon at the enemy of whom it is to be expected to cost him most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar import sequence
from core.panzerwar.combat import aimed, arms, odds, shooting, when
from core.panzerwar.combat.orders import Fire
from core.panzerwar.combat.zones import bearing_on
from core.panzerwar.course.victory import worth
from core.panzerwar.opponent import barrages
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import Arm, ArmKind
from core.panzerwar.state import WarState
from core.remembered import remembered
from core.step_end import FinishStep

#: What is expected to come of a shot must be worth so many points.
LEAST: Final = 0.4
#: What an outcome is worth of the points of the target.
_SHARES: Final = {
    "destroyed": 1.0,
    "killed": 1.0,
    "crew killed": 1.0,
    "damaged": 0.4,
    "carriage broken": 0.5,
    "broken": 0.4,
    "stunned": 0.25,
    "crew shaken": 0.25,
    "suppressed": 0.2,
    "hit by flame": 0.5,
}
#: What has no points of its own is worth so much.
_SMALL: Final = 5


def fire(state: WarState, side: SideId, dice: Dice) -> Order:
    """The next weapon that has something worth firing at; the end when none has."""
    if state.resolved:
        return FinishStep()
    for element in state.of(side):
        if not element.on_table:
            continue
        taken = {shot.arm for shot in state.shots if shot.element == element.id}
        for order in shots(state, element.id):
            if order.arm not in taken and _may(state, element, order, taken):
                return order
    return barrages.area_fire(state, side) or FinishStep()


def _may(state: WarState, element: Element, order: Fire, taken: set[str]) -> bool:
    """Whether it may still be fired beside what is declared, and takes the main gun no firing (pw:8.17.3)."""
    arm = arms.arm(state, element, order.arm)
    if arm is None or shooting.together_refusal(state, element, arm) is not None:
        return False
    gun = next((one for one in arms.arms(state, element) if one.kind is ArmKind.GUN), None)
    if arm.kind is not ArmKind.COAX or gun is None or gun.id not in taken:
        return True
    return when.firings(state, element, gun, ArmKind.COAX) == when.firings(state, element, gun)


@remembered(of=("elements", "sighted", "step", "turn", "smoke", "resolved", "trails", "watch"))
def shots(state: WarState, element: str) -> tuple[Fire, ...]:
    """Of each weapon of an element that may fire now its best shot, if that is worth firing."""
    firer = state.elements[element]  # type: ignore[index]
    found: dict[str, tuple[float, Fire]] = {}
    for arm, target in shooting.possible(state, firer):
        for order in _orders(state, firer, arm, target):
            gain = value(state, firer, arm, target, order)
            if gain >= LEAST and (arm.id not in found or gain > found[arm.id][0]):
                found[arm.id] = (gain, order)
    return tuple(order for _, order in found.values())


def _orders(state: WarState, firer: Element, arm: Arm, target: Element) -> Iterator[Fire]:
    """The ways in which a weapon may be fired at a target: each shell that does anything to it."""
    plain = Fire(element=firer.id, arm=arm.id, target=target.id)
    if not aimed.needs_roll(state, arm, target):
        yield plain
        return
    range_ = bearing_on(state, firer, target, sequence.segment(state)).range
    first = aimed.default_shell(state, firer, arm, target, range_)
    usable = aimed.usable(state, firer, arm, target, range_)
    if not usable:
        yield plain  # flame has no shells
    for shell in usable:
        if shell.smoke is None or shell is first:
            yield evolve(plain, shell=shell.name)


def value(state: WarState, firer: Element, arm: Arm, target: Element, order: Fire) -> float:
    """What a shot is expected to cost the enemy, in points; 0 of one that may not be fired."""
    shot = shooting.as_shot(firer.side, order)
    if shooting.shot_refusal(state, firer, arm, shot) is not None:
        return 0.0
    found = odds.chances(state, firer, arm, target, shot, arms.shell(state, firer, arm, order.shell))
    if found is None:
        return 0.0
    points = max(_SMALL, worth(state, target))
    return points * sum(chance * _SHARES.get(name, 0.0) for name, chance in found.outcomes)
