"""Fire zones, lines of fire, ranges: whether a weapon bears on a target (pw:8.1, pw:8.4.1, pw:8.16.0, pw:9.19)."""

from __future__ import annotations

from math import inf
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import UnitId
from core.panzerwar.combat import places
from core.panzerwar.damage import dead_zones
from core.panzerwar.ground import heights, lines, slope
from core.panzerwar.ground.lines import Line
from core.panzerwar.ground.terrain import level
from core.panzerwar.pieces.cards import Gun, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.shots import Arm, ArmKind
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import MOVING
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import Point, bearing, degrees_of, gsu_between, in_arc, off_angle, offset

#: A range is measured to the edge of the target: of a vehicle or gun, of a base on foot, in GSU (pw:1.0).
EDGE, EDGE_ON_FOOT = 5.0, 6.0
#: Weapons that turn with the turret; the others look where the hull does.
_IN_TURRET: Final = frozenset({ArmKind.GUN, ArmKind.COAX, ArmKind.SECOND, ArmKind.REAR})
#: What looks back, in headings of 48.
BACK: Final = 24
#: Weapons in hull and sponson; those whose depression counts (pw:8.16.0).
_IN_HULL: Final = frozenset({ArmKind.HULL, ArmKind.SPONSON})
_MAIN: Final = frozenset({ArmKind.GUN, ArmKind.SECOND, ArmKind.COAX})


@frozen(eq=False, repr=False)
class Bearing(Alike):
    """A line of fire. range: in GSU to the edge of the target; toward: the bearing of the target from the firer, from_:
    of the firer from the target, in degrees; higher: mm that the firer stands above it, each contour a step of 25
    (pw:9.2.3, pw:9.19.2); line: of sight; at: where the target is fired at; early: in E1 or E2, in which who was halted
    on his way still counts as moving (pw:8.14.5)."""

    range: float
    toward: float
    from_: float
    higher: float
    line: Line
    at: Point
    early: bool = True


def range_to(firer: Point, target: Element, at: Point) -> float:
    """The range from the centre of the firer to the edge of the target, in GSU to a tenth: places are no more exact, so
    that from a hex to each of the six beside it, it is the same (pw:1.0, pw:8.4.1)."""
    edge = EDGE_ON_FOOT if target.foot else EDGE
    return round(max(0.0, gsu_between(firer, at) - edge), 1)


def bearing_on(state: WarState, firer: Element, target: Element, segment: int) -> Bearing:
    """The line of fire at a target where it is fired at in a segment (pw:8.4.1, pw:8.14)."""
    at = places.fired_at(state, firer, target, segment)
    firer = places.from_where(state, firer, target)
    line = lines.line(
        state,
        firer.where,
        at,
        heights.height(state, firer),
        heights.height(state, target),
        parked=firer.travel.motion not in MOVING,
        foot=firer.foot or target.foot,
    )
    return Bearing(
        range=range_to(firer.where, target, at),
        toward=bearing(firer.where, at),
        from_=bearing(at, firer.where),
        higher=dead_zones.STEP * (level(state, firer.where) - level(state, at)),
        line=line,
        at=at,
        early=segment <= places.EARLY,
    )


def zone_refusal(state: WarState, firer: Element, arm: Arm, toward: float) -> Refusal | None:
    """Why a weapon does not bear on a bearing: it lies outside of its fire zone, and nothing is turned for a shot
    (pw:8.1.2 to pw:8.1.6), nor for who is in a bunker (pw:15.7.6)."""
    key, axis = zone(state, firer, arm)
    half = _half(state, firer, key)
    if in_arc(axis, _headings(half), toward):
        return None
    off = off_angle(axis, toward)
    rules = {"gun": "pw:8.1.2", "towed": "pw:8.1.3", "anti-aircraft": "pw:8.1.4"}
    walls = firer.posture.bunker and half == state.charts.fire.covered_arcs["bunker"]
    rule = "pw:15.7.6" if walls else rules.get(key, "pw:8.1.5")
    return Refusal(f"it is {off:.0f} degrees off, the fire zone is {half:g} either side", rule)


def _headings(half: float) -> int:
    return round(half / 7.5)


def arc(state: WarState, firer: Element, arm: Arm) -> tuple[int, int]:
    """The fire zone of a weapon in headings of 48: to either side of the one that it looks along (pw:8.1)."""
    key, axis = zone(state, firer, arm)
    return _headings(_half(state, firer, key)), axis


