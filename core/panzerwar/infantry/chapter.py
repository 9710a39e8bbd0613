"""The table of this chapter: its orders and picks, what its events do and how they are told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, OrderKind, Picks, asks_beside, attempts_beside
from core.panzerwar import sequence
from core.panzerwar.infantry import assault, choices, evolve, orders, reports
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="infantry",
    orders=(
        OrderKind(orders.CloseAssault, assault.check, assault.declare),
        OrderKind(orders.WithdrawAssault, assault.check_withdraw, assault.withdraw),
    ),
    picks=(
        Picks(
            heads=("assault", "no-assault"),
            make=choices.order,
            go_on=choices.go_on,
            offer=choices.offer,
            steps=(sequence.E5,),
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
