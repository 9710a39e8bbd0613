"""Exact chances of AP shots of the Basic Game, by running the real resolution over every roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.dice import Roll, branches
from core.event import UnitId
from core.odds import chances
from core.panzer.ap.basic import ShotTerms, effect, fired, resolve_shot, shot_terms
from core.panzer.ap.events import ApFireResolved
from core.panzer.ap.evolve import ap_fire_resolved
from core.panzer.ap.penetration import adjustments
from core.panzer.gp.bail_out import bails
from core.panzer.ground.water import afloat
from core.panzer.pieces.results import LOST, Cause, Result
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

#: What a shot may come to, least first. BAILED_OUT: Damage, and its crew leaves it for good (na:6.5.2.6.1).
OUTCOMES: Final = (
    Result.MISS,
    Result.NO_EFFECT,
    Result.DAMAGE,
    Result.BAILED_OUT,
    Result.KNOCKED_OUT,
    Result.BREW_UP,
)
#: What several shots may come to.
AFTERWARDS: Final = (Result.UNTOUCHED, Result.DAMAGE, *LOST)


def shot_odds(state: PanzerState, terms: ShotTerms) -> dict[Result, float]:
    """Chance of each result of one shot; a second Damage counts as KO (na:4.4.3.2.6a), afloat any (or:7.34)."""
    found: dict[Result, float] = {}
    floats = afloat(state, terms.shot.target)
    for share, event in _branches(state, terms):
        sunk = event.second_damage or (floats and event.result is Result.DAMAGE)
        result = Result.KNOCKED_OUT if sunk else event.result
        found[result] = found.get(result, 0.0) + share
    left = bails(state, terms.shot.target, Cause.DAMAGE) if Result.DAMAGE in found else 0.0
    if left:
        hurt = found[Result.DAMAGE]
        found = {**found, Result.DAMAGE: hurt * (1 - left), Result.BAILED_OUT: hurt * left}
    return {name: found[name] for name in OUTCOMES if name in found}


def chance_to_hurt(state: PanzerState, terms: ShotTerms) -> float:
    """Chance that a shot at least damages its target."""
    odds = shot_odds(state, terms)
    return sum(odds.get(name, 0.0) for name in (Result.DAMAGE, *LOST))


def batch_odds(state: PanzerState, batch: Iterable[ShotTerms]) -> dict[Result, float]:
    """Chances after several shots at one target: untouched, damaged, abandoned, knocked out, brewed up.

    Every result of a shot is evolved and the next shot resolved in what it leads to; where several lead to the
    same target condition, one of them stands for all.
    """
    standing: dict[Result, tuple[float, PanzerState]] = {Result.UNTOUCHED: (1.0, state)}
    for terms in batch:
        after: dict[Result, tuple[float, PanzerState]] = {}
        for name, (chance, before) in standing.items():
            if name in LOST:
                _join(after, name, chance, before)
                continue
            for result, share, event in _results(before, terms):
                if result in (Result.MISS, Result.NO_EFFECT):
                    _join(after, name, chance * share, before)
                else:
                    then = before.copy()
                    ap_fire_resolved(then, event)
                    for fate, part in _fates(then, terms.shot.target):
                        _join(after, fate, chance * share * part, then)
        standing = after
    found = {name: standing[name][0] if name in standing else 0.0 for name in AFTERWARDS}
    return (
        found if state.has(Switch.BAIL_OUT) else {name: p for name, p in found.items() if name is not Result.BAILED_OUT}
    )


def _branches(state: PanzerState, terms: ShotTerms) -> Iterator[tuple[float, ApFireResolved]]:
    """What a shot may come to, with the chance of it: the dice for the hit first, then those for its penetration, of
    which those that come to the same are taken together (or:7.12)."""
    if terms.variation is None:
        yield from branches(lambda dice: resolve_shot(state, terms, terms.thicker, dice))
        return
    stages = chances(lambda dice: _stage(*fired(state, terms, dice)))
    for (short, hit), chance in stages.items():
        met = terms if short == terms.short else _running_short(state, terms, short)
        for adjustment, share in (adjustments(met.variation) if hit else {0: 1.0}).items():
            yield chance * share, effect(state, met, met.thicker, (), hit=hit, adjustment=adjustment)


def _stage(terms: ShotTerms, rolls: tuple[Roll, ...], hit: bool) -> tuple[int, bool]:
    return terms.short, hit


def _running_short(state: PanzerState, terms: ShotTerms, short: int) -> ShotTerms:
    return shot_terms(state, terms.shot, overwatch=terms.overwatch, moving=terms.moving, short=short)


def _results(state: PanzerState, terms: ShotTerms) -> list[tuple[Result, float, ApFireResolved]]:
    """The distinct results of one shot, each with its chance and one event that shows it."""
    found: dict[Result, tuple[float, ApFireResolved]] = {}
    for share, event in _branches(state, terms):
        sum_, first = found.get(event.result, (0.0, event))
        found[event.result] = (sum_ + share, first)
    return [(result, share, event) for result, (share, event) in found.items()]


def _join(into: dict[Result, tuple[float, PanzerState]], name: Result, chance: float, state: PanzerState) -> None:
    before, kept = into.get(name, (0.0, state))
    into[name] = (before + chance, kept)


def _fates(state: PanzerState, target: UnitId) -> Iterator[tuple[Result, float]]:
    """What becomes of a target that was damaged: lost at once, or its crew may leave it (na:5.15a)."""
    fate = state.units[target].fate
    if fate is not None:
        yield Result(fate.value), 1.0
        return
    if afloat(state, target):  # or:7.34
        yield Result.KNOCKED_OUT, 1.0
        return
    left = bails(state, target, Cause.DAMAGE)
    yield Result.DAMAGE, 1 - left
    if left:
        yield Result.BAILED_OUT, left
