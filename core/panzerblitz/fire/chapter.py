"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, OrderKind, Picks, StepRules, asks_beside, attempts_beside
from core.choice import Partial
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import Order
from core.panzerblitz import sequence
from core.panzerblitz.fire import choices, combat, evolve, firing, orders, reports
from core.panzerblitz.sequence import Kind
from core.panzerblitz.state import BlitzState


def _announced(state: BlitzState) -> bool:
    """Whether all attacks are announced, or none could be."""
    side = sequence.player_of(state)
    return side is not None and (side in state.ended or not (state.announced or firing.may_fire_at_all(state, side)))


def _resolve(state: BlitzState, dice: Dice) -> Iterator[Event] | None:
    side = sequence.player_of(state)
    return combat.resolve_next(state, side, dice) if state.announced and side is not None else None


def _undone(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    return firing.free(state, side) if sequence.at_work(state, side) else ()


def _end(state: BlitzState, side: SideId, partial: Partial) -> Order:
    return orders.Resolve()


_ANNOUNCE: Final = StepRules[BlitzState](
    acting=sequence.players,
    over=_announced,
    choices=choices.fire_choices,
    join=choices.with_others,
    undone=_undone,
    remaining=choices.remaining,
    suggest="announce",
)
_RESOLVE: Final = StepRules[BlitzState](happens=_resolve, over=lambda state: not state.announced)


CHAPTER: Final = Chapter[BlitzState](
    name="fire",
    orders=(
        OrderKind(orders.Announce, combat.check_announce, combat.announce),
        OrderKind(orders.Withdraw, combat.check_withdraw, combat.withdraw),
        OrderKind(orders.Resolve, combat.check_end, combat.end_announcing),
    ),
    picks=(
        Picks(heads=("attack", "fire"), make=choices.attack_order, go_on=choices.attack_choices),
        Picks(heads=("withdraw",), make=choices.withdraw_order),
        Picks(heads=("resolve",), make=_end),
    ),
    steps={
        Kind.FIRE.value: _ANNOUNCE,
        Kind.RETURN_FIRE.value: _ANNOUNCE,
        Kind.RESOLVE.value: _RESOLVE,
        Kind.RETURN_RESOLVE.value: _RESOLVE,
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
