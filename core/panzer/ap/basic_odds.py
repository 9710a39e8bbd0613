"""Exact chances of AP shots of the Basic Game, by running the real resolution over every roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.dice import Dice, branches
from core.event import UnitId
from core.odds import chances
from core.panzer.ap.basic import ShotTerms, resolve_shot
from core.panzer.ap.events import ApFireResolved
from core.panzer.ap.evolve import ap_fire_resolved
from core.panzer.ap.odds import bails
from core.panzer.gp.bail_out import Cause
from core.panzer.pieces.modules import Module
from core.panzer.state import PanzerState

#: What a shot may come to, least first. BAIL: Damage, and its crew leaves it for good (na:6.5.2.6.1).
OUTCOMES: Final = ("miss", "no effect", "DM", "BAIL", "KO", "BU")
#: The outcomes that put the target out of action.
LOST: Final = ("BAIL", "KO", "BU")


def shot_odds(state: PanzerState, terms: ShotTerms) -> dict[str, float]:
    """Chance of each result of one shot; a second Damage counts as KO (na:4.4.3.2.6a)."""

    def outcome(dice: Dice) -> str:
        event = resolve_shot(state, terms, terms.thicker, dice)
        return "KO" if event.second_damage else event.result

    found = chances(outcome)
    left = bails(state, terms.shot.target, Cause.DAMAGE) if "DM" in found else 0.0
    if left:
        found = {**found, "DM": found["DM"] * (1 - left), "BAIL": found["DM"] * left}
    return {name: found[name] for name in OUTCOMES if name in found}


def chance_to_hurt(state: PanzerState, terms: ShotTerms) -> float:
    """Chance that a shot at least damages its target."""
    odds = shot_odds(state, terms)
    return sum(odds.get(name, 0.0) for name in ("DM", *LOST))


def batch_odds(state: PanzerState, batch: Iterable[ShotTerms]) -> dict[str, float]:
    """Chances after several shots at one target: untouched, damaged, abandoned, knocked out, brewed up.

    Every result of a shot is evolved and the next shot resolved in what it leads to; where several lead to the
    same target condition, one of them stands for all.
    """
    standing: dict[str, tuple[float, PanzerState]] = {"untouched": (1.0, state)}
    for terms in batch:
        after: dict[str, tuple[float, PanzerState]] = {}
        for name, (chance, before) in standing.items():
            if name in LOST:
                _join(after, name, chance, before)
                continue
            for result, share, event in _results(before, terms):
                if result in ("miss", "no effect"):
                    _join(after, name, chance * share, before)
                else:
                    then = before.copy()
                    ap_fire_resolved(then, event)
                    for fate, part in _fates(then, terms.shot.target):
                        _join(after, fate, chance * share * part, then)
        standing = after
    found = {name: standing[name][0] if name in standing else 0.0 for name in ("untouched", "DM", "BAIL", "KO", "BU")}
    return found if state.has(Module.BAIL_OUT) else {name: p for name, p in found.items() if name != "BAIL"}


def _results(state: PanzerState, terms: ShotTerms) -> list[tuple[str, float, ApFireResolved]]:
    """The distinct results of one shot, each with its chance and one event that shows it."""
    found: dict[str, tuple[float, ApFireResolved]] = {}
    for share, event in branches(lambda dice: resolve_shot(state, terms, terms.thicker, dice)):
        sum_, first = found.get(event.result, (0.0, event))
        found[event.result] = (sum_ + share, first)
    return [(result, share, event) for result, (share, event) in found.items()]


def _join(into: dict[str, tuple[float, PanzerState]], name: str, chance: float, state: PanzerState) -> None:
    before, kept = into.get(name, (0.0, state))
    into[name] = (before + chance, kept)


def _fates(state: PanzerState, target: UnitId) -> Iterator[tuple[str, float]]:
    """What becomes of a target that was damaged: lost at once, or its crew may leave it (na:5.15a)."""
    fate = state.units[target].fate
    if fate is not None:
        yield str(fate.value), 1.0
        return
    left = bails(state, target, Cause.DAMAGE)
    yield "DM", 1 - left
    if left:
        yield "BAIL", left
