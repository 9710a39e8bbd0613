"""Close assault: at whom it is likelier to succeed than not to."""

from __future__ import annotations

from typing import Final

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.infantry import assault as rules
from core.panzerwar.infantry.choices import targets
from core.panzerwar.infantry.orders import CloseAssault
from core.panzerwar.state import WarState
from core.step_end import FinishStep

#: A squad assaults where it succeeds on so much of a D10.
LEAST: Final = 3


def assault(state: WarState, side: SideId, dice: Dice) -> Order:
    """The next squad that has somebody to assault, with what promises most; the end when none has."""
    declared = {one.element for one in rules.assaults(state, side)}
    for element in state.of(side):
        if element.id in declared or rules.who_refusal(state, element) is not None:
            continue
        able = [
            (rules.number(state, element, target, weapon).total, target.id, weapon)
            for target in targets(state, element)
            for weapon in ("", *rules.weapons(state, element))
        ]
        if able:
            total, target, weapon = max(able)
            if total >= LEAST:
                return CloseAssault(element=element.id, target=target, weapon=weapon)
    return FinishStep()
