"""Exact chances of AP shots of the Advanced Game, by running the real resolution over every roll.

A shot is walked through stage by stage (ammunition, to-hit roll, each hit, bail-out checks). After each stage what
comes to the same is folded together, so that a shot with three hits costs a few hundred branches, not millions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Final, TypeVar

from attrs import evolve as changed
from attrs import frozen

from core.alike import Alike
from core.dice import Dice, branches
from core.event import UnitId
from core.odds import chances
from core.panzer.ap.events import ApHit
from core.panzer.ap.hits import Condition, Plate, strike_with
from core.panzer.ap.penetration import adjustments
from core.panzer.ap.shot import causes, roll_hits
from core.panzer.ap.terms import ApTerms, ap_terms
from core.panzer.firing.ammunition import check_ap
from core.panzer.gp.bail_out import bails
from core.panzer.ground.water import SINKS, afloat
from core.panzer.pieces.advanced_tables import AdvancedTables
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import LOST, Cause, Result
from core.panzer.state import PanzerState

#: What a shot may come to, least first; of several hits the worst counts. BAILED_OUT: its crew leaves it for good.
OUTCOMES: Final = (
    Result.MISS,
    Result.NO_EFFECT,
    Result.NO_DAMAGE,
    Result.TRACK_HIT,
    Result.DAMAGE,
    Result.BAILED_OUT,
    Result.KNOCKED_OUT,
    Result.BREW_UP,
)
#: The outcomes that harm the target.
HARM: Final = (Result.TRACK_HIT, Result.DAMAGE, *LOST)

_NOBODY: Final = UnitId("")
K = TypeVar("K", bound=Hashable)


@frozen(eq=False, repr=False)
class _Standing(Alike):
    """Where a target stands after hits: its condition, the worst of them so far, and what its crew is to check."""

    condition: Condition
    worst: Result = Result.MISS
    checks: tuple[Cause, ...] = ()

    @property
    def gone(self) -> bool:
        return self.worst in LOST

    def after(self, hit: ApHit) -> _Standing:
        result = hit.fatal or (Result.NO_EFFECT if hit.result is Result.MISS or hit.again else hit.result)
        checks = () if hit.fatal else (*self.checks, *(() if hit.again else causes((hit,))))
        return _Standing(self.condition.after(hit), _worse(self.worst, result), checks)


def _worse(one: Result, other: Result) -> Result:
    return max(one, other, key=OUTCOMES.index)


# -- one shot ------------------------------------------------------------------------------------


def shot_odds(state: PanzerState, shot: Shot, *, overwatch: bool, moving: bool | None = None) -> dict[Result, float]:
    """The chance of each outcome of a shot whose hits all stay on its target."""
    start = {_Standing(Condition.of(state.units[shot.target])): 1.0}
    found = _folded((s.worst, p) for s, p in _fired(state, shot, start, overwatch, moving).items())
    return {name: found[name] for name in OUTCOMES if name in found}


def chance_to_hurt(state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
    """The chance that a shot at least takes its target's tracks, or its crew out."""
    odds = shot_odds(state, shot, overwatch=overwatch)
    return sum(odds.get(name, 0.0) for name in HARM)


def batch_odds(state: PanzerState, shots: Iterable[Shot], *, overwatch: bool) -> dict[Result, float]:
    """Chances after several shots at one target: untouched, and the worst of the results that harm."""
    now: dict[_Standing, float] = {}
    for shot in shots:
        now = _fired(state, shot, now or {_Standing(Condition.of(state.units[shot.target])): 1.0}, overwatch, None)
    found = _folded((s.worst if s.worst in HARM else Result.UNTOUCHED, p) for s, p in now.items())
    return {name: found.get(name, 0.0) for name in (Result.UNTOUCHED, *HARM)}


def _fired(
    state: PanzerState, shot: Shot, before: Mapping[_Standing, float], overwatch: bool, moving: bool | None
) -> dict[_Standing, float]:
    """What a target's standings become by one more shot, which nobody fires at what is gone, or at a wreck alone that
    may burn (min:8.3.1)."""
    wrecked = state.edition.wrecks_are_fired_at and any(s.worst is Result.KNOCKED_OUT for s in before)
    burn = _burning(state, shot, overwatch) if wrecked else 0.0
    shares: list[tuple[_Standing, float]] = []
    for standing, share in before.items():
        if wrecked and standing.worst is Result.KNOCKED_OUT:
            shares.append((changed(standing, worst=Result.BREW_UP), share * burn))
        if standing.gone:
            shares.append((standing, share * (1 - burn if standing.worst is Result.KNOCKED_OUT else 1)))
    alive = {s: p for s, p in before.items() if not s.gone}
    for (ammo, short), chance in _ammunition(state, shot).items():
        if not ammo:  # a misfire (min:16.1.2.3.2)
            shares += [(s, p * chance) for s, p in alive.items()]
            continue
        terms = ap_terms(state, shot, overwatch=overwatch, moving=moving, fired=ammo, short=short)
        plate = terms.plates[terms.thicker]
        for hits, share in _hits(state.advanced, terms.rate, terms.hit_number).items():
            after = {s: p * chance * share for s, p in alive.items()}
            for _ in range(hits):
                after = _struck(after, plate)
            shares += _checked(state, shot.target, after)
    return _folded(shares)


