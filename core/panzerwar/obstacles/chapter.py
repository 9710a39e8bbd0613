"""The table of this chapter: its orders and picks, mines that are noticed, what its events do and how they are told.

Movement asks it for the mines on a way (`hidden.OnTheWay`, `minefields.trip`), fire for hits on bunkers
(`bunker_hits.strike_bunker`), phase H for its details (`details.final_details`).
"""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Interrupt, OrderKind, Picks, asks_beside
from core.panzerwar import sequence
from core.panzerwar.obstacles import choices, evolve, hidden, laying, manning, orders, probing, reports
from core.panzerwar.state import SET_UP, WarState

CHAPTER: Final = Chapter[WarState](
    name="obstacles",
    orders=(
        OrderKind(orders.LayMines, laying.check_lay, laying.lay),
        OrderKind(orders.ManBunker, manning.check_man, manning.man),
        OrderKind(orders.ProbeMines, probing.check_probe, probing.probe),
    ),
    picks=(
        Picks(
            heads=("mines", "bunker", "probe"),
            make=choices.order,
            go_on=choices.go_on,
            offer=choices.offer,
            steps=(SET_UP, sequence.ORDERS),
        ),
    ),
    interrupts=(Interrupt(name="mines", lasts=hidden.due, holds=False, happens=hidden.happens),),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
