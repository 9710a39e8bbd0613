"""AP shots as attempts: to hit, and to put the target out of action (na:4.4.3.2, na:6.5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from core.attempt import Attempt, one_or_none
from core.event import Event, OrderGiven, UnitId
from core.panzer.ap import basic, basic_odds, odds
from core.panzer.ap.events import ApFireResolved, ApShotFired, ApShotResolved
from core.panzer.ap.spreading import others
from core.panzer.ap.terms import ap_terms
from core.panzer.gp.events import BailOutChecked, VehicleSunk
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import LOST, Result
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState

KIND: Final = "AP fire"
#: Why a shot is not weighed.
_WRECK: Final = "shots at a wreck"
_SPREAD: Final = "losses by shots whose hits could be spread"
_UNKNOWN: Final = "shots of which not everything is known"
#: The rates of fire of more than one hit.
_QUICK: Final = frozenset("QRF")


def _shot(state: PanzerState, shooter: UnitId, target: UnitId, weapon: int) -> Shot | None:
    """The announced shot that is being resolved."""
    found = state.fire.announced[0] if state.fire.announced else None
    same = found is not None and (found.shooter, found.target, found.weapon) == (shooter, target, weapon)
    return found if same else None


def _course(after: Sequence[Event]) -> Iterator[Event]:
    """What comes of a shot: all up to the next one; answers to its questions are orders between."""
    for event in after:
        if isinstance(event, ApFireResolved | ApShotFired):
            return
        yield event


def _bailed(after: Sequence[Event], target: UnitId) -> bool:
    """Whether the crew left its vehicle for good, or it sank, by what has just been resolved."""
    for event in _course(after):
        if isinstance(event, OrderGiven):
            return False
        if isinstance(event, BailOutChecked) and event.unit == target and event.out:
            return True
        if isinstance(event, VehicleSunk) and event.unit == target:
            return True
    return False


def _basic(state: PanzerState, event: ApFireResolved, after: Sequence[Event]) -> Attempt:
    made = Attempt(
        kind=KIND,
        side=state.units[event.shooter].side,
        by=(event.shooter,),
        at=(event.target,),
        range=event.range,
        chance=event.hit_number / 100,
        effect=event.result is not Result.MISS,
        why=_UNKNOWN,
    )
    shot = _shot(state, event.shooter, event.target, event.weapon)
    if shot is None:
        return made
    terms = basic.shot_terms(state, shot, overwatch=event.overwatch, short=event.short)
    if terms.hit_number != event.hit_number:
        return made
    met = state.fire.aspect or terms.thicker
    kill = _sum(basic_odds.shot_odds(state, evolve(terms, aspects=(met,))))
    gone = event.second_damage or event.result in LOST or _bailed(after, event.target)
    lost = (event.target,) if gone else ()
    return evolve(made, losses=one_or_none(kill, event.target), lost=lost, why="")


def _sum(found: Mapping[Result, float]) -> float:
    return sum(found.get(result, 0.0) for result in LOST)


def _located(state: PanzerState, event: ApShotFired, after: Sequence[Event]) -> Attempt | None:
    made = Attempt(
        kind=KIND,
        side=event.side,
        by=(event.shooter,),
        at=(event.target,),
        range=event.range,
        chance=_to_hit(state, event),
        effect=event.hits > 0,
        why=_UNKNOWN,
    )
    shot = _shot(state, event.shooter, event.target, event.weapon)
    if shot is None:
        return made
    if state.units[event.target].presence is Presence.ELIMINATED:
        return evolve(made, why=_WRECK)
    terms = ap_terms(state, shot, overwatch=event.overwatch, fired=event.fired or event.ammo, short=event.short)
    if event.fired and terms.hit_number != event.hit_number:
        return made
    if terms.rate in _QUICK and _spreads(state, shot, event):
        return evolve(made, why=_SPREAD)
    resolved = next((e for e in _course(after) if isinstance(e, ApShotResolved)), None)
    if event.hits and resolved is None:
        return None  # it is not resolved yet
    lost = (event.target,) if _gone(event, resolved, after) else ()
    kill = _sum(odds.shot_odds(state, shot, overwatch=event.overwatch))
    return evolve(made, losses=one_or_none(kill, event.target), lost=lost, why="")


def _to_hit(state: PanzerState, event: ApShotFired) -> float:
    """With the row that it was really fired with: no hit if it misfired."""
    return odds.chance_to_hit(state.advanced, event.rate, event.hit_number)


def _spreads(state: PanzerState, shot: Shot, event: ApShotFired) -> bool:
    """Whether there is anybody else to whom further hits might have gone (na:6.5.2.1c)."""
    scored = ScoredHits(ammo=shot.ammo, short=event.short, hit_number=event.hit_number, hits=(shot.target,))
    return bool(others(state, shot, scored, overwatch=event.overwatch))


def _gone(event: ApShotFired, resolved: ApShotResolved | None, after: Sequence[Event]) -> bool:
    if resolved is None:
        return False
    if any(hit.fatal and hit.target == event.target for hit in resolved.hits):
        return True
    return _bailed(after[list(after).index(resolved) + 1 :], event.target)


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[PanzerState, Any, Sequence[Event]], Attempt | None]]] = {
    ApFireResolved: _basic,
    ApShotFired: _located,
}
