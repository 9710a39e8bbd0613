"""What an element is to do in the movement phase, written down before it (pw:3.2.C, pw:4.2)."""

from __future__ import annotations

from enum import Enum

from attrs import field, frozen

from core.alike import Alike
from core.event import UnitId
from core.order import said_after
from core.panzerwar.pieces.compass import HEADING
from core.plane import Point


class Contact(Enum):
    """What an element does when it meets the enemy on its way (pw:4.2.6, pw:6.7.1): its owner is asked, or it halts, or
    it goes on."""

    ASK = "ask"
    HALT = "halt"
    GO_ON = "go on"


class Way(Enum):
    """How an element moves: normally, at charge speed (pw:6.1.2), backing (pw:6.2.4), with bonus or burst (pw:6.5,
    pw:6.6), pushing another vehicle (pw:6.8.2)."""

    MARCH = "march"
    CHARGE = "charge"
    REVERSE = "reverse"
    BONUS = "bonus"
    BURST = "burst"
    PUSH = "push"


@frozen(eq=False, repr=False)
class Leg(Alike):
    """A straight piece of a way to a point; turn: the heading that hull or front is given where it ends, None = that of
    the way."""

    to: Point
    turn: int | None = field(default=None, metadata=HEADING)


@frozen(kw_only=True, eq=False, repr=False)
class Plan(Alike):
    """The written movement of one element; its owner alone knows it.

    legs: of the vehicle's one segment, or of the first segment of infantry (C1); second: of infantry's second (C6);
    way: how; heading: the heading at the end, None = as it came; turret: where its turret is to point, None = ahead as
    before; road: at road speed (pw:6.2.1); buttoned: the state of its hatches from C2 on, None = as it is (pw:7.1.1);
    contact: what it does on sudden contact; hide: infantry declares itself hidden (pw:6.1.4); position: the hull-down
    factor that it takes by a shift, 0 = none (pw:9.17.3), turret_down: it goes turret down (pw:9.18.2).
    load, unload: what it takes aboard or sets down (pw:6.9, pw:12.3); in_haste: it does not take guns down first, whose
    next set-up takes twice as long (pw:6.11.5); overrun: the enemy that it drives over (pw:6.8),
    ram: that it rams (pw:14.0); candles: it starts its smoke candles (pw:11.10); leave: it goes off the
    table where it ends, by a goal of its side (pw:3.3);
    lights: it drives with its lights on, at night (pw:6.10.2).
    """

    element: UnitId
    legs: tuple[Leg, ...] = field(default=(), metadata=said_after("to"))
    second: tuple[Leg, ...] = field(default=(), metadata=said_after("then to"))
    way: Way = Way.MARCH
    heading: int | None = field(default=None, metadata=HEADING)
    turret: int | None = field(default=None, metadata=HEADING)
    road: bool = field(default=False, metadata=said_after("by road"))
    buttoned: bool | None = None
    contact: Contact = Contact.ASK
    hide: bool = field(default=False, metadata=said_after("hides"))
    position: int = field(default=0, metadata=said_after("hull down"))
    turret_down: bool = False
    load: tuple[UnitId, ...] = ()
    unload: tuple[UnitId, ...] = ()
    overrun: UnitId | None = None
    ram: UnitId | None = None
    candles: bool = field(default=False, metadata=said_after("lights its smoke candles"))
    leave: bool = field(default=False, metadata=said_after("leaves the table"))
    lights: bool = field(default=False, metadata=said_after("with its lights on"))
    in_haste: bool = False
