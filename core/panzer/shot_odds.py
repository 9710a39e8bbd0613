"""Exact chances of shots, by running the real resolution over every roll."""

from __future__ import annotations

from collections.abc import Iterable

from core.dice import Dice, branches
from core.event import UnitId
from core.odds import chances
from core.panzer.ap_fire import ShotTerms, resolve_shot
from core.panzer.events import ApFireResolved
from core.panzer.evolve import evolve
from core.panzer.state import PanzerState

OUTCOMES = ("miss", "no effect", "DM", "KO", "BU")


def shot_odds(state: PanzerState, terms: ShotTerms) -> dict[str, float]:
    """Chance of each result of one shot; a second Damage counts as KO (na:4.4.3.2.6a)."""

    def outcome(dice: Dice) -> str:
        event = resolve_shot(state, terms, terms.thicker, dice)
        return "KO" if event.second_damage else event.result

    found = chances(outcome)
    return {name: found[name] for name in OUTCOMES if name in found}


def chance_to_hurt(state: PanzerState, terms: ShotTerms) -> float:
    """Chance that a shot at least damages its target."""
    odds = shot_odds(state, terms)
    return sum(odds.get(name, 0.0) for name in ("DM", "KO", "BU"))


def batch_odds(state: PanzerState, batch: Iterable[ShotTerms]) -> dict[str, float]:
    """Chances after several shots at one target: untouched, damaged, knocked out, brewed up.

    Every result of a shot is evolved and the next shot resolved in what it leads to; where several lead to the
    same target condition, one of them stands for all.
    """
    standing: dict[str, tuple[float, PanzerState]] = {"untouched": (1.0, state)}
    for terms in batch:
        after: dict[str, tuple[float, PanzerState]] = {}
        for name, (chance, before) in standing.items():
            if name in ("KO", "BU"):
                _join(after, name, chance, before)
                continue
            for result, share, event in _results(before, terms):
                if result in ("miss", "no effect"):
                    _join(after, name, chance * share, before)
                else:
                    then = before.copy()
                    evolve(then, event)
                    _join(after, _condition(then, terms.shot.target), chance * share, then)
        standing = after
    return {name: standing[name][0] if name in standing else 0.0 for name in ("untouched", "DM", "KO", "BU")}


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


def _condition(state: PanzerState, target: UnitId) -> str:
    fate = state.units[target].fate
    return str(fate.value) if fate is not None else "DM"
