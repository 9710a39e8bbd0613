"""What a computer player answers in the middle of an AP shot of the Advanced Game."""

from __future__ import annotations

from core.event import UnitId
from core.order import Order
from core.panzer.ap import choices as ap_choices
from core.panzer.ap import orders as ap_orders
from core.panzer.ap.basic import shot_terms
from core.panzer.ap.hits import Condition
from core.panzer.ap.odds import expected, hit_chances
from core.panzer.ap.orders import ChooseHitAngle, SpreadHits
from core.panzer.ap.shot import terms_at
from core.panzer.ap.spreading import others
from core.panzer.firing import orders as firing_orders
from core.panzer.opponent import assault, indirect
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.firing import Question, QuestionKind
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState

#: What each result of a hit takes from its target, in shares of its value.
_WORTH = {Result.TRACK_HIT: 0.4, Result.DAMAGE: 0.6, Result.KNOCKED_OUT: 1.3, Result.BREW_UP: 1.3}


def answer(state: PanzerState, question: Question) -> Order:
    """The Hit Angle that suffers least, or the hits where they do most."""
    scored = state.fire.scored
    if scored is None:
        raise ValueError("nothing is asked about a shot that has not hit")
    if question.kind is QuestionKind.SPREAD_HITS:
        return _spread(state, question, scored)
    suffered = suffers(state, question)
    return ChooseHitAngle(angle=min(suffered, key=lambda angle: suffered[angle]))


def suffers(state: PanzerState, question: Question) -> dict[HitAngle, float]:
    """The part of its value that a target may expect to lose by a hit at each angle that its owner may choose."""
    scored = state.fire.scored
    if scored is None:
        return {}
    terms = terms_at(state, question.shot, scored, question.unit)
    condition = Condition.of(state.units[question.unit])
    return {
        angle: sum(_WORTH.get(hit.fatal or hit.result, 0.0) * p for hit, p in hit_chances(plates, condition))
        for angle, plates in terms.plates.items()
    }


def _spread(state: PanzerState, question: Question, scored: ScoredHits) -> Order:
    """Each further hit to the vehicle where it is worth most; a vehicle that has one counts for what that leaves."""
    able = (question.shot.target, *others(state, question.shot, scored, overwatch=state.fire.announced_overwatch))
    worth: dict[UnitId, float] = {}
    takes: dict[UnitId, float] = {}
    for target in able:
        results = expected(terms_at(state, question.shot, scored, target), Condition.of(state.units[target]))
        takes[target] = min(1.0, sum(_WORTH.get(name, 0.0) * p for name, p in results.items()))
        worth[target] = state.scenario.by_id[target].value or 10
    worth[question.shot.target] *= 1 - takes[question.shot.target]
    targets = []
    for _ in scored.hits[1:]:
        best = max(able, key=lambda t: worth[t] * takes[t])
        targets.append(best)
        worth[best] *= 1 - takes[best]
    return SpreadHits(targets=tuple(targets))


def answer_now(state: PanzerState) -> Order:
    """Show a command that makes a unit harder to hit, and offer the thicker armor."""
    question = state.question
    if question is None or question.kind is QuestionKind.SHOW_COMMAND:
        return firing_orders.ShowCommand(show=True)
    if question.kind is QuestionKind.DANGER_CLOSE:
        return indirect.redirect(state, question)
    if question.kind is QuestionKind.PRIMARY:
        return assault.primary(state)
    if question.kind in ap_choices.ASKED:
        return answer(state, question)
    terms = shot_terms(state, question.shot, overwatch=state.fire.announced_overwatch)
    return ap_orders.ChooseAspect(aspect=terms.thicker)
