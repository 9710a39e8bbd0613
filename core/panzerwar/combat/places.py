"""Where a target is when it is fired at, and targets that disappear (pw:8.7, pw:8.14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.event import SideId
from core.panzerwar import knowledge
from core.panzerwar.ground import heights, lines
from core.panzerwar.movement import speed
from core.panzerwar.pieces.cards import AUTO_CANNON, Vehicle
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.shots import GUNS, Arm, ArmKind
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import MOVING, Motion
from core.panzerwar.state import WarState
from core.plane import HEADINGS, Path, Point, bearing, distance_to_segment, gsu_between, heading_of

#: Where a moving target is fired at in the first two segments: half-way of its path (pw:8.14.4).
HALF_WAY: Final = 1 / 2
#: A point of a way lies no farther beside it than this, in GSU.
BESIDE: Final = 0.2
#: On this share of its path a target that disappears is not fired at; less by who has fired at it before (pw:8.7.1,
#: pw:8.7.2).
QUARTER, EIGHTH = 1 / 4, 1 / 8
#: From one point to the next at which it is looked for, backwards along the way that was seen, in GSU.
_STEP: Final = 12.5
#: GSU of a way by which it is told where a hull looks: its points are whole tenths, and shorter pieces look nowhere.
_ALONG: Final = 5.0
#: The last fire segment of fire at movers on their way, and at what disappeared (pw:8.7.3, pw:8.14.4).
EARLY: Final = 2
_STOOD: Final = (Motion.STATIONARY, Motion.SHIFT)


def path_of(state: WarState, target: Element) -> Path | None:
    """The way that an element went in this turn, as far as it is known here; None if it went none."""
    pieces = state.trails.get(target.id, ())
    points: list[Point] = []
    for piece in pieces:
        points += piece.points if not points or points[-1] != piece.points[0] else piece.points[1:]
    return Path(points[0], tuple(points[1:])) if len(points) > 1 else None


def gone(path: Path, at: Point) -> float:
    """How far along a way a point of it is, in GSU."""
    for (a, b), reached in zip(pairwise(path.points), path.reached, strict=False):
        if distance_to_segment(at, a, b) <= BESIDE:
            return reached + gsu_between(a, at)
    return path.length


def seen_path(state: WarState, side: SideId, target: Element) -> Path | None:
    """The way of this turn on which a side saw an enemy move; None if it saw none."""
    points = knowledge.seen_way(state, side, target.id)
    return Path(points[0], points[1:]) if len(points) > 1 else None


def known(state: WarState, firer: Element, target: Element) -> Element | None:
    """A target as the side of a firer knows it: in sight as it is, just gone as it was seen last; None if unknown."""
    if state.sees(firer.side, target.id):
        return target
    if knowledge.disappeared(state, firer.side, target.id):
        return knowledge.as_last_seen(state, firer.side, target.id)
    return None


def fired_at(state: WarState, firer: Element, target: Element, segment: int) -> Point:
    """Where a target is fired at in a segment: where it ends, and with realistic firing one that moved more than a
    shift, and more than 1/8 of its full movement, half-way in the first two segments (pw:8.14.1 to pw:8.14.4). One
    that has disappeared: the last point of its way that this firer sees."""
    if not state.sees(firer.side, target.id):
        return next(_in_view(state, firer, target), target.where)
    if not state.has(Switch.REALISTIC_FIRE) or segment > EARLY or target.travel.motion in _STOOD:
        return target.where
    path = seen_path(state, firer.side, target)
    if path is None or path.length <= EIGHTH * _full(state, target):
        return target.where
    return path.fraction(HALF_WAY)


def _full(state: WarState, target: Element) -> float:
    """The full movement of an element across country, in GSU (pw:8.14.3)."""
    if isinstance(state.cards[target.card], Vehicle):
        return speed.allowance(state, target, Way.MARCH, road=False).full
    return state.charts.ground.terrain["clear"].infantry * 2


def _in_view(state: WarState, firer: Element, target: Element) -> Iterator[Point]:
    """The points of the way that was seen at which a firer sees its target, from the last one backwards (pw:8.7)."""
    seen, whole = seen_path(state, firer.side, target), path_of(state, target)
    if seen is None or whole is None:
        return
    share = EIGHTH if target.id in firer.gunnery.shots else QUARTER
    least = share * whole.length
    far = seen.length
    while far >= least:
        point = seen.at(far)
        if _sees(state, firer, target, point):
            yield point
        if far == least:
            return
        far = max(least, far - _STEP)


def _sees(state: WarState, firer: Element, target: Element, at: Point) -> bool:
    up, there = heights.height(state, firer), heights.height(state, evolve(target, at=at))
    stands = firer.travel.motion not in MOVING
    return lines.line(state, firer.where, at, up, there, parked=stands, foot=firer.foot or target.foot).clear


def disappeared_refusal(state: WarState, firer: Element, arm: Arm, target: Element, segment: int) -> Refusal | None:
    """Why a target that moved out of sight in this turn may not be fired at (pw:8.7 to pw:8.7.5); None if it may.

    Only who has not moved fires at it, and only in E1 or E2; of those who shift, auto-cannon, machine guns and
    stabilised guns do so in E2.
    """
    if segment > EARLY:
        return Refusal(f"{target.name} is out of sight since it moved", "pw:8.7.3")
    motion = firer.travel.motion
    if motion is Motion.SHIFT:
        if not _quick(state, firer, arm):
            return Refusal("who shifts fires at what disappears with auto-cannon and stabilised guns alone", "pw:8.7.4")
    elif motion is not Motion.STATIONARY:
        return Refusal("who has moved does not fire at what disappears", "pw:8.7")
    if next(_in_view(state, firer, target), None) is None:
        return Refusal(f"{target.name} was out of its sight before it had gone far enough", "pw:8.7.2")
    return None


def _quick(state: WarState, firer: Element, arm: Arm) -> bool:
    """Whether a weapon is fired from where a shift began (pw:8.7.4, pw:8.7.5)."""
    card = state.cards[firer.card]
    stabilised = isinstance(card, Vehicle) and card.stabiliser and arm.kind is ArmKind.GUN
    automatic = arm.kind not in (*GUNS, ArmKind.TUBE, ArmKind.FLAME) or arm.rof == AUTO_CANNON
    return stabilised or automatic


def from_where(state: WarState, firer: Element, target: Element) -> Element:
    """Who fires, where he fires from: his last place, at what disappeared the first of his shift (pw:8.7.4,
    pw:8.14.1)."""
    if firer.travel.motion is not Motion.SHIFT or state.sees(firer.side, target.id):
        return firer
    path = path_of(state, firer)
    return firer if path is None else evolve(firer, at=path.start)


def there(state: WarState, firer: Element, target: Element, at: Point) -> Element:
    """A target as it is where it is fired at (pw:8.7, pw:8.14.4): where it stands, or on the way that was seen."""
    if at == target.where:
        return target
    return on_its_way(target, at, *facing(seen_path(state, firer.side, target), target, at))


def on_its_way(target: Element, at: Point, heading: int, turret: int | None) -> Element:
    """An element at a point of its way: it has left the position in which it stood, and does not have that yet in which
    it ends (pw:9.17)."""
    left = evolve(target.posture, hull_down=0, turret_down=0, dug=Digging.NONE)
    gunnery = evolve(target.gunnery, pointed=None, turned=0)
    return evolve(target, at=at, heading=heading, turret=turret, posture=left, gunnery=gunnery)


def facing(path: Path | None, target: Element, at: Point) -> tuple[int, int | None]:
    """How hull and turret of an element look at a point of its way: the hull along it, the turret as it did before it
    was turned (pw:6.16.4); as they look now, where the way is not known."""
    heading = None if path is None else _along(path, target, gone(path, at))
    last = None if path is None else _along(path, target, path.length)
    if heading is None or last is None or target.turret is None:
        return (target.heading if heading is None else heading), target.turret
    if target.gunnery.pointed is None:
        return heading, (target.turret + heading - target.heading) % HEADINGS
    return heading, (target.gunnery.pointed + heading - last) % HEADINGS


def _along(path: Path, target: Element, far: float) -> int | None:
    """How the hull of an element looks after so many GSU of its way; None if it is too short to tell."""
    begin, end = path.at(max(0.0, far - _ALONG)), path.at(max(far, _ALONG))
    if begin == end:
        return None
    back = HEADINGS // 2 if target.travel.reversed else 0
    return (heading_of(bearing(begin, end)) + back) % HEADINGS


def held(state: WarState, target: Element, at: Point, heading: int | None = None, turret: int | None = None) -> Element:
    """A target that stays at a point of its way, and turns neither hull nor turret any more (pw:8.7.6, pw:8.14.6).
    heading, turret: where they look there; a heading of None = as they look now."""
    motion = Motion.HALF if state.has(Switch.REALISTIC_FIRE) else target.travel.motion
    stays = target.with_travel(motion=motion, intended=target.travel.motion)
    return evolve(stays, at=at) if heading is None else on_its_way(stays, at, heading, turret)
