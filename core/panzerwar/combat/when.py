"""In which fire segments an element may fire: by its movement, its rate of fire, first sight, turret delays (pw:8.0.4,
pw:8.7.8, pw:8.8.7, pw:8.8.8, pw:8.10, pw:6.16.3, pw:12.7)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.combat import arms
from core.panzerwar.pieces.cards import Rotation, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.shots import Arm, ArmKind
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState

#: The last segment in which anything is fired directly.
LAST: Final = 4
#: Light weapons of infantry fire once a turn (pw:12.7.1 to pw:12.7.3).
_ONCE: Final = frozenset({ArmKind.SMALL, ArmKind.TUBE, ArmKind.MACHINE_GUN, ArmKind.FLAME})
#: German medium and heavy tanks turn their turrets by the engine: from this weight on, in tons (pw:6.16.3.5).
_BY_ENGINE: Final = 20.0


def segments(
    state: WarState, element: Element, arm: Arm, *, first: bool, beside: ArmKind | None = None
) -> tuple[int, ...]:
    """The fire segments in which an element may fire a weapon at a target, which it sees for the first time or not; the
    flame of a vehicle is fired once, in the first segment that its movement leaves (pw:8.5, pw:12.12.2)."""
    motion = element.travel.motion
    if element.foot:
        found = _light(motion, first=first)
    elif arm.kind in _ONCE:
        names = state.charts.fire.fire_segments(arms.AUTOMATIC, motion, first_sight=first, towed=False)
        found = tuple(int(name[1]) for name in names)[:1]
    else:
        rof = rate(state, element, arm, beside)
        names = state.charts.fire.fire_segments(rof, motion, first_sight=first, towed=element.kind is Kind.GUN)
        found = tuple(int(name[1]) for name in names)
        found = found[: state.charts.fire.firings(rof, motion)]
    return _delayed(found, delay(state, element, arm))


def rate(state: WarState, element: Element, arm: Arm, beside: ArmKind | None = None) -> int:
    """The rate of fire by which the firings of a weapon are counted: of a main gun half in a turn in which the co-axial
    machine gun fires with it, and less in a segment in which its commander fires the roof gun (pw:8.10, pw:8.17.3,
    pw:8.17.4). beside: the machine gun that is to fire with it now."""
    if arm.kind is not ArmKind.GUN:
        return arms.rate(state, element, arm)
    coax = beside is ArmKind.COAX or _with_coax(state, element, arm)
    return arms.rate_beside(state, element, arm, coax=coax, roof=beside is ArmKind.ROOF)


def _with_coax(state: WarState, element: Element, arm: Arm) -> bool:
    """Whether a main gun and the co-axial machine gun have fired together in a segment of this turn."""
    mine = {number for id_, number in element.gunnery.rounds if id_ == arm.id}
    machine_guns = {one.id for one in arms.arms(state, element) if one.kind is ArmKind.COAX}
    return any(id_ in machine_guns and number in mine for id_, number in element.gunnery.rounds)


def _light(motion: Motion, *, first: bool) -> tuple[int, ...]:
    """Small arms and light weapons fire in E1, at first sight in E3, and in E4 when they have moved, at first sight
    also when they shifted (pw:12.6, pw:12.7.1, pw:12.7.2, pw:12.7.3, pw:8.8.8); who is out of the game by then fires no
    more (pw:12.6.3)."""
    if motion is Motion.SHIFT:
        return (LAST,) if first else (1,)
    if motion is Motion.STATIONARY:
        return (3,) if first else (1,)
    return (LAST,)


def delay(state: WarState, element: Element, arm: Arm) -> int:
    """By how many segments turning its turret delays an element (pw:6.16.2, pw:6.16.3)."""
    if not state.has(Switch.TURRETS) or arm.kind not in (ArmKind.GUN, ArmKind.COAX):
        return 0
    return turret_penalty(state, element)


def turret_penalty(state: WarState, element: Element) -> int:
    """The to-hit addition and delay of a turret that has turned in this turn (pw:6.16.2, pw:6.16.3.5)."""
    card = state.cards[element.card]
    if not isinstance(card, Vehicle) or card.rotation is None or not element.gunnery.turned:
        return 0
    rotation = card.rotation
    engine = card.nation == "German" and card.weight >= _BY_ENGINE
    if engine and rotation is not Rotation.VERY_SLOW and element.harm.engine:
        rotation = Rotation.SLOW
    return state.charts.fire.turret_penalty(rotation, element.gunnery.turned * 7.5)


def _delayed(found: tuple[int, ...], delay: int) -> tuple[int, ...]:
    """Each delay moves the first firing one segment later; the second comes no sooner than two after it (pw:6.16.3)."""
    if not found or not delay:
        return found
    first = found[0] + delay
    later = [max(one, first + 2) for one in found[1:]]
    return tuple(one for one in (first, *later) if one <= LAST)


def may_fire_now(
    state: WarState, element: Element, arm: Arm, segment: int, *, first: bool, beside: ArmKind | None = None
) -> bool:
    """Whether a weapon may be fired in a segment: it is one of its segments, it did not fire in the one before, and has
    firings left, of which none is saved for another segment or turn (pw:8.4.2, pw:8.10.1, pw:8.10.1b, pw:8.10.2)."""
    if segment not in segments(state, element, arm, first=first, beside=beside):
        return False
    fired = tuple(number for id_, number in element.gunnery.rounds if id_ == arm.id)
    if segment in fired or segment - 1 in fired:
        return False
    return len(fired) < firings(state, element, arm, beside)


def firings(state: WarState, element: Element, arm: Arm, beside: ArmKind | None = None) -> int:
    """How often a weapon is fired in this turn (pw:8.10, pw:12.7)."""
    if arm.kind in _ONCE:
        return 1
    return state.charts.fire.firings(rate(state, element, arm, beside), element.travel.motion)
