"""The table of this chapter: its answers, what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.choice import Choices, Partial, Refusal
from core.event import SideId
from core.order import Order
from core.panzer.ap import choices, evolve, orders, reports, shot, spreading
from core.panzer.state import PanzerState
from core.rulebook import Chapter, Interrupt, OrderKind


def _asked(state: PanzerState) -> bool:
    return state.question is not None and state.question.kind in choices.ASKED


def _answers(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    assert state.question is not None
    return choices.answers(state, state.question, partial)


def _made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    assert state.question is not None
    return choices.answer_order(state.question, partial)


def _asks() -> Mapping[str, type[Any]]:
    from core.panzer.ap import asks  # loaded when an example asks

    return asks.ASKS


CHAPTER: Final = Chapter[PanzerState](
    name="ap",
    orders=(
        OrderKind(orders.ChooseHitAngle, shot.check_angle, shot.choose_angle, answers=True),
        OrderKind(orders.SpreadHits, spreading.check_spread, spreading.spread, answers=True),
    ),
    interrupts=(
        Interrupt(
            name="hits",
            lasts=_asked,
            acting=lambda state: (state.question.side,) if state.question is not None else (),
            choices=_answers,
            make=_made,
            suggest="answer",
            orders=(orders.ChooseHitAngle, orders.SpreadHits),
            refusal=Refusal("the question must be answered first", "na:6.5.2.2"),
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=_asks,
)
