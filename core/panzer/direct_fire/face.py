"""What the odds panel shows of fire of the Advanced Game: each shot against the tables, and what all may come to."""

from __future__ import annotations

from core.panzer.ap.hits import TRACK, Plate
from core.panzer.ap.odds import batch_odds, shot_odds
from core.panzer.ap.terms import ApTerms, ap_terms
from core.panzer.armament import armament
from core.panzer.direct_fire import shots as direct_fire_shots
from core.panzer.firing.aim import hidden_moving
from core.panzer.firing.ammunition import SPECIAL, basic_limit, heat_only, special_limit
from core.panzer.gp.odds import gp_report
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import AP_CHANCES
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row
from core.tally import Reason


def fire_odds(state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
    """The shots of an order, AP and GP, with their chances."""
    ap = tuple(shot for shot in shots if shot.ammo != direct_fire_shots.GP)
    if not ap:
        return gp_report(state, shots, overwatch=overwatch)
    rows: list[Row] = []
    tally: tuple[Reason, ...] = ()
    for shot in shots:
        if shot.ammo == direct_fire_shots.GP or not direct_fire_shots.is_advanced(state):
            chance = round(100 * direct_fire_shots.chance(state, shot, overwatch=overwatch))
            rule = "na:6.5.4" if shot.ammo == direct_fire_shots.GP else "na:4.4.3.2"
            rows.append(Row("", f"{direct_fire_shots.label(state, shot, overwatch=overwatch)}: {chance}%", rule))
        else:
            terms = ap_terms(state, shot, overwatch=overwatch)
            tally = terms.tally.reasons
            rows += ap_rows(state, terms)
    target = state.units[shots[0].target]
    at_it = tuple(shot for shot in ap if shot.target == target.id)
    if not direct_fire_shots.is_advanced(state):
        harm = direct_fire_shots.chance_of_any(state, at_it, overwatch=overwatch)
        outcomes: tuple[tuple[str, float], ...] = (("Damage or more by AP fire", harm),)
    else:
        if target.command is None or hidden_moving(target):
            numbers = ", ".join(str(ap_terms(state, s, overwatch=overwatch, moving=True).hit_number) for s in at_it)
            rows.append(Row("If it is moving", f"the owner may show that: hits on {numbers}", "na:4.4.3.2.2b"))
        odds = batch_odds(state, at_it, overwatch=overwatch) if len(at_it) > 1 else {}
        if len(at_it) == 1:
            odds = shot_odds(state, at_it[0], overwatch=overwatch)
        outcomes = tuple((AP_CHANCES[name], chance) for name, chance in odds.items() if chance)
    count = f"{len(shots)} shots" if len(shots) > 1 else "one shot"
    return OddsReport(f"{count} at {state.name(target.id)}", outcomes, tuple(rows), tally if len(shots) == 1 else ())


def ap_rows(state: PanzerState, terms: ApTerms) -> list[Row]:
    """An AP shot: ammunition, range, number; then what each location shows to it from where it arrives."""
    weapon = terms.weapon.weapon
    factor = terms.factor.name if terms.factor is not None else "out of range"
    rows = [
        Row(
            state.name(terms.shot.shooter),
            f"{weapon.name} {terms.row.type} ({terms.row.energy}), range {terms.range} = {factor}, net {terms.net:+d}, "
            f"hits on {terms.hit_number}, rate {terms.rate}; penetration {terms.penetration}",
            "na:6.5.2",
        )
    ]
    limits = limits_in_words(state, terms.shot)
    if limits:
        rows.append(Row("", limits, "na:5.16.2b"))
    for angle, plate in terms.plates.items():
        rows.append(Row(angle.value, _shown(plate), "na:6.5.2.3"))
        why = terms.masked[angle]
        if why.kind is not None:
            rows.append(Row("", f"{why.kind.value}: {why.reason}", why.rule))
    if len(terms.plates) > 1:
        rows.append(Row("", "exactly between two Hit Angles: the owner of the target chooses", "na:6.5.2.2"))
    return rows


def _shown(plate: Plate) -> str:
    """The locations that a shot may meet, with their Armor Factors, by what becomes of it there."""
    groups: dict[str, dict[str, str]] = {"penetrated": {}, "not penetrated": {}, "misses": {}}
    for where, armor in zip(plate.locations, plate.armor, strict=True):
        if plate.misses(where):
            groups["misses"][where] = where
        elif where != TRACK:
            group = "penetrated" if plate.penetration >= armor else "not penetrated"
            groups[group][where] = f"{where} {armor}"
    told = (f"{name}: {', '.join(where.values())}" for name, where in groups.items() if where)
    return f"{plate.inclination.value} shot; {'; '.join(told)}"


def limits_in_words(state: PanzerState, shot: Shot) -> str:
    """What its ammunition may come to before an AP shot; "" without limits."""
    basic = basic_limit(state, shot.shooter, shot.weapon)
    kind = SPECIAL.get(shot.ammo)
    alone = heat_only(armament(state, shot.shooter)[shot.weapon].weapon)
    limit = special_limit(state, shot.shooter, shot.weapon, kind) if kind is not None and not alone else None
    rate = ", rate N" if direct_fire_shots.is_advanced(state) else ""
    if limit is not None:
        return f"{shot.ammo} runs out above {limit} on a d10; then AP is fired at -3{rate}"
    if basic is not None and (kind is None or alone):
        return f"ammunition runs short above {basic} on a d10: -3{rate}"
    return ""
