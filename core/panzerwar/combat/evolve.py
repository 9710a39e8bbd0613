"""How direct fire changes the state (pw:8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, UnitId
from core.panzerwar.combat import arms, places
from core.panzerwar.combat.events import (
    CommanderLost,
    Fired,
    FireDeclared,
    HeldOnWay,
    KeptDown,
    NotFired,
    SmokeFired,
    SoftStruck,
    Suppressed,
    TrailerStruck,
)
from core.panzerwar.combat.places import EARLY
from core.panzerwar.combat.trailers import TRAILER
from core.panzerwar.course.events import SegmentResolved, StepBegun, TurnBegun
from core.panzerwar.damage.location_damage import commander, troubling
from core.panzerwar.damage.targets import target_of
from core.panzerwar.infantry.pinning import suppress
from core.panzerwar.knowledge import kept
from core.panzerwar.losses import remove
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.sighting.events import CameInSight
from core.panzerwar.sighting.evolve import keep_in_sight
from core.panzerwar.state import WarState


def _declared(state: WarState, event: FireDeclared) -> None:
    same = (event.shot.element, event.shot.arm)
    left = tuple(shot for shot in state.shots if (shot.element, shot.arm) != same)
    state.shots = left if event.off else (*left, event.shot)


def _fired(state: WarState, event: Fired) -> None:
    target = state.elements.get(event.target)
    if target is not None:
        _in_action(state, target)
    firer = state.elements.get(event.element)
    if firer is None:
        return
    gunnery = firer.gunnery
    target = places.known(state, firer, target) if target is not None else None  # not where it is, unseen
    acquired = _acquires(state, event, gunnery.acquired, target)
    again = event.needed is not None and acquired is not None
    firer = firer.with_gunnery(
        fired=(*gunnery.fired, event.segment),
        rounds=(*gunnery.rounds, (event.arm, event.segment)),
        with_=gunnery.with_ | {event.kind},
        target=event.target,
        hit=bool(event.hits),
        shots=gunnery.shots | {event.target},
        ranged=gunnery.ranged if event.needed is None else gunnery.ranged | {event.target},
        acquired=acquired,
        acquired_in=state.turn if again else gunnery.acquired_in,
        acquired_at=target.at if again and target is not None else gunnery.acquired_at,
        **_aims(state, event, gunnery),
        jammed=gunnery.jammed or event.jams,
        jams=(*gunnery.jams, event.arm) if event.jams else gunnery.jams,
        pointed=None,
    ).with_posture(hidden=False)
    state.put(kept(firer))
    if firer.apparent:
        return
    used = arms.arm(state, firer, event.arm)
    before = firer.ammunition.get(event.rounds)
    if before is None and used is not None:
        before = arms.uses_left(state, firer, used)
    if event.rounds and before is not None:
        state.change(firer.id, ammunition={**firer.ammunition, event.rounds: before - 1})
    _in_action(state, firer)


def _aims(state: WarState, event: Fired, gunnery: Gunnery) -> dict[str, Any]:
    """The turns in a row of aimed fire, however often in each; a burst beside it changes nothing (pw:9.20.5)."""
    if event.needed is None:
        return {}
    if not event.aimed:
        return {"aimed": 0, "aimed_at": None}
    again, now = gunnery.aimed_at == event.target, gunnery.aimed_in == state.turn
    return {"aimed": gunnery.aimed + (not now) if again else 1, "aimed_at": event.target, "aimed_in": state.turn}


def _acquires(state: WarState, event: Fired, before: UnitId | None, target: Element | None) -> UnitId | None:
    """What a firer has acquired after a shot: whom it hit, but with realistic firing not who is hit on its way
    (pw:8.4.3, pw:8.14.6)."""
    if event.needed is None:
        return before
    on_its_way = (
        state.has(Switch.REALISTIC_FIRE)
        and event.segment <= EARLY
        and target is not None
        and target.travel.motion not in (Motion.STATIONARY, Motion.SHIFT)
    )
    return event.target if event.hits and not on_its_way else None


def _held(state: WarState, event: HeldOnWay) -> None:
    """It stands there, in sight of who fired; it counts as having moved what it meant to, with realistic firing as half
    (pw:8.7.6, pw:8.14.5, pw:8.14.6)."""
    target, firer = state.elements.get(event.element), state.elements.get(event.by)
    if event.seen is not None and target is not None and target.apparent:
        state.put(event.seen)  # who knows one side alone saw it last where it no longer is
    elif target is not None:
        state.put(places.held(state, target, event.at, event.heading, event.turret))
    if firer is not None and not firer.apparent:
        laid = firer.with_gunnery(acquired=event.element, acquired_in=state.turn, acquired_at=event.at)
        state.put(laid)
        if event.seen is not None:
            keep_in_sight(state, firer.side, event.element)


def _trailer(state: WarState, event: TrailerStruck) -> None:
    element = state.elements.get(event.element)
    if element is not None and event.explodes:
        state.change(event.element, ammunition={**element.ammunition, TRAILER: 0})


def _commander(state: WarState, event: CommanderLost) -> None:
    """The crew tests for it as for any damage, and closes up (pw:9.10, pw:9.14)."""
    element = state.elements.get(event.element)
    if element is None:
        return
    target, harm = target_of(state, element), element.harm
    damage = commander(target)
    element = element.with_harm(damage=harm.damage | damage, new=harm.new | troubling(harm.damage, damage))
    state.put(element if target.card.open_top else evolve(element, buttoned=True))


def _in_action(state: WarState, element: Element) -> None:
    """The unit of an element is in direct fire in this turn, its own or the enemy's (pw:4.9)."""
    organisation = state.organisations.get(element.organisation)
    if organisation is not None:
        state.reorganise(organisation.id, fought=state.turn)


