"""The orders of command control and adjustment (na:6.2.1.1.3b, na:6.8)."""

from __future__ import annotations

from attrs import frozen

from core.event import SideId, UnitId
from core.order import Order, order
from core.panzer.pieces.unit import Command
from core.secrecy import ALL, OWNER


@order("share-command", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class ShareCommand(Order):
    """Place one command face down for several units of a formation, which counts as one (na:6.2.1.1.3b)."""

    units: tuple[UnitId, ...]
    command: Command


@order("place-command", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class PlaceCommand(Order):
    """Give a unit its command, face down (na:4.2.1a)."""

    unit: UnitId
    command: Command


@order("place-commands", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class PlaceCommands(Order):
    """Give the same command to several units at once, each face down (na:4.2.1a)."""

    units: tuple[UnitId, ...]
    command: Command


@order("discharge-smoke", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class DischargeSmoke(Order):
    """Try to lay smoke on a vehicle by its dischargers (or:7.9)."""

    unit: UnitId


@order("choose-first-player", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ChooseFirstPlayer(Order):
    """The winner of the initiative names the First Player of the turn (na:4.3.1)."""

    first: SideId


@order("name-formation", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class NameFormation(Order):
    """Name the formation, "side/name", that is next if its side wins the roll (or:7.42.1, or:7.42.1.1)."""

    formation: str


@order("set-instructions", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class SetInstructions(Order):
    """Set one's standing instructions for questions in the middle of the enemy's actions."""

    show_moving: str = "show"
    aspect: str = "thicker"
    overwatch_from: int = 0
    silent: tuple[UnitId, ...] = ()
    spared: tuple[str, ...] = ()
