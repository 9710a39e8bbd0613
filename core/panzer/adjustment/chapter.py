"""The table of this chapter: its orders and picks, its steps, what its events do, how they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Choose, Ending, OrderKind, Picks, StepRules, always
from core.book.secret_step import SecretStep
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
    pivots,
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


def _both(step: SecretStep[PanzerState], menu: Choose[PanzerState], suggest: str) -> StepRules[PanzerState]:
    """A step in which both sides adjust (na:6.8)."""
    return step.rules(choices=menu, suggest=suggest, ending=Ending(check=step.check, tell=reports.finished))


CHAPTER: Final = Chapter[PanzerState](
    name="adjustment",
    orders=(
        OrderKind(orders.Pivot, pivots.check, pivots.pivot),
        OrderKind(orders.LeaveVehicle, bailing_out.check, bailing_out.leave),
        OrderKind(orders.FullCover, full_cover.check, full_cover.cover),
        OrderKind(orders.AdjustTurret, turrets.check, turrets.adjust),
        OrderKind(CoverHidden, hidden_cover.check, hidden_cover.cover),
    ),
    picks=(
        Picks(heads=("pivot",), make=choices.pivot_order, go_on=choices.pivot),
        Picks(heads=("leave-vehicle",), make=choices.leaving_order, go_on=choices.leaving),
        Picks(heads=("turret",), make=choices.turret_order, go_on=choices.turret),
        Picks(heads=(choices.TAKE, choices.LEAVE), make=choices.cover_order, go_on=choices.cover),
        Picks(
            heads=(choices_hidden.COVER, choices_hidden.LEAVE),
            make=choices_hidden.made,
            go_on=choices_hidden.choices,
            offer=choices_hidden.offer,
            steps=(sequence.FULL_COVER,),
        ),
    ),
    steps={
        sequence.PIVOT: _both(pivots.PIVOTING, choices.pivot_step, "pivot"),
        sequence.SET_TURRETS: _both(turrets.TURNING, choices.turret_step, "turret"),
        sequence.TURRETS: _both(turrets.TURNING, choices.turret_step, "turret"),
        sequence.FULL_COVER: _both(full_cover.COVERING, choices.cover_step, "full-cover"),
        sequence.SUPPRESSIONS: StepRules(happens=_suppressions, alone=always),
        sequence.ADJUST: StepRules(happens=_adjust, alone=_removed, needs=_unremoved),
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
)
