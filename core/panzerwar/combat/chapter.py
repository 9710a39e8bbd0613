"""The table of this chapter: fire in the segments E1 to E4, what it does and how it is told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, OrderKind, Picks, asks_beside, attempts_beside
from core.panzerwar import sequence
from core.panzerwar.combat import choices, evolve, orders, reports, shooting, smoke_fire
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="combat",
    orders=(
        OrderKind(orders.Fire, shooting.check_fire, shooting.fire),
        OrderKind(orders.Suppress, shooting.check_suppress, shooting.suppress),
        OrderKind(orders.FireSmoke, smoke_fire.check_smoke, smoke_fire.smoke),
        OrderKind(orders.Discharge, smoke_fire.check_discharge, smoke_fire.discharge),
        OrderKind(orders.SmokeGrenades, smoke_fire.check_grenades, smoke_fire.throw),
        OrderKind(orders.WithdrawFire, shooting.check_withdraw, shooting.withdraw),
    ),
    picks=(
        Picks(
            heads=("fire", "suppress", "smoke", "hold"),
            make=choices.order,
            go_on=choices.go_on,
            offer=choices.offer,
            steps=(sequence.E1, sequence.E2, sequence.E3, sequence.E4),
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
