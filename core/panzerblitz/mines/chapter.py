"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, OrderKind, Picks, StepRules, asks_beside
from core.dice import Dice
from core.event import Event
from core.panzerblitz import sequence
from core.panzerblitz.mines import choices, evolve, minefields, orders, reports
from core.panzerblitz.sequence import Kind
from core.panzerblitz.state import BlitzState


def _happens(state: BlitzState, dice: Dice) -> Iterator[Event] | None:
    """All minefield attacks come before the first normal attack (pb:PB-SEQ-1, pb:PB-MINE-J)."""
    side = sequence.player_of(state)
    return minefields.resolve_field(state, side, state.mines_due[0], dice) if state.mines_due and side else None


def _to_clear(state: BlitzState) -> bool:
    """Whether Engineers may yet remove mines instead of attacking (pb:PB-MINE-G)."""
    side = sequence.player_of(state)
    return side is not None and side not in state.ended and minefields.may_clear(state, side)


CHAPTER: Final = Chapter[BlitzState](
    name="mines",
    orders=(OrderKind(orders.ClearMines, minefields.check_clear, minefields.clear),),
    picks=(
        Picks(
            heads=("clear",),
            make=choices.clearing_order,
            go_on=choices.clearing_choices,
            offer=choices.clearings,
            steps=(Kind.FIRE.value,),
            holds=_to_clear,
        ),
    ),
    steps={Kind.MINES.value: StepRules(happens=_happens, over=lambda state: not state.mines_due)},
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
