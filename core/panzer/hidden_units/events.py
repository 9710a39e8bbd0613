"""What happens to HIDDEN UNIT counters (or:7.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.unit import Command
from core.secrecy import ALL, NOTHING, OWNER, TO_OTHERS, Without


@event("hidden-placed", known=Without(units=(), covered=()), tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenPlaced(Event):
    """A counter was put on the map, or elsewhere; what it stands for its owner alone knows (or:7.2.2).

    covered: those of its units that are in Full Cover in this turn (or:7.2.3, na:6.1.4.2b).
    """

    side: SideId
    number: int
    hex: Hex
    units: tuple[UnitId, ...] = ()
    covered: tuple[UnitId, ...] = ()


@event("hidden-dropped", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenDropped(Event):
    """A counter was taken back during the set-up."""

    side: SideId
    number: int


@event("hiding-planned", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class HidingPlanned(Event):
    """A side planned to hide units, or dropped a plan: hex None (or:7.2.3)."""

    side: SideId
    number: int
    hex: Hex | None = None
    units: tuple[UnitId, ...] = ()


@event("units-hidden", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class UnitsHidden(Event):
    """Units went off the map, each under one of its side's counters; all of a step at once (or:7.2.1, or:7.2.3)."""

    side: SideId
    units: tuple[UnitId, ...]


@event("hiding-done", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class HidingDone(Event):
    """What a side planned to hide in this turn is hidden (or:7.2.3)."""

    side: SideId


@event("hidden-commanded", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenCommanded(Event):
    """A command was placed on a counter, face down (or:7.2.2.2)."""

    side: SideId
    number: int
    command: Command


@event("hidden-moved", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenMoved(Event):
    """A counter moved into the next hex.

    fast: as only a vehicle could; crawls: in Full Cover, which it keeps, as who crawls does not show (or:7.2.2.2,
    na:6.6.4.3).
    """

    side: SideId
    number: int
    hex: Hex
    fast: bool
    crawls: bool = False


@event("hidden-revealed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenRevealed(Event):
    """A counter was revealed: the units that it stood for, none of a fake, which its owner places next.

    column: of the Spotting Ranges Table, one unit of which goes into the hex; spotter: who spotted it, None if it was
    revealed otherwise; command: of its units, if that was known by its moving (or:7.2.2.1, or:7.2.2.3); riding: those
    who have mounted, each with its vehicle; covered: those in Full Cover (or:7.2.2.2).
    """

    side: SideId
    number: int
    hex: Hex
    units: tuple[UnitId, ...]
    column: str = ""
    spotter: UnitId | None = None
    command: Command | None = None
    riding: tuple[tuple[UnitId, UnitId], ...] = ()
    covered: tuple[UnitId, ...] = ()


@event("hidden-mounted", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenMounted(Event):
    """A unit under a counter mounted a vehicle under it."""

    side: SideId
    number: int
    unit: UnitId
    vehicle: UnitId


@event("hidden-dismounted", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenDismounted(Event):
    """A passenger got down under a counter."""

    side: SideId
    number: int
    unit: UnitId


@event("hidden-covered", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenCovered(Event):
    """These units under a counter, and no others of it, are in Full Cover."""

    side: SideId
    number: int
    units: tuple[UnitId, ...]


@event("hidden-struck", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenStruck(Event):
    """Indirect Fire or an aircraft is about to attack the hex of a counter (or:7.2.2.3)."""

    side: SideId
    number: int


@event("hidden-unseen", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenUnseen(Event):
    """An enemy would have spotted something larger under a counter: everybody knows that it is no more than this.

    largest: as what it may still be spotted: a column of the Spotting Ranges Table, perhaps in Full Cover (or:7.2.2.1).
    """

    side: SideId
    number: int
    largest: str


@event("revealed-placed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class RevealedPlaced(Event):
    """A unit of a revealed counter was placed; targets: the enemies that it spots from there (or:7.2.2.1)."""

    unit: UnitId
    hex: Hex
    facing: int
    targets: tuple[UnitId, ...] = ()


@event("revealed-looked", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class RevealedLooked(Event):
    """The units of a revealed counter have looked for enemies, which takes rolls (or:7.7.1). sighted: what each of them
    spots now."""

    sighted: tuple[tuple[UnitId, tuple[UnitId, ...]], ...]


@event("hidden-watched", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class HiddenWatched(Event):
    """There may be Overwatch Fire at a unit that moved under its counter until it was revealed (or:7.2.2.2)."""

    unit: UnitId
