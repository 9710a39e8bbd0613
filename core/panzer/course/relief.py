"""The arrival of a relief force, rolled for at the start of each turn, before the initiative (min:23.3.6.a)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzer import sequence
from core.panzer.course.events import ReliefArrived, ReliefAwaited
from core.panzer.state import PanzerState

_RULE = "min:23.3.6.a"


def due(state: PanzerState) -> bool:
    """Whether it is to be rolled now whether the relief force arrives in this turn."""
    force, told = state.scenario.relief, state.relief
    if force is None or told.arrived or state.step != sequence.SPOTTING:
        return False
    return state.turn in force.arrives and told.rolled != state.turn


def roll(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Whether it arrives in this turn, and by which way; its units enter when they like, all by that way."""
    force = state.scenario.relief
    assert force is not None
    name = state.scenario.side(force.side).name
    arrives = dice.roll("d100", f"relief force, {name}", _RULE)
    if arrives.result > force.arrives[state.turn]:
        yield ReliefAwaited(turn=state.turn, rolls=(arrives,))
        return
    where = dice.roll("d100", f"way of the relief force, {name}", _RULE)
    way = next(way for way in force.ways if where.result <= way.highest)
    yield ReliefArrived(turn=state.turn, way=way.id, rolls=(arrives, where))
