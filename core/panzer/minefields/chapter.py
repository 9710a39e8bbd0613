"""The table of this chapter: its step, what interrupts where units meet mines, its events and how they are told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, asks_beside, attempts_beside
from core.panzer import sequence
from core.panzer.minefields import attack, choices, evolve, laying, orders, reports
from core.panzer.state import PanzerState

CHAPTER: Final = Chapter[PanzerState](
    name="minefields",
    orders=(OrderKind(orders.LayMinefield, laying.check_lay, laying.lay),),
    picks=(Picks(heads=("minefield",), make=choices.order),),
    steps={
        sequence.MINEFIELDS: laying.LAYING.rules(
            choices=choices.choices,
            remaining=choices.remaining,
            suggest="minefields",
            ending=Ending(check=laying.LAYING.check, decide=laying.ended, tell=reports.finished),
        )
    },
    interrupts=(
        Interrupt(
            name="mines",
            lasts=lambda state: bool(state.minefields.entered),
            happens=attack.answers,
            needs=attack.needed,
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
