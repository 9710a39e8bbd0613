"""In which fire segments an element may fire: by its movement, its rate of fire, first sight, turret delays (pw:8.0.4,
pw:8.7.8, pw:8.8.7, pw:8.8.8, pw:8.10, pw:6.16.3, pw:12.7)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.combat import arms
from core.panzerwar.pieces.cards import Rotation, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.harm import Damage
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


def segments(state: WarState, element: Element, arm: Arm, *, first: bool) -> tuple[int, ...]:
    """The fire segments in which an element may fire a weapon at a target, which it sees for the first time or not."""
    motion = element.travel.motion
    if element.foot or arm.kind in _ONCE:
        found = _light(motion, first=first)
    else:
        rof = arms.rate(state, element, arm)
        names = state.charts.fire.fire_segments(rof, motion, first_sight=first, towed=element.kind is Kind.GUN)
        found = tuple(int(name[1]) for name in names)
        found = found[: state.charts.fire.firings(rof, motion)]
    return _delayed(found, delay(state, element, arm))


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
    if engine and Damage.MOBILITY in element.harm.damage:
        rotation = Rotation.SLOW
    return state.charts.fire.turret_penalty(rotation, element.gunnery.turned * 7.5)


def _delayed(found: tuple[int, ...], delay: int) -> tuple[int, ...]:
    """Each delay moves the first firing one segment later; the second comes no sooner than two after it (pw:6.16.3)."""
    if not found or not delay:
        return found
    first = found[0] + delay
    later = [max(one, first + 2) for one in found[1:]]
    return tuple(one for one in (first, *later) if one <= LAST)


def may_fire_now(state: WarState, element: Element, arm: Arm, segment: int, *, first: bool) -> bool:
    """Whether a weapon may be fired in a segment: it is one of its segments, it did not fire in the one before, and has
    firings left, of which none is saved for another segment or turn (pw:8.4.2, pw:8.10.1, pw:8.10.1b, pw:8.10.2)."""
    if segment not in segments(state, element, arm, first=first):
        return False
    fired = tuple(number for id_, number in element.gunnery.rounds if id_ == arm.id)
    if segment in fired or segment - 1 in fired:
        return False
    most = 1 if arm.kind in _ONCE else state.charts.fire.firings(arms.rate(state, element, arm), element.travel.motion)
    return len(fired) < most


def fires_on_the_move(element: Element) -> bool:
    """Whether an element has moved for its fire (pw:8.5)."""
    return element.travel.motion not in (Motion.STATIONARY, Motion.SHIFT)
