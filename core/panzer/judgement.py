"""What a computer player of Panzer does, from its own side's view alone: the best order of the present step.

Shots are judged by the exact odds of the real resolution, positions by the guns that bear on them, by what can be
hit from them, and by the way and the time left to the objectives. Everything is weighed in victory points.
"""

from __future__ import annotations

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzer import (
    full_cover,
    indirect_step,
    judgement_ap,
    judgement_assault,
    judgement_commands,
    judgement_cover,
    judgement_fire,
    judgement_indirect,
    judgement_moves,
    judgement_set_up,
    sequence,
)
from core.panzer import orders as o
from core.panzer.air_runs import air_order, load_order
from core.panzer.ap_fire import shot_terms
from core.panzer.choices import choices, order
from core.panzer.orders_indirect import RedirectFire
from core.panzer.state import PanzerState, QuestionKind


def best_order(state: PanzerState, side: SideId, dice: Dice) -> Order:
    """The order that promises most now; `state` is the side's own view, `dice` decide between equals."""
    if state.question is not None:
        return _answer(state)
    if state.flight is not None:
        return air_order(state, side)
    if state.window is not None:
        return judgement_fire.overwatch(state, side)
    step = state.step
    if step == sequence.SET_UP:
        return load_order(state, side) or judgement_set_up.place(state, side, dice)
    if step == sequence.PLOTTING:
        return judgement_indirect.plot(state, side)
    if step in indirect_step.STEPS:
        return judgement_indirect.fire(state, side)
    if step in (sequence.FIRST_AIR, sequence.SECOND_AIR):
        return air_order(state, side)
    if step in sequence.ASSAULT_STEPS or state.combats.active is not None:
        return judgement_assault.assault(state, side)
    if step == sequence.COMMANDS:
        return judgement_commands.command(state, side)
    if step == sequence.INITIATIVE:
        # The First Player fires first and moves last: he answers the enemy's moves, and the enemy not his.
        return o.ChooseFirstPlayer(first=side)
    if step in full_cover.STEPS:
        return judgement_cover.adjust(state, side)
    if step in sequence.FIRE_STEPS:
        return judgement_fire.direct_fire(state, side)
    if step in sequence.MOVE_STEPS:
        return judgement_moves.move(state, side)
    return _any(state, side)


def _any(state: PanzerState, side: SideId) -> Order:
    """Where there is nothing to weigh: end the step if that is possible, else whatever comes first."""
    partial: tuple[str, ...] = ()
    while (found := choices(state, side, partial)).legal and not found.complete:
        ends = [option for option in found.legal if option.kind == "done"]
        partial = (*partial, (ends or found.legal)[0].pick)
    return order(state, side, partial)


def _answer(state: PanzerState) -> Order:
    """Show a command that makes a unit harder to hit, and offer the thicker armor."""
    question = state.question
    if question is None or question.kind is QuestionKind.SHOW_COMMAND:
        return o.ShowCommand(show=True)
    if question.kind is QuestionKind.DANGER_CLOSE:
        return RedirectFire(unit=judgement_indirect.redirect(state, question))
    if question.kind is QuestionKind.PRIMARY:
        return judgement_assault.primary(state)
    if question.kind in judgement_ap.ASKED:
        return judgement_ap.answer(state, question)
    terms = shot_terms(state, question.shot, overwatch=state.announced_overwatch)
    return o.ChooseAspect(aspect=terms.thicker)
