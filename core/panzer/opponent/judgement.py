"""What a computer player of Panzer does, from its own side's view alone: the best order of the present step.

Shots are judged by the exact odds of the real resolution, positions by the guns that bear on them, by what can be
hit from them, and by the way and the time left to the objectives. Everything is weighed in victory points.
"""

from __future__ import annotations

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzer import sequence
from core.panzer.adjustment import full_cover
from core.panzer.command import orders as command_orders
from core.panzer.course.choices import choices, order
from core.panzer.indirect import step as indirect_step
from core.panzer.opponent import assault, commands, cover, fire, indirect, moves, set_up
from core.panzer.opponent.air import air_order, load_order
from core.panzer.opponent.answers import answer_now
from core.panzer.state import PanzerState


def best_order(state: PanzerState, side: SideId, dice: Dice) -> Order:
    """The order that promises most now; `state` is the side's own view, `dice` decide between equals."""
    if state.question is not None:
        return answer_now(state)
    if state.flight is not None:
        return air_order(state, side)
    if state.window is not None:
        return fire.overwatch(state, side)
    step = state.step
    if step == sequence.SET_UP:
        return load_order(state, side) or set_up.place(state, side, dice)
    if step == sequence.PLOTTING:
        return indirect.plot(state, side)
    if step in indirect_step.STEPS:
        return indirect.fire(state, side)
    if step in (sequence.FIRST_AIR, sequence.SECOND_AIR):
        return air_order(state, side)
    if step in sequence.ASSAULT_STEPS or state.combats.active is not None:
        return assault.assault(state, side)
    if step == sequence.COMMANDS:
        return commands.command(state, side)
    if step == sequence.INITIATIVE:
        # The First Player fires first and moves last: he answers the enemy's moves, and the enemy not his.
        return command_orders.ChooseFirstPlayer(first=side)
    if step in full_cover.STEPS:
        return cover.adjust(state, side)
    if step in sequence.FIRE_STEPS:
        return fire.direct_fire(state, side)
    if step in sequence.MOVE_STEPS:
        return moves.move(state, side)
    return _any(state, side)


def _any(state: PanzerState, side: SideId) -> Order:
    """Where there is nothing to weigh: end the step if that is possible, else whatever comes first."""
    partial: tuple[str, ...] = ()
    while (found := choices(state, side, partial)).legal and not found.complete:
        ends = [option for option in found.legal if option.kind == "done"]
        partial = (*partial, (ends or found.legal)[0].pick)
    return order(state, side, partial)
