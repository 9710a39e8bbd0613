"""The course of a turn: what begins with each step of the sequence of play (na:4.0)."""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event
from core.panzer import sequence
from core.panzer.course import victory
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.state import PanzerState


def next_step(state: PanzerState) -> Iterator[Event]:
    """The next step, after the last one of a turn the next turn, after the last turn the end of the game."""
    if not state.turn and sequence.following(state) == sequence.SPOTTING:
        return _begin_turn(state, 1)
    if state.step != sequence.END_TURN:
        return iter((StepBegun(step=sequence.following(state)),))
    if state.turn >= state.scenario.turns:
        return iter((victory.by_points(state),))
    return _begin_turn(state, state.turn + 1)


def _begin_turn(state: PanzerState, turn: int) -> Iterator[Event]:
    yield TurnBegun(turn=turn)
    if turn == 1:
        yield from victory.occupation_at_start(state)
    yield StepBegun(step=sequence.SPOTTING)
