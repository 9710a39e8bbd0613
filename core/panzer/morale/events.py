"""What morale brings about (or:7.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.panzer.pieces.morale import Cause, Morale, MoraleResult
from core.secrecy import ALL


@event("cohesion-determined", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class CohesionDetermined(Event):
    """The Cohesion Point of a formation was rolled for (or:7.1.1.1).

    formation: "side/name"; net: the modified result; rolled: its level, level: the one that counts, not too far from
    the printed one (or:7.1.1.1a); point: the Numeric Cohesion Point.
    """

    formation: str
    net: int
    rolled: Morale
    level: Morale
    point: int


@event("morale-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class MoraleChecked(Event):
    """A unit took a Morale Check (or:7.1.4).

    cause: for what; rule: that called for it; forced: whether it was a Forced one; broken, hesitates: the highest net
    results of either; total: the net result; result: what it says, whatever counter the unit has had.
    """

    unit: UnitId
    cause: Cause
    rule: str
    forced: bool
    broken: int
    hesitates: int
    total: int
    result: MoraleResult


@event("morale-checks-made", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class MoraleChecksMade(Event):
    """All that was complete has been checked, or called for no check (or:7.1.2). units: of what is done with."""

    units: tuple[UnitId, ...]


@event("break-recovery-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class BreakRecoveryChecked(Event):
    """A unit with BREAK/OFF tried to recover (or:7.1.6.2). value: the net result that just does;
    total: its own."""

    unit: UnitId
    value: int
    total: int
    recovered: bool


@event("hesitation-removed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class HesitationRemoved(Event):
    """Every HESITATION/OFF was removed (or:7.1.6.1)."""

    units: tuple[UnitId, ...]
