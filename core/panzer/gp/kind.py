"""GP shots among the kinds of shots: what they promise, in menus and in the odds panel (na:6.5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.panzer.firing import shot_kinds
from core.panzer.firing.shot_kinds import Prospect, Spared
from core.panzer.gp import fire
from core.panzer.gp import odds as gp_odds
from core.panzer.gp.bail_out import crew_left
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState
from core.presentation import Row

possible = fire.possible
reaching = fire.reaching
has_weapon = fire.has_gp
refusal = fire.refusal
resolve = fire.resolve
report = gp_odds.gp_report

_LOST: Final = (Result.KNOCKED_OUT, Result.BREW_UP, Result.ELIMINATED)
_HARMED: Final = (Result.TRACK, Result.TURRET, Result.HULL, Result.DAMAGED, Result.REDUCED)


def chance(state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
    """The chance that a shot has any effect on its target."""
    return 1 - fire.gp_odds(state, fire.gp_terms(state, shot, overwatch=overwatch)).get(Result.NO_EFFECT, 0.0)


def prospect(state: PanzerState, shot: Shot, *, overwatch: bool) -> Prospect:
    """How far a shot harms its target, a Suppression counting in part, and the chance that it eliminates it."""
    odds = fire.gp_odds(state, fire.gp_terms(state, shot, overwatch=overwatch))
    kill = sum(odds.get(result, 0.0) for result in _LOST)
    left = crew_left(state, shot.target, odds)
    harm = sum(odds.get(result, 0.0) for result in _HARMED)
    if not state.units[shot.target].suppressed:
        harm += fire.SUPPRESSION * odds.get(Result.SUPPRESSED, 0.0)
    return Prospect(kill + harm, kill + left)


def spared(state: PanzerState, shots: Sequence[Shot], *, overwatch: bool) -> Spared:
    """The chances that no shot has any effect, and that none eliminates; they are taken as independent."""
    untouched = left = 1.0
    for shot in shots:
        untouched *= 1 - chance(state, shot, overwatch=overwatch)
        left *= 1 - prospect(state, shot, overwatch=overwatch).kill
    return Spared(untouched, left)


def label(state: PanzerState, shot: Shot, *, overwatch: bool) -> str:
    """A shot in words for a menu: weapon, range, factors and what the roll must exceed."""
    terms = fire.gp_terms(state, shot, overwatch=overwatch)
    strike, net = terms.strike, terms.strike.tally.total
    n, s = (limit - net for limit in strike.cell)
    return (
        f"{state.name(shot.shooter)}: {terms.weapon.weapon.name} GP {terms.source.gp} against {strike.row}, "
        f"range {terms.range} {terms.source.factor.name}, {_above(n, s, pins=terms.source.pins)}"
    )


def _above(n: int, s: int, *, pins: bool) -> str:
    """What a roll must exceed to suppress and to be Effective; Pinning Fire is never that (or:7.18)."""
    if pins:
        return f"Pinning Fire, suppresses above {max(0, n)}"
    return f"suppresses above {max(0, n)}, effective above {max(0, s)}"


def rows(state: PanzerState, shot: Shot, *, overwatch: bool) -> list[Row]:
    """A shot beside AP fire."""
    text = shot_kinds.with_chance(label(state, shot, overwatch=overwatch), chance(state, shot, overwatch=overwatch))
    return [Row("", text, "na:6.5.4")]
