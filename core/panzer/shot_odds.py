"""Exact chances of shots, by running the real resolution over every roll."""

from __future__ import annotations

from collections.abc import Iterable

from core.dice import Dice
from core.odds import chances
from core.panzer.ap_fire import ShotTerms, resolve_shot
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

    Each shot is the real resolution of that shot; only the target's state is carried from one to the next.
    """
    fresh = {"untouched": 1.0, "DM": 0.0, "KO": 0.0, "BU": 0.0}
    for terms in batch:
        damaged_before = state.units[terms.shot.target].damaged
        single = shot_odds(state, terms)
        dm = single.get("DM", 0.0)
        ko = single.get("KO", 0.0)
        bu = single.get("BU", 0.0)
        if damaged_before:
            fresh["KO"] += fresh["untouched"] * ko
            fresh["BU"] += fresh["untouched"] * bu
            fresh["untouched"] *= 1 - ko - bu
            continue
        fresh["KO"] += fresh["untouched"] * ko + fresh["DM"] * (ko + dm)
        fresh["BU"] += (fresh["untouched"] + fresh["DM"]) * bu
        fresh["DM"] = fresh["DM"] * (1 - dm - ko - bu) + fresh["untouched"] * dm
        fresh["untouched"] *= 1 - dm - ko - bu
    return fresh
