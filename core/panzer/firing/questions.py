"""A question amid fire or an assault: nothing else goes on until it is answered (na:4.4.3.2, na:6.5.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from core.book.chapter import Interrupt
from core.choice import Choices, Partial, Refusal
from core.event import SideId
from core.order import IllegalOrder, Order
from core.panzer.pieces.firing import Question, QuestionKind
from core.panzer.state import PanzerState

#: What may be answered, and the order of a complete answer, None if it is not complete.
Answers: TypeAlias = Callable[[PanzerState, Question, Partial], Choices]
Made: TypeAlias = Callable[[Question, Partial], Order | None]


def asked(state: PanzerState, side: SideId, kind: QuestionKind, rule: str) -> Question:
    """The question of this kind that a side is asked now. IllegalOrder, by the rule named, if it is not."""
    question = state.question
    if question is None or question.kind is not kind or question.side != side:
        raise IllegalOrder("nothing of the kind is asked", rule)
    return question


def interrupt(
    name: str,
    kinds: Collection[QuestionKind],
    answers: Answers,
    orders: tuple[type[Order], ...],
    rule: str,
    made: Made | None = None,
) -> Interrupt[PanzerState]:
    """What comes before everything else while a question of these kinds is asked; orders: those that answer it.

    made: None = the picks say what they stand for; rule: the one that asks, named to whoever would do something else.
    """

    def standing(state: PanzerState) -> Question:
        assert state.question is not None
        return state.question

    return Interrupt(
        name=name,
        lasts=lambda state: state.question is not None and state.question.kind in kinds,
        acting=lambda state: (standing(state).side,),
        choices=lambda state, side, partial: answers(state, standing(state), partial),
        make=None if made is None else lambda state, side, partial: made(standing(state), partial),
        suggest="answer",
        orders=orders,
        refusal=Refusal("the question must be answered first", rule),
    )
