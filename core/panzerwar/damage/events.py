"""What befalls vehicles and guns that are hit, and what becomes of it (pw:9.0, pw:9.14, pw:9.15, pw:9.22)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen
from core.panzerwar.pieces.strike import Blaze, Crew, Effect, GunEffect


@event("pw-vehicle-struck", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class VehicleStruck(Event):
    """One hit on a vehicle was resolved (pw:9.0).

    by: the shell; effect: what it did, its dice are the event's; lost: who is lost with it, or was killed in it.
    """

    side: SideId
    element: UnitId
    by: str
    effect: Effect
    lost: tuple[UnitId, ...] = ()


@event("pw-gun-struck", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class GunStruck(Event):
    """One hit on a towed gun was resolved (pw:9.22). by: the shell; effect: what it did, its dice are the event's."""

    side: SideId
    element: UnitId
    by: str
    effect: GunEffect


@event("pw-crew-tested", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class CrewTested(Event):
    """The crew of a vehicle that was damaged stays, bails out or loses its head (pw:9.14).

    number: up to which it bailed out; tested: whether it rolled, which a battle-crazed one does not; until: the last
    turn in which it is battle-crazed; set_down: whom it carried and towed, who stay where it was.
    """

    side: SideId
    element: UnitId
    crew: Crew
    number: int = 0
    tested: bool = True
    until: int = 0
    set_down: tuple[UnitId, ...] = ()


@event("pw-occupant-stunned", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class OccupantStunned(Event):
    """An element in a fortification that was hit rolled for stun, or is stunned by who assaulted it (pw:15.7.4.1,
    pw:12.11.6). needed: the D10 that stuns, None = no roll was made."""

    side: SideId
    element: UnitId
    needed: int | None
    rolled: int | None
    stunned: bool


@event("pw-stun-tested", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class StunTested(Event):
    """A stunned element came to, or did not (pw:9.15.7). needed: the D10 that it needed."""

    side: SideId
    element: UnitId
    needed: int
    ended: bool


@event("pw-jam-tested", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class JamTested(Event):
    """A jammed gun was cleared, or was not (pw:9.15.9). needed: the D10 that it needed; arm: its id, "" = the main
    gun."""

    side: SideId
    element: UnitId
    needed: int
    cleared: bool
    arm: str = ""


@event("pw-fire-tested", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class FireTested(Event):
    """A burning vehicle at the end of a turn (pw:9.6.1). lost: who is lost with it."""

    side: SideId
    element: UnitId
    blaze: Blaze
    lost: tuple[UnitId, ...] = ()
