"""Attacks: how a stack is attacked, who attacks what in it, what it does to a unit (pb:PB-COMBAT-I)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex


class Method(Enum):
    """How a stack is attacked: the three normal methods (pb:PB-COMBAT-I), and the attacks beside them."""

    SELECTIVE = "selective"
    MULTIPLE = "multiple"
    COMBINATION = "combination"
    OVERRUN = "overrun"
    CLOSE_ASSAULT = "close assault"
    MINEFIELD = "minefield"


#: The methods of normal combat.
NORMAL = (Method.SELECTIVE, Method.MULTIPLE, Method.COMBINATION)


class Fate(Enum):
    """What an attack did to a unit: dispersed, or eliminated, leaving nothing, a Wreck, or a Block (fortifications)."""

    DISPERSED = "dispersed"
    ELIMINATED = "eliminated"
    WRECKED = "wrecked"
    BLOCKED = "blocked"


@frozen(eq=False, repr=False)
class Battle(Alike):
    """Attackers against one target: a unit that heads an element of the stack; None = the whole stack.

    intensive: those of the attackers that fire intensively (pb:PB-OPT-AMMO-1).
    """

    target: UnitId | None
    attackers: tuple[UnitId, ...]
    intensive: tuple[UnitId, ...] = ()


@frozen(eq=False, repr=False)
class Attack(Alike):
    """An announced normal attack on a hex: its method, and one battle, or several of a Multiple attack."""

    hex: Hex
    method: Method
    battles: tuple[Battle, ...]
