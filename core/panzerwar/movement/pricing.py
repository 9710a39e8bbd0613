"""What a written movement comes to: its way, its cost with terrain and turns, how much movement that is (pw:6.0,
pw:6.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Refusal
from core.panzerwar import sequence
from core.panzerwar.ground import going
from core.panzerwar.ground.stretches import Over, along_roads, over
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.movement import speed, turning
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.smoke import limits
from core.panzerwar.state import WarState
from core.plane import Path, Point, degrees_of, distance_to_segment, hex_at

#: Rounding of costs, in GSU.
SLACK: Final = 0.05
#: Infantry without an enemy this near moves in one segment, in GSU (pw:6.1).
ALONE: Final = 250
#: The longest way that may be written, in legs.
LEGS: Final = 24
#: Ways of moving farther than otherwise (pw:6.5, pw:6.6).
HASTE: Final = frozenset({Way.BONUS, Way.BURST})


@frozen(kw_only=True, eq=False, repr=False)
class Price(Alike):
    """motion: how much movement it is; spent: its cost in GSU; of a vehicle also its allowance and the parts of the
    cost: ground and turns. points: the way, from where the element stands; straight: whether it goes straight over
    clear open ground or along roads (pw:6.5); seconds: of infantry the way of the second segment."""

    motion: Motion
    spent: float
    allowance: float
    points: tuple[Point, ...]
    ground: float = 0.0
    turns: float = 0.0
    straight: bool = False
    second: tuple[Point, ...] = ()


def way_of(state: WarState, element: Element, plan: Plan, segment: str) -> tuple[Point, ...]:
    """The points of a plan in a segment, from where the element stands."""
    legs = plan.second if element.marches and segment == sequence.C6 else plan.legs
    return (element.where, *(leg.to for leg in legs))


def price(state: WarState, element: Element, plan: Plan) -> Price | Refusal:
    """What a plan comes to, or why it cannot be carried out by the rules of movement."""
    refused = _stuck(state, element, plan)
    if refused is not None:
        return refused
    if len(plan.legs) + len(plan.second) > LEGS:
        return Refusal(f"a way has at most {LEGS} legs", "pw:6.3.5")
    if any(hex_at(leg.to) not in state.board for leg in (*plan.legs, *plan.second)):
        return Refusal("the way leaves the table", "pw:6.12")
    if element.kind in (Kind.GUN, Kind.BUNKER):  # it stays where it is; a gun may hide there (pw:6.1.4)
        return Price(motion=Motion.STATIONARY, spent=0.0, allowance=0.0, points=(element.where,))
    return on_foot(state, element, plan) if element.marches else by_vehicle(state, as_written(element, plan), plan)


def as_written(element: Element, plan: Plan) -> Element:
    """An element with its hatches as they will be from C2 on, before vehicles move (pw:7.1.1)."""
    return element if plan.buttoned is None else evolve(element, buttoned=plan.buttoned)


def _stuck(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Why an element does not move as a plan wants it to: it cannot move, nor turn where it stands (pw:6.3.3)."""
    if plan.legs or plan.second or plan.position or plan.turret_down:
        return speed.immobile_refusal(state, element, plan.way)
    if plan.heading is None or element.marches:
        return None
    return speed.pivot_refusal(state, element)


# -- vehicles --------------------------------------------------------------------------------------------


def by_vehicle(state: WarState, element: Element, plan: Plan) -> Price | Refusal:
    """The cost of a vehicle's way: ground and turns, and the class of movement that it is (pw:6.3, pw:6.3.5)."""
    if plan.way is Way.CHARGE or plan.second:
        return Refusal("vehicles move in one segment, and do not charge on foot", "pw:6.3.4")
    points = _points(element.where, plan.legs)
    if plan.road and not along_roads(state, Path(points[0], points[1:])):
        return Refusal("road speed is for a way that is along roads from end to end", "pw:6.2.1")
    allowed = speed.allowance(state, element, plan.way, road=plan.road, lights=plan.lights)
    ground = ground_cost(state, element, points, allowed.full, road=plan.road)
    if isinstance(ground, Refusal):
        return ground
    turns = float(turns_cost(state, element, plan, points))
    spent = round(ground + turns, 1)
    refused = _way_refusal(state, element, plan, points, spent, allowed)
    if refused is not None:
        return refused
    motion = _motion(state, element, plan, spent, allowed)
    if isinstance(motion, Refusal):
        return motion
    straight = _straight(state, element, plan, points) and motion in (Motion.FULL, Motion.BONUS, Motion.BURST)
    most = allowed.most
    return Price(
        motion=motion, spent=spent, allowance=most, points=points, ground=ground, turns=turns, straight=straight
    )


