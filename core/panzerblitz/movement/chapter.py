"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from typing import Final

from core.choice import Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzerblitz import sequence
from core.panzerblitz.movement import choices, contact, evolve, orders, reports, step, transport
from core.panzerblitz.sequence import MOVING
from core.panzerblitz.state import BlitzState
from core.rulebook import Chapter, Interrupt, OrderKind, Picks, StepRules, asks_beside


def _over(state: BlitzState) -> bool:
    side = sequence.player_of(state)
    return side is not None and (state.done or not step.any_movable(state, side))


def _undone(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    return choices.undone(state, side) if sequence.at_work(state, side) else ()


def _playing(state: BlitzState) -> bool:
    return state.step != sequence.SET_UP


def _finish(state: BlitzState, side: SideId, partial: Partial) -> Order:
    return orders.FinishStep()


_MOVE: Final = StepRules[BlitzState](
    acting=sequence.players,
    over=_over,
    choices=choices.move_choices,
    join=choices.with_others,
    undone=_undone,
    remaining=choices.remaining,
    suggest="move",
)


CHAPTER: Final = Chapter[BlitzState](
    name="movement",
    orders=(
        OrderKind(orders.Load, transport.check_load, transport.load),
        OrderKind(orders.Unload, transport.check_unload, transport.unload),
        OrderKind(orders.Move, step.check_move, step.move),
        OrderKind(orders.FinishStep, step.check_finish, step.finish),
    ),
    picks=(
        Picks(heads=("move",), make=choices.move_order, go_on=choices.where),
        Picks(
            heads=("load", "unload", "unload-in"),
            make=choices.load_order,
            go_on=choices.load_choices,
            offer=choices.placed_loading,
            steps=(sequence.SET_UP,),
        ),
        Picks(heads=("finish",), make=_finish),
    ),
    steps={kind.value: _MOVE for kind in MOVING},
    interrupts=(
        Interrupt(name="contact", lasts=_playing, holds=False, happens=lambda state, dice: contact.meet(state)),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