def _not_fired(state: WarState, event: NotFired) -> None:
    """Nothing comes of it."""


def _suppressed(state: WarState, event: Suppressed) -> None:
    firer = state.elements.get(event.element)
    if firer is None:
        return
    gunnery = firer.gunnery
    whole_turn = tuple((event.arm, number) for number in range(event.segment, 5))
    fired = (*gunnery.fired, event.segment)
    state.put(
        firer.with_gunnery(fired=fired, rounds=(*gunnery.rounds, *whole_turn), with_=gunnery.with_ | {event.kind})
    )


def _kept_down(state: WarState, event: KeptDown) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    suppress(state, element)
    if event.stays:
        now = state.elements[element.id]
        state.put(now.with_travel(halted_until=max(now.travel.halted_until, state.turn + 1)))


def _smoke(state: WarState, event: SmokeFired) -> None:
    firer = state.elements.get(event.element)
    if firer is None:
        return
    gunnery = firer.gunnery
    rounds, fired = (*gunnery.rounds, (event.arm, event.segment)), (*gunnery.fired, event.segment)
    state.put(firer.with_gunnery(fired=fired, rounds=rounds, with_=gunnery.with_ | {"gun"}))
    if event.rounds in firer.ammunition:
        left = {**firer.ammunition, event.rounds: firer.ammunition[event.rounds] - 1}
        state.change(firer.id, ammunition=left)


def _soft(state: WarState, event: SoftStruck) -> None:
    if event.destroyed:
        remove(state, event.element, Presence.DESTROYED, event.lost)


def _resolved(state: WarState, event: SegmentResolved) -> None:
    state.shots = ()


def _step_begun(state: WarState, event: StepBegun) -> None:
    state.shots = ()


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """A new turn: who fired did so lately; an acquired target is kept while neither has moved more than a shift since
    it was hit (pw:8.4.3), the point where it stood while the firer has not (pw:8.8.6). What an element did in the turn
    before is its last motion by now."""
    state.shots = ()
    for element in list(state.elements.values()):
        gunnery = element.gunnery
        since = gunnery.acquired_in < event.turn - 1
        moved = since and _moved(element)
        target = state.elements.get(gunnery.acquired) if gunnery.acquired is not None else None
        left = since and target is not None and state.sees(element.side, target.id) and _moved(target)
        after = element.with_gunnery(
            lately=bool(gunnery.fired),
            fired=(),
            rounds=(),
            with_=frozenset(),
            turned=0,
            pointed=None,
            aimed=gunnery.aimed if gunnery.aimed_in == event.turn - 1 else 0,
            acquired=None if moved or left else gunnery.acquired,
            acquired_at=None if moved else gunnery.acquired_at,
        )
        if after.gunnery != gunnery:
            state.put(after)


def _moved(element: Element) -> bool:
    """Whether an element moved more than a shift in the turn before, or was on the way with who carries or tows it."""
    return element.travel.last not in (Motion.STATIONARY, Motion.SHIFT) or element.presence is Presence.ABOARD


def _came_in_sight(state: WarState, event: CameInSight) -> None:
    """What was out of sight may have moved: nobody has it acquired any more (pw:8.4.3)."""
    for element in state.of(event.side):
        if element.gunnery.acquired == event.element.id:
            state.put(element.with_gunnery(acquired=None))


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    FireDeclared: _declared,
    Fired: _fired,
    NotFired: _not_fired,
    HeldOnWay: _held,
    TrailerStruck: _trailer,
    CommanderLost: _commander,
    Suppressed: _suppressed,
    SmokeFired: _smoke,
    KeptDown: _kept_down,
    SoftStruck: _soft,
    CameInSight: _came_in_sight,
    SegmentResolved: _resolved,
    StepBegun: _step_begun,
    TurnBegun: _turn_begun,
}
