"""How AP fire of the Advanced Game changes the state. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event
from core.panzer.ap import events
from core.panzer.losses import damage, eliminate, seen_as_small_arms, shot_done, slowed, small_arms, suppress, track
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Collateral, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced


def _shot_fired(state: PanzerState, event: events.ApShotFired) -> None:
    if event.hits:
        scored = ScoredHits(event.fired, event.short, event.hit_number, (event.target,) * event.hits)
        state.fire = replaced(state.fire, scored=scored)
    else:
        _done(state, event)


def _done(state: PanzerState, event: events.ApShotFired | events.ApShotResolved) -> None:
    shot_done(state, event.shooter, small_arms=seen_as_small_arms(state, event.shooter, event.weapon))


def _hits_spread(state: PanzerState, event: events.HitsSpread) -> None:
    """Who is given a hit has been attacked as well as the one that was fired at (na:6.5.2.1c, na:6.8.3.1.2)."""
    state.question = None
    if state.has(Switch.GP_FIRE):
        for target in event.targets:
            state.change(target, under_fire=True)
    scored = state.fire.scored
    if scored is not None:
        state.fire = replaced(state.fire, scored=changed(scored, hits=event.targets, spread=True))


def _angle_chosen(state: PanzerState, event: events.HitAngleChosen) -> None:
    state.question = None
    scored = state.fire.scored
    if scored is not None:
        angles = (*scored.angles, (event.unit, event.angle))
        state.fire = replaced(state.fire, scored=changed(scored, angles=angles))


def _shot_resolved(state: PanzerState, event: events.ApShotResolved) -> None:
    """All results apply at once (na:4.4.1f)."""
    for hit in event.hits:
        if hit.fatal:
            eliminate(state, hit.target, Wreck(hit.fatal))
        elif hit.result is Result.DAMAGE:
            damage(state, hit.target, hit.part)
        elif hit.result is Result.TRACK_HIT:
            track(state, hit.target)
    state.fire = replaced(state.fire, scored=None)
    _done(state, event)


def aspect_chosen(state: PanzerState, event: events.AspectChosen) -> None:
    state.fire = replaced(state.fire, aspect=event.aspect)
    state.question = None


def ap_fire_resolved(state: PanzerState, event: events.ApFireResolved) -> None:
    """A result applies before the next shot (na:4.4.1f); a second Damaged result eliminates (na:4.4.3.2.6a)."""
    if event.result is Result.DAMAGE and not event.second_damage:
        state.change(event.target, damaged=True)
        slowed(state, event.target)
    elif event.result in (Result.DAMAGE, Result.KNOCKED_OUT, Result.BREW_UP):
        fate = Wreck.BU if event.result is Result.BREW_UP else Wreck.KO
        eliminate(state, event.target, fate)
    shot_done(state, event.shooter, small_arms=small_arms(state, event.shooter, event.weapon))


def _collateral(state: PanzerState, event: events.CollateralChecked) -> None:
    unit = state.units[event.unit]
    if event.broken is not None:
        state.change(event.unit, collateral=(*unit.collateral, event.broken))
    if event.turret is not None:
        state.change(event.unit, turret_turned=event.turret)
    if event.suppressed:
        suppress(state, event.unit)


def _fuel(state: PanzerState, event: events.FuelChecked) -> None:
    """Out of fuel it is rolled for no more (or:7.23.4)."""
    if event.result is Result.BREW_UP:
        eliminate(state, event.unit, Wreck.BU)
    elif event.result is Result.TRACK:
        rest = tuple(broken for broken in state.units[event.unit].collateral if broken is not Collateral.FUEL)
        state.change(event.unit, collateral=(*rest, Collateral.OUT_OF_FUEL))
        track(state, event.unit)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.AspectChosen: aspect_chosen,
    events.ApFireResolved: ap_fire_resolved,
    events.ApShotFired: _shot_fired,
    events.HitsSpread: _hits_spread,
    events.HitAngleChosen: _angle_chosen,
    events.ApShotResolved: _shot_resolved,
    events.CollateralChecked: _collateral,
    events.FuelChecked: _fuel,
}
