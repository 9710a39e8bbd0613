"""Fire: what may be declared, and its resolution, all of a segment at once (pw:8.0, pw:8.4, pw:8.6, pw:8.10,
pw:8.11).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.combat import aimed, arms, at_men, first_sight, places, smoke_fire, suppressive, when, zones
from core.panzerwar.combat.events import FireDeclared, NotFired
from core.panzerwar.combat.orders import Fire, Suppress, WithdrawFire
from core.panzerwar.movement import turning
from core.panzerwar.pieces.cards import AUTO_CANNON, Rotation, Vehicle
from core.panzerwar.pieces.element import Element, Grade, Kind
from core.panzerwar.pieces.shots import GUNS, Arm, ArmKind, Fires, Shot
from core.panzerwar.pieces.strike import Aim
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting import overwatch
from core.panzerwar.state import WarState
from core.plane import bearing, gsu_between, within

#: How far further hits go, which is no farther than units of a group are from each other, in GSU (pw:8.6,
#: pw:8.11.3).
SPREAD, SPREAD_FAST = 50, 75
#: Rounding of bearings, in degrees.
_SLACK: Final = 1e-6
#: What takes of the rate of fire of a main gun beside which it fires (pw:8.17.3, pw:8.17.4).
_BESIDE: Final = frozenset({ArmKind.GUN, ArmKind.COAX, ArmKind.ROOF})
#: Without a turret that turns, further hits go along a column: no more than this off it, in degrees (pw:8.11.3).
COLUMN: Final = 22.5
RULE: Final = "pw:8.0"
#: Lines of fire of one firer, by target.
Bearings = dict[UnitId, zones.Bearing]


# -- what may be fired ------------------------------------------------------------------------------------


def targets(state: WarState, firer: Element) -> Iterator[Element]:
    """The enemies that an element's side has in sight, and those that disappeared in this turn (pw:7.0, pw:8.7)."""
    for element in state.on_table():
        if element.side != firer.side:
            found = places.known(state, firer, element)
            if found is not None:
                yield found


def may_fire(state: WarState, side: SideId) -> bool:
    """Whether a side has any element that may fire at anything in the present segment, if only at a place where it
    suspects the enemy (pw:8.12)."""
    mine = [element for element in state.of(side) if element.on_table]
    if any(True for element in mine for _ in suppressing(state, element)):
        return True
    return any(True for element in mine for _ in possible(state, element))


def suppressing(state: WarState, element: Element) -> Iterator[Arm]:
    """The weapons with which an element may suppress an area in the present segment (pw:8.12)."""
    for arm in arms.arms(state, element):
        if suppressive.weapon_refusal(state, element, arm) is None and arm_refusal(state, element, arm) is None:
            yield arm


def possible(state: WarState, firer: Element) -> Iterator[tuple[Arm, Element]]:
    """The weapons that an element may fire now, and at whom."""
    segment, bearings = sequence.segment(state), Bearings()
    for arm in arms.free(state, firer):
        if not arms.able(state, firer, arm) or not _any_segment(state, firer, arm, segment):
            continue
        for target in targets(state, firer):
            if target_refusal(state, firer, arm, target, bearings) is None:
                yield arm, target


def _any_segment(state: WarState, firer: Element, arm: Arm, segment: int, beside: ArmKind | None = None) -> bool:
    if overwatch.mark(state, firer) is not None:
        return True
    return any(when.may_fire_now(state, firer, arm, segment, first=first, beside=beside) for first in (False, True))


def arm_refusal(state: WarState, firer: Element, arm: Arm) -> Refusal | None:
    """Why an element may not fire a weapon at all in this segment (pw:8.0.4, pw:8.10, pw:8.14.7, pw:7.1.4)."""
    if not firer.on_table:
        return Refusal(f"{firer.name} is not on the table by itself", RULE)
    if (busy := arms.busy_refusal(state, firer, arm)) is not None:
        return busy
    if (unable := arms.refusal(state, firer, arm)) is not None:
        return unable
    segment = sequence.segment(state)
    if not _any_segment(state, firer, arm, segment):
        found = when.segments(state, firer, arm, first=False)
        said = ", ".join(f"E{number}" for number in found) or "no segment"
        return Refusal(f"after its movement it fires in {said}", "pw:8.7.8")
    return None


