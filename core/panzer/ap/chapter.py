"""The table of this chapter: its answers, what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, OrderKind, StepRules, always, asks_beside, attempts_beside
from core.panzer import sequence
from core.panzer.ap import choices, collateral, evolve, orders, reports, shot, spreading
from core.panzer.firing import questions
from core.panzer.state import PanzerState

CHAPTER: Final = Chapter[PanzerState](
    name="ap",
    orders=(
        OrderKind(orders.ChooseHitAngle, shot.check_angle, shot.choose_angle, answers=True),
        OrderKind(orders.SpreadHits, spreading.check_spread, spreading.spread, answers=True),
    ),
    interrupts=(
        questions.interrupt(
            "hits",
            choices.ASKED,
            choices.answers,
            (orders.ChooseHitAngle, orders.SpreadHits),
            "na:6.5.2.2",
            made=choices.answer_order,
        ),
    ),
    steps={sequence.FUEL: StepRules(happens=collateral.fuel, alone=always)},
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