def _points(start: Point, legs: Sequence[Leg]) -> tuple[Point, ...]:
    return (start, *(leg.to for leg in legs))


def ground_cost(
    state: WarState, element: Element, points: tuple[Point, ...], allowance: float, *, road: bool
) -> float | Refusal:
    """What the ground costs a vehicle on its way, in GSU; what it allows in a turn it allows twice in one of double
    length (pw:6.15)."""
    if len(points) < 2:
        return 0.0
    path = Path(points[0], points[1:])
    slows = limits.slows(state, path)
    if road and slows:
        return Refusal(f"in {slows[0].why} nothing moves at road speed", slows[0].rule)
    single = allowance / speed.times(state)
    found = going.way(state, speed.vehicle(state, element), path, single, road=road, slows=slows)
    return found.cost if found.barred is None else found.barred


def turns_cost(state: WarState, element: Element, plan: Plan, points: tuple[Point, ...]) -> int:
    """What the turns of a vehicle on its way cost, in GSU (pw:6.4)."""
    card = speed.vehicle(state, element)
    back = 180.0 if plan.way is Way.REVERSE else 0.0
    last = None if plan.heading is None else degrees_of(plan.heading) + back
    return turning.along(card.drive, degrees_of(element.heading) + back, points, last)


def _way_refusal(
    state: WarState,
    element: Element,
    plan: Plan,
    points: tuple[Point, ...],
    spent: float,
    allowed: speed.Allowance,
) -> Refusal | None:
    if plan.way in HASTE:
        refused = speed.bonus_refusal(state, element, plan.way)
        if refused is not None:
            return refused
        if not _straight(state, element, plan, points, lines=True):
            rule = "pw:6.5" if plan.way is Way.BONUS else "pw:6.6"
            return Refusal("it must go straight, along roads or over clear open ground", rule)
    if spent > allowed.most + SLACK:
        rule = {Way.REVERSE: "pw:6.2.4", Way.PUSH: "pw:6.8.2"}.get(plan.way, "pw:6.2")
        return Refusal(f"that costs {spent:g} of {allowed.most:g}", rule)
    return None


def _straight(state: WarState, element: Element, plan: Plan, points: tuple[Point, ...], *, lines: bool = False) -> bool:
    """Whether a way goes straight ahead over clear open ground or along roads; a burst may deviate by 22.5 degrees.
    lines: it may cross linear obstacles (pw:6.5, pw:6.5.1, pw:6.6)."""
    if len(points) < 2 or plan.way is Way.REVERSE:
        return False
    if astray(element, plan, points):
        return False
    return open_ground(state, speed.vehicle(state, element), Path(points[0], points[1:]), lines=lines)


def astray(element: Element, plan: Plan, points: Sequence[Point]) -> bool:
    """Whether a way does not go straight ahead; a burst may deviate by 22.5 degrees (pw:6.5, pw:6.6)."""
    slack = turning.SMALL if plan.way is Way.BURST else turning.AHEAD
    last = None if plan.heading is None else degrees_of(plan.heading)
    return not turning.strays_no_more(degrees_of(element.heading), points, last, slack)