def target_refusal(
    state: WarState, firer: Element, arm: Arm, target: Element, bearings: Bearings | None = None
) -> Refusal | None:
    """Why an element may not fire a weapon at a target in this segment; None if it may (pw:8.0, pw:8.1, pw:8.7,
    pw:8.8). bearings: those found for other weapons of the firer; it gains what is found now."""
    seen = places.known(state, firer, target) if target.side != firer.side and target.on_table else None
    if seen is None:
        return Refusal(f"{target.name} is not in sight", "pw:7.0")
    if target.posture.bunker:
        return Refusal(f"{target.name} is in a bunker, which is fired at instead", "pw:15.7.2.1")
    segment = sequence.segment(state)
    if not state.sees(firer.side, target.id):
        gone = places.disappeared_refusal(state, firer, arm, target, segment)
        if gone is not None:
            return gone
    target, first = seen, first_sight.is_first(state, firer, target)
    answers = first and first_sight.answers(state, firer, arm, target)
    if not answers and not when.may_fire_now(state, firer, arm, segment, first=first):
        return first_sight.not_now(state, firer, arm, target, segment, first=first)
    kept = {} if bearings is None else bearings
    if target.id not in kept:
        kept[target.id] = zones.bearing_on(state, firer, target, segment)
    found_ = kept[target.id]
    return (
        zones.zone_refusal(state, firer, arm, found_.toward)
        or (first_sight.refusal(state, firer, arm, target, found_.range) if first else None)
        or _range_refusal(state, firer, arm, target, found_.range)
        or zones.line_refusal(state, firer, arm, found_)
    )


def _range_refusal(state: WarState, firer: Element, arm: Arm, target: Element, range_: float) -> Refusal | None:
    if aimed.needs_roll(state, arm, target):
        if arm.kind is ArmKind.FLAME:
            return _flame_refusal(state, arm, range_)
        usable = aimed.usable(state, firer, arm, target, range_)
        return None if usable else Refusal(f"nothing that it fires reaches {range_:.0f}", "pw:8.4.1")
    if target.kind is Kind.BUNKER:
        flame = arm.kind is ArmKind.FLAME
        rule = "pw:12.11.6" if flame else "pw:15.7.2.1"
        return Refusal("flame is for who assaults it" if flame else "bullets do nothing to a bunker", rule)
    base = at_men.killpower(state, firer, arm, target, range_)
    return None if base is not None else Refusal(f"it has no effect at {range_:.0f}", "pw:12.5")


def _flame_refusal(state: WarState, arm: Arm, range_: float) -> Refusal | None:
    """Flame at a vehicle: of those that vehicles have alone, and no farther than it goes (pw:12.12, pw:12.12.3)."""
    weapon = state.cards.infantry_weapons[arm.weapon]
    if weapon.base_to_hit is None:
        return Refusal("on foot flame is used at vehicles in close assault", "pw:12.12")
    return None if range_ <= weapon.maximum else Refusal(f"flame reaches {weapon.maximum}", "pw:12.12.3")


def shot_refusal(state: WarState, firer: Element, arm: Arm, shot: Shot) -> Refusal | None:
    """Why the details of a shot are wrong: shell, aim, group (pw:8.6, pw:8.9.7, pw:9.20.1, pw:9.20.3, pw:9.20.4)."""
    target = state.elements[shot.target] if shot.target is not None else None
    if target is None:
        return Refusal("at whom?", RULE)
    if aimed.needs_roll(state, arm, target) and arm.kind is not ArmKind.FLAME:
        found = arms.shell(state, firer, arm, shot.shell)
        if found is None:
            return Refusal(f"it has no {shot.shell or 'shell'} for that", "pw:8.9")
        range_ = zones.bearing_on(state, firer, target, sequence.segment(state)).range
        if found not in aimed.usable(state, firer, arm, target, range_):
            return Refusal(f"{found.name} does not reach it, or does it nothing", "pw:8.4.1")
    if shot.aim is not Aim.NORMAL:
        refused = _aim_refusal(state, firer, arm, target)
        if refused is not None:
            return refused
    return group_refusal(state, firer, arm, target, shot.others, shot.shell)


