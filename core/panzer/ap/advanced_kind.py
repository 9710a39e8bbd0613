"""AP shots whose hits are located, among the kinds of shots: those of the Advanced Game (na:6.5.2), in the miniatures
edition all (min:8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.panzer.ap import odds as ap_odds
from core.panzer.ap import odds_rows, reach
from core.panzer.ap import shot as ap_shot
from core.panzer.ap.hits import TRACK, Plate
from core.panzer.ap.lower_hull import HULL_FRONT
from core.panzer.ap.terms import ApTerms, ap_terms, in_words
from core.panzer.firing import shot_kinds
from core.panzer.firing.aim import may_be_moving
from core.panzer.firing.shot_kinds import Outcomes, Prospect, Spared
from core.panzer.ground import water
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import AP_CHANCES, LOST, Result
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row

possible = reach.possible
reaching = reach.reaching
has_weapon = reach.has_ap
refusal = reach.refusal
resolve = ap_shot.resolve

# -- chances -------------------------------------------------------------------------------------


def chance(state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
    """The chance that a shot at least takes its target's tracks, or its crew out."""
    return prospect(state, shot, overwatch=overwatch).harm


def prospect(state: PanzerState, shot: Shot, *, overwatch: bool) -> Prospect:
    """What a shot promises, by its real resolution."""
    odds = ap_odds.shot_odds(state, shot, overwatch=overwatch)
    return Prospect(sum(odds.get(r, 0.0) for r in ap_odds.HARM), sum(odds.get(r, 0.0) for r in LOST))


def spared(state: PanzerState, shots: Sequence[Shot], *, overwatch: bool) -> Spared:
    """The chances that several shots leave their target untouched, and in action."""
    odds = ap_odds.batch_odds(state, shots, overwatch=overwatch)
    return Spared(odds[Result.UNTOUCHED], 1 - sum(odds.get(result, 0.0) for result in LOST))


# -- in words ------------------------------------------------------------------------------------


def label(state: PanzerState, shot: Shot, *, overwatch: bool) -> str:
    """A shot in a menu: who, with what, at which range, and the number it needs."""
    return f"{state.name(shot.shooter)}: {in_words(ap_terms(state, shot, overwatch=overwatch))}"


def rows(state: PanzerState, shot: Shot, *, overwatch: bool) -> list[Row]:
    """A shot: ammunition, range, number; then what each location shows to it from where it arrives."""
    return list(_shot_rows(state, ap_terms(state, shot, overwatch=overwatch)))


def beside(state: PanzerState, target: Unit, shots: Sequence[Shot], *, overwatch: bool) -> tuple[list[Row], Outcomes]:
    """The numbers if it is moving, and what is worst of all shots."""
    more = list(water.odds_rows(state, target.id))
    if may_be_moving(state, target):
        if_moving = (ap_terms(state, shot, overwatch=overwatch, moving=True).hit_number for shot in shots)
        more.append(odds_rows.moving_row(if_moving))
    odds: dict[Result, float] = {}
    if len(shots) == 1:
        odds = ap_odds.shot_odds(state, shots[0], overwatch=overwatch)
    elif shots:
        odds = ap_odds.batch_odds(state, shots, overwatch=overwatch)
    found = water.outcomes(state, target.id, odds)
    return more, tuple((AP_CHANCES[result], p) for result, p in found.items() if p)


def report(state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
    """Shot by shot, then what those at the first target may come to."""
    told = [row for shot in shots for row in rows(state, shot, overwatch=overwatch)]
    target = state.units[shots[0].target]
    at_it = [shot for shot in shots if shot.target == target.id]
    more, outcomes = beside(state, target, at_it, overwatch=overwatch)
    tally = ap_terms(state, shots[0], overwatch=overwatch).tally.reasons if len(shots) == 1 else ()
    return OddsReport(shot_kinds.title(state, shots), outcomes, (*told, *more), tally)


def _shot_rows(state: PanzerState, terms: ApTerms) -> Iterator[Row]:
    weapon = terms.weapon.weapon
    factor = terms.factor.name if terms.factor is not None else "out of range"
    yield Row(
        state.name(terms.shot.shooter),
        f"{weapon.name} {terms.row.type} ({terms.row.energy}), range {terms.range} = {factor}, net {terms.net:+d}, "
        f"hits on {terms.hit_number}, rate {terms.rate}; penetration {terms.penetration}{_variation(terms)}",
        "min:8.4" if state.edition.located_hits else "na:6.5.2",
    )
    yield from odds_rows.limit_rows(state, terms.shot)
    for angle, plate in terms.plates.items():
        yield Row(angle.value, _shown(plate), "na:6.5.2.3")
        why = terms.masked[angle]
        if why.kind is not None:
            yield Row("", f"{why.kind.value}: {why.reason}", why.rule)
    if len(terms.plates) > 1:
        yield Row("", "exactly between two Hit Angles: the owner of the target chooses", "na:6.5.2.2")


def _variation(terms: ApTerms) -> str:
    """How far its penetration varies (or:7.12)."""
    by = terms.plates[terms.thicker].variation
    return f" {by.in_words}" if by is not None else ""


def _shown(plate: Plate) -> str:
    """The locations that a shot may meet, with their Armor Factors, by what becomes of it there."""
    groups: dict[str, dict[str, str]] = {"penetrated": {}, "not penetrated": {}, "misses": {}}
    for where, armor in zip(plate.locations, plate.armor, strict=True):
        if plate.misses(where):
            groups["misses"][where] = where
        elif where != TRACK:
            group = "penetrated" if plate.penetration >= armor else "not penetrated"
            lower = " (lower hull)" if plate.lower_hull and where.startswith(HULL_FRONT) else ""
            groups[group][where] = f"{where} {armor}{lower}"
    told = (f"{name}: {', '.join(where.values())}" for name, where in groups.items() if where)
    return f"{plate.inclination.value} shot; {'; '.join(told)}"
