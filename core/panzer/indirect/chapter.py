"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from core.book.chapter import Chapter, Ending, OrderKind, Picks, StepRules, asks_beside
from core.choice import Choices, Partial
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.firing import questions
from core.panzer.hidden_units.under import any_hidden, uncovered
from core.panzer.indirect import called, choices, choices_plots, evolve, face, orders, planned, reports, sources, step
from core.panzer.pieces.firing import QuestionKind
from core.panzer.state import PanzerState

Check = Callable[[PanzerState, SideId, Any], None]
Decide = Callable[[PanzerState, SideId, Any, Dice], Iterator[Event]]


def _happens(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    player = sequence.player_of(state)
    return step.procedure(state, player, dice) if player is not None else None


def _over(state: PanzerState) -> bool:
    player = sequence.player_of(state)
    return player is not None and step.over(state, player)


def _checked(check: Check) -> Check:
    """What makes an order illegal, of units under HIDDEN UNIT counters too (or:7.2.2.3)."""
    return lambda state, side, order: check(uncovered(state, side), side, order)


def _decided(decide: Decide) -> Decide:
    """What comes of such an order."""
    return lambda state, side, order, dice: decide(uncovered(state, side), side, order, dice)


def _choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    return choices.step_choices(uncovered(state, side), side, partial)


def _undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    return choices.undone(uncovered(state, side), side)


def _caller(state: PanzerState) -> SideId | None:
    """The player of the step, whose plots and commands say what may be called, unless he has nothing to call with.

    What is being resolved needs no secret but those that are asked for one by one, and where a hidden observer is, or
    who fires from under a counter (or:7.2.2.3).
    """
    player = sequence.player_of(state)
    if player is None:
        return None
    if state.indirect.pending:
        missions = (state.indirect.mission(one.side, one.number) for one in state.indirect.pending)
        units = (u for mission in missions if mission is not None for u in (mission.observer, *mission.sources))
        return player if any_hidden(state, units) else None
    return player if state.indirect.of(player) or sources.sources(state, player) else None


_INDIRECT: Final = StepRules[PanzerState](
    acting=sequence.phasing,
    happens=_happens,
    over=_over,
    choices=_choices,
    undone=_undone,
    remaining=face.remaining,
    suggest="indirect-fire",
    needs=_caller,
    ending=Ending(check=step.check_finish, tell=reports.finished),
)


CHAPTER: Final = Chapter[PanzerState](
    name="indirect",
    orders=(
        OrderKind(orders.RegisterPoint, planned.check_point, planned.register),
        OrderKind(orders.PlanMission, planned.check_plan, planned.plan),
        OrderKind(orders.RemovePlot, planned.check_remove, planned.remove),
        OrderKind(orders.CallFire, _checked(called.check_call), _decided(called.call)),
        OrderKind(orders.ContinueMission, _checked(called.check_continue), _decided(called.go_on)),
        OrderKind(orders.AdjustMission, _checked(called.check_adjust), _decided(called.adjust)),
        OrderKind(orders.CheckMission, _checked(called.check_check), _decided(called.check)),
        OrderKind(orders.AnnouncePlan, planned.check_announce, planned.announce),
        OrderKind(orders.RedirectFire, step.check_redirect, step.redirect, answers=True),
    ),
    picks=(
        Picks(heads=("point", "planned", "unplot"), make=choices_plots.order),
        Picks(heads=("call", "reconnoitre", "mission", "plan", "redirect"), make=choices.step_order),
    ),
    steps={
        sequence.PLOTTING: planned.PLOTTING.rules(
            choices=choices_plots.choices,
            remaining=face.remaining,
            suggest="plot",
            ending=Ending(check=planned.PLOTTING.check, tell=reports.plotted),
        ),
        sequence.FIRST_INDIRECT: _INDIRECT,
        sequence.SECOND_INDIRECT: _INDIRECT,
    },
    interrupts=(
        questions.interrupt(
            "danger-close", {QuestionKind.DANGER_CLOSE}, choices.answers, (orders.RedirectFire,), "na:6.5.1.12a"
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