def _aim_refusal(state: WarState, firer: Element, arm: Arm, target: Element) -> Refusal | None:
    if not state.has(Switch.AIMED_FIRE):
        return Refusal("aimed fire is not played", "pw:9.20")
    if firer.grade is Grade.GREEN:
        return Refusal("green crews cannot aim high or low", "pw:9.20.1")
    if firer.travel.motion is not Motion.STATIONARY:
        return Refusal("who aims may not move", "pw:9.20.4")
    if target.kind is not Kind.VEHICLE or arm.kind not in GUNS:
        return Refusal("guns alone are aimed high or low, at vehicles", "pw:9.20")
    if first_sight.is_first(state, firer, target) or not state.sees(firer.side, target.id):
        return Refusal("not at a target at first sight, nor at one that disappears", "pw:9.20.3")
    return None


def group_refusal(
    state: WarState, firer: Element, arm: Arm, target: Element, others: tuple[UnitId, ...], shell: str = ""
) -> Refusal | None:
    """A group target: similar units disposed alike, within 75 of each other, each as near as a further hit may go to
    the target, or of a turret that turns to the one before it (pw:8.6, pw:8.11.3); of a burst at men those under its
    circle, whatever they do, but nobody who is not in sight (pw:12.8.1, pw:12.8.8)."""
    burst = aimed.under_circle(state, arm, target, shell)
    if burst and (refused := at_men.circle_refusal(state, firer, arm, target, others)) is not None:
        return refused
    last = target
    for id_ in others:
        other = state.elements.get(id_)
        if other is None or other.side == firer.side or not state.sees(firer.side, id_):
            return Refusal(f"{id_} is not in sight", "pw:12.8.8" if burst else "pw:8.6")
        if burst and not (other.foot and within(other.where, target.where, at_men.CIRCLE)):
            return Refusal(f"{other.name} is not under the circle", "pw:12.8.1")
        if not burst and not within(other.where, last.where, spread(state, firer, arm)):
            said = f"{other.name} is more than {spread(state, firer, arm)} from {last.name}"
            return Refusal(said, "pw:8.11.3")
        if not burst and not alike(other, target):
            return Refusal("a group is of units that are alike, all moving or all standing", "pw:8.6")
        if not burst and not along(state, firer, arm, target, others[: others.index(id_)], other):
            return Refusal(f"without a turret hits go along a column, and {other.name} is not in it", "pw:8.11.3")
        refused = target_refusal(state, firer, arm, other)
        if refused is not None:
            return refused
        if traverses(firer, arm):
            last = other
    return None


def traverses(firer: Element, arm: Arm) -> bool:
    """Whether a weapon sits in a turret that turns: further hits go on from the last target hit (pw:8.11.3)."""
    return firer.turret is not None and arm.kind in (ArmKind.GUN, ArmKind.COAX)


def along(
    state: WarState, firer: Element, arm: Arm, target: Element, before: tuple[UnitId, ...], other: Element
) -> bool:
    """Whether a further hit of a weapon that does not traverse goes on along the column that the target and those
    before make, farther from the target than they (pw:8.11.3)."""
    if traverses(firer, arm) or not before:
        return True
    first, last = state.elements[before[0]], state.elements[before[-1]]
    on = turning.between(bearing(target.where, first.where), bearing(target.where, other.where)) <= COLUMN + _SLACK
    return on and gsu_between(target.where, last.where) < gsu_between(target.where, other.where)


