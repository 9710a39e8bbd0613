"""What happens in direct fire (pw:8)."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import knows, seen
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import Shot
from core.plane import Point
from core.secrecy import NOTHING, OWNER


def _fired(state: Any, event: Any, side: str | None) -> Any:
    """Who fires, who is fired at and who has one of them in sight know of a shot; who does not see the firer does not
    learn who it is."""
    if event.side == side:
        return event
    if side is not None and knows(state, side, event.element):
        return event
    target = state.elements.get(event.target)
    return None if target is None or target.side != side else event.unseen()


@event("pw-fire-declared", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class FireDeclared(Event):
    """Fire of the segment was declared; instead: nothing, an element does not fire a weapon after all."""

    side: SideId
    shot: Shot
    off: bool = False


@event("pw-fired", known=_fired)
@frozen(kw_only=True, eq=False, repr=False)
class Fired(Event):
    """A weapon was fired at a target: the number it needed, what it rolled, how many hits that is, all at once, so that
    no shot is worth rolling before its number is looked up (pw:8.4, pw:8.11, pw:SC.2).

    what: was fired, weapon and shell in words; needed: None where no roll is needed; jams: the gun jams (pw:8.14.7);
    kind: "gun", "mg" or "small", by which it is sighted (pw:7.6.3).
    """

    side: SideId
    element: UnitId
    arm: str
    what: str
    kind: str
    segment: int
    target: UnitId
    range: float
    needed: int | None
    rolled: int | None
    hits: int = 0
    jams: bool = False
    rounds: str = ""
    aimed: bool = False

    def unseen(self) -> Fired:
        """As who is fired at knows it, who does not see the firer."""
        return Fired(
            side=self.side,
            element=UnitId(""),
            arm="",
            what=self.what,
            kind=self.kind,
            segment=self.segment,
            target=self.target,
            range=0.0,
            needed=None,
            rolled=None,
            hits=self.hits,
        )


def _held(state: Any, event: Any, side: str | None) -> Any:
    """Who fired and who was hit know it, and who has it in sight; who does not see the firer does not learn who it
    was."""
    firer = state.elements.get(event.by)
    if firer is not None and firer.side == side:
        return event
    told = seen(state, event, side)
    if told is None:
        return None
    return evolve(told, seen=None, by=event.by if knows(state, side, event.by) else UnitId(""))


@event("pw-held-on-way", known=_held)
@frozen(kw_only=True, eq=False, repr=False)
class HeldOnWay(Event):
    """A target that was fired at on its way cannot move on: it stays there (pw:8.7.6, pw:8.14.5). by: whose hit it was,
    which acquires it (pw:8.14.6). seen: as the side of the firer sees it now, None = it has it in sight already;
    heading, turret: where its hull and turret look there, a heading of None = as they look now."""

    side: SideId
    element: UnitId
    at: Point
    by: UnitId
    seen: Element | None = None
    heading: int | None = None
    turret: int | None = None


@event("pw-commander-burned", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class CommanderLost(Event):
    """Phosphorus has killed the commander of a vehicle that was open (pw:11.4.3)."""

    side: SideId
    element: UnitId


@event("pw-trailer-struck", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class TrailerStruck(Event):
    """The trailer of a flame tank was struck: whether it explodes (pw:12.12.5). penetration: in cm."""

    side: SideId
    element: UnitId
    penetration: float
    explodes: bool


@event("pw-held-fire", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class NotFired(Event):
    """Fire that was declared could not be given: why, and the rule."""

    side: SideId
    element: UnitId
    arm: str
    why: str
    rule: str


@event("pw-smoke-fired", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class SmokeFired(Event):
    """A gun has fired smoke: it was its firing of the segment (pw:8.4.2, pw:11.1)."""

    side: SideId
    element: UnitId
    arm: str
    segment: int
    rounds: str = ""


@event("pw-area-suppressed", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Suppressed(Event):
    """Suppressive fire at an area: whether the whole of it is suppressed (pw:8.12)."""

    side: SideId
    element: UnitId
    arm: str
    at: Point
    segment: int
    needed: int
    rolled: int
    kind: str = "mg"


@event("pw-kept-down", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class KeptDown(Event):
    """An element within an area of suppressive fire, or a soft vehicle under area fire, is suppressed (pw:8.12.1,
    pw:8.12.2, pw:8.12.3, pw:10.3.8). stays: it may not move in the next turn, as men may not."""

    side: SideId
    element: UnitId
    stays: bool = False


@event("pw-soft-destroyed", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class SoftStruck(Event):
    """A soft vehicle was attacked by killpower (pw:8.0.2, pw:10.3.9.3)."""

    side: SideId
    element: UnitId
    net: int
    rolled: int
    destroyed: bool
    lost: tuple[UnitId, ...] = ()
