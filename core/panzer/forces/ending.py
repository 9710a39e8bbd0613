"""How a battle of one's own ends: at once, by agreement, or by the points (min:23.1.4)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen

from core.alike import Alike


class Fate(Enum):
    """What became of a unit, as far as automatic victory asks."""

    FIGHTING = "fighting"
    IMMOBILIZED = "immobilized"
    ELIMINATED = "eliminated"
    EXITED = "exited"


@frozen(eq=False, repr=False)
class Fought(Alike):
    """A unit at the end of a turn. combat: whether it is a combat unit on the ground; trucks and aircraft are none."""

    fate: Fate
    combat: bool = True


def beaten(force: Iterable[Fought], *, scores_exits: bool = False) -> bool:
    """Whether the enemy of a force wins at once, whatever turn it is and whatever the points (min:23.1.4.1).

    So it is when every combat unit has exited, is eliminated, or has a Track hit. scores_exits: the force is to exit
    over the enemy's edge, as the attacker of a Delaying Action is (min:23.2.4.2): then the last exit ends the battle,
    and the points decide.
    """
    fates = {unit.fate for unit in force if unit.combat}
    if Fate.FIGHTING in fates:
        return False
    return not (scores_exits and Fate.EXITED in fates)


def is_over(
    force: Iterable[Fought], turn: int, turns: int, *, agreed: bool = False, scores_exits: bool = False
) -> bool:
    """Whether the points are to be totalled: after the last turn (min:23.1.4), by agreement at any time (min:23.1.4.2),
    or once nobody is left of a force that exits for points (min:23.1.4.1)."""
    gone = scores_exits and all(unit.fate is not Fate.FIGHTING for unit in force if unit.combat)
    return agreed or turn > turns or gone


def winner(first: int, second: int, lead: int) -> int | None:
    """Who wins by the points: 0 the first, 1 the second; None, a draw, with less than the lead asked (min:23.2.5)."""
    if abs(first - second) < max(lead, 1):
        return None
    return 0 if first > second else 1
