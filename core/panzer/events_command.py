"""What happens in the command and adjustment steps of the Advanced Game (na:6.2, na:6.8)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzer.command_control import Available
from core.panzer.unit import Command
from core.panzer.works import Work


@event("available-commands")
@frozen(kw_only=True)
class AvailableCommands(Event):
    """The commands of every formation for this turn (na:6.2.1)."""

    formations: tuple[Available, ...]


@event("command-shared")
@frozen(kw_only=True)
class CommandShared(Event):
    """One command was placed face down for several units; a secret of their side (na:6.2.1.1.3b)."""

    side: SideId
    units: tuple[UnitId, ...]
    command: Command


@event("overwatch-lost", reveals=True)
@frozen(kw_only=True)
class OverwatchLost(Event):
    """A unit shares an OVERWATCH that was used at a target at which it cannot fire (na:6.2.1.1.4c)."""

    unit: UnitId
    target: UnitId


@event("pivot-chosen")
@frozen(kw_only=True)
class PivotChosen(Event):
    """A side decided how one of its units will face; a secret until the step ends (na:6.8.1)."""

    side: SideId
    unit: UnitId
    facing: int


@event("full-cover-chosen")
@frozen(kw_only=True)
class FullCoverChosen(Event):
    """A side decided whether one of its units will be in Full Cover; a secret until the step ends (na:6.8.2)."""

    side: SideId
    unit: UnitId
    on: bool


@event("adjustment-finished")
@frozen(kw_only=True)
class AdjustmentFinished(Event):
    """A side ended the Pivot or Full Cover Step (na:6.8)."""

    side: SideId


@event("units-pivoted", reveals=True)
@frozen(kw_only=True)
class UnitsPivoted(Event):
    """The units of a side take the facings that it decided on, when both sides have (na:6.8.1)."""

    side: SideId
    pivots: tuple[tuple[UnitId, int], ...]


@event("full-cover-adjusted", reveals=True)
@frozen(kw_only=True)
class FullCoverAdjusted(Event):
    """The units of a side go into and out of Full Cover, when both sides have decided; what it has dug (na:6.8.2).

    into, out_of: the units; works: all terrain counters as they are now, None = as they were.
    """

    side: SideId
    into: tuple[UnitId, ...]
    out_of: tuple[UnitId, ...]
    works: tuple[Work, ...] | None = None
