"""Who may look, with what hatches, and where to: sighting classes and covered arcs (pw:7.1, pw:7.2, pw:7.4.2)."""

from __future__ import annotations

from typing import Final, NamedTuple

from core.choice import Refusal
from core.panzerwar.damage.crew import closed as hatches_closed
from core.panzerwar.damage.hull_down import spots_over_crest, turret_down
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.charts.sighting import SightingClass
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.travel import MOVING, Motion
from core.panzerwar.smoke.devices import exposed
from core.panzerwar.state import WarState
from core.plane import STEP, off_angle

_CLASSES: Final = {
    (False, False): SightingClass.A,
    (False, True): SightingClass.B,
    (True, False): SightingClass.C,
    (True, True): SightingClass.D,
}
#: The classes in words (pw:7.4.2).
TOLD: Final = {
    SightingClass.A: "open and stationary, or infantry",
    SightingClass.B: "open and moving",
    SightingClass.C: "closed and stationary",
    SightingClass.D: "closed and moving",
}


class Arc(NamedTuple):
    """A covered arc: its middle, a heading of 48, and the headings on either side of it; 24 = all round."""

    heading: int
    half: float

    def covers(self, bearing: float) -> bool:
        """Whether a bearing lies in it, its borders included."""
        return self.half >= 24 or off_angle(self.heading, bearing) <= self.half * STEP


def can_button(state: WarState, element: Element) -> bool:
    """Whether a vehicle has hatches and an armoured roof (pw:7.1, pw:7.1.2)."""
    card = state.cards.vehicles.get(element.card)
    return element.kind is Kind.VEHICLE and card is not None and card.armoured and not card.open_top


def closed(state: WarState, element: Element) -> bool:
    """Whether an element looks out of slits: a buttoned vehicle, or one without its commander, and who is in a bunker
    (pw:7.1, pw:7.1.2, pw:9.10, pw:15.7.5); a crew that lights its candles is exposed (pw:11.10.4)."""
    if element.kind is Kind.BUNKER or element.posture.bunker:
        return True
    card = state.cards.vehicles.get(element.card)
    if card is None or not can_button(state, element) or exposed(state, element):
        return False
    return hatches_closed(card, element)


def sighting_class(state: WarState, element: Element) -> SightingClass:
    """The class of an observer, A the best; a shift counts as stationary, infantry is always A (pw:7.4.2)."""
    moving = element.travel.motion in MOVING and not element.foot
    return _CLASSES[closed(state, element), moving]


def arcs(state: WarState, element: Element) -> tuple[Arc, ...]:
    """The covered arcs of an element (pw:7.2): of a buttoned vehicle that of its turret, and that of driver and hull
    gunner (pw:7.2.1); of open vehicles, guns and crews half the circle (pw:7.2.2, pw:7.2.4); of infantry that stands
    all of it (pw:7.2.3); of a bunker pw:15.7.6."""
    halves = state.charts.fire.covered_arcs
    if element.kind is Kind.BUNKER or element.posture.bunker:
        return (_arc(_front(state, element), halves["bunker"]),)
    if element.kind is Kind.VEHICLE:
        gun = element.turret if element.turret is not None else element.heading
        if closed(state, element):
            return (_arc(gun, halves["buttoned"]), _arc(element.heading, halves["hull"]))
        return (_arc(gun, halves["open"]),)
    if element.kind in (Kind.GUN, Kind.CREW) or element.weapon:
        return (_arc(element.heading, halves["open"]),)
    key = "foot" if element.travel.motion is Motion.STATIONARY else "foot-moving"
    return (_arc(element.heading, halves[key]),)


def _arc(heading: int, degrees: float) -> Arc:
    return Arc(heading, degrees / STEP)


def _front(state: WarState, element: Element) -> int:
    """The front of a bunker, for itself and for who is in it."""
    bunker = next((e for e in state.elements.values() if e.id == element.posture.bunker), None)
    return element.heading if bunker is None else bunker.heading


def in_arc(state: WarState, element: Element, bearing: float) -> bool:
    """Whether a bearing from an element lies in one of its covered arcs (pw:7.0.1)."""
    return any(arc.covers(bearing) for arc in arcs(state, element))


def blind_refusal(state: WarState, element: Element, *, new: bool = True) -> Refusal | None:
    """Why an element sees nothing at all; None if it looks. new: at what is not in sight yet."""
    if not element.on_table:
        return Refusal("only what stands on the table itself looks", "pw:6.11")
    if element.kind is Kind.BUNKER and not any(e.posture.bunker == element.id for e in state.of(element.side)):
        return Refusal("nobody is in it", "pw:15.7.5")
    if element.harm.blind(state.turn):
        return Refusal("it is blinded by phosphorus", "pw:11.4.3")
    if new and element.harm.stunned:
        return Refusal("it is stunned and sights nothing new", "pw:9.15.2")
    if turret_down(element.posture) and not spots_over_crest(element):
        return Refusal("turret down, it sees over the crest only unbuttoned and standing", "pw:9.18.3")
    return None


def has_radio(state: WarState, element: Element) -> bool:
    """Whether an element has a radio of its own (pw:5.0.1)."""
    card = state.cards.find(element.card)
    return isinstance(card, Vehicle) and card.radio
