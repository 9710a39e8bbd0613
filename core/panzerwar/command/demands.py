"""What a tactical order demands of the movement of an element (pw:4.2.1 to pw:4.10.3, pw:13.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.panzerwar.command.blocked import blocked, may_halt
from core.panzerwar.command.chits import movement_refusal
from core.panzerwar.command.near import enemy_within, farther, known_enemies, leads_back, nearer, nearest, places
from core.panzerwar.command.range import Late, delayed, late
from core.panzerwar.command.tactical import CHARGED
from core.panzerwar.obstacles.minefields import goes_round, may_stop
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Forced, Organisation, Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, heading_of, steps_between, within

#: A Rush may tack so far off its objective, in steps of 7.5 degrees (pw:4.4.1).
TACK: Final = 6
#: The moving half of a Bound stays within this of the other, or within one full movement (pw:4.5.1).
BOUND: Final = 200
#: A shift, in GSU (pw:4.3).
SHIFT: Final = 25
#: A charge goes straight, but for hazards: its legs turn by no more than this from its first direction (pw:4.6).
STRAIGHT: Final = 3


@frozen(eq=False, repr=False)
class Movement(Alike):
    """A movement as it is planned: how much (`motion`), the movement points it takes of how many, the points it goes
    through, and how; allowance and spent in GSU."""

    motion: Motion
    spent: float
    allowance: float
    points: Sequence[Point]
    way: Way


def refusal(state: WarState, element: Element, way: Movement) -> Refusal | None:
    """Why the order of its unit forbids an element this movement; None if it does not.

    Damaged vehicles and elements that are stunned or pinned need not follow it (pw:4.2.3, pw:4.2.4). Who is blocked by
    terrain, or is where its order leads it, may halt (pw:4.2.6), and so may who is before mines, who may go round them
    too (pw:15.1.1); who moves half a turn late moves less (pw:4.13.2.1, pw:4.13.2.2), and who gets off a carrier has
    half of his move alone (pw:12.3.2).
    """
    organisation = state.organisations.get(element.organisation)
    if organisation is None or exempt(state, element):
        return None
    if organisation.forced is not None:
        found = _FORCED[organisation.forced](state, organisation, element, way)
    elif late(state, element) is not Late.NOT:
        found = _late(state, organisation, element, way)
    else:
        found = _DEMANDS[order_of(state, organisation)](state, organisation, element, way)
        found = found or movement_refusal(organisation, way.motion, foot=element.marches)
    if isinstance(found, TooLittle):
        halts = may_stop(state, element, way.points[-1]) or (
            element.on_table and may_stop(state, element, element.where)
        )
        halts = halts or may_halt(state, organisation, element, way.points[-1])
        halts = halts or (element.marches and delayed(state, element)) or not state.elements[element.id].on_table
        return None if halts else Refusal(found.reason, found.rule)
    if isinstance(found, Astray):
        return None if goes_round(state, element, way.points) else Refusal(found.reason, found.rule)
    return found


@frozen(eq=False, repr=False)
class TooLittle(Refusal):
    """A movement is less than its order asks: an element that is blocked, or there already, may halt all the same
    (pw:4.2.6)."""


@frozen(eq=False, repr=False)
class Astray(Refusal):
    """A movement does not lead where its order leads, to the enemy or the objective; before mines it need not
    (pw:15.1.1)."""


def must_move(state: WarState, element: Element) -> Refusal | None:
    """Why an element may not stand still under the order of its unit; None if it may."""
    organisation = state.organisations.get(element.organisation)
    if organisation is None or exempt(state, element) or not element.on_table:
        return None
    if may_stop(state, element, element.where):
        return None
    if late(state, element) is not Late.NOT or may_halt(state, organisation, element, element.where):
        return None
    if organisation.forced in (Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW):
        return Refusal(f"its morale makes it {organisation.forced.value.lower()}", "pw:4.1.3")
    order = order_of(state, organisation)
    if order is Tactical.BOUND:
        return Refusal("its half bounds", "pw:4.5") if bounds(state, organisation, element) else None
    if order in (Tactical.ADVANCE, Tactical.RUSH, Tactical.CHARGE, Tactical.WITHDRAW):
        return Refusal(f"its unit is under {order.value}", _RULES[order])
    return None


def retreats(organisation: Organisation) -> bool:
    """Whether the morale of a unit makes it retreat (pw:13.4, pw:13.5)."""
    return organisation.forced in (Forced.ROUT, Forced.RETREAT)


def retreating(state: WarState, element: Element) -> bool:
    """Whether the morale of its unit makes an element retreat (pw:13.5.1)."""
    organisation = state.organisations.get(element.organisation)
    return organisation is not None and retreats(organisation)


def bounds(state: WarState, organisation: Organisation, element: Element) -> bool:
    """Whether an element is of the half of a Bound that moves in this turn: each Bound is ordered anew (pw:4.5,
    pw:4.5.1)."""
    return element.id in organisation.moving and organisation.given == state.turn


def exempt(state: WarState, element: Element) -> bool:
    """Whether an element need not follow the orders of its unit (pw:4.2.2, pw:4.2.3, pw:4.2.4, pw:9.14.4)."""
    harm, nerve = element.harm, element.nerve
    if harm.damage or harm.stunned or harm.crazed >= state.turn or element.gunnery.jammed:
        return True
    if nerve.broken or nerve.pinned(state.turn) or element.travel.halted_until >= state.turn:
        return True
    return element.kind.value in ("gun", "bunker", "crew") or element.travel.loading > 0


def order_of(state: WarState, organisation: Organisation) -> Tactical:
    """The order by which a unit moves: a mechanised charge within 150 of the enemy is Engage (pw:4.6.3)."""
    if organisation.order is Tactical.CHARGE and organisation.mechanised and enemy_within(state, organisation, CHARGED):
        return Tactical.ENGAGE
    return organisation.order


# -- the demands of each order -----------------------------------------------------------------------------

Demand = Callable[[WarState, Organisation, Element, Movement], Refusal | None]
_MORE_THAN_HALF: Final = frozenset({Motion.FULL, Motion.BONUS, Motion.BURST})


def _advance(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """More than a shift, at most half, toward the enemy; infantry at its standard rate (pw:4.3)."""
    if element.marches and way.way is Way.CHARGE:
        return Refusal("Advance is no charge", "pw:4.3")
    if way.motion in (Motion.STATIONARY, Motion.SHIFT) or way.spent <= SHIFT:
        return TooLittle("Advance moves more than 25", "pw:4.3")
    if not element.marches and way.motion is not Motion.HALF:
        return Refusal("Advance moves at most half", "pw:4.3")
    return _toward(state, organisation, element, way, "pw:4.3")


def _rush(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """More than half, with bonus or burst where that is possible, tacking up to 45 degrees (pw:4.4, pw:4.4.1)."""
    if way.motion not in _MORE_THAN_HALF:
        return TooLittle("Rush moves more than half", "pw:4.4")
    if organisation.objective is not None:
        for begin, end in zip(way.points, way.points[1:], strict=False):
            if begin == end or within(begin, organisation.objective, 25):
                continue
            if (
                steps_between(heading_of(bearing(begin, end)), heading_of(bearing(begin, organisation.objective)))
                > TACK
            ):
                return Astray("Rush tacks no more than 45 degrees off its objective", "pw:4.4.1")
    return None


def _bound(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """One half moves, at least half of its movement, and stays near the other (pw:4.5, pw:4.5.1)."""
    if not bounds(state, organisation, element):
        stays = way.motion is Motion.STATIONARY
        return None if stays else Refusal("its half stays and covers", "pw:4.5")
    if way.motion in (Motion.BONUS, Motion.BURST):
        return Refusal("the half that bounds moves up to full", "pw:4.5")
    if way.spent * 2 < way.allowance - 0.05:
        return TooLittle("the half that bounds moves at least half of its movement", "pw:4.5")
    covering = [e for e in places(state, organisation) if e.id not in organisation.moving]
    limit = max(BOUND, way.allowance)
    if covering and not any(within(way.points[-1], e.where, limit) for e in covering):
        return Refusal(f"it would be more than {limit:g} from the half that stays", "pw:4.5.1")
    return None


def _charge(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """Straight at the enemy at full speed (pw:4.6): on foot in both segments, or at charge speed for a whole one
    (pw:6.1.2)."""
    if way.way is Way.CHARGE:
        if way.spent * 2 < way.allowance - 0.05:
            return TooLittle(f"a charge goes at charge speed, {way.allowance / 2:g} in a segment", "pw:6.1.2")
    elif way.motion not in _MORE_THAN_HALF:
        return TooLittle("Charge moves at full speed", "pw:4.6")
    legs = [heading_of(bearing(a, b)) for a, b in zip(way.points, way.points[1:], strict=False) if a != b]
    if any(steps_between(legs[0], leg) > STRAIGHT for leg in legs[1:]):
        return Astray("Charge goes straight", "pw:4.6")
    return _toward(state, organisation, element, way, "pw:4.6")


def _engage(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """Any movement up to full (pw:4.7, pw:4.7.3)."""
    return _up_to_full("Engage", way, "pw:4.7.3")


def _up_to_full(order: str, way: Movement, rule: str) -> Refusal | None:
    hasty = way.motion in (Motion.BONUS, Motion.BURST)
    return Refusal(f"{order} moves up to full, without bonus or burst", rule) if hasty else None


def _cover(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """A shift, or up to half, in no more than two turns; who halted in the first stays (pw:4.8.2, pw:4.8.3)."""
    if way.motion not in (Motion.STATIONARY, Motion.SHIFT, Motion.HALF):
        return Refusal("Cover moves up to half", "pw:4.8.2")
    if way.motion is Motion.STATIONARY:
        return None
    if organisation.settled >= 2:
        return Refusal("a Cover order moves in no more than two turns", "pw:4.8.2")
    travel = element.travel
    if organisation.settled == 1 and (travel.last is Motion.STATIONARY or travel.rested):
        return Refusal("it halted in the first turn of Cover", "pw:4.8.3")
    return None


def _regroup(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """Any movement toward its command element (pw:4.9.6); after a charge none (pw:4.6.4)."""
    charged = organisation.before is Tactical.CHARGE and organisation.since == state.turn
    if charged and organisation.forced is None:
        moves = any(point != way.points[0] for point in way.points)
        return Refusal("after a charge it halts and regroups", "pw:4.6.4") if moves else None
    hasty = _up_to_full("Regroup", way, "pw:4.9.6")
    if hasty is not None:
        return hasty
    leader = state.elements.get(organisation.command) if organisation.command is not None else None
    if leader is None or leader.id == element.id or leader.at is None or len(way.points) < 2:
        return None
    if gsu_between(way.points[-1], leader.at) >= gsu_between(way.points[0], leader.at):
        return Refusal("it regroups toward its command element", "pw:4.9.6")
    return None


def _withdraw(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """At least half, away; backing at full reverse (pw:4.10, pw:4.10.1, pw:4.10.2, pw:4.10.3)."""
    if way.way is Way.REVERSE:
        if way.spent < way.allowance - 0.05:
            return TooLittle("who backs away backs at full reverse", "pw:4.10.2")
    elif way.motion in (Motion.STATIONARY, Motion.SHIFT) or way.spent * 2 < way.allowance - 0.05:
        return TooLittle("Withdraw moves at least half", "pw:4.10.1")
    return _away(state, element, way, "pw:4.10.3")


def _toward(state: WarState, organisation: Organisation, element: Element, way: Movement, rule: str) -> Refusal | None:
    """Nearer to the enemy, or to the objective, at the end, and no farther at the end of any leg, but to go round what
    bars the way (pw:4.2.6)."""
    if len(way.points) < 2:
        return TooLittle("it must move toward the enemy", rule)
    if not nearer(state, element.side, way.points[0], way.points[-1], organisation.objective):
        return Astray("it must move toward the enemy", rule)
    goal = organisation.objective
    for begin, end in pairwise(way.points):
        if leads_back(state, element.side, begin, end, goal) and not blocked(state, organisation, element, begin):
            return Astray("no leg of it may lead away from the enemy", rule)
    return None


def _away(state: WarState, element: Element, way: Movement, rule: str) -> Refusal | None:
    """Farther from the enemy at the end, and no nearer at the end of any leg."""
    if len(way.points) < 2 or not known_enemies(state, element.side):
        return None
    far = [nearest(state, element.side, point) or 0.0 for point in way.points]
    if any(b < a - 0.05 for a, b in pairwise(far)):
        return Refusal("it may not move closer to the enemy", rule)
    if not farther(state, element.side, way.points[0], way.points[-1]):
        return Refusal("it must move away from the enemy", rule)
    return None


_RULES: Final = {
    Tactical.ADVANCE: "pw:4.3",
    Tactical.RUSH: "pw:4.4",
    Tactical.CHARGE: "pw:4.6",
    Tactical.WITHDRAW: "pw:4.10.1",
}
_DEMANDS: Final[Mapping[Tactical, Demand]] = {
    Tactical.ADVANCE: _advance,
    Tactical.RUSH: _rush,
    Tactical.BOUND: _bound,
    Tactical.CHARGE: _charge,
    Tactical.ENGAGE: _engage,
    Tactical.COVER: _cover,
    Tactical.REGROUP: _regroup,
    Tactical.WITHDRAW: _withdraw,
}


def _late(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """A vehicle whose order comes late: none, or at most half of its movement, where its order leads it
    (pw:4.13.2.2).
    """
    if way.motion is Motion.STATIONARY:
        return None
    if late(state, element) is Late.STAYS:
        return Refusal("its order comes late: it stays in this turn", "pw:4.13.2.2")
    if way.motion in _MORE_THAN_HALF or way.spent * 2 > way.allowance + 0.05:
        return Refusal("its order comes late: full movement is cut to half", "pw:4.13.2.2")
    order = order_of(state, organisation)
    if order is Tactical.BOUND and not bounds(state, organisation, element):
        return Refusal("its half stays and covers", "pw:4.5")
    if order is Tactical.WITHDRAW:
        return _away(state, element, way, "pw:4.10.3")
    if order in (Tactical.RUSH, Tactical.CHARGE, Tactical.ADVANCE) and way.motion is not Motion.SHIFT:
        return _toward(state, organisation, element, way, _RULES[order])
    return None


# -- what morale forces (pw:13.1.7) ------------------------------------------------------------------------


def _retreat(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """More than half movement away from the enemy (pw:13.5)."""
    if way.motion not in _MORE_THAN_HALF:
        return TooLittle("its morale makes it move more than half", "pw:13.5")
    return _away(state, element, way, "pw:13.5")


def _rout(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    """At full speed: as much as there is movement for, but for what turns and ground leave over (pw:13.1.7)."""
    if not element.marches and way.allowance - way.spent > SHIFT:
        return TooLittle("its morale makes it go at full speed", "pw:13.1.7")
    return _retreat(state, organisation, element, way)


def _halt(state: WarState, organisation: Organisation, element: Element, way: Movement) -> Refusal | None:
    return _cover(state, organisation, element, way)


_FORCED: Final[Mapping[Forced, Demand]] = {
    Forced.ROUT: _rout,
    Forced.RETREAT: _retreat,
    Forced.WITHDRAW: _withdraw,
    Forced.REGROUP: _regroup,
    Forced.HALT: _halt,
}
