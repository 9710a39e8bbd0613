"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, asks_beside
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.hidden_units.orders import MoveHidden
from core.panzer.movement import (
    choices,
    choices_turret,
    dust,
    evolve,
    orders,
    pushing,
    reports,
    search,
    step,
    turrets,
)
from core.panzer.movement.under_counters import choices as hidden_choices
from core.panzer.movement.under_counters import moving as hidden_moves
from core.panzer.state import PanzerState


def _happens(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """The move in hand goes on; once the player has ended the step, who has not moved stays in place (na:4.5c)."""
    player = sequence.player_of(state)
    if player is None:
        return None
    if state.moves.active is not None:
        return step.procedure(state, state.moves.active, dice)
    waits = player not in state.ended and step.yet_to_move(state, player)
    return None if waits else step.stay_in_place(state, player)


def _over(state: PanzerState) -> bool:
    player = sequence.player_of(state)
    if player is None or state.moves.active is not None:
        return False
    return player in state.ended or not step.yet_to_move(state, player)


def _undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    return tuple(u.id for u in step.yet_to_move(state, side)) if sequence.player_of(state) == side else ()


_MOVE: Final = StepRules[PanzerState](
    acting=sequence.phasing,
    happens=_happens,
    over=_over,
    choices=choices.move_choices,
    join=choices.with_others,
    undone=_undone,
    remaining=lambda state, side: f"{len(step.yet_to_move(state, side))} yet to move",
    suggest="move",
    needs=step.needed,
    ending=Ending(check=step.check_finish, tell=reports.movement_finished),
)


CHAPTER: Final = Chapter[PanzerState](
    name="movement",
    orders=(
        OrderKind(orders.Move, step.check_move, step.move),
        OrderKind(orders.TurnTurret, turrets.check, turrets.turn),
        OrderKind(orders.SearchHullDown, search.check, search.search),
        OrderKind(orders.PushAside, pushing.check, pushing.push),
        OrderKind(MoveHidden, hidden_moves.check, hidden_moves.move),
    ),
    picks=(
        Picks(heads=("move",), make=choices.move_order),
        Picks(
            heads=(choices_turret.HEAD,),
            make=choices_turret.made,
            go_on=choices_turret.choices,
            offer=choices_turret.offer,
            steps=sequence.MOVE_STEPS,
        ),
        Picks(
            heads=(hidden_choices.HEAD,),
            make=hidden_choices.made,
            go_on=hidden_choices.choices,
            offer=hidden_choices.offer,
            steps=sequence.MOVE_STEPS,
            holds=hidden_moves.holds,
        ),
    ),
    steps=dict.fromkeys(sequence.MOVE_STEPS, _MOVE),
    interrupts=(
        Interrupt(name="hidden-watched", lasts=hidden_moves.watched, happens=hidden_moves.answer),
        Interrupt(name="dust", lasts=dust.trailing, happens=dust.behind_the_lost),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
