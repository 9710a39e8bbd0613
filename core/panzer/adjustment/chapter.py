"""The table of this chapter: its orders and picks, its steps, what its events do, how they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.chapter import Chapter, Ending, OrderKind, Picks, StepRules, always
from core.dice import Dice
from core.event import Event, SideId
from core.panzer import sequence
from core.panzer.adjustment import (
    bailing_out,
    choices,
    choices_hidden,
    counters,
    evolve,
    full_cover,
    hidden_cover,
    orders,
    reports,
    suppression,
    turrets,
)
from core.panzer.hidden_units.orders import CoverHidden
from core.panzer.state import PanzerState


def _suppressions(state: PanzerState, dice: Dice) -> Iterator[Event]:
    return suppression.recoveries(state, dice)


def _adjust(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Commands come off the map first (na:4.6.1a); where the secrets of one side are known, each turns over its own."""
    if state.half_of is None:
        yield counters.remove_commands(state)
    elif state.half_of in state.commands.done:
        yield counters.remove_commands(state, state.half_of)
        return
    yield from suppression.adjusted(state)


def _removed(state: PanzerState) -> bool:
    return state.half_of is None or state.half_of not in state.commands.done


def _unremoved(state: PanzerState) -> SideId | None:
    return next(iter(state.commands.done), None) if state.half_of not in state.commands.done else None


_BOTH: Final = full_cover.ADJUSTING.rules(
    choices=choices.adjustment_choices,
    suggest="adjust",
    ending=Ending(check=full_cover.ADJUSTING.check, tell=reports.finished),
)

CHAPTER: Final = Chapter[PanzerState](
    name="adjustment",
    orders=(
        OrderKind(orders.Pivot, full_cover.check_pivot, full_cover.pivot),
        OrderKind(orders.LeaveVehicle, bailing_out.check, bailing_out.leave),
        OrderKind(orders.FullCover, full_cover.check_full_cover, full_cover.full_cover),
        OrderKind(orders.AdjustTurret, turrets.check, turrets.adjust),
        OrderKind(CoverHidden, hidden_cover.check, hidden_cover.cover),
    ),
    picks=(
        Picks(heads=("pivot", "leave-vehicle", "turret", "take-cover", "leave-cover"), make=choices.adjustment_order),
        Picks(
            heads=(choices_hidden.COVER, choices_hidden.LEAVE),
            make=choices_hidden.made,
            go_on=choices_hidden.choices,
            offer=choices_hidden.offer,
            steps=(sequence.FULL_COVER,),
        ),
    ),
    steps={
        sequence.PIVOT: _BOTH,
        sequence.TURRETS: _BOTH,
        sequence.FULL_COVER: _BOTH,
        sequence.SUPPRESSIONS: StepRules(happens=_suppressions, alone=always),
        sequence.ADJUST: StepRules(happens=_adjust, alone=_removed, needs=_unremoved),
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
)
