"""What happens in communication: attempts, contact made and lost, plans passed on (pw:5)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.pieces.nets import Attempt, Reached
from core.secrecy import ALL, NOTHING, OWNER


@event("pw-attempt-noted", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class AttemptNoted(Event):
    """An element will try to make contact in this phase (pw:5.1.2). off: it will not after all."""

    side: SideId
    attempt: Attempt
    off: bool = False


@event("pw-contacted", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Contacted(Event):
    """An attempt was rolled: the number that it needed, what came of it (pw:5.1, pw:5.1.2).

    to: the unit that was to be reached, "" = higher command off the table; maintain: contact was to be kept up.
    """

    side: SideId
    element: UnitId
    to: str
    needed: int
    rolled: int
    result: Reached
    maintain: bool = False


@event("pw-contact-ended", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ContactEnded(Event):
    """An element is no longer in contact with a unit: it did not wish to be (pw:5.2.1)."""

    side: SideId
    element: UnitId
    to: str


@event("pw-plan-passed", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class PlanPassed(Event):
    """A change of the general order was communicated; it holds from a turn on (pw:5.2, pw:5.3)."""

    side: SideId
    text: str
    turn: int


@event("pw-orders-affirmed", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class OrdersAffirmed(Event):
    """A unit whose morale failed has its orders from the command above it again (pw:5.2.2)."""

    side: SideId
    organisation: str


@event("pw-contacts-rolled", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ContactsRolled(Event):
    """All attempts of the phase have been rolled (pw:5.1.2)."""
