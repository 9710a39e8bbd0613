"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Ending, OrderKind, Picks, StepRules, always, asks_beside
from core.event import SideId
from core.panzerwar import sequence
from core.panzerwar.command import choices, evolve, initiative, leaders, orders, regroup, reports, tactical
from core.panzerwar.command.doctrine import under_orders
from core.panzerwar.pieces.element import Presence
from core.panzerwar.state import WarState


def _remaining(state: WarState, side: SideId) -> str:
    fresh = sum(o.since != state.turn for o in under_orders(state, side))
    told = f"{fresh} units keep their orders" if fresh != 1 else "1 unit keeps its orders"
    mine = (e for e in state.elements.values() if e.side == side and e.aboard is None)
    waiting = sum(e.presence is Presence.WAITING for e in mine)
    return f"{told}, {waiting} wait{'s' if waiting == 1 else ''} off the table" if waiting else told


CHAPTER: Final = Chapter[WarState](
    name="command",
    orders=(
        OrderKind(orders.GiveOrder, tactical.check_give, tactical.give),
        OrderKind(orders.Appoint, leaders.check_appoint, leaders.appoint),
        OrderKind(orders.ChangeGeneralOrder, leaders.check_general, leaders.change_general),
        OrderKind(orders.Merge, regroup.check_merge, regroup.merge),
    ),
    picks=(Picks(heads=("order", "appoint", "merge"), make=choices.order, go_on=choices.go_on),),
    steps={
        sequence.ORDERS: tactical.GIVING.rules(
            choices=choices.menu, suggest="orders", ending=Ending(), remaining=_remaining
        ),
        sequence.INITIATIVE: StepRules(happens=initiative.roll, alone=always),
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