def spread(state: WarState, firer: Element, arm: Arm) -> int:
    """How far a further hit may go, in GSU: 75 of auto-cannon and fast turrets, else 50 (pw:8.11.3)."""
    card = state.cards[firer.card]
    fast = isinstance(card, Vehicle) and card.rotation is Rotation.FAST and traverses(firer, arm)
    return SPREAD_FAST if fast or arm.rof == AUTO_CANNON else SPREAD


def alike(one: Element, other: Element) -> bool:
    """Whether two may be of one group target: of one kind, both moving or both standing (pw:8.6)."""
    stand = [e.travel.motion in (Motion.STATIONARY, Motion.SHIFT) for e in (one, other)]
    return (one.kind is other.kind or (one.foot and other.foot)) and stand[0] is stand[1]


def together_refusal(state: WarState, firer: Element, arm: Arm) -> Refusal | None:
    """Why a weapon may not be fired beside those that are declared: one man does not fire the roof gun and the main
    gun, and the main gun has no firing left in the segment at the rate that the other leaves it (pw:8.17.3,
    pw:8.17.4)."""
    card = state.cards[firer.card]
    if not isinstance(card, Vehicle) or arm.kind not in _BESIDE:
        return None
    aimed_now = {shot.arm for shot in state.shots if shot.element == firer.id}
    declared = set(arms.declared(state, firer.id)) if arm.kind is ArmKind.GUN else aimed_now
    for one in arms.arms(state, firer):
        if one.id not in declared or ArmKind.GUN not in (one.kind, arm.kind) or one.kind not in _BESIDE - {arm.kind}:
            continue
        gun, other = (arm, one.kind) if arm.kind is ArmKind.GUN else (one, arm.kind)
        if other is ArmKind.ROOF and card.turret_crew == 1:
            return Refusal("one man in the turret does not fire both the main gun and the roof gun", "pw:8.17.4")
        if not _any_segment(state, firer, gun, sequence.segment(state), beside=other):
            rule = "pw:8.17.3" if other is ArmKind.COAX else "pw:8.17.4"
            return Refusal(f"beside the {other.value} the main gun has no firing now", rule)
    return None


# -- the orders -----------------------------------------------------------------------------------------


def _ready(state: WarState, side: SideId, element: UnitId, arm: str) -> tuple[Element, Arm]:
    if side in state.ended or state.resolved:
        raise IllegalOrder("the fire of this segment is declared", "pw:8.4.2")
    firer = own_unit(state, side, element, RULE)
    found = arms.arm(state, firer, arm)
    if found is None:
        raise IllegalOrder(f"{firer.name} has no {arm}", RULE)
    refuse(arm_refusal(state, firer, found) or together_refusal(state, firer, found))
    return firer, found


def check_fire(state: WarState, side: SideId, order: Fire) -> None:
    """IllegalOrder unless the element may fire so."""
    firer, arm = _ready(state, side, order.element, order.arm)
    target = state.elements.get(order.target)
    if target is None or target.side == side:
        raise IllegalOrder(f"{order.target} is no enemy in sight", "pw:7.0")
    refuse(target_refusal(state, firer, arm, target))
    refuse(shot_refusal(state, firer, arm, as_shot(side, order)))
    if len(order.others) != len(set(order.others)) or order.target in order.others:
        raise IllegalOrder("each of a group is named once", "pw:8.6")


def as_shot(side: SideId, order: Fire) -> Shot:
    """The shot that an order declares."""
    return Shot(
        side=side,
        element=order.element,
        arm=order.arm,
        target=order.target,
        others=order.others,
        shell=order.shell,
        aim=order.aim,
    )


def fire(state: WarState, side: SideId, order: Fire, dice: Dice) -> Iterator[Event]:
    """It is declared."""
    yield FireDeclared(side=side, shot=as_shot(side, order))


