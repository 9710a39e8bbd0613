"""The table of this chapter: its order and pick, what its events do and how they are told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, OrderKind, Picks, asks_beside
from core.panzerwar import sequence
from core.panzerwar.morale import choices, evolve, guns, orders, reports
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="morale",
    orders=(OrderKind(orders.DestroyGun, guns.check, guns.destroy),),
    picks=(
        Picks(
            heads=("destroy-gun",),
            make=choices.order,
            go_on=choices.go_on,
            offer=choices.offer,
            steps=(sequence.ORDERS,),
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
