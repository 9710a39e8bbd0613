"""The orders of PanzerBlitz."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzerblitz.state import Attack
from core.secrecy import ALL, UNLESS_SECRET


@order("pb-place", known=UNLESS_SECRET)
@frozen(kw_only=True)
class Place(Order):
    """Set a counter up in a hex; in the fortification there, or hidden, if it may (pb:PB-SETUP-1)."""

    unit: UnitId
    hex: Hex
    inside: bool = False
    hidden: bool = False


@order("pb-place-rest", known=UNLESS_SECRET)
@frozen(kw_only=True)
class PlaceRest(Order):
    """Set up every counter not yet placed."""


@order("pb-finish-set-up", known=ALL)
@frozen(kw_only=True)
class FinishSetUp(Order):
    """End one's set-up; everything must have been placed."""


@order("pb-announce", known=ALL)
@frozen(kw_only=True)
class Announce(Order):
    """Announce a normal attack on a hex (pb:PB-SEQ-2)."""

    attack: Attack


@order("pb-withdraw", known=ALL)
@frozen(kw_only=True)
class Withdraw(Order):
    """Take back the announcement of an attack on a hex, before any is resolved."""

    hex: Hex


@order("pb-clear-mines", known=ALL)
@frozen(kw_only=True)
class ClearMines(Order):
    """Let Engineers try to remove the minefield of an adjacent hex (pb:PB-MINE-G)."""

    unit: UnitId
    hex: Hex


@order("pb-resolve", known=ALL)
@frozen(kw_only=True)
class Resolve(Order):
    """End the announcements: all attacks are resolved (pb:PB-SEQ-3)."""


@order("pb-load", known=UNLESS_SECRET)
@frozen(kw_only=True)
class Load(Order):
    """Load a unit on a carrier, in one hex or both off the map (pb:PB-TRANS-A)."""

    carrier: UnitId
    passenger: UnitId


@order("pb-unload", known=UNLESS_SECRET)
@frozen(kw_only=True)
class Unload(Order):
    """Unload the passenger of a carrier where it stands; inside = into the fortification there (pb:PB-TRANS-A)."""

    carrier: UnitId
    inside: bool = False


@order("pb-move", known=ALL)
@frozen(kw_only=True)
class Move(Order):
    """Move a unit through the hexes of `path`, its own not counted (pb:PB-MOVE-C).

    A unit off the map names its hex of entry first. road: at road rate where the road allows; inside: into the
    fortification of the last hex, or out of or into that of its own without a path; leave: off the map at the end.
    """

    unit: UnitId
    path: tuple[Hex, ...] = ()
    road: bool = True
    inside: bool = False
    leave: bool = False


@frozen
class Run:
    """One vehicle of an overrun: the hexes up to the one from which it enters the target, its own not counted.

    jump: whether its rider jumps off there (pb:PB-OPT-PBA-1).
    """

    unit: UnitId
    path: tuple[Hex, ...] = ()
    jump: bool = False


@order("pb-overrun", known=ALL)
@frozen(kw_only=True)
class Overrun(Order):
    """Overrun the enemy in a hex with one or more vehicles (pb:PB-OVR-A)."""

    hex: Hex
    runs: tuple[Run, ...]


@order("pb-close-assault", known=ALL)
@frozen(kw_only=True)
class CloseAssault(Order):
    """Close-assault the enemy in a hex (pb:PB-CAT-1)."""

    hex: Hex
    attackers: tuple[UnitId, ...]


@order("pb-finish-step", known=ALL)
@frozen(kw_only=True)
class FinishStep(Order):
    """End the step: of movement, or of Close Assaults."""