def _burning(state: PanzerState, shot: Shot, overwatch: bool) -> float:
    """The chance that a shot sets its target on fire if that has been knocked out before."""
    burnt = 0.0
    for (ammo, short), chance in _ammunition(state, shot).items():
        if not ammo:
            continue
        terms = ap_terms(state, shot, overwatch=overwatch, moving=False, fired=ammo, short=short)
        struck = hit_chances(terms.plates[terms.thicker], Condition())
        burns = sum(share for hit, share in struck if hit.fatal is Result.BREW_UP)
        hits = _hits(state.advanced, terms.rate, terms.hit_number)
        burnt += chance * sum(share * (1 - (1 - burns) ** number) for number, share in hits.items())
    return burnt


def _struck(before: Mapping[_Standing, float], plate: Plate) -> dict[_Standing, float]:
    shares: list[tuple[_Standing, float]] = []
    for standing, chance in before.items():
        if standing.gone:
            shares.append((standing, chance))
        else:
            shares += [(standing.after(hit), chance * share) for hit, share in hit_chances(plate, standing.condition)]
    return _folded(shares)


def _checked(
    state: PanzerState, target: UnitId, before: Mapping[_Standing, float]
) -> Iterator[tuple[_Standing, float]]:
    """Let the crew check for all that has happened to it in one shot (na:6.5.2.6.1); afloat it sinks (or:7.34)."""
    floats = afloat(state, target)
    for standing, chance in before.items():
        if floats and not SINKS.isdisjoint(standing.checks):
            yield changed(standing, checks=(), worst=Result.KNOCKED_OUT), chance
            continue
        stays = 1.0
        for cause in standing.checks:
            stays *= 1 - bails(state, target, cause)
        kept = changed(standing, checks=())
        yield kept, chance * stays
        if stays < 1:
            yield changed(kept, worst=_worse(kept.worst, Result.BAILED_OUT)), chance * (1 - stays)


def _folded(shares: Iterable[tuple[K, float]]) -> dict[K, float]:
    found: dict[K, float] = {}
    for key, share in shares:
        found[key] = found.get(key, 0.0) + share
    return found


# -- its stages ----------------------------------------------------------------------------------


def _ammunition(state: PanzerState, shot: Shot) -> Mapping[tuple[str, int], float]:
    """What it is fired with: the row, and how many limits are in effect."""

    def used(dice: Dice) -> tuple[str, int]:
        found = check_ap(state, shot, dice)
        return found.ammo, found.short

    return chances(used)


def chance_to_hit(tables: AdvancedTables, rate: str, hit_number: int) -> float:
    """The chance of one hit or more."""
    return 1 - _hits(tables, rate, hit_number).get(0, 0.0)


@lru_cache(maxsize=1024)
def _hits(tables: AdvancedTables, rate: str, hit_number: int) -> Mapping[int, float]:
    """The number of hits."""
    return chances(lambda dice: roll_hits(tables, rate, hit_number, dice)[1])


@lru_cache(maxsize=2048)
def hit_chances(plate: Plate, condition: Condition) -> tuple[tuple[ApHit, float], ...]:
    """What one hit does: of hits that come to the same, one stands for all, with their chance."""
    found: dict[tuple[Result, str, bool, bool], tuple[ApHit, float]] = {}
    for adjustment, chance in adjustments(plate.variation).items():
        by = partial(strike_with, plate, _NOBODY, condition, adjustment)
        for share, (_, hit) in branches(by):
            key = (hit.result, hit.part, hit.second_damage, hit.again)
            first, sum_ = found.get(key, (hit, 0.0))
            found[key] = (first, sum_ + chance * share)
    return tuple(found.values())


def expected(terms: ApTerms, condition: Condition) -> Mapping[Result, float]:
    """What one hit from the thicker of the Hit Angles does, by result; a second Damage as KO."""
    return _folded((hit.fatal or hit.result, p) for hit, p in hit_chances(terms.plates[terms.thicker], condition))