def check_suppress(state: WarState, side: SideId, order: Suppress) -> None:
    """IllegalOrder unless suppressive fire is possible there (pw:8.12)."""
    firer, arm = _ready(state, side, order.element, order.arm)
    refuse(suppressive.refusal(state, firer, arm, order.at, order.shell))


def suppress(state: WarState, side: SideId, order: Suppress, dice: Dice) -> Iterator[Event]:
    """It is declared."""
    shot = Shot(
        side=side, element=order.element, arm=order.arm, fires=Fires.SUPPRESSIVE, shell=order.shell, at=order.at
    )
    yield FireDeclared(side=side, shot=shot)


def check_withdraw(state: WarState, side: SideId, order: WithdrawFire) -> None:
    """IllegalOrder unless it was declared."""
    if not any(shot.element == order.element and shot.arm == order.arm and shot.side == side for shot in state.shots):
        raise IllegalOrder("no such fire is declared", RULE)


def withdraw(state: WarState, side: SideId, order: WithdrawFire, dice: Dice) -> Iterator[Event]:
    """It is not given."""
    shot = next(one for one in state.shots if one.element == order.element and one.arm == order.arm)
    yield FireDeclared(side=side, shot=shot, off=True)


# -- resolution -------------------------------------------------------------------------------------------


def resolve(state: WarState, dice: Dice) -> Iterator[Event]:
    """All fire of the segment, in an order that no side chooses: who was able to fire when it began fires, whatever
    befalls him in it (pw:8.4.2, pw:9.15.3)."""
    segment = sequence.segment(state)
    shots = sorted(state.shots, key=lambda shot: (shot.element, shot.arm))
    before = state.copy()
    for shot in shots:
        yield from _resolve(state, before, shot, segment, dice)


def _resolve(state: WarState, before: WarState, shot: Shot, segment: int, dice: Dice) -> Iterator[Event]:
    """One shot: the firer as he was when the segment began, the target as it is now."""
    firer = before.elements[shot.element]
    if shot.fires in smoke_fire.SMOKES:
        yield from smoke_fire.resolve(state, firer, shot, segment, dice)
        return
    arm = arms.arm(before, firer, shot.arm)
    if arm is None:
        return
    if shot.fires is Fires.SUPPRESSIVE:
        yield from suppressive.resolve(state, firer, arm, shot, segment, dice)
        return
    target = before.elements.get(shot.target) if shot.target is not None else None
    refused = target_refusal(before, firer, arm, target) if target is not None else Refusal("its target is gone", RULE)
    if refused is not None or target is None:
        why = refused if refused is not None else Refusal("its target is gone", RULE)
        yield NotFired(side=shot.side, element=shot.element, arm=shot.arm, why=why.reason, rule=why.rule)
        return
    if aimed.needs_roll(before, arm, target):
        yield from aimed.resolve(state, before, firer, arm, shot, segment, dice)
    else:
        yield from at_men.resolve(state, before, firer, arm, shot, segment, dice)


def in_group(
    state: WarState, firer: Element, arm: Arm, target: Element, others: tuple[UnitId, ...] = (), shell: str = ""
) -> Iterator[Element]:
    """The units to which further hits on a target may go, after others that are named, the nearest first (pw:8.6,
    pw:8.11.3); of a burst at men those under its circle that it affects (pw:12.8.1 to pw:12.8.8)."""
    burst = aimed.under_circle(state, arm, target, shell)
    last = state.elements[others[-1]] if others and traverses(firer, arm) and not burst else target
    most = at_men.CIRCLE if burst else spread(state, firer, arm)
    near = sorted(
        (gsu_between(other.where, last.where), other.id, other)
        for other in targets(state, firer)
        if other.id not in (target.id, *others) and ((burst and other.foot) or alike(other, target))
    )
    for far, _, other in near:
        affected = not burst or at_men.affects(state, firer, arm, target, (*others, other.id), shell)
        goes_on = affected and (burst or along(state, firer, arm, target, others, other))
        if far <= most and goes_on and target_refusal(state, firer, arm, other) is None:
            yield other
