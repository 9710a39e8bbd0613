"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, SideId
from core.panzer import sequence
from core.panzer.firing import questions
from core.panzer.indirect import called, choices, choices_plots, evolve, face, orders, planned, reports, sources, step
from core.panzer.pieces.firing import QuestionKind
from core.panzer.state import PanzerState
from core.rulebook import Chapter, Ending, OrderKind, Picks, StepRules, asks_beside


def _happens(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    player = sequence.player_of(state)
    return step.procedure(state, player, dice) if player is not None else None


def _over(state: PanzerState) -> bool:
    player = sequence.player_of(state)
    return player is not None and step.over(state, player)


def _caller(state: PanzerState) -> SideId | None:
    """The player of the step, whose plots and commands say what may be called, unless he has nothing to call with.

    What is being resolved needs no secret but those that are asked for one by one.
    """
    player = sequence.player_of(state)
    if player is None or state.indirect.pending:
        return None
    return player if state.indirect.of(player) or sources.sources(state, player) else None


_INDIRECT: Final = StepRules[PanzerState](
    acting=sequence.phasing,
    happens=_happens,
    over=_over,
    choices=choices.step_choices,
    undone=choices.undone,
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
        OrderKind(orders.CallFire, called.check_call, called.call),
        OrderKind(orders.ContinueMission, called.check_continue, called.go_on),
        OrderKind(orders.AdjustMission, called.check_adjust, called.adjust),
        OrderKind(orders.CheckMission, called.check_check, called.check),
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
