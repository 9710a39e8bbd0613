"""Firing at what was first sighted in this turn (pw:7.7, pw:8.8)."""

from __future__ import annotations

from core.choice import Refusal
from core.panzerwar import sequence
from core.panzerwar.combat import when, zones
from core.panzerwar.combat.when import LAST
from core.panzerwar.damage import crew
from core.panzerwar.pieces.cards import AUTO_CANNON, Rotation, Vehicle
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import GUNS, Arm, ArmKind
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting import overwatch
from core.panzerwar.sighting.overwatch import DELAY
from core.panzerwar.state import WarState
from core.plane import within

#: How near to a prepared point a target must have come, in GSU: with a slow gun, and with auto-cannon or a fast turret
#: (pw:8.8.6).
NEAR_POINT, NEAR_POINT_FAST = 50, 75


def is_first(state: WarState, firer: Element, target: Element) -> bool:
    """Whether a target was first sighted in this turn, and is not one of two that both stood still in view of each
    other; by its fire alone it is first sighted all the same (pw:7.7, pw:7.7.3, pw:7.7.4)."""
    if target.id not in state.sighted_now.get(firer.side, frozenset()):
        return False
    both_stood = firer.travel.motion is Motion.STATIONARY and target.travel.motion is Motion.STATIONARY
    return not both_stood or _by_its_fire(state, firer, target)


def _by_its_fire(state: WarState, firer: Element, target: Element) -> bool:
    """Whether a side has sighted a target in this turn by its fire, in step E2A (pw:7.7.4)."""
    found = state.watch.sightings.get(firer.side, {}).get(target.id)
    if found is None or found.turn != state.turn:
        return bool(target.gunnery.fired)
    return found.step == sequence.E2A


def refusal(state: WarState, firer: Element, arm: Arm, target: Element, range_: float) -> Refusal | None:
    """Why an element may not fire at first sight; None if one of the conditions is met (pw:7.7.1, pw:8.8.1 to
    pw:8.8.6).
    """
    if automatic(arm):
        return None
    key = _row(state, firer)
    limit = state.charts.fire.first_sight[key]
    if range_ <= limit or prepared(state, firer, arm, target, range_) or answers(state, firer, arm, target):
        return None
    rules = {"buttoned": "pw:8.8.2", "open": "pw:8.8.3", "open-moved": "pw:8.8.4", "buttoned-moved": "pw:8.8.5"}
    return Refusal(f"first sighted this turn at {range_:.0f}: it may fire within {limit}", rules[key])


def not_now(state: WarState, firer: Element, arm: Arm, target: Element, segment: int, *, first: bool) -> Refusal:
    """Why an element does not fire at a target in this segment: it does in another, or in none; a target that is too
    far away at first sight is not put off to where it is so too (pw:8.7.8, pw:8.8.1, pw:8.8.8)."""
    found = when.segments(state, firer, arm, first=first)
    later = next((number for number in found if number > segment), None)
    if first and later is not None:
        too_far = refusal(state, firer, arm, target, zones.bearing_on(state, firer, target, later).range)
        if too_far is not None:
            return too_far
    said = ", ".join(f"E{number}" for number in found) or "no segment"
    return Refusal(f"its fire comes in {said}", "pw:8.8.8" if first else "pw:8.7.8")


def automatic(arm: Arm) -> bool:
    """Whether a weapon may always fire at first sight: auto-cannon, machine guns, small arms (pw:7.7.2, pw:8.8.1)."""
    return arm.kind not in (*GUNS, ArmKind.TUBE, ArmKind.FLAME) or (arm.kind in GUNS and arm.rof == AUTO_CANNON)


def _row(state: WarState, firer: Element) -> str:
    card = state.cards[firer.card]
    closed = isinstance(card, Vehicle) and crew.closed(card, firer)
    moved = firer.travel.motion is not Motion.STATIONARY
    return ("buttoned" if closed else "open") + ("-moved" if moved else "")


def answers(state: WarState, firer: Element, arm: Arm, target: Element) -> bool:
    """Whether an element that overwatches a point fires now at one that fired near it, two fire segments later at the
    earliest, with a weapon that it has not fired in this segment or the one before (pw:7.9.3)."""
    from_, segment = overwatch.replies_from(state, firer, target), sequence.segment(state)
    if from_ is None or not from_ <= segment <= LAST:
        return False
    return not any(id_ == arm.id and segment - number < DELAY for id_, number in firer.gunnery.rounds)


def prepared(state: WarState, firer: Element, arm: Arm, target: Element, range_: float) -> bool:
    """Whether a target has come near a point that is overwatched, bore-sighted or was acquired (pw:8.8.6, pw:7.9.2)."""
    if range_ > state.charts.fire.first_sight["prepared"]:
        return False
    card = state.cards[firer.card]
    fast = isinstance(card, Vehicle) and card.rotation is Rotation.FAST
    near = NEAR_POINT_FAST if fast or arm.rof == AUTO_CANNON else NEAR_POINT
    if overwatch.comes_near(state, firer, target):
        return True
    acquired = firer.gunnery.acquired_at
    return acquired is not None and within(target.where, acquired, near)
