"""Going into contact with the enemy on foot (pw:12.2.3)."""

from __future__ import annotations

from typing import Final

from core.dice import Dice
from core.panzerwar.infantry.events import ContactChecked
from core.panzerwar.pieces.cards import Squad, Team
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.plane import within

#: Bases touch when their centres are no farther apart than this; who fails halts this far from the enemy, in GSU.
TOUCH, SHORT = 13.0, 23.0
#: The column of the Infantry Tables that the check uses (pw:12.2.3).
COLUMN: Final = 30


def check_number(state: WarState, element: Element) -> int:
    """The number up to which an element goes into contact: its fire factor at 30 (pw:12.2.3)."""
    card = state.cards[element.card]
    found = card.firepower(COLUMN) if isinstance(card, Squad | Team) else None
    return found if found is not None else 0


def check(state: WarState, element: Element, enemy: Element, dice: Dice) -> ContactChecked:
    """Roll a D10: success up to the number (pw:12.2.3)."""
    needed = check_number(state, element)
    die = dice.roll("d10", f"{element.name} goes into contact on {needed} or less", "pw:12.2.3")
    return ContactChecked(
        side=element.side,
        element=element.id,
        needed=needed,
        goes=die.result <= needed,
        enemy=enemy.id if state.sees(element.side, enemy.id) else None,
        rolls=(die,),
    )


def touching(one: Element, other: Element) -> bool:
    """Whether the bases of two elements touch."""
    return one.at is not None and other.at is not None and within(one.at, other.at, TOUCH)
