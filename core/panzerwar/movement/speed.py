"""How far an element may move in a turn, in GSU: speeds, reverse, bonus, burst, night, what is damaged (pw:6.2, pw:6.5,
pw:6.6, pw:6.10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import DRAWN, Element
from core.panzerwar.pieces.harm import TRACKS, Damage
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState

#: Bonus and burst movement (pw:6.5, pw:6.6).
BONUS: Final = Fraction(3, 2)
BURST: Final = Fraction(7, 4)
#: A shift, and pushing another vehicle, in GSU (pw:6.3, pw:6.8.2).
SHIFT: Final = 25
PUSH: Final = 15
#: Movement of vehicles at night with driving lights and without (pw:6.10.2).
LIGHTS, NO_LIGHTS = 0.75, 0.25
#: The role of squads on horses (pw:6.1.5).
CAVALRY: Final = "cavalry"
#: In double-length turns all distances are doubled (pw:6.15).
DOUBLE: Final = 2


@frozen(eq=False, repr=False)
class Allowance(Alike):
    """A movement allowance: full is what classes are measured by; most is what the way of moving allows."""

    full: float
    most: float


def mounted(element: Element) -> bool:
    """Whether an element of infantry is cavalry, which in combat counts as squads (pw:6.1.5, pw:6.1.6a)."""
    return element.foot and CAVALRY in element.role


def drawn(element: Element) -> bool:
    """Whether horses or mules draw it: a wagon or cart, in combat a soft vehicle (pw:6.1.6, pw:6.1.6a)."""
    return DRAWN in element.role


def horses(element: Element) -> bool:
    """Whether its charges are those of horses: cavalry, wagons (pw:6.1.5, pw:6.1.6)."""
    return mounted(element) or drawn(element)


def charged_before(element: Element) -> int:
    """In how many segments in a row an element had charged when this turn began, those of this turn aside."""
    return max(0, element.travel.charged - len(element.travel.segments))


def vehicle(state: WarState, element: Element) -> Vehicle:
    """The data chart of a vehicle. TypeError of what is none."""
    card = state.cards[element.card]
    if not isinstance(card, Vehicle):
        raise TypeError(f"{element.id} is no vehicle")
    return card


def allowance(state: WarState, element: Element, way: Way, *, road: bool, lights: bool = False) -> Allowance:
    """The allowance of a vehicle for a way of moving, by road or across country; lights: it drives with them at night
    (pw:6.2, pw:6.2.1, pw:6.2.2, pw:6.2.4, pw:6.10.2, pw:6.15)."""
    card = vehicle(state, element)
    full = float(card.speed_road if road else card.speed_cc) * night(state, lights=lights) * times(state)
    if way is Way.REVERSE:
        return Allowance(full, reverse(state, element, full, card))
    if way is Way.BONUS:
        return Allowance(full, full * float(BONUS))
    if way is Way.BURST:
        return Allowance(full, full * float(BURST))
    if way is Way.PUSH:
        return Allowance(full, PUSH)
    return Allowance(full, full)


def reverse(state: WarState, element: Element, full: float, card: Vehicle) -> float:
    """How far a vehicle backs: half unbuttoned, a quarter buttoned, and no more than the table says unless it reverses
    at full speed (pw:6.2.4)."""
    row = state.charts.ground.costs["reverse-buttoned" if element.buttoned else "reverse"]
    if card.full_reverse:
        return full
    limit = None if row.max_cc is None else row.max_cc * times(state)
    return full * row.fraction if limit is None else min(full * row.fraction, limit)


def times(state: WarState) -> int:
    """By what distances are multiplied: 2 in a double-length turn (pw:6.15)."""
    return DOUBLE if state.doubled else 1


def night(state: WarState, *, lights: bool) -> float:
    """What darkness leaves of the movement of vehicles, with driving lights and without (pw:6.10.2)."""
    if state.engagement.moonlight is None:
        return 1.0
    return LIGHTS if lights else NO_LIGHTS


def goes_through(state: WarState, element: Element) -> bool:
    """Whether an element on foot may go through its suppression: under Charge, if it goes at that speed
    (pw:12.9.3.2)."""
    organisation = state.organisations.get(element.organisation)
    return element.foot and organisation is not None and organisation.order is Tactical.CHARGE


def immobile_refusal(state: WarState, element: Element, way: Way = Way.CHARGE) -> Refusal | None:
    """Why an element cannot move at all in this turn, or not in a way; None if it can."""
    harm, travel = element.harm, element.travel
    if harm.immobile:
        damage = next(d for d in (Damage.MOBILITY, Damage.LEFT_TRACK, Damage.RIGHT_TRACK) if d in harm.damage)
        return Refusal(f"it cannot move: {damage.value}", "pw:9.8" if harm.mobility else "pw:9.7")
    if harm.stunned:
        return Refusal("it is stunned", "pw:9.15.2")
    if travel.halted_until >= state.turn and element.nerve.pinned(state.turn):
        return Refusal("it was suppressed by area fire", "pw:10.3.8")
    if travel.halted_until >= state.turn:
        return Refusal(f"it may not move until turn {travel.halted_until + 1}", "pw:6.5.1")
    if travel.loading > 0:
        return Refusal("it loads, unloads or sets up", "pw:6.11.3")
    if element.nerve.pinned(state.turn) and element.foot:
        if not goes_through(state, element):
            return Refusal("it is suppressed", "pw:12.9.3.3")
        if way is not Way.CHARGE:
            return Refusal("it is suppressed, and may only charge through that", "pw:12.9.3.2")
    if element.foot and travel.rest > 0 and not horses(element):
        return Refusal("after two charges it halts for a turn", "pw:12.1.3")
    if element.kind.value in ("gun", "bunker"):
        rule = "pw:6.9.2" if element.kind.value == "gun" else "pw:15.7"
        return Refusal(f"a {element.kind.value} does not move by itself", rule)
    return None


def pivot_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why a vehicle cannot turn where it stands: what keeps it from moving does, but a broken track alone (pw:6.3.3,
    pw:9.7)."""
    harm = element.harm
    if not harm.mobility:
        element = element.with_harm(damage=harm.damage - TRACKS)
    return immobile_refusal(state, element)


def bonus_refusal(state: WarState, element: Element, way: Way) -> Refusal | None:
    """Why a vehicle may not make a bonus or burst move: what it did last turn, its hatches, the night (pw:6.5, pw:6.6,
    pw:6.10, pw:7.1.3)."""
    card, travel = vehicle(state, element), element.travel
    rule = "pw:6.5" if way is Way.BONUS else "pw:6.6"
    if state.engagement.moonlight is not None:
        return Refusal("no bonus or burst movement at night", "pw:6.10")
    if state.engagement.side(element.side).short_of_fuel:
        return Refusal("its side is short of fuel", rule)
    if not card.armoured:
        return Refusal("only an AFV makes a bonus or burst move", rule)
    if element.buttoned or Damage.COMMANDER in element.harm.damage:
        return Refusal("driver and commander must be unbuttoned", rule)
    if way is Way.BONUS and not travel.last_straight:
        return Refusal("last turn it must have moved straight at full speed over clear open ground", rule)
    if way is Way.BURST and travel.last is not Motion.BONUS:
        rule = "pw:6.6"
        said = "it made a burst move last turn" if travel.last is Motion.BURST else "it must have made a bonus move"
        return Refusal(said, rule)
    return None
