"""Orders of aircraft and of those that fire at them (na:6.7)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import Altitude, Speed
from core.panzer.pieces.weapons import AirAttack
from core.secrecy import ALL, OWNER


@order("choose-load", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class ChooseLoad(Order):
    """Pick bombs or rockets for an aircraft whose card lists both (na:6.7.1)."""

    unit: UnitId
    load: AirAttack


@order("begin-flight", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class BeginFlight(Order):
    """Place an aircraft on an edge hex, facing its way in, at a Speed and Altitude (na:6.7.2.1, na:6.7.2.2)."""

    unit: UnitId
    hex: Hex
    facing: int
    speed: Speed
    altitude: Altitude


@order("fly", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Fly(Order):
    """Fly on with the aircraft over the map (na:6.7.2.3).

    steps: "F" one hex straight ahead, "T0" to "T5" turn to face a hexside, "X" off the map ahead.
    """

    steps: tuple[str, ...]


@order("acquire-target", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AcquireTarget(Order):
    """Begin to acquire a target; observer: the FO that spots it where one must, None = any that can (na:6.7.3.1.2)."""

    target: UnitId
    observer: UnitId | None = None


@order("air-attack", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AirAttackOrder(Order):
    """Attack the acquired target with a weapon, its index in `armament`; dive: with bombs, in a dive (na:6.7.3)."""

    weapon: int
    dive: bool = False


@order("aa-fire", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AaFire(Order):
    """Announce anti-aircraft fire at the aircraft over the map (na:6.7.4.1.1). The ammunition of each shot is "AA"."""

    shots: tuple[Shot, ...]


@order("hold-aa-fire", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class HoldAaFire(Order):
    """Let a chance for anti-aircraft fire go by (na:4.2d); rest: and do not ask again before the aircraft attacks."""

    rest: bool = False
