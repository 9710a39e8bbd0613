"""What counter battery fire brings about (or:7.28)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzer.pieces.missions import CounterBatteryResult
from core.secrecy import ALL, NOTHING


@event("counter-battery-announced", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class CounterBatteryAnnounced(Event):
    """A counter battery is to locate an enemy battery as soon as that has fired (or:7.28.1).

    counter: it is the counter battery that has just fired itself (or:7.28.3).
    """

    side: SideId
    unit: UnitId
    target: UnitId
    counter: bool = False


@event("counter-battery-forgone", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class CounterBatteryForgone(Event):
    """A side leaves an enemy battery alone."""

    side: SideId
    target: UnitId
    counter: bool = False


@event("counter-battery-fired", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class CounterBatteryFired(Event):
    """A counter battery tried to locate its target, and fired at it if it did (or:7.28.2, or:7.28.3).

    value: the highest total that locates; total: of the roll for it; result: None = not located; out: whether the
    target is out for the rest of the scenario; counter: it was a counter battery itself.
    """

    side: SideId
    unit: UnitId
    target: UnitId
    value: int
    total: int
    result: CounterBatteryResult | None
    out: bool = False
    counter: bool = False


@event("counter-battery-lapsed", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class CounterBatteryLapsed(Event):
    """The battery that was to be located was knocked out by another counter battery before."""

    side: SideId
    unit: UnitId
    target: UnitId
