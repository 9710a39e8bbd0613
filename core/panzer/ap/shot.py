"""The course of one AP shot whose hits are located: ammunition, hits, their targets, their effects.

(na:6.5.2, min:8.4)
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from core.dice import Dice, Roll
from core.event import Event, SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder
from core.panzer.ap import collateral
from core.panzer.ap.events import ApHit, ApShotFired, ApShotResolved, HitAngleChosen
from core.panzer.ap.hits import Condition, Plate, number_of_hits, on_wreck, strike
from core.panzer.ap.orders import ChooseHitAngle
from core.panzer.ap.spreading import may_hide, others
from core.panzer.ap.terms import ApTerms, ap_terms
from core.panzer.armament import armament
from core.panzer.firing import questions, showing
from core.panzer.firing.ammunition import check_ap
from core.panzer.firing.events import QuestionAsked
from core.panzer.gp.attack import FiredBy, resolve_strikes, suppressed_beside
from core.panzer.gp.bail_out import bail_out, passengers
from core.panzer.gp.fire import direct_strikes, gp_source
from core.panzer.gp.modifiers import GpDirect
from core.panzer.ground.heights import standing_in
from core.panzer.pieces.advanced_tables import AdvancedTables, HitAngle
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.firing import Question, QuestionKind, Shot
from core.panzer.pieces.results import CAUSES, Cause, Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Suppression, Wreck
from core.panzer.state import PanzerState


def at_wreck(state: PanzerState, shot: Shot) -> bool:
    """Whether an announced shot goes on at a vehicle that has been knocked out since: until it burns (min:8.3.1)."""
    target = state.units[shot.target]
    return state.edition.wrecks_are_fired_at and not shot.gp and target.fate is Wreck.KO and target.hex is not None


def resolve(state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
    """Take a shot on from where it stands, until its effects are known or somebody has to decide something."""
    overwatch, wreck = state.fire.announced_overwatch, at_wreck(state, shot)
    if state.fire.scored is None:
        yield fire(state, shot, dice)
    if wreck:
        yield from _burned(state, shot, dice)
        return
    if state.fire.scored is None:
        yield from aftermath(state, shot, (), dice, overwatch=overwatch)
        return
    if len(state.fire.scored.hits) > 1 and not state.fire.scored.spread:
        yield from _others_answer(state, shot, state.fire.scored)
        if state.question is not None:
            return
        if others(state, shot, state.fire.scored, overwatch=state.fire.announced_overwatch):
            side = state.units[shot.shooter].side
            yield QuestionAsked(question=Question(QuestionKind.SPREAD_HITS, side, shot.shooter, shot))
            return
    question = _angle_asked(state, shot, state.fire.scored)
    if question is not None:
        yield QuestionAsked(question=question)
        return
    resolved = take_effect(state, shot, state.fire.scored, dice)
    yield resolved
    yield from aftermath(state, shot, resolved.hits, dice, overwatch=overwatch)


def _burned(state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
    """The hits on a wreck, of which a Brew Up alone has an effect; nobody is left in it (min:8.3.1)."""
    if state.fire.scored is None:
        return
    resolved = take_effect(state, shot, state.fire.scored, dice)
    yield resolved
    if state.has(Switch.GP_FIRE) and any(hit.fatal is Result.BREW_UP for hit in resolved.hits):
        yield from suppressed_beside(state, shot.target)


# -- hits ----------------------------------------------------------------------------------------


def fire(state: PanzerState, shot: Shot, dice: Dice) -> ApShotFired:
    """Check the ammunition, then roll once for the hit and the number of hits (na:5.16.2b, na:6.5.2.1)."""
    overwatch = state.fire.announced_overwatch
    used = check_ap(state, shot, dice)
    terms = ap_terms(state, shot, overwatch=overwatch, fired=used.ammo, short=used.short)
    hit_number = terms.hit_number if used.ammo else 0
    roll, hits = roll_hits(state.advanced, terms.rate, hit_number, dice)
    target = state.units[shot.target]
    if target.hex is None:
        raise ValueError("the target must be on the map")
    return ApShotFired(
        side=state.units[shot.shooter].side,
        shooter=shot.shooter,
        target=shot.target,
        weapon=shot.weapon,
        overwatch=overwatch,
        ammo=shot.ammo,
        fired=terms.row.type if used.ammo else "",
        short=used.short,
        range=terms.range,
        factor=terms.factor.name if terms.factor is not None else "",
        rate=terms.rate,
        net=terms.net,
        hit_number=hit_number,
        hits=hits,
        target_hex=target.hex,
        rolls=(*used.rolls, *roll),
        tally=terms.tally.reasons,
    )


def roll_hits(tables: AdvancedTables, rate: str, hit_number: int, dice: Dice) -> tuple[tuple[Roll, ...], int]:
    """Roll to hit, unless no hit is possible, and count the hits (na:4.4.3.2.3, na:6.5.2.1)."""
    if not hit_number:
        return (), 0
    roll = dice.roll("d100", "AP hit", "na:4.4.3.2.3")
    return (roll,), number_of_hits(tables.number_of_hits, rate, hit_number, roll.result)


# -- who is hit, and from where ------------------------------------------------------------------


def _others_answer(state: PanzerState, shot: Shot, scored: ScoredHits) -> Iterator[Event]:
    """Let the owner of other vehicles show hidden commands that keep hits away from them (na:4.4.3.2.2b)."""
    for target in may_hide(state, shot, scored, overwatch=state.fire.announced_overwatch):
        yield from showing.ask(state, state.units[target], shot)
        if state.question is not None:
            return


def terms_at(state: PanzerState, shot: Shot, scored: ScoredHits, target: UnitId) -> ApTerms:
    """The terms of a shot for one of those that it hit."""
    at_it = Shot(shot.shooter, target, shot.weapon, scored.ammo, shot.dual)
    return ap_terms(state, at_it, overwatch=state.fire.announced_overwatch, short=scored.short)


def _angle_asked(state: PanzerState, shot: Shot, scored: ScoredHits) -> Question | None:
    """What the owner of a target is to be asked that is hit exactly between two Hit Angles (na:6.5.2.2)."""
    for target in dict.fromkeys(scored.hits):
        side = state.units[target].side
        undecided = scored.angle(target) is None and state.commands.standing(side).aspect == "ask"
        if undecided and len(terms_at(state, shot, scored, target).plates) > 1:
            return Question(QuestionKind.HIT_ANGLE, side, target, shot)
    return None


def check_angle(state: PanzerState, side: SideId, order: ChooseHitAngle) -> None:
    """Only the owner of a target that is hit from exactly between two Hit Angles, when asked, and one of these."""
    question = questions.asked(state, side, QuestionKind.HIT_ANGLE, "na:6.5.2.2")
    if state.fire.scored is not None:
        between = terms_at(state, question.shot, state.fire.scored, question.unit).plates
        if order.angle not in between:
            raise IllegalOrder(f"it arrives between {' and '.join(a.value for a in between)}", "na:6.5.2.2")


def choose_angle(state: PanzerState, side: SideId, order: ChooseHitAngle, dice: Dice) -> Iterator[Event]:
    """Choose a Hit Angle (na:6.5.2.2)."""
    if state.question is not None:
        yield HitAngleChosen(unit=state.question.unit, angle=order.angle)


# -- effects -------------------------------------------------------------------------------------


def take_effect(state: PanzerState, shot: Shot, scored: ScoredHits, dice: Dice) -> ApShotResolved:
    """Locate the hits one by one and find what they do (na:6.5.2.1b, na:6.5.2.2, na:6.5.2.5)."""
    target = state.units[shot.target]
    if target.hex is None:
        raise ValueError("the target must be on the map")
    plates = {}
    for unit in dict.fromkeys(scored.hits):
        terms = terms_at(state, shot, scored, unit)
        plates[unit] = terms.plates[_arrives(terms, scored.angle(unit))]
    conditions = {u: Condition.of(state.units[u]) for u in plates}
    wrecks = frozenset(plates) if at_wreck(state, shot) else frozenset[UnitId]()
    rolls, hits = strike_all(plates, scored.hits, conditions, dice, wrecks)
    return ApShotResolved(
        shooter=shot.shooter,
        target=shot.target,
        weapon=shot.weapon,
        overwatch=state.fire.announced_overwatch,
        ammo=scored.ammo,
        hits=hits,
        target_hex=target.hex,
        rolls=rolls,
    )


def _arrives(terms: ApTerms, chosen: HitAngle | None) -> HitAngle:
    return chosen if chosen is not None and chosen in terms.plates else terms.thicker


def strike_all(
    plates: Mapping[UnitId, Plate],
    targets: tuple[UnitId, ...],
    conditions: Mapping[UnitId, Condition],
    dice: Dice,
    wrecks: Container[UnitId] = (),
) -> tuple[tuple[Roll, ...], tuple[ApHit, ...]]:
    """Resolve the hits of one shot in order, each in the condition that the one before left its target in.

    A vehicle that is eliminated by it cannot be hit again. wrecks: the targets that had been knocked out before.
    """
    now = dict(conditions)
    rolls: list[Roll] = []
    hits: list[ApHit] = []
    for target in targets:
        if target in now:
            rolled, hit = strike(plates[target], target, now[target], dice)
            hit = on_wreck(hit) if target in wrecks else hit
            rolls += rolled
            hits.append(hit)
            if hit.fatal:
                del now[target]
            else:
                now[target] = now[target].after(hit)
    return tuple(rolls), tuple(hits)


def causes(hits: Iterable[ApHit]) -> tuple[Cause, ...]:
    """What the hits of a shot at one vehicle ask of those in it, in order; masked hits ask nothing (na:6.5.2.2.3)."""
    return tuple(CAUSES[result] for hit in hits if (result := hit.fatal or hit.result) in CAUSES)


def aftermath(
    state: PanzerState, shot: Shot, hits: tuple[ApHit, ...], dice: Dice, *, overwatch: bool
) -> Iterator[Event]:
    """What a shot does to those in and near the vehicles that it hit (na:6.5.2.5d, na:6.5.2.6).

    The results have been applied. Whom a Brew Up Suppresses comes first, then what a hand-held weapon does to the
    passengers of its target, then who bails out (na:5.15b).
    """
    struck: list[UnitId] = []
    for target in dict.fromkeys((shot.target, *(hit.target for hit in hits))):
        mine = [hit for hit in hits if hit.target == target]
        if state.has(Switch.GP_FIRE) and any(hit.fatal is Result.BREW_UP for hit in mine):
            yield from suppressed_beside(state, target)
        if target == shot.target and state.has(Switch.GP_FIRE):
            fresh = [u for u in passengers(state, target) if state.units[u].suppression is not Suppression.ON]
            yield from _at_passengers(state, shot, dice, overwatch)
            struck = [u for u in fresh if state.units[u].suppression is Suppression.ON]
        yield from collateral.checks(state, mine, dice)
        tracks = [hit for hit in mine if hit.result is Result.TRACK_HIT]
        first = not (tracks and tracks[0].again)
        suppressed = struck if target == shot.target else ()
        yield from bail_out(state, target, causes(mine), dice, first_track=first, suppressed=suppressed)


def _at_passengers(state: PanzerState, shot: Shot, dice: Dice, overwatch: bool) -> Iterator[Event]:
    """A hand-held weapon fired at a vehicle strikes its passengers with its GP Factor too (na:5.1.3.4); in the
    miniatures edition its GP data are for leg and towed targets alone (min:16.2.2.1)."""
    if not state.edition.launchers_strike_passengers:
        return
    mounted = armament(state, shot.shooter)[shot.weapon]
    origin, target = standing_in(state, state.units[shot.shooter]), state.units[shot.target]
    if not mounted.hand_held or mounted.weapon.gp is None or origin is None or target.hex is None:
        return
    range_ = distance(origin, target.hex)
    if mounted.weapon.gp.at(range_) is None:
        return
    source = gp_source(mounted.weapon.gp, range_)
    fire_ = GpDirect(shot.shooter, origin, mounted, source.factor, overwatch, dual=shot.dual)
    carried = passengers(state, shot.target)
    strikes = [s for s in direct_strikes(state, fire_, source, shot.target) if s.target in carried]
    if strikes:
        by = FiredBy(shot.shooter, shot.weapon, range_, overwatch)
        yield from resolve_strikes(state, by, strikes, dice)
