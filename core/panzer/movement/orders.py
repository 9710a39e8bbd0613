"""The orders of the Movement Step beside moves: searching for Hull Down (na:6.6.9)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.panzer.pieces.movement import Rate
from core.secrecy import ALL, OWNER


@order("search-hull-down", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class SearchHullDown(Order):
    """Search the hex of a vehicle for a position with its whole allowance (na:6.6.9).

    partial: for a Partial Hull Down one; facing: towards which hexside it then faces; reverse: whether it would back
    into it, which turns its open side to the front.
    """

    unit: UnitId
    facing: int
    partial: bool = False
    reverse: bool = False


@order("move", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Move(Order):
    """Begin or continue the move of a unit (na:4.5.1.1a).

    steps: "F" forward, "R" reverse, "F:2" and "R:2" along the route across hexside 2 where it forks, "T0" to
    "T5" turn to a facing, "X" off the map ahead, "XR" off the map in reverse, "E:A5:2" enter the map in a hex
    with a facing; of tracked vehicles "B" into the building ahead; "I" into that of the hex and "O" out of it, of
    tracked vehicles (na:6.6.3), in the miniatures edition of leg units on foot and guns as well (min:17.2.3.4,
    min:17.2.4.2); of units on foot "G:2" across hexside 2, "X:2" off the map there, "U" and "D" up and down a storey
    (na:6.6.4.1).
    end: whether the move is complete after them.
    """

    unit: UnitId
    rate: Rate = Rate.CROSS_COUNTRY
    steps: tuple[str, ...] = ()
    end: bool = True


@order("push-aside", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class PushAside(Order):
    """Push what blocks a narrow road onto its shoulder with a whole allowance (or:7.30a).

    target: a vehicle, wrecked or not, or a towed unit; "wreck" for one from the start of the scenario.
    """

    unit: UnitId
    target: UnitId


@order("turn-turret", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class TurnTurret(Order):
    """Turn the turret of a moving vehicle to face a hexside; a move, at a rate, may begin with it (or:7.8.1)."""

    unit: UnitId
    facing: int
    rate: Rate = Rate.CROSS_COUNTRY
