"""The table of this chapter: its orders and picks, what interrupts for it, what its events do and how they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Interrupt, OrderKind, Picks, asks_beside
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.panzer.counter_battery import choices, evolve, locating, orders, reports
from core.panzer.state import PanzerState


def _acting(state: PanzerState) -> tuple[SideId, ...]:
    found = locating.chance(state)
    return (found.side,) if found is not None else ()


def _resolved(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    attempt = locating.due(state)
    return locating.resolve(state, attempt, dice) if attempt is not None else None


CHAPTER: Final = Chapter[PanzerState](
    name="counter_battery",
    orders=(
        OrderKind(orders.AnnounceCounterBattery, locating.check_announce, locating.announce, answers=True),
        OrderKind(orders.ForgoCounterBattery, locating.check_forgo, locating.forgo, answers=True),
    ),
    picks=(Picks(heads=choices.HEADS, make=choices.made),),
    interrupts=(
        Interrupt(
            name="counter-battery-fire",
            lasts=lambda state: locating.due(state) is not None,
            happens=_resolved,
        ),
        Interrupt(
            name="counter-battery",
            lasts=lambda state: locating.chance(state) is not None,
            acting=_acting,
            choices=choices.choices,
            suggest="counter-battery",
            orders=(orders.AnnounceCounterBattery, orders.ForgoCounterBattery),
            refusal=Refusal("say first whether a counter battery seeks the battery that fires", locating.RULE),
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
