"""What each weapon may be fired at, and what is to be expected of it: shells, aims, groups, areas (pw:8.4 to pw:8.12,
pw:9.20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from core.event import UnitId
from core.panzerwar import sequence
from core.panzerwar.combat import aimed, arms, at_men, odds, shooting, suppressive
from core.panzerwar.combat.orders import Fire, Suppress
from core.panzerwar.combat.zones import bearing_on
from core.panzerwar.command.near import known_enemies
from core.panzerwar.course.victory import worth
from core.panzerwar.infantry.killpower import SUPPRESSES
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.shots import GUNS, Arm
from core.panzerwar.pieces.strike import Aim
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import within
from core.remembered import remembered

#: What is expected to come of a shot must be worth so many points.
LEAST: Final = 0.4
#: What an outcome is worth of the points of the target.
_SHARES: Final = {
    "destroyed": 1.0,
    "killed": 1.0,
    "crew killed": 1.0,
    "damaged": 0.4,
    "commander killed": 0.4,
    "pierced": 0.4,
    "carriage broken": 0.5,
    "one crew killed": 0.5,
    "broken": 0.4,
    "stunned": 0.25,
    "crew shaken": 0.25,
    "blinded": 0.25,
    "stunned inside": 0.2,
    "suppressed": 0.2,
}
#: What has no points of its own is worth so much.
_SMALL: Final = 5
#: What further hits on others are worth beside the first target: they come less often.
_OTHERS: Final = 0.7
#: So many others are named beside a target of a gun.
_GROUP: Final = 2


@frozen
class Shooting:
    """A way to fire a weapon: what it is expected to cost the enemy, in points; how much of the target's worth that is,
    from 0 to 1."""

    order: Fire | Suppress
    gain: float
    share: float


@remembered(of=("elements", "sighted", "step", "turn", "smoke", "resolved", "trails", "watch"))
def shots(state: WarState, element: UnitId) -> tuple[Shooting, ...]:
    """Of each weapon of an element that may fire now the best shot at each target that is worth firing."""
    firer = state.elements[element]
    found: list[Shooting] = []
    for arm, target in shooting.possible(state, firer):
        able = [valued(state, firer, arm, target, order) for order in _orders(state, firer, arm, target)]
        best = max(able, key=lambda one: one.gain, default=None)
        if best is not None and best.gain >= LEAST:
            found.append(best)
    return (*found, *_suppressing(state, firer))


def _orders(state: WarState, firer: Element, arm: Arm, target: Element) -> Iterator[Fire]:
    """The ways in which a weapon may be fired at a target: each shell that does anything to it, each aim, and the
    others that it may strike besides."""
    plain = Fire(element=firer.id, arm=arm.id, target=target.id)
    if not aimed.needs_roll(state, arm, target):
        yield plain
        others = _beside(state, firer, arm, target, at_men.most(state, arm) - 1)
        if others:
            yield evolve(plain, others=others)
        return
    range_ = bearing_on(state, firer, target, sequence.segment(state)).range
    first = aimed.default_shell(state, firer, arm, target, range_)
    usable = aimed.usable(state, firer, arm, target, range_)
    if not usable:
        yield plain  # flame has no shells
    aims = tuple(Aim) if state.has(Switch.AIMED_FIRE) and target.kind is Kind.VEHICLE else (Aim.NORMAL,)
    for shell in usable:
        if shell.smoke is None or shell is first:
            for aim in aims:
                yield evolve(plain, shell=shell.name, aim=aim)


def _beside(state: WarState, firer: Element, arm: Arm, target: Element, most: int) -> tuple[UnitId, ...]:
    """Those that fire at a target strikes besides, the nearest first."""
    found: tuple[UnitId, ...] = ()
    while len(found) < most:
        other = next(shooting.in_group(state, firer, arm, target, found), None)
        if other is None:
            break
        found = (*found, other.id)
    return found


def valued(state: WarState, firer: Element, arm: Arm, target: Element, order: Fire) -> Shooting:
    """A shot with what it is expected to cost the enemy, in points; 0 of one that may not be fired."""
    shot = shooting.as_shot(firer.side, order)
    if shooting.shot_refusal(state, firer, arm, shot) is not None:
        return Shooting(order, 0.0, 0.0)
    share = _share(state, firer, arm, target, order)
    gain = share * points(state, target)
    for id_ in order.others:
        other = state.elements[id_]
        gain += _OTHERS * points(state, other) * _share(state, firer, arm, other, order)
    return Shooting(order, gain, share)


def _share(state: WarState, firer: Element, arm: Arm, target: Element, order: Fire) -> float:
    """How much of the worth of a target a shot is expected to cost, from 0 to 1."""
    shot = shooting.as_shot(firer.side, evolve(order, target=target.id, others=()))
    found = odds.chances(state, firer, arm, target, shot, arms.shell(state, firer, arm, order.shell))
    return 0.0 if found is None else sum(chance * _SHARES.get(name, 0.0) for name, chance in found.outcomes)


def points(state: WarState, target: Element) -> int:
    """What a target is worth, in points."""
    return max(_SMALL, worth(state, target))


def grouped(state: WarState, order: Fire) -> Fire:
    """An order of a gun with those to whom its further hits go, as far as it may have more than one (pw:8.11.3)."""
    firer, target = state.elements[order.element], state.elements[order.target]
    arm = arms.arm(state, firer, order.arm)
    if arm is None or arm.kind not in GUNS or order.others:
        return order
    named = evolve(order, others=_beside(state, firer, arm, target, _GROUP))
    return order if shooting.shot_refusal(state, firer, arm, shooting.as_shot(firer.side, named)) else named


def _suppressing(state: WarState, firer: Element) -> Iterator[Shooting]:
    """Suppressive fire at known enemies on foot: of each weapon at the best of them (pw:8.12)."""
    known = [e for e in known_enemies(state, firer.side) if e.kind is not Kind.VEHICLE]
    known = [e for e in known if not e.nerve.pinned(state.turn) and not e.nerve.broken and not e.posture.bunker]
    if not known:
        return
    for arm in shooting.suppressing(state, firer):
        if arm.kind in GUNS:
            continue
        best: Shooting | None = None
        for enemy in known:
            if suppressive.refusal(state, firer, arm, enemy.where, "") is not None:
                continue
            needed = min(10, suppressive.killpower(state, firer, arm, enemy.where, "") + SUPPRESSES)
            inside = [e for e in known if within(e.where, enemy.where, suppressive.AREA)]
            share = _SHARES["suppressed"] * needed / 10
            gain = share * sum(points(state, e) for e in inside)
            if gain >= LEAST and (best is None or gain > best.gain):
                order = Suppress(element=firer.id, arm=arm.id, at=enemy.where)
                best = Shooting(order, gain, share)
        if best is not None:
            yield best
