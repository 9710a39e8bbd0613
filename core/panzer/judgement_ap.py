"""What a computer player answers in the middle of an AP shot of the Advanced Game."""

from __future__ import annotations

from core.event import UnitId
from core.order import Order
from core.panzer.advanced_tables import HitAngle
from core.panzer.ap_hits import Condition
from core.panzer.ap_odds import expected, hit_chances
from core.panzer.ap_shots import terms_at
from core.panzer.ap_spreading import others
from core.panzer.choices_ap import ASKED
from core.panzer.orders_ap import ChooseHitAngle, SpreadHits
from core.panzer.state import PanzerState, Question, QuestionKind, ScoredHits

__all__ = ["ASKED", "answer"]

#: What each result of a hit takes from its target, in shares of its value.
_WORTH = {"TK": 0.4, "DM": 0.6, "KO": 1.3, "BU": 1.3}


def answer(state: PanzerState, question: Question) -> Order:
    """The Hit Angle that suffers least, or the hits where they do most."""
    scored = state.scored
    if scored is None:
        raise ValueError("nothing is asked about a shot that has not hit")
    if question.kind is QuestionKind.SPREAD_HITS:
        return _spread(state, question, scored)
    terms = terms_at(state, question.shot, scored, question.unit)
    condition = Condition.of(state.units[question.unit])

    def suffers(angle: HitAngle) -> float:
        hits = hit_chances(terms.plates[angle], condition)
        return sum(_WORTH.get(hit.fatal or hit.result, 0.0) * p for hit, p in hits)

    return ChooseHitAngle(angle=min(terms.plates, key=suffers))


def _spread(state: PanzerState, question: Question, scored: ScoredHits) -> Order:
    """Each further hit to the vehicle where it is worth most; a vehicle that has one counts for what that leaves."""
    able = (question.shot.target, *others(state, question.shot, scored, overwatch=state.announced_overwatch))
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
