"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, OrderKind, Picks, StepRules, asks_beside
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.air import choices, evolve, flying, orders, reports, step
from core.panzer.state import PanzerState


def _happens(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    return None if step.over(state) else step.procedure(state, dice)


def _undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    flying_now = (state.air.flight.unit,) if state.air.flight is not None else flying.able_to_fly(state)
    return tuple(u for u in flying_now if state.units[u].side == side)


def _remaining(state: PanzerState, side: SideId) -> str:
    return f"{len(flying.able_to_fly(state))} aircraft yet to fly" if state.air.flight is None else ""


_AIR: Final = StepRules[PanzerState](
    acting=step.acting,
    happens=_happens,
    over=step.over,
    choices=choices.choices,
    undone=_undone,
    remaining=_remaining,
    suggest="air",
    needs=step.needed,
    ending=Ending(check=step.check_finish, tell=reports.finished),
)


CHAPTER: Final = Chapter[PanzerState](
    name="air",
    orders=(
        OrderKind(orders.ChooseLoad, step.check_load, step.choose_load),
        OrderKind(orders.BeginFlight, step.check_begin, step.begin),
        OrderKind(orders.Fly, step.check_fly, step.fly),
        OrderKind(orders.AcquireTarget, step.check_target, step.acquire),
        OrderKind(orders.AirAttackOrder, step.check_attack, step.attack),
        OrderKind(orders.AaFire, step.check_aa, step.aa_fire),
        OrderKind(orders.HoldAaFire, step.check_hold, step.hold),
    ),
    picks=(
        Picks(
            heads=("load",),
            make=choices.order,
            go_on=choices.load_choices,
            offer=choices.load_options,
            steps=(sequence.SET_UP,),
        ),
        Picks(heads=tuple(sorted(choices.KINDS - {"load"})), make=choices.order),
    ),
    steps={sequence.FIRST_AIR: _AIR, sequence.SECOND_AIR: _AIR},
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
