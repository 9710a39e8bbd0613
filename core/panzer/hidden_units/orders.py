"""The orders of HIDDEN UNIT counters (or:7.2). Each names a counter of one's own by its number."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.pieces.unit import Command
from core.secrecy import ALL, OWNER


@order("hide-units", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class HideUnits(Order):
    """Stand a counter for units in a hex, for none as a fake; at the set-up, or as a plan during play (or:7.2.2)."""

    number: int
    hex: Hex
    units: tuple[UnitId, ...] = ()


@order("drop-hiding", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class DropHiding(Order):
    """Take a counter back, as long as the step lasts in which it was put down or planned (or:7.2.2)."""

    number: int


@order("command-hidden", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class CommandHidden(Order):
    """Place a command for all units of a counter face down, of a fake for the look of it (or:7.2.2.2)."""

    number: int
    command: Command


@order("move-hidden", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MoveHidden(Order):
    """Move a counter through these hexes (or:7.2.2.2)."""

    number: int
    hexes: tuple[Hex, ...]


@order("mount-hidden", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MountHidden(Order):
    """A unit under a counter mounts a vehicle under it (or:7.2.2.2)."""

    number: int
    unit: UnitId
    vehicle: UnitId


@order("dismount-hidden", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class DismountHidden(Order):
    """A passenger of a vehicle under a counter gets down under it (or:7.2.2.2)."""

    number: int
    unit: UnitId


@order("cover-hidden", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class CoverHidden(Order):
    """The leg and towed units under a counter take Full Cover, or leave it (or:7.2.2.2)."""

    number: int
    on: bool = True


@order("reveal-hidden", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class RevealHidden(Order):
    """Reveal a counter so that its units may fight (or:7.2.2.3)."""

    number: int


@order("place-revealed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class PlaceRevealed(Order):
    """Place a unit of a counter that was revealed (or:7.2.2.1)."""

    unit: UnitId
    hex: Hex
    facing: int
