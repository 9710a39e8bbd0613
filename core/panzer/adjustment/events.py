"""What happens in the Adjustment Phase (na:4.6, na:6.8)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzer.pieces.unit import Command
from core.panzer.pieces.works import Work
from core.secrecy import ALL, OWNER, TO_OTHERS


@event("commands-removed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CommandsRemoved(Event):
    """All commands were turned over and removed (na:4.6.1a).

    revealed: commands that had not been revealed before; marked: units of unused FIRE, SHORT HALT or MOVE that
    get SPOT counters (na:4.6.1b); side: whose, None = of both sides at once.
    """

    revealed: tuple[tuple[UnitId, Command], ...]
    marked: tuple[UnitId, ...] = ()
    side: SideId | None = None


@event("pivot-chosen", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class PivotChosen(Event):
    """A side decided how one of its units will face; a secret until the step ends (na:6.8.1)."""

    side: SideId
    unit: UnitId
    facing: int


@event("bail-out-chosen", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class BailOutChosen(Event):
    """A side decided whether a passenger will bail out; a secret until the step ends (min:16.1.6.3).

    facing: how it will face, None = it stays aboard.
    """

    side: SideId
    unit: UnitId
    facing: int | None


@event("passengers-bailed-out", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class PassengersBailedOut(Event):
    """Passengers of a side left their vehicles, when both sides have decided: each with its facing (min:16.1.6.3)."""

    side: SideId
    out: tuple[tuple[UnitId, int], ...]


@event("full-cover-chosen", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class FullCoverChosen(Event):
    """A side decided whether one of its units will be in Full Cover; a secret until the step ends (na:6.8.2)."""

    side: SideId
    unit: UnitId
    on: bool


@event("turret-chosen", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class TurretChosen(Event):
    """A side decided how a turret will stand to its hull, and whether it is Buttoned Up; a secret until the step ends.

    turret: as in `Unit`. (or:7.8.1, min:10.2)
    """

    side: SideId
    unit: UnitId
    turret: int
    buttoned: bool


@event("turrets-adjusted", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class TurretsAdjusted(Event):
    """The turrets of a side are as it decided, when both sides have: each with its place and whether it is Buttoned Up.

    (or:7.8.1, or:7.8.3, min:10.2)
    """

    side: SideId
    turrets: tuple[tuple[UnitId, int, bool], ...]


@event("units-pivoted", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class UnitsPivoted(Event):
    """The units of a side take the facings that it decided on, when both sides have (na:6.8.1).

    turrets: the places of those that are turned back as their vehicles pivot (min:20.12.2, min:20.12.3).
    """

    side: SideId
    pivots: tuple[tuple[UnitId, int], ...]
    turrets: tuple[tuple[UnitId, int], ...] = ()


@event("full-cover-adjusted", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FullCoverAdjusted(Event):
    """The units of a side go into and out of Full Cover, when both sides have decided; what it has dug (na:6.8.2).

    into, out_of: the units; works: all terrain counters as they are now, None = as they were.
    """

    side: SideId
    into: tuple[UnitId, ...]
    out_of: tuple[UnitId, ...]
    works: tuple[Work, ...] | None = None


@event("suppression-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class SuppressionChecked(Event):
    """A unit with SUPPRESSION/OFF rolled for its recovery: up to the value of its Unit Grade (na:6.8.3)."""

    unit: UnitId
    value: int
    total: int
    recovered: bool


@event("counters-adjusted", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CountersAdjusted(Event):
    """Counters turned from ON to OFF, those on OFF and UNDER FIRE were removed (na:6.8.4)."""
