"""Gun jams (pw:8.14.7)."""

from __future__ import annotations

from core.dice import Dice, Roll
from core.panzerwar.pieces.cards import AUTO_CANNON, Vehicle
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.extended import Extended
from core.panzerwar.pieces.shots import GUNS, Arm
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState


def jams(state: WarState, firer: Element, arm: Arm, die: Extended, dice: Dice) -> tuple[bool, tuple[Roll, ...]]:
    """Whether a gun jams by a to-hit roll of 1 and the die that backs it up; with limited ammunition by 5 or less
    (pw:8.14.7, pw:8.14.7.1, pw:8.14.7.2)."""
    if not state.has(Switch.JAMS) or arm.kind not in GUNS or die.first != 1 or die.second is None:
        return False, ()
    nation = state.cards[firer.card].nation
    small = small_turret(state, firer, arm)
    for line in state.charts.fire.jams:
        if line.limited:
            if state.engagement.limited and die.second <= line.second_die:
                return True, ()
            continue
        if line.second_die != die.second:
            continue
        if line.small_turret and not small:
            continue
        if (line.nations and nation not in line.nations) or nation in line.but:
            continue
        return True, ()
    return False, ()


def small_turret(state: WarState, firer: Element, arm: Arm) -> bool:
    """An auto-cannon of 20 mm or more served by one man, or a self-loading weapon in a turret of two or fewer."""
    card = state.cards[firer.card]
    if not isinstance(card, Vehicle) or arm.rof != AUTO_CANNON:
        return False
    weapon = state.cards.weapons[arm.weapon]
    return card.turret_crew <= 2 and weapon.calibre >= 20
