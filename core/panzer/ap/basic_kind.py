"""AP shots of the Basic Game among the kinds of shots (na:4.4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.dice import Dice
from core.event import Event
from core.panzer.ap import basic, basic_odds, odds_rows, reach
from core.panzer.ap.basic import ShotTerms
from core.panzer.firing import shot_kinds
from core.panzer.firing.aim import may_be_moving
from core.panzer.firing.events import QuestionAsked
from core.panzer.firing.shot_kinds import Outcomes, Prospect, Spared
from core.panzer.gp.attack import suppressed_beside
from core.panzer.gp.bail_out import bail_out
from core.panzer.ground import water
from core.panzer.pieces.firing import Question, QuestionKind, Shot
from core.panzer.pieces.results import BASIC_CHANCES, CAUSES, LOST, Cause, Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row

possible = reach.possible
reaching = reach.reaching
has_weapon = reach.has_ap
refusal = reach.refusal


def resolve(state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
    """The shot, then what it makes crews do; the owner may choose between the aspects first (na:4.4.3.2.4)."""
    target = state.units[shot.target]
    terms = basic.shot_terms(state, shot, overwatch=state.fire.announced_overwatch)
    aspect = state.fire.aspect or terms.thicker
    asks = state.commands.standing(target.side).aspect == "ask"
    if state.fire.aspect is None and len(terms.aspects) > 1 and asks and terms.hit_number:
        yield QuestionAsked(question=Question(QuestionKind.ASPECT, target.side, target.id, shot))
        return
    event = basic.resolve_shot(state, terms, aspect, dice)
    yield event
    if state.scenario.switches and event.result in CAUSES:
        cause = Cause.KNOCKED_OUT if event.second_damage else CAUSES[event.result]
        if cause is Cause.BREW_UP and state.has(Switch.GP_FIRE):
            yield from suppressed_beside(state, target.id)
        yield from bail_out(state, target.id, (cause,), dice)


# -- chances -------------------------------------------------------------------------------------


def chance(state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
    """The chance that a shot at least damages its target."""
    return prospect(state, shot, overwatch=overwatch).harm


def prospect(state: PanzerState, shot: Shot, *, overwatch: bool) -> Prospect:
    """What a shot promises, by its real resolution."""
    odds = basic_odds.shot_odds(state, basic.shot_terms(state, shot, overwatch=overwatch))
    kill = sum(odds.get(result, 0.0) for result in LOST)
    return Prospect(kill + odds.get(Result.DAMAGE, 0.0), kill)


def spared(state: PanzerState, shots: Sequence[Shot], *, overwatch: bool) -> Spared:
    """The chances that several shots leave their target untouched, and in action."""
    odds = basic_odds.batch_odds(state, [basic.shot_terms(state, shot, overwatch=overwatch) for shot in shots])
    return Spared(odds[Result.UNTOUCHED], 1 - sum(odds.get(result, 0.0) for result in LOST))


# -- in words ------------------------------------------------------------------------------------


def label(state: PanzerState, shot: Shot, *, overwatch: bool) -> str:
    """A shot in a menu: who, with what, at which range, and the number it needs."""
    terms = basic.shot_terms(state, shot, overwatch=overwatch)
    weapon = terms.weapon.weapon.name
    return f"{state.name(shot.shooter)}: {weapon}, range {terms.range} {terms.factor.name}, hits on {terms.hit_number}"


def rows(state: PanzerState, shot: Shot, *, overwatch: bool) -> list[Row]:
    """A shot beside GP fire."""
    text = shot_kinds.with_chance(label(state, shot, overwatch=overwatch), chance(state, shot, overwatch=overwatch))
    return [Row("", text, "na:4.4.3.2")]


def beside(state: PanzerState, target: Unit, shots: Sequence[Shot], *, overwatch: bool) -> tuple[list[Row], Outcomes]:
    """Whether the shots do any damage."""
    return [], (("Damage or more by AP fire", 1 - spared(state, shots, overwatch=overwatch).untouched),)


def report(state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
    """Shot by shot what a hit does; then what all may come to."""
    batch = [basic.shot_terms(state, shot, overwatch=overwatch) for shot in shots]
    told = [row for terms in batch for row in _shot_rows(state, terms)]
    told += water.odds_rows(state, shots[0].target)
    if may_be_moving(state, state.units[shots[0].target]):
        if_moving = (basic.shot_terms(state, shot, overwatch=overwatch, moving=True).hit_number for shot in shots)
        told.append(odds_rows.moving_row(if_moving))
    if len(batch) == 1:
        odds = basic_odds.shot_odds(state, batch[0])
    else:
        odds = {result: p for result, p in basic_odds.batch_odds(state, batch).items() if p}
    found = water.outcomes(state, shots[0].target, odds)
    outcomes = tuple((BASIC_CHANCES[result], p) for result, p in found.items())
    tally = batch[0].tally.reasons if len(batch) == 1 else ()
    return OddsReport(shot_kinds.title(state, shots), outcomes, tuple(told), tally)


def _shot_rows(state: PanzerState, terms: ShotTerms) -> Iterator[Row]:
    aspect = terms.thicker
    yield Row(
        state.name(terms.shot.shooter),
        f"{terms.weapon.weapon.name}: range {terms.range} = {terms.factor.name}, net {terms.net:+d}, "
        f"hits on {terms.hit_number}; penetration {terms.penetration}{_variation(terms)} against {aspect.value} "
        f"{terms.armor[aspect]}: {BASIC_CHANCES[terms.result(aspect, state.tables.ap_damage_basic)]}",
        "na:4.4.3.2",
    )
    yield from odds_rows.limit_rows(state, terms.shot)
    if len(terms.aspects) > 1:
        yield Row("", "exactly between Front and Rear: the owner of the target chooses", "na:4.4.3.2.4")


def _variation(terms: ShotTerms) -> str:
    """How far its penetration varies (or:7.12)."""
    return f" {terms.variation.in_words}" if terms.variation is not None else ""
