"""What a squad loses of its attached weapons when it is reduced to a half-squad (or:7.17).

It adds to what na:6.5.4.4.3, na:6.6.1.2.3 and na:6.6.10.2 do to a squad.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice, Roll
from core.event import Event, UnitId
from core.panzer.armament import attached
from core.panzer.gp.events import AttachedWeaponChecked
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

#: The highest modified d10 by which a weapon is destroyed, and what is taken from the first roll of several.
DESTROYED_TO: Final = 5
FIRST: Final = 2


def attached_weapon_loss(state: PanzerState, unit: UnitId, dice: Dice) -> Iterator[Event]:
    """One roll for each weapon attached to a squad that GP Fire or Hand-to-Hand combat has just reduced (or:7.17).

    Of several, which is rolled for first is left to the dice, and only that roll is helped by 2. Reductions by mines
    are not among those that the rule lists.
    """
    carried = attached(state, unit)
    if not state.has(Switch.ATTACHED_WEAPON_LOSS) or not carried:
        return
    rolls: tuple[Roll, ...] = ()
    first = 0
    if len(carried) > 1:
        which = dice.roll("d100", "attached weapon rolled for first", "or:7.17")
        rolls, first = (which,), (which.result - 1) * len(carried) // 100
    order = (carried[first], *carried[:first], *carried[first + 1 :])
    for nth, (place, weapon) in enumerate(order):
        roll = dice.roll("d10", f"loss of attached weapon, {weapon.name}", "or:7.17")
        total = roll.result - (FIRST if nth == 0 and len(order) > 1 else 0)
        yield AttachedWeaponChecked(
            unit=unit,
            weapon=place,
            total=total,
            destroyed=total <= DESTROYED_TO,
            rolls=(*rolls, roll),
        )
        rolls = ()
