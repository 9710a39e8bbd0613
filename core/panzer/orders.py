"""The orders of Panzer."""

from __future__ import annotations

from attrs import frozen

from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.state import Aspect, Rate, Shot
from core.panzer.unit import Command


@order("choose-zone")
@frozen(kw_only=True)
class ChooseZone(Order):
    """Choose the area in which one's force sets up."""

    zone: str


@order("place-unit")
@frozen(kw_only=True)
class PlaceUnit(Order):
    """Set a unit up in a hex of one's zone, facing a hexside (na:2.0, na:3.3)."""

    unit: UnitId
    hex: Hex
    facing: int


@order("place-rest")
@frozen(kw_only=True)
class PlaceRest(Order):
    """Set up every unit not yet placed, spread over the zone."""


@order("finish-set-up")
@frozen(kw_only=True)
class FinishSetUp(Order):
    """End one's set-up; every unit must have been placed."""


@order("place-command")
@frozen(kw_only=True)
class PlaceCommand(Order):
    """Give a unit its command, face down (na:4.2.1a)."""

    unit: UnitId
    command: Command


@order("place-commands")
@frozen(kw_only=True)
class PlaceCommands(Order):
    """Give the same command to several units at once, each face down (na:4.2.1a)."""

    units: tuple[UnitId, ...]
    command: Command


@order("finish-commands")
@frozen(kw_only=True)
class FinishCommands(Order):
    """End one's Place Commands Step; units without a command have N/C (na:4.2e)."""


@order("choose-first-player")
@frozen(kw_only=True)
class ChooseFirstPlayer(Order):
    """The winner of the initiative names the First Player of the turn (na:4.3.1)."""

    first: SideId


@order("fire")
@frozen(kw_only=True)
class Fire(Order):
    """Announce all one's fire at one target, then resolve it shot by shot (na:4.4.1e)."""

    target: UnitId
    shots: tuple[Shot, ...]


@order("overwatch-fire")
@frozen(kw_only=True)
class OverwatchFire(Order):
    """Announce Overwatch Fire at one target (na:4.4.2a, na:4.5b)."""

    target: UnitId
    shots: tuple[Shot, ...]


@order("pass")
@frozen(kw_only=True)
class Pass(Order):
    """Let a chance for Overwatch Fire go by (na:4.2d)."""


@order("show-command")
@frozen(kw_only=True)
class ShowCommand(Order):
    """Answer whether the hidden command of a target is shown for the Target Moving modifier (na:4.4.3.2.2b)."""

    show: bool


@order("choose-aspect")
@frozen(kw_only=True)
class ChooseAspect(Order):
    """Choose which armor a shot exactly between the aspects meets (na:4.4.3.2.4)."""

    aspect: Aspect


@order("move")
@frozen(kw_only=True)
class Move(Order):
    """Begin or continue the move of a unit (na:4.5.1.1a).

    steps: "F" forward, "R" reverse, "F:2" and "R:2" along the route across hexside 2 where it forks, "T0" to
    "T5" turn to a facing, "X" off the map ahead, "XR" off the map in reverse, "E:A5:2" enter the map in a hex
    with a facing; of tracked vehicles "B" into the building ahead, "I" into that of the hex, "O" out of it (na:6.6.3);
    of units on foot "G:2" across hexside 2, "X:2" off the map there, "U" and "D" up and down a storey (na:6.6.4.1).
    end: whether the move is complete after them.
    """

    unit: UnitId
    rate: Rate = Rate.CROSS_COUNTRY
    steps: tuple[str, ...] = ()
    end: bool = True


@order("finish-movement")
@frozen(kw_only=True)
class FinishMovement(Order):
    """End one's Movement Step; commanded vehicles that have not moved count as moving in place (na:4.5c)."""


@order("set-instructions")
@frozen(kw_only=True)
class SetInstructions(Order):
    """Set one's standing instructions for questions in the middle of the enemy's actions."""

    show_moving: str = "show"
    aspect: str = "thicker"
    overwatch_from: int = 0
    silent: tuple[UnitId, ...] = ()
