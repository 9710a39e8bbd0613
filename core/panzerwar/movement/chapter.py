"""The table of this chapter: its orders and picks, its steps and interrupts, what its events do and how they are
told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, always, asks_beside
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.panzerwar import sequence
from core.panzerwar.movement import (
    carry_out,
    choices,
    double_turns,
    evolve,
    orders,
    planning,
    reacting,
    reports,
    routing,
)
from core.panzerwar.state import WarState


def _adapting(state: WarState) -> tuple[SideId, ...]:
    return (state.moves.adapting,) if state.moves.adapting is not None else ()


def _close_up(state: WarState, dice: Dice) -> Iterator[Event] | None:
    return carry_out.close_up(state)


_SEGMENT: Final = StepRules[WarState](happens=carry_out.happens, over=carry_out.over)

CHAPTER: Final = Chapter[WarState](
    name="movement",
    orders=(
        OrderKind(orders.WritePlan, planning.check_plan, planning.plan),
        OrderKind(orders.DropPlan, planning.check_drop, planning.drop),
        OrderKind(orders.ChooseRout, routing.check, routing.choose),
        OrderKind(orders.Adapt, reacting.check_adapt, reacting.adapt, answers=True),
        OrderKind(orders.CarryOn, reacting.check_carry_on, reacting.carry_on, answers=True),
        OrderKind(orders.React, reacting.check_react, reacting.react, answers=True),
    ),
    picks=(Picks(heads=("plan", "rout", "hold-out"), make=choices.order, go_on=choices.go_on),),
    steps={
        sequence.PLAN: planning.PLANNING.rules(
            choices=choices.menu,
            suggest="plan",
            ending=Ending(check=planning.check_finish),
            undone=planning.bound_to_move,
            remaining=choices.remaining,
        ),
        sequence.C1: _SEGMENT,
        sequence.C2: StepRules(happens=_close_up, alone=always),
        sequence.C3: _SEGMENT,
        sequence.C4: _SEGMENT,
        sequence.C5: _SEGMENT,
        sequence.C6: _SEGMENT,
    },
    interrupts=(
        Interrupt(name="turn-length", lasts=double_turns.due, happens=double_turns.happens),
        Interrupt(
            name="contact",
            lasts=lambda state: bool(state.moves.asking),
            acting=lambda state: tuple(sorted(state.moves.asking)),
            choices=choices.reactions,
            make=choices.reaction,
            undone=reacting.asked,
            suggest="contact",
            orders=(orders.React,),
            refusal=Refusal("those who have met the enemy are to be told first", "pw:6.7.1"),
        ),
        Interrupt(
            name="moves-last",
            lasts=lambda state: state.moves.adapting is not None,
            acting=_adapting,
            choices=choices.adapting,
            make=choices.adapted,
            suggest="adapt",
            orders=(orders.Adapt, orders.CarryOn),
            refusal=Refusal("who moves last changes his plans first", "pw:4.11"),
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
