"""The to-hit number: base by range, and the Direct Fire To-Hit Modifiers (pw:8.4, pw:8.5, pw:8.13, pw:8.17, pw:9.20,
pw:9.21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzerwar.combat import arms, places, ranges
from core.panzerwar.combat.when import turret_penalty
from core.panzerwar.combat.zones import Bearing
from core.panzerwar.damage import crew
from core.panzerwar.ground import cover, heights, lines, slope
from core.panzerwar.ground.lines import Line
from core.panzerwar.ground.terrain import BUILT_UP, ground
from core.panzerwar.pieces.cards import Bunker, Gun, Vehicle
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import GUNS, VEHICLE_GUNS, Arm, ArmKind, Fires, Shot
from core.panzerwar.pieces.strike import Aim
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import Shell, ShellType
from core.panzerwar.sighting import light
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import Point, bearing
from core.tally import Reason, Tally

#: A first shot beyond this range is less sure, in GSU (pw:8.4.1); HE on the AP list beyond these (pw:8.13.2).
FIRST_SHOT, HE_FAR, HE_FARTHER = 300, 450, 900
#: The base to-hit number at and under which size and aiming count half (pw:9.21).
SURE: Final = 1
_MOTION_OF_FIRER: Final = {Motion.SHIFT: "firer-shift", Motion.HALF: "firer-half", Motion.FULL: "firer-full"}
_MOTION_OF_TARGET: Final = {
    Motion.HALF: "target-half",
    Motion.FULL: "target-full",
    Motion.BONUS: "target-bonus",
    Motion.BURST: "target-bonus",
}


@frozen(eq=False, repr=False)
class Company(Alike):
    """What else an element fires in the segment: further main guns, machine guns, its commander's roof gun, and whether
    the co-axial one fires with the main gun (pw:8.17.1 to pw:8.17.4); dischargers: it fires them too (pw:11.9.6)."""

    guns: int = 0
    machine_guns: int = 0
    roof: bool = False
    coax: bool = False
    dischargers: bool = False


#: Fire of one weapon alone.
ALONE: Final = Company()


def company(state: WarState, shot: Shot) -> Company:
    """What an element fires beside a shot in the same segment, be it at an area (pw:10.5.6)."""
    firer = state.elements[shot.element]
    ids = [id_ for id_ in arms.declared(state, shot.element) if id_ != shot.arm]
    found = [one for one in (arms.arm(state, firer, id_) for id_ in ids) if one is not None]
    return Company(
        guns=sum(one.kind in GUNS for one in found),
        machine_guns=sum(one.kind in VEHICLE_GUNS for one in found),
        roof=any(one.kind is ArmKind.ROOF for one in found),
        coax=any(one.kind is ArmKind.COAX for one in found),
        dischargers=any(one.element == shot.element and one.fires is Fires.DISCHARGE for one in state.shots),
    )


def rate(state: WarState, firer: Element, arm: Arm, beside: Company) -> int:
    """The rate of fire that a shot has beside others of its vehicle: half with the co-axial machine gun, and that of a
    turret one man short while its commander fires the roof gun (pw:8.17.3, pw:8.17.4)."""
    return arms.rate_beside(state, firer, arm, coax=beside.coax, roof=beside.roof)


def base(state: WarState, arm: Arm, shell: Shell | None, range_: float) -> int | None:
    """The base to-hit number at a range; None beyond the list (pw:8.4.1, pw:8.13.1, pw:11.4.3, pw:12.12.3)."""
    if arm.kind is ArmKind.FLAME:
        weapon = state.cards.infantry_weapons.get(arm.weapon)
        return weapon.base_to_hit if weapon is not None and range_ <= weapon.maximum else None
    weapon_ = state.cards.weapons.get(arm.weapon)
    if weapon_ is None or shell is None:
        return None
    return weapon_.base_to_hit(weapon_.as_high_explosive(shell), range_, arm.sight)


def number(
    state: WarState,
    firer: Element,
    arm: Arm,
    shell: Shell | None,
    target: Element,
    found: Bearing,
    *,
    aim: Aim = Aim.NORMAL,
    beside: Company = ALONE,
) -> Tally | None:
    """The to-hit number with all that makes it; None beyond the range of the weapon (pw:8.4)."""
    start = base(state, arm, shell, found.range)
    if start is None:
        return None
    target = places.there(state, firer, target, found.at)
    sure = state.has(Switch.SHORT_RANGE) and start == SURE and found.range <= FIRST_SHOT
    parts = (
        *_of_fire(state, firer, arm, shell, target, found),
        *_of_firer(state, firer, arm, start, found.toward, beside),
        *_of_target(state, shell, target, found, halved=sure),
        *_of_aim(state, firer, target, aim, halved=sure),
    )
    return Tally((ranges.base(start, found.range), *(one for one in parts if one.amount)))


def at_area(
    state: WarState, firer: Element, arm: Arm, shell: Shell, range_: float, at: Point, beside: Company = ALONE
) -> Tally | None:
    """The number to hit at the range of an area, without a target in it; None beyond the range (pw:8.12)."""
    start = base(state, arm, shell, range_)
    if start is None:
        return None
    line = lines.line(state, firer.where, at, heights.height(state, firer), 0.0)
    parts = (
        *_of_shell(state, arm, shell, range_),
        *_of_sky(state, line),
        *_in_the_dark(state, range_, at),
        *_of_firer(state, firer, arm, start, bearing(firer.where, at), beside),
    )
    return Tally((ranges.base(start, range_), *(one for one in parts if one.amount)))


def _line(state: WarState, key: str, rule: str, times: int = 1) -> Reason:
    chart = state.charts.fire.to_hit
    return Reason(chart.told(key), chart[key] * times, rule)


def _of_fire(
    state: WarState, firer: Element, arm: Arm, shell: Shell | None, target: Element, found: Bearing
) -> Iterator[Reason]:
    """First shot, acquired target, HE, men in a house, which is fired at itself, smoke, weather (pw:8.4.1, pw:8.4.3,
    pw:8.13.2, pw:8.13.3, pw:11.1.1, pw:7.15.2)."""
    if acquired(state, firer, target):
        yield _line(state, "acquired", "pw:8.4.3")
    elif found.range > FIRST_SHOT and target.id not in firer.gunnery.ranged:
        yield _line(state, "first-shot", "pw:8.4.1")
    yield from _of_shell(state, arm, shell, found.range)
    if at_house(state, shell, target):
        yield _line(state, "building", "pw:8.13.3")
    yield from _of_sky(state, found.line)


def at_house(state: WarState, shell: Shell | None, target: Element) -> bool:
    """Whether HE at men in a house is fired at the house (pw:8.13.3)."""
    blast = shell is not None and shell.type is ShellType.HE
    return blast and target.foot and ground(state, target.where).effects[0].id in BUILT_UP


def _of_shell(state: WarState, arm: Arm, shell: Shell | None, range_: float) -> Iterator[Reason]:
    """HE and phosphorus on the list of AP are less sure far off (pw:8.13.1, pw:8.13.2, pw:11.4.3)."""
    weapon = state.cards.weapons.get(arm.weapon)
    listed = weapon.as_high_explosive(shell) if weapon is not None and shell is not None else None
    if listed is None or listed.to_hit_from != "AP" or listed.type is not ShellType.HE:
        return
    if range_ > HE_FAR:
        yield _line(state, "he-450", "pw:8.13.2")
    if range_ > HE_FARTHER:
        yield _line(state, "he-900", "pw:8.13.2")


def _of_sky(state: WarState, line: Line) -> Iterator[Reason]:
    """Smoke on the line, and weather (pw:11.1.1, pw:7.15.2)."""
    yield from screens.against_aim(state, line)
    if f"rain-{state.sky.row}" in state.charts.fire.to_hit.by_key:
        yield _line(state, f"rain-{state.sky.row}", "pw:7.15.2")


def _in_the_dark(state: WarState, range_: float, at: Point) -> Iterator[Reason]:
    """A place beyond what the night shows, at which no more than a flash was seen (pw:7.8, pw:7.8.1)."""
    if any(limit.rule == light.NIGHT and range_ > limit.gsu for limit in light.limits(state, at)):
        yield _line(state, "flash", "pw:7.8")


def acquired(state: WarState, firer: Element, target: Element) -> bool:
    """Whether a firer has acquired a target: it hit it the last time it fired, and neither has moved more than a shift
    since; or its hit halted it on its way (pw:8.4.3, pw:8.14.6)."""
    if firer.gunnery.acquired != target.id:
        return False
    if firer.gunnery.acquired_in == state.turn:
        return True  # all movement of the turn was before that hit
    still = (Motion.STATIONARY, Motion.SHIFT)
    stands = target.travel.motion in still or target.travel.intended is not None
    return firer.travel.motion in still and stands


def _of_firer(
    state: WarState, firer: Element, arm: Arm, start: int, toward: float, beside: Company
) -> Iterator[Reason]:
    """Its movement, its crew, its turret, its tilt, other weapons, suppression (pw:8.5.2, pw:8.5.3, pw:8.5.6,
    pw:8.15.2, pw:8.17, pw:9.10, pw:6.16.2, pw:8.12.3, pw:10.3.5, pw:11.9.6)."""
    motion, card = firer.travel.motion, state.cards[firer.card]
    if motion in _MOTION_OF_FIRER:
        yield _line(state, _MOTION_OF_FIRER[motion], "pw:8.5.6" if firer.foot else "pw:8.5.2")
    if isinstance(card, Vehicle):
        if card.stabiliser and arm.kind is ArmKind.GUN and motion in (Motion.HALF, Motion.FULL):
            yield _line(state, "stabiliser", "pw:8.5.3")
        yield from _of_turret(state, firer, card, arm)
        shelled = 0 < firer.harm.shelled == state.turn - 1  # 0: it never was
        if card.armoured and card.open_top and shelled:
            yield _line(state, "open-top-he", "pw:10.3.5")
    yield _line(state, firer.grade.value, "pw:8.4.1")
    if state.has(Switch.TILT) and not firer.foot:
        side = abs(slope.side_slope(state, firer.where, toward))
        yield Reason("tilted position", state.charts.fire.tilt(side, start), "pw:8.15.2")
    armoured = isinstance(card, Vehicle) and card.armoured
    if firer.nerve.pinned(state.turn) and not armoured:
        yield _line(state, "suppressed", "pw:8.12.3")
    if beside.guns and arm.kind in GUNS:
        yield _line(state, "second-gun", "pw:8.17.1", beside.guns)
    if beside.machine_guns and arm.kind in GUNS:
        yield _line(state, "mg-same-segment", "pw:8.17.2", beside.machine_guns)
    if beside.dischargers:
        yield _line(state, "dischargers", "pw:11.9.6")


def _of_turret(state: WarState, firer: Element, card: Vehicle, arm: Arm) -> Iterator[Reason]:
    if arm.kind is ArmKind.GUN:
        loss = crew.crew_loss(state.charts, card, firer.harm)
        if loss is not None and loss.to_hit:
            yield Reason(f"turret crew of {loss.crew} reduced", loss.to_hit, f"pw:9.10.{4 - loss.crew}")
    if state.has(Switch.TURRETS) and arm.kind in (ArmKind.GUN, ArmKind.COAX):
        yield Reason("turret turned", turret_penalty(state, firer), "pw:6.16.2")


def _of_target(
    state: WarState, shell: Shell | None, target: Element, found: Bearing, *, halved: bool
) -> Iterator[Reason]:
    """Its size, its movement, its cover; who was halted on its way moves no more from E3 on (pw:8.4.1, pw:8.7,
    pw:8.14.5, pw:DN.size, pw:15.7.1, pw:9.17.5)."""
    card = state.cards[target.card]
    size = card.size if isinstance(card, Vehicle | Gun | Bunker) else 0
    if size:
        amount = -size
        yield Reason(f"size {size:+d}", int(amount / 2) if halved else amount, "pw:9.21" if halved else "pw:DN.size")
    motion = target.travel.motion
    halted = target.travel.intended is not None and not found.early and state.has(Switch.REALISTIC_FIRE)
    if motion in _MOTION_OF_TARGET and not halted:
        yield _line(state, _MOTION_OF_TARGET[motion], "pw:8.6")
    covered = cover.against_aim(state, target, found.line)
    if covered is not None and not at_house(state, shell, target):
        yield covered


def _of_aim(state: WarState, firer: Element, target: Element, aim: Aim, *, halved: bool) -> Iterator[Reason]:
    """Aimed high or low: the first turn, and later ones at the same target (pw:9.20.5, pw:9.21)."""
    if aim is Aim.NORMAL:
        return
    gunnery = firer.gunnery
    earlier = gunnery.aimed - (gunnery.aimed_in == state.turn)  # the second firing of the first turn is of the first
    later = earlier > 0 and gunnery.aimed_at == target.id
    one = _line(state, "aimed-later" if later else "aimed-first", "pw:9.20.5")
    yield Reason(one.label, one.amount // 2, "pw:9.21") if halved else one
