"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, asks_beside
from core.event import SideId, UnitId
from core.panzerblitz import sequence
from core.panzerblitz.movement import choices, contact, evolve, orders, reports, step, transport
from core.panzerblitz.sequence import MOVING
from core.panzerblitz.state import BlitzState


def _over(state: BlitzState) -> bool:
    side = sequence.player_of(state)
    return side is not None and (side in state.ended or not step.any_movable(state, side))


def _undone(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    return choices.undone(state, side) if sequence.at_work(state, side) else ()


def _playing(state: BlitzState) -> bool:
    return state.step != sequence.SET_UP


_MOVE: Final = StepRules[BlitzState](
    acting=sequence.players,
    over=_over,
    choices=choices.move_choices,
    join=choices.with_others,
    undone=_undone,
    remaining=choices.remaining,
    suggest="move",
    ending=Ending(check=step.check_finish),
)


CHAPTER: Final = Chapter[BlitzState](
    name="movement",
    orders=(
        OrderKind(orders.Load, transport.check_load, transport.load),
        OrderKind(orders.Unload, transport.check_unload, transport.unload),
        OrderKind(orders.Move, step.check_move, step.move),
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
    ),
    steps={kind.value: _MOVE for kind in MOVING},
    interrupts=(
        Interrupt(name="contact", lasts=_playing, holds=False, happens=lambda state, dice: contact.meet(state)),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
