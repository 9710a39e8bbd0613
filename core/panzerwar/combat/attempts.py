"""Direct fire as attempts: to hit, and to put the target out of the game (pw:8.4, pw:9.0, pw:12.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from core.attempt import Attempt, one_or_none
from core.event import Event, UnitId
from core.panzerwar import sequence
from core.panzerwar.combat import arms, odds
from core.panzerwar.combat.events import Fired, SoftStruck, Suppressed
from core.panzerwar.course.events import SegmentResolved
from core.panzerwar.damage.events import GunStruck, VehicleStruck
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.pieces.extended import at_least
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.shots import Fires, Shot
from core.panzerwar.state import WarState

KIND: Final = "direct fire"
_UNKNOWN: Final = "shots of which not everything is known"
_GROUP: Final = "losses by fire at several targets"


def _fired(state: WarState, event: Fired, after: Sequence[Event]) -> Attempt:
    """A shot; its losses are those of its target, of several hits the worst."""
    rolls = event.needed is not None
    course = tuple(_course(after))
    made = Attempt(
        kind=KIND if rolls else "fire without a roll to hit",
        side=event.side,
        by=(event.element,) if event.element else (),
        at=(event.target,),
        range=event.range or None,
        chance=at_least(event.needed) if event.needed is not None else None,
        effect=event.hits > 0 if rolls else _harmed(course, event.target),
        why=_UNKNOWN,
    )
    shot = _shot(state, event)
    firer, target = state.elements.get(event.element), state.elements.get(event.target)
    if shot is None or firer is None or target is None or not target.on_table:
        return made
    arm = arms.arm(state, firer, event.arm)
    if arm is None or event.segment != sequence.segment(state):
        return made
    found = odds.chances(state, firer, arm, target, shot, arms.shell(state, firer, arm, shot.shell))
    if found is None or found.needed != event.needed:
        return made
    chance = found.hits if rolls else found.harms
    if shot.others:
        return evolve(made, chance=chance if rolls else None, why=_GROUP)
    lost = (event.target,) if _lost(course, event.target) else ()
    return evolve(made, chance=chance, losses=one_or_none(found.kills, event.target), lost=lost, why="")


def _shot(state: WarState, event: Fired) -> Shot | None:
    same = (event.element, event.arm, event.target)
    return next((s for s in state.shots if s.fires is Fires.AIMED and (s.element, s.arm, s.target) == same), None)


def _course(after: Sequence[Event]) -> Iterator[Event]:
    """What comes of one shot: all up to the next one, or the end of the segment."""
    for event in after:
        if isinstance(event, Fired | SegmentResolved | Suppressed):
            return
        yield event


def _lost(course: Sequence[Event], target: UnitId) -> bool:
    for event in course:
        if isinstance(event, VehicleStruck | GunStruck) and event.element == target and event.effect.destroyed:
            return True
        if isinstance(event, MenAttacked) and event.element == target and event.result is Result.KILLED:
            return True
        if isinstance(event, SoftStruck) and event.element == target and event.destroyed:
            return True
    return False


def _harmed(course: Sequence[Event], target: UnitId) -> bool:
    if _lost(course, target):
        return True
    for event in course:
        if isinstance(event, VehicleStruck) and event.element == target and not event.effect.harmless:
            return True
        if isinstance(event, MenAttacked) and event.element == target and event.result is not Result.NOTHING:
            return True
    return False


def _suppressed(state: WarState, event: Suppressed, after: Sequence[Event]) -> Attempt:
    return Attempt(
        kind="suppressive fire",
        side=event.side,
        by=(event.element,) if event.element else (),
        effect=True,
        why="suppressive fire at an area",
    )


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[WarState, Any, Sequence[Event]], Attempt | None]]] = {
    Fired: _fired,
    Suppressed: _suppressed,
}
