"""What may be ordered of artillery: before the game, in the communications phase, in the fire segments (pw:10)."""

from __future__ import annotations

from attrs import field, frozen

from core.event import UnitId
from core.order import Order, order
from core.panzerwar.pieces.artillery import Cancels, Sheaf, Spotting
from core.panzerwar.pieces.compass import DIRECTION
from core.plane import Point
from core.secrecy import OWNER


@order("pw-register", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Register(Order):
    """Register a target reference point; number: of the one that is registered anew, 0 = a further one (pw:10.8)."""

    at: Point
    number: int = 0


@order("pw-pre-plan", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class PrePlan(Order):
    """Plan a fire before the game (pw:10.6.3). turn: of its first fire, 0 = what was planned of the battery is off;
    turns: how long."""

    battery: str
    turn: int
    at: Point | None = None
    turns: int = 1
    shell: str = ""
    sheaf: Sheaf = Sheaf.CLOSED


@order("pw-call", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Call(Order):
    """Call for indirect fire (pw:10.6.3). element: who calls, None = the battery counters another by itself; at: the
    point of aim; spotting: whether it begins with spotting rounds (pw:10.7)."""

    battery: str
    at: Point
    element: UnitId | None = None
    shell: str = ""
    sheaf: Sheaf = Sheaf.CLOSED
    spotting: Spotting = Spotting.NONE


@order("pw-correct", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Correct(Order):
    """Declare a correction in one of the eight directions of the compass (pw:10.6.5.1, pw:10.6.8.1). from_: 1 = from
    the second round of a bracket (pw:10.7.2)."""

    battery: str
    direction: int = field(metadata=DIRECTION)
    from_: int = 0


@order("pw-fire-for-effect", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireForEffect(Order):
    """From spotting rounds to fire for effect (pw:10.7.3)."""

    battery: str


@order("pw-cease", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Cease(Order):
    """A battery is to end its fire; of one that was called in this phase, the call is dropped (pw:10.6.6)."""

    battery: str


@order("pw-cancel-scatter", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class CancelScatter(Order):
    """Say when scatter of enemy fire is cancelled that strikes what was not seen; it holds until something else is said
    (pw:10.7.5)."""

    when: Cancels


@order("pw-area-fire", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class AreaFire(Order):
    """Fire at an area: direct, by a battery or by one element (pw:10.5); or how a battery that fires indirectly fires
    in this segment: the point to which it is corrected (pw:10.6.8.1). at: None = it does not, or not otherwise. See
    `AreaShot`."""

    at: Point | None
    battery: str = ""
    element: UnitId | None = None
    arm: str = ""
    shell: str = ""
    sheaf: Sheaf = Sheaf.CLOSED
    concentrated: bool = True