def _motion(state: WarState, element: Element, plan: Plan, spent: float, allowed: speed.Allowance) -> Motion | Refusal:
    """The class of a vehicle's movement by what it spends (pw:6.3.1, pw:6.3.2, pw:6.3.3)."""
    if plan.way is Way.BONUS:
        return Motion.BONUS if spent > allowed.full / 2 else Motion.FULL
    if plan.way is Way.BURST:
        return Motion.BURST
    if plan.way is Way.REVERSE and plan.legs:
        return Motion.FULL
    if plan.way is Way.PUSH:
        return Motion.SHIFT
    if spent <= SLACK and not _shifts(plan):
        return Motion.STATIONARY
    if spent <= speed.SHIFT + SLACK:
        return Motion.SHIFT
    return Motion.HALF if spent <= allowed.full / 2 + SLACK else Motion.FULL


def _shifts(plan: Plan) -> bool:
    """Whether a plan without cost is a shift all the same: a pivot, or another position (pw:6.3.3)."""
    return bool(plan.legs) or plan.heading is not None or plan.position > 0 or plan.turret_down


# -- infantry -------------------------------------------------------------------------------------------


def on_foot(state: WarState, element: Element, plan: Plan) -> Price | Refusal:
    """What infantry does in its two segments: nothing is carried over from one to the other (pw:6.1, pw:12.1,
    pw:12.2). Who gets off a carrier in this turn has one of them (pw:12.3.2).
    """
    times = 2 if state.elements[element.id].on_table else 1
    if plan.way in (Way.REVERSE, Way.BONUS, Way.BURST, Way.PUSH):
        return Refusal(f"infantry does not move with {plan.way.value}", "pw:12.1")
    first = _points(element.where, plan.legs)
    second = _points(first[-1], plan.second)
    spent = allowance = 0.0
    segments = bool(plan.legs) + bool(plan.second)
    gone = [points for points in (first, second) if len(points) > 1] or [first]
    for points in gone:
        found = segment(state, element, plan, points)
        if isinstance(found, Refusal):
            return found
        most = most_on_foot(state, element, plan, Path(points[0], points[1:]))
        each = 0.0 if isinstance(most, Refusal) else most.each
        if segments == 1 and found > each + SLACK:
            segments = 2  # the whole of it in one
        spent, allowance = spent + found, allowance + each * times / len(gone)
    motion = (Motion.STATIONARY, Motion.HALF, Motion.FULL)[segments]
    if motion is Motion.STATIONARY and plan.heading is not None:
        motion = Motion.SHIFT
    return Price(motion=motion, spent=round(spent, 1), allowance=allowance, points=first, second=second)


@frozen(eq=False, repr=False)
class Most(Alike):
    """How far infantry goes in a segment on a way, in GSU, and by what; each: in a segment, where it makes the whole of
    its movement in one."""

    gsu: float
    why: str
    each: float


def most_on_foot(state: WarState, element: Element, plan: Plan, path: Path) -> Most | Refusal:
    """The rate of the worst ground on a way: 25 in the open and 20 in rough going, of 50 and 40 in a turn; twice that
    where all of it may be made in one segment; through smoke a charge is no faster than a march (pw:12.1.1, pw:12.1.2,
    pw:12.2, pw:12.2.1, pw:6.1, pw:11.2.6)."""
    found = going.pace(state, path, most=_most(state, plan, path))
    if speed.drawn(element):
        card = speed.vehicle(state, element)
        barred = going.way(state, card, path, float(card.speed_cc)).barred
        if barred is not None:
            return barred
    if found.barred is not None:
        return found.barred
    times = 2 if in_one_segment(state, element, plan, path) else 1
    each = _rate(state, element, plan, found.gsu)
    smoke = limits.most_on_foot(state, path) if plan.way is Way.CHARGE else None
    if smoke is not None:
        each = min(each, _rate(state, element, evolve(plan, way=Way.MARCH), smoke))
    return Most(each * times, found.why, each)


def segment(state: WarState, element: Element, plan: Plan, points: tuple[Point, ...]) -> float | Refusal:
    """The length of a way in one segment, which is no longer than its ground allows."""
    if len(points) < 2:
        return 0.0
    path = Path(points[0], points[1:])
    most = most_on_foot(state, element, plan, path)
    if isinstance(most, Refusal):
        return most
    if path.length > most.gsu + SLACK:
        rule = "pw:6.1.5" if speed.mounted(element) else "pw:6.1.1"
        return Refusal(f"that is {path.length:.1f} of {most.gsu:g} in a segment: {most.why}", rule)
    return path.length


