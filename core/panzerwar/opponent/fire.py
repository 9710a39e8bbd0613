"""Fire: each weapon at the enemy of whom it is to be expected to cost him most, beside what is declared already."""

from __future__ import annotations

from typing import Final

from core.dice import Dice
from core.event import SideId, UnitId
from core.order import Order
from core.panzerwar.combat import arms, shooting
from core.panzerwar.combat.orders import Fire
from core.panzerwar.opponent import barrages, smoke
from core.panzerwar.opponent.shots import LEAST, Shooting, grouped, shots
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import ArmKind
from core.panzerwar.state import WarState
from core.step_end import FinishStep

#: The machine guns that slow the fire of the main gun beside them, and how much of it they cost.
_SLOWS: Final = frozenset({ArmKind.COAX, ArmKind.ROOF})
_COSTS: Final = 0.5


def fire(state: WarState, side: SideId, dice: Dice) -> Order:
    """The next weapon that has something worth firing at; the end when none has."""
    if state.resolved:
        return FinishStep()
    hidden = smoke.hidden(state, side)
    if hidden is not None:
        return hidden
    left = left_by_others(state, side)
    for element in state.of(side):
        if not element.on_table:
            continue
        taken = {shot.arm for shot in state.shots if shot.element == element.id}
        able = [one for one in shots(state, element.id) if one.order.arm not in taken]
        for one in sorted(able, key=lambda one: -beside(one, left)):
            if beside(one, left) >= LEAST and _may(state, element, one, left):
                return grouped(state, one.order) if isinstance(one.order, Fire) else one.order
    return smoke.screen(state, side) or barrages.area_fire(state, side) or FinishStep()


def left_by_others(state: WarState, side: SideId) -> dict[UnitId, float]:
    """How much of each target the fire that is declared is expected to leave, from 0 to 1."""
    left: dict[UnitId, float] = {}
    for shot in state.shots:
        if shot.side == side and shot.target is not None:
            for one in shots(state, shot.element):
                if isinstance(one.order, Fire) and (one.order.arm, one.order.target) == (shot.arm, shot.target):
                    left[shot.target] = left.get(shot.target, 1.0) * (1.0 - min(1.0, one.share))
    return left


def beside(one: Shooting, left: dict[UnitId, float]) -> float:
    """What a shot is worth beside those that are declared."""
    return one.gain * (left.get(one.order.target, 1.0) if isinstance(one.order, Fire) else 1.0)


def _may(state: WarState, element: Element, one: Shooting, left: dict[UnitId, float]) -> bool:
    """Whether it may still be fired beside what is declared, and does not cost more of the main gun's fire than it adds
    (pw:8.17.3, pw:8.17.4)."""
    arm = arms.arm(state, element, one.order.arm)
    if arm is None or shooting.together_refusal(state, element, arm) is not None:
        return False
    if arm.kind not in _SLOWS or not any(s.element == element.id and s.arm == ArmKind.GUN.value for s in state.shots):
        return True
    main = (beside(other, left) for other in shots(state, element.id) if other.order.arm == ArmKind.GUN.value)
    return beside(one, left) >= _COSTS * max(main, default=0.0)
