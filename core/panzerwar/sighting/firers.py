"""Sighting of those that fired: at once in E2A, by their flash at night (pw:3.2.E, pw:7.5, pw:7.7.4, pw:7.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.choice import Refusal
from core.event import Event, SideId
from core.panzerwar.ground import lines
from core.panzerwar.ground.measure import bearing_to
from core.panzerwar.pieces.element import Element
from core.panzerwar.sighting import light, notice
from core.panzerwar.sighting.events import FlashSeen
from core.panzerwar.sighting.factors import When
from core.panzerwar.sighting.glances import AUTO, auto_sighted, glance, nearest_first, reach
from core.panzerwar.sighting.groups import Sighted
from core.panzerwar.sighting.observers import blind_refusal, in_arc
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState

#: What flashes: guns and machine guns.
_FLASHES: Final = frozenset({"gun", "mg"})


def sight_at_once(state: WarState, side: SideId, target: Element, when: When) -> Sighted | None:
    """Who of a side sights a target at once, each for itself, the nearest first; None if nobody does (pw:7.5)."""
    for one in nearest_first([e for e in state.of(side) if e.on_table], target):
        found = sights_at_once(state, one, target, when)
        if found is not None:
            return found
    return None


def sights_at_once(
    state: WarState, observer: Element, target: Element, when: When, *, within: float | None = None
) -> Sighted | None:
    """What an observer makes of a target without a roll: it sights it as far as with a 1; None if it does not
    (pw:7.5, pw:6.7)."""
    found = glance(state, observer, target, when, within=within)
    if isinstance(found, Refusal) or not auto_sighted(state, found):
        return None
    far = reach(state, [found], AUTO)
    return Sighted((observer,), found.gsu, far, found.factor, 0, state.charts.sighting.percent(AUTO))


def sight_firers(state: WarState) -> Iterator[Event]:
    """Step E2A: who fired in E1 or E2 is sighted by everybody for whom it is near enough; what fires first sight at it
    may do so in E3 at the earliest (pw:7.5, pw:7.7.4)."""
    for side in state.engagement.sides:
        fired = [e for e in notice.unsighted(state, side.id) if e.gunnery.fired]
        left = []
        for target in fired:
            found = sight_at_once(state, side.id, target, When.FIRING)
            if found is None:
                left.append(target)
            else:
                yield from notice.come_in_sight(state, side.id, target, found, "pw:7.7.4")
        yield from flashes(state, side.id, left)


def flashes(state: WarState, side: SideId, fired: Iterable[Element]) -> Iterator[Event]:
    """In the dark who fires, drives with lights or has a searchlight is located by that, at whatever distance, but not
    sighted (pw:7.8, pw:7.8.2)."""
    if not light.night(state):
        return
    known = state.watch.flashes.get(side, {})
    for target in fired:
        if not _shines(target) or target.id in known:
            continue
        seer = next((one for one in nearest_first(_eyes(state, side), target) if sees_flash(state, one, target)), None)
        if seer is not None:
            yield FlashSeen(side=side, element=target.id, at=target.where, by=seer.id)


def _shines(target: Element) -> bool:
    """Whether an element gives light: it has fired, drives with lights, or has a searchlight (pw:7.8, pw:7.8.2)."""
    fired = bool(target.gunnery.fired and target.gunnery.with_ & _FLASHES)
    return fired or target.travel.lights or light.SEARCHLIGHT in target.role


def _eyes(state: WarState, side: SideId) -> list[Element]:
    return [e for e in state.of(side) if e.on_table]


def sees_flash(state: WarState, observer: Element, target: Element) -> bool:
    """Whether nothing hides the flash of a target from an observer: the dark does not (pw:7.8)."""
    if blind_refusal(state, observer) is not None or not in_arc(state, observer, bearing_to(observer, target)):
        return False
    line = lines.between(state, observer, target)
    return line.clear and screens.screen(state, line).refusal is None