def cut(state: WarState, element: Element, plan: Plan, path: Path) -> Path | None:
    """As much of a way as infantry goes of it in one segment; None if that is nothing."""
    reach = min(path.length, rate(state, element, plan) * (2 if plan.second else 1))
    while reach >= 1:
        found = path.cut(reach)
        if not isinstance(segment(state, element, plan, found.points), Refusal):
            return found
        reach -= 1
    return None


def _most(state: WarState, plan: Plan, path: Path) -> float | None:
    """What darkness and smoke leave of a segment on foot (pw:6.10.1, pw:11.2.6)."""
    dark = state.engagement.moonlight is not None and plan.way is not Way.CHARGE
    found = [limits.most_on_foot(state, path), state.charts.ground.foot["foot-night"][0] if dark else None]
    return min((most for most in found if most is not None), default=None)


def in_one_segment(state: WarState, element: Element, plan: Plan, path: Path) -> bool:
    """Whether infantry makes all its movement on a way in one segment: the second, or with SC.1 any, with no enemy that
    its side has in sight within 250 of any point of it (pw:6.1, pw:12.2, pw:SC.1)."""
    if bool(plan.legs) == bool(plan.second) or plan.way is Way.CHARGE:
        return False
    if not state.elements[element.id].on_table:  # half of it is left to who has got off (pw:12.3.2)
        return False
    if plan.legs and not state.has(Switch.ONE_SEGMENT):
        return False
    enemies = [e.where for e in state.on_table() if e.side != element.side and state.sees(element.side, e.id)]
    return not any(distance_to_segment(at, a, b) <= ALONE for at in enemies for a, b in pairwise(path.points))


def _rate(state: WarState, element: Element, plan: Plan, pace: float) -> float:
    """How far infantry goes in a segment: as the ground has it, charging 40; cavalry twice as far, charging 75, or 125
    in a turn that it has not charged before; wagons 20, and 62.5 charging over good going (pw:6.1.1, pw:6.1.2,
    pw:6.1.5, pw:6.1.6, pw:12.1, pw:12.1.1 to pw:12.1.3)."""
    foot = state.charts.ground.foot
    if speed.drawn(element):
        gallops = plan.way is Way.CHARGE and pace >= state.charts.ground.terrain["clear"].infantry
        found = foot["wagon-charge"][0] if gallops else pace * foot["wagon"][0] / foot["foot"][0]
    elif speed.mounted(element):
        fresh = not speed.charged_before(element)
        charge = foot["cavalry-charge-1" if fresh else "cavalry-charge-4"][0]
        found = charge if plan.way is Way.CHARGE else pace * foot["cavalry"][0] / foot["foot"][0]
    else:
        found = foot["foot-charge"][0] if plan.way is Way.CHARGE else pace
    return found * (speed.DOUBLE if state.doubled else 1)


def rate(state: WarState, element: Element, plan: Plan) -> float:
    """How far infantry goes in a segment in good going."""
    return _rate(state, element, plan, state.charts.ground.terrain["clear"].infantry)


# -- the ground of a way -----------------------------------------------------------------------------------


def open_ground(state: WarState, card: Vehicle, path: Path, *, lines: bool = False) -> bool:
    """Whether a way runs along roads or over clear open ground alone, which mud and deep snow are not. lines: linear
    obstacles that stand on such ground may be crossed (pw:6.5, pw:6.5.1)."""
    firm = going.mover(card) not in country_now(state).weather
    return all(_clear(part) and (part.on_road or (firm and (lines or not part.crossed))) for part in over(state, path))


def broken(state: WarState, path: Path) -> bool:
    """Whether a way crosses a linear obstacle or broken ground, where a suspension may suffer (pw:6.5.1)."""
    return any(part.crossed or not _clear(part) for part in over(state, path))


def _clear(part: Over) -> bool:
    wet = part.stream and not part.on_road
    return not wet and all(effect.fraction >= 1 and effect.stall == 0 for effect in part.going)
