"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, OrderKind, Picks, StepRules, asks_beside
from core.choice import Choices, Partial
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.command import (
    choices,
    choices_dischargers,
    choices_formations,
    choices_step,
    choices_together,
    evolve,
    initiative,
    instructions,
    orders,
    placing,
    reports,
    smoke_dischargers,
    staggered,
)
from core.panzer.formation_turns import NAMING_STEPS
from core.panzer.state import PanzerState


def _bare(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    if side in state.ended:
        return ()
    return tuple(u.id for u in placing.commandable(state, side) if u.command is None)


def _remaining(state: PanzerState, side: SideId) -> str:
    units = placing.commandable(state, side)
    bare = f"{sum(u.command is None for u in units)} of {len(units)} without a command"
    shared = choices.remaining(state, side)
    return f"{bare}; {shared}" if shared else bare


def _winner(state: PanzerState) -> tuple[SideId, ...]:
    return (state.commands.initiative_winner,) if state.commands.initiative_winner else ()


def _rolled(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    return initiative.procedure(state, dice) if state.commands.first_player is None else None


def _first_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    return choices_step.first_player(state, partial)


_NAMING: Final = StepRules[PanzerState](
    acting=staggered.choosing,
    happens=staggered.procedure,
    over=staggered.over,
    choices=choices_formations.choices,
    suggest="name-formation",
    needs=staggered.needs,
    secret=True,
)


CHAPTER: Final = Chapter[PanzerState](
    name="command",
    orders=(
        OrderKind(orders.PlaceCommand, placing.check_place, placing.place),
        OrderKind(orders.PlaceCommands, placing.check_place_several, placing.place_several),
        OrderKind(orders.ShareCommand, placing.check_share, placing.share),
        OrderKind(orders.DischargeSmoke, smoke_dischargers.check, smoke_dischargers.discharge),
        OrderKind(orders.ChooseFirstPlayer, initiative.check_choice, initiative.choose),
        OrderKind(orders.NameFormation, staggered.check, staggered.name),
        OrderKind(orders.SetInstructions, instructions.check, instructions.give, amid=True),
    ),
    picks=(
        Picks(heads=("command", "formation"), make=choices.command_order),
        Picks(heads=(choices_together.HEAD,), make=choices_together.together_order),
        Picks(heads=("rest",), make=choices_step.rest_order),
        Picks(heads=("discharge",), make=choices_dischargers.made),
        Picks(heads=("first",), make=choices_step.first_order),
        Picks(heads=(choices_formations.HEAD,), make=choices_formations.made),
        Picks(heads=("instructions",), make=instructions.order, go_on=instructions.choices, amid=True),
    ),
    steps={
        sequence.DISCHARGERS: StepRules(
            acting=smoke_dischargers.acting,
            happens=smoke_dischargers.happens,
            over=lambda state: not smoke_dischargers.acting(state),
            choices=choices_dischargers.choices,
            undone=smoke_dischargers.able,
            suggest="dischargers",
            ending=Ending(check=smoke_dischargers.check_turn),
        ),
        sequence.COMMANDS: placing.PLACING.rules(
            choices=choices_step.commands,
            undone=_bare,
            remaining=_remaining,
            suggest="command",
            ending=Ending(check=placing.PLACING.check, decide=placing.finish, tell=reports.commands_finished),
        ),
        sequence.INITIATIVE: StepRules(
            acting=_winner,
            happens=_rolled,
            over=lambda state: state.commands.first_player is not None,
            choices=_first_choices,
            suggest="first-player",
        ),
        **dict.fromkeys(NAMING_STEPS, _NAMING),
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
