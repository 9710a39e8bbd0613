"""What happens to men, and by them (pw:12)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen
from core.panzerwar.pieces.nerve import Result
from core.secrecy import ALL, NOTHING, OWNER


@event("pw-men-attacked", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class MenAttacked(Event):
    """An attack by killpower was rolled against an element; its tally is the killpower (pw:12.4)."""

    side: SideId
    element: UnitId
    what: str
    net: int
    rolled: int
    result: Result


@event("pw-recovered-from-suppression", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Unpinned(Event):
    """An element is no longer suppressed (pw:12.9.3.1)."""

    side: SideId
    element: UnitId


@event("pw-rallied", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Rallied(Event):
    """A broken element rolled to rally: it is itself again, it is broken still, or it disperses (pw:12.9.4)."""

    side: SideId
    element: UnitId
    needed: int
    rallied: bool
    dispersed: bool


@event("pw-surrendered", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Surrendered(Event):
    """A broken element that cannot get away gives itself up (pw:12.9.2.1)."""

    side: SideId
    element: UnitId


@event("pw-froze", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Froze(Event):
    """A broken element stays in its hard cover (pw:12.9.2.2)."""

    side: SideId
    element: UnitId


@event("pw-contact-checked", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class ContactChecked(Event):
    """An element rolled to go into contact with the enemy, or over it (pw:12.2.3). enemy: whom it would touch, if its
    side has him in sight."""

    side: SideId
    element: UnitId
    needed: int
    goes: bool
    enemy: UnitId | None = None


@event("pw-ignores-suppression", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class IgnoresSuppression(Event):
    """A charging element goes through suppression (pw:12.9.3.2)."""

    side: SideId
    element: UnitId


@event("pw-assault-declared", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class AssaultDeclared(Event):
    """A squad assaults a vehicle or a fortification at close quarters; target: "" = it does not after all
    (pw:12.11.4.2)."""

    side: SideId
    element: UnitId
    target: UnitId
    weapon: str = ""


@event("pw-assaulted", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Assaulted(Event):
    """A close assault was rolled: whether it succeeded, and what came of it; the tally is its number (pw:12.11.4).

    effects: of the CAT Results, by the names that they have there; told: in words.
    """

    side: SideId
    element: UnitId
    target: UnitId
    weapon: str
    needed: int
    rolled: int
    succeeded: bool
    effects: tuple[str, ...] = ()
    told: str = ""