def _half(state: WarState, firer: Element, key: str) -> float:
    """Half of a fire zone in degrees: out of a bunker it is no wider than its arc (pw:15.7.6)."""
    half = state.charts.fire.fire_zones[key]
    return min(half, state.charts.fire.covered_arcs["bunker"]) if firer.posture.bunker else half


def zone(state: WarState, firer: Element, arm: Arm) -> tuple[str, int]:
    """The row of the fire zones that a weapon has, and the heading of 48 that it looks along; what is mounted at the
    rear looks back, who is in a bunker the way that it looks (pw:8.1.2 to pw:8.1.5, pw:15.7.6)."""
    bunker = state.elements.get(UnitId(firer.posture.bunker))
    ahead = firer.heading if bunker is None else bunker.heading
    if firer.foot:
        if arm.kind is ArmKind.MACHINE_GUN:
            return "machine-gun", ahead
        return ("small-arms-moving" if firer.travel.segments else "small-arms"), ahead
    card = state.cards[firer.card]
    if firer.kind is Kind.GUN:
        return ("anti-aircraft" if isinstance(card, Gun) and card.anti_aircraft else "towed"), ahead
    if arm.kind is ArmKind.ROOF:
        return "anti-aircraft-air", firer.heading
    axis = firer.turret if firer.turret is not None and arm.kind in _IN_TURRET else firer.heading
    return "gun", (axis + BACK) % 48 if arm.kind is ArmKind.REAR else axis


def line_refusal(state: WarState, firer: Element, arm: Arm, found: Bearing) -> Refusal | None:
    """Why nothing is hit along a line of fire: no line of sight, smoke, a dead zone, a gun that cover blocks (pw:8.7,
    pw:9.17.6.4, pw:9.19)."""
    if found.line.refusal is not None:
        return found.line.refusal
    veiled = screens.screen(state, found.line).refusal
    if veiled is not None:
        return veiled
    if firer.posture.turret_down:
        return Refusal("it is turret down and cannot fire", "pw:9.18.0")
    hull = arm.kind in _IN_HULL
    if hull and firer.posture.hull_down and dead_zones.hull_gun_blocked(firer.posture, found.higher):
        return Refusal("its cover blocks the hull weapon", "pw:9.17.6.4")
    return dead_refusal(state, firer, arm, found)


def dead_refusal(state: WarState, firer: Element, arm: Arm, found: Bearing) -> Refusal | None:
    """Why a weapon is not laid on a target that lies lower: it is in its dead zone, or too low for the mount of the gun
    (pw:9.19, pw:8.16.0)."""
    dead = dead_zone(state, firer, arm, found)
    if found.range >= dead:
        return None
    if not firer.posture.hull_down:
        return Refusal("the gun cannot be depressed so far", "pw:8.16.0")
    return Refusal("it lies in the dead zone" + (f" of {dead:.0f}" if dead < inf else ""), "pw:9.19")


def dead_zone(state: WarState, firer: Element, arm: Arm, found: Bearing) -> float:
    """How far a vehicle does not reach with a weapon what lies lower than it along a line of fire, in GSU; 0 = it does,
    infinite = nowhere.

    Hull down it is by the back slope under its long axis (pw:9.19.1). With main gun depression it is by the ground
    under it along the line of fire: where that rises toward the target, a gun in the open has the dead zone of the
    least hull-down factor; where it does not, none (pw:8.16.0).
    """
    card, posture = state.cards[firer.card], firer.posture
    if not isinstance(card, Vehicle):
        return 0.0
    hull = arm.kind in _IN_HULL
    if state.has(Switch.DEPRESSION) and arm.kind in _MAIN:
        behind = slope.axis_slope(state, firer.where, found.toward)
        if not posture.hull_down and behind <= 0:
            return 0.0
        behind, posture = max(0.0, behind), evolve(posture, hull_down=max(1, posture.hull_down))
    else:
        behind = abs(slope.axis_slope(state, firer.where, degrees_of(firer.heading)))
    return dead_zones.dead_zone(state.charts, card, posture, behind, found.higher, hull_gun=hull)


def toward(at: Point, heading: int, gsu: float = 30.0) -> Point:
    """A point that lies on a heading of 48."""
    return offset(at, degrees_of(heading), gsu)
