"""How AP fire of the Advanced Game changes the state. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event
from core.panzer import events_ap as e
from core.panzer.evolve_losses import damage, eliminate, seen_as_small_arms, shot_done, track
from core.panzer.state import PanzerState, ScoredHits
from core.panzer.unit import Wreck


def _shot_fired(state: PanzerState, event: e.ApShotFired) -> None:
    if event.hits:
        state.scored = ScoredHits(event.fired, event.short, event.hit_number, (event.target,) * event.hits)
    else:
        _done(state, event)


def _done(state: PanzerState, event: e.ApShotFired | e.ApShotResolved) -> None:
    shot_done(state, event.shooter, small_arms=seen_as_small_arms(state, event.shooter, event.weapon))


def _hits_spread(state: PanzerState, event: e.HitsSpread) -> None:
    state.question = None
    if state.scored is not None:
        state.scored = changed(state.scored, hits=event.targets, spread=True)


def _angle_chosen(state: PanzerState, event: e.HitAngleChosen) -> None:
    state.question = None
    if state.scored is not None:
        state.scored = changed(state.scored, angles=(*state.scored.angles, (event.unit, event.angle)))


def _shot_resolved(state: PanzerState, event: e.ApShotResolved) -> None:
    """All results apply at once (na:4.4.1f)."""
    for hit in event.hits:
        if hit.fatal:
            eliminate(state, hit.target, Wreck(hit.fatal))
        elif hit.result == "DM":
            damage(state, hit.target, hit.part)
        elif hit.result == "TK":
            track(state, hit.target)
    state.scored = None
    _done(state, event)


#: What `evolve` applies besides the events of the Basic Game.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    e.ApShotFired: _shot_fired,
    e.HitsSpread: _hits_spread,
    e.HitAngleChosen: _angle_chosen,
    e.ApShotResolved: _shot_resolved,
}
