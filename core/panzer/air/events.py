"""What flying, attacks from the air and anti-aircraft fire bring about (na:6.7)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer import knowledge
from core.panzer.pieces.conditions import Edge
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import AirStrike, Altitude, Speed, Track
from core.panzer.pieces.weapons import AirAttack
from core.secrecy import ALL, OWNER, TO_OTHERS


@event("load-chosen", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class LoadChosen(Event):
    """A player picked the load of an aircraft, which stays secret until it is used (na:6.7.1)."""

    unit: UnitId
    load: AirAttack


@event("flight-begun", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FlightBegun(Event):
    """An aircraft appeared on the edge of the map; tracks: who has it in sight at once (na:6.7.2.1, na:6.7.4.1.1)."""

    unit: UnitId
    hex: Hex
    facing: int
    speed: Speed
    altitude: Altitude
    entered_by: tuple[Edge, ...]
    tracks: tuple[Track, ...] = ()


@event("flight-planned", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class FlightPlanned(Event):
    """The steps that an aircraft is to take; none: the rest of them is dropped."""

    unit: UnitId
    steps: tuple[str, ...]


@event("aircraft-flew", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AircraftFlew(Event):
    """One step of a crossing: one hex straight ahead, or its turn (na:6.7.2.3, na:6.7.2.3.1).

    counted, acquired: of its target, as in `Flight`; tracks: who has it in sight now.
    """

    unit: UnitId
    step: str
    hex: Hex
    facing: int
    flown: int
    turned: bool
    counted: int | None = None
    acquired: bool = False
    tracks: tuple[Track, ...] = ()


@event("aircraft-left", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AircraftLeft(Event):
    """An aircraft left the map over an edge, two at a corner (na:6.7.2)."""

    unit: UnitId
    hex: Hex
    edges: tuple[Edge, ...]


@event("target-chosen", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class TargetChosen(Event):
    """An aircraft begins to acquire a target (na:6.7.3.1.1); observer: the FO that spots it (na:6.7.3.1.2).

    needed: hexes that it takes; counted: those flown so far, with those off the map (na:6.7.3.1.1b).
    """

    unit: UnitId
    target: UnitId
    observer: UnitId | None
    needed: int
    counted: int
    acquired: bool


@event("target-lost", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class TargetLost(Event):
    """An aircraft gives a target up, for a cause in words (na:6.7.3.1.1)."""

    unit: UnitId
    target: UnitId
    cause: str


@event("air-attack-announced", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AirAttackAnnounced(Event):
    """An aircraft announced its attack on its acquired target (na:6.7.3)."""

    unit: UnitId
    strike: AirStrike


@event("bomb-scatter-rolled", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class BombScatterRolled(Event):
    """An aircraft under anti-aircraft fire dropped its bombs (or:7.26a).

    total: the roll(10) with its Unit Grade, which scatters if it is at most limit; impact: where the pattern begins,
    on the map or not; hexes: the pattern, on the map; struck: the ground units in it.
    """

    unit: UnitId
    total: int
    limit: int
    scattered: bool
    impact: Hex
    hexes: tuple[Hex, ...]
    struck: tuple[UnitId, ...]


@event("air-attack-completed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AirAttackCompleted(Event):
    """An attack is resolved; altitude: after it, Low after a dive (na:6.7.2.3.2)."""

    unit: UnitId
    weapon: int
    altitude: Altitude


@event("aa-chance", known=knowledge.between_halves(OWNER))
@frozen(kw_only=True, eq=False, repr=False)
class AaChance(Event):
    """The side with anti-aircraft guns may fire at the aircraft now (na:6.7.4.1.1)."""

    side: SideId


@event("aa-passed", known=knowledge.between_halves(OWNER))
@frozen(kw_only=True, eq=False, repr=False)
class AaPassed(Event):
    """A side lets a chance for anti-aircraft fire go by; rest: those before the aircraft attacks, too."""

    side: SideId
    rest: bool = False


@event("aa-fire-announced", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AaFireAnnounced(Event):
    """Anti-aircraft fire was announced; after_attack: it is resolved after the attack announced before it."""

    side: SideId
    target: UnitId
    shots: tuple[Shot, ...]
    after_attack: bool = False


@event("aa-fire-wasted", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AaFireWasted(Event):
    """Announced anti-aircraft fire came to nothing, for a cause in words."""

    shooter: UnitId
    target: UnitId
    cause: str


@event("aircraft-crashed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AircraftCrashed(Event):
    """An aircraft that was shot down crashed so many hexes ahead, on the map or beyond it (na:6.7.4.2.1d)."""

    unit: UnitId
    flew: int
    hex: Hex | None
