"""Answers that AP fire of the Advanced Game asks for, built one choice at a time."""

from __future__ import annotations

from functools import partial as later

from core.choice import Choice, Choices, Later, Partial
from core.event import UnitId
from core.order import Order
from core.panzer.ap.hits import Condition
from core.panzer.ap.odds import HARM, expected
from core.panzer.ap.orders import ChooseHitAngle, SpreadHits
from core.panzer.ap.shot import terms_at
from core.panzer.ap.spreading import others
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.firing import Question, QuestionKind
from core.panzer.state import PanzerState

#: The questions that are answered here.
ASKED = frozenset({QuestionKind.HIT_ANGLE, QuestionKind.SPREAD_HITS})


def answers(state: PanzerState, question: Question, partial: Partial) -> Choices:
    """What may be answered to a question of this chapter."""
    if state.fire.scored is None:
        return Choices("Answer", "na:6.5.2", complete=True)
    if question.kind is QuestionKind.HIT_ANGLE:
        return _angles(state, question, state.fire.scored, partial)
    return _spread(state, question, state.fire.scored, partial)


def _angles(state: PanzerState, question: Question, scored: ScoredHits, partial: Partial) -> Choices:
    """The two Hit Angles between which the shot arrives, each with the armor that it shows (na:6.5.2.2)."""
    if partial:
        return Choices("The Hit Angle is chosen", "na:6.5.2.2", complete=True)
    terms = terms_at(state, question.shot, scored, question.unit)
    hex_ = state.units[question.unit].hex
    options = []
    for angle, plate in terms.plates.items():
        armor = dict(zip((where.rstrip("*") for where in plate.locations), plate.armor, strict=True))
        shown = " ".join(f"{where} {factor}" for where, factor in sorted(armor.items()) if where != "TK")
        options.append(Choice(angle.value, f"{angle.value}: {shown}", "option", hex_, question.unit))
    names = (state.name(question.shot.shooter), state.name(question.unit))
    prompt = f"{names[0]} hits {names[1]} exactly between two Hit Angles. Which one counts?"
    return Choices(prompt, "na:6.5.2.2", tuple(options))


def _spread(state: PanzerState, question: Question, scored: ScoredHits, partial: Partial) -> Choices:
    """For each hit beyond the first, the original target and the others that it may go to (na:6.5.2.1c)."""
    more = len(scored.hits) - 1
    if len(partial) >= more:
        return Choices("All hits are assigned", "na:6.5.2.1c", complete=True)
    first = question.shot.target
    options = []
    for target in (first, *others(state, question.shot, scored, overwatch=state.fire.announced_overwatch)):
        odds = Later(later(_harm, state, question, scored, target))
        options.append(Choice(f"hit:{target}", state.name(target), "unit", state.units[target].hex, target, odds=odds))
    prompt = f"{state.name(question.shot.shooter)} scores {more + 1} hits. Which vehicle takes hit {len(partial) + 2}?"
    return Choices(prompt, "na:6.5.2.1c", tuple(options))


def _harm(state: PanzerState, question: Question, scored: ScoredHits, target: UnitId) -> float:
    results = expected(terms_at(state, question.shot, scored, target), Condition.of(state.units[target]))
    return sum(results.get(name, 0.0) for name in HARM)


def answer_order(question: Question, partial: Partial) -> Order | None:
    """The order of a complete answer."""
    if question.kind is QuestionKind.SPREAD_HITS:
        return SpreadHits(targets=tuple(UnitId(pick.removeprefix("hit:")) for pick in partial if pick != "done"))
    return ChooseHitAngle(angle=HitAngle(partial[0])) if partial[0] in [a.value for a in HitAngle] else None
