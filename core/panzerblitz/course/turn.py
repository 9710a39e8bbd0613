"""The course of a Game-Turn: what begins with each step of the sequence of play (pb:PB-SEQ-0).

In this order a unit may be attacked three times in a Player-Turn: by mines or an overrun, by a normal attack,
and by Close Assault, which comes last of all (pb:PB-COMBAT-2, pb:PB-CAT-B).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event, SideId
from core.panzerblitz import sequence
from core.panzerblitz.course import victory
from core.panzerblitz.course.events import GameTurnBegun, PlayerTurnBegun, StepBegun
from core.panzerblitz.mines.minefields import fields_due
from core.panzerblitz.sequence import Kind
from core.panzerblitz.state import BlitzState


def next_step(state: BlitzState) -> Iterator[Event]:
    """The next step, after the last one of a Game-Turn the next; after the last one the game is over (pb:PB-SEQ-9)."""
    if state.step == sequence.SET_UP:
        return _begin_turn(state, 1)
    if state.step == sequence.TURN_RECORD:
        return _record(state)
    step = sequence.following(state)
    if sequence.kind_of(step) is Kind.MINES:
        return _begin_half(state, step, state.situation.enemy(state.situation.first))
    return iter((StepBegun(step=step),))


def _begin_turn(state: BlitzState, turn: int) -> Iterator[Event]:
    """The first Player-Turn of a Game-Turn, which stands for six minutes (pb:PB-SEQ-0, pb:PB-COMP-4)."""
    yield GameTurnBegun(turn=turn)
    yield from _begin_half(state, sequence.opening(state), state.situation.first)


def _begin_half(state: BlitzState, step: str, side: SideId) -> Iterator[Event]:
    """A Player-Turn with its first step, in which minefields attack (pb:PB-SEQ-1, pb:PB-SEQ-7)."""
    yield PlayerTurnBegun(side=side)
    yield StepBegun(step=step, mines=fields_due(state, side))


def _record(state: BlitzState) -> Iterator[Event]:
    """Mark the passing of a Game-Turn; after the last one the game is over (pb:PB-SEQ-8, pb:PB-SEQ-9)."""
    if state.turn >= state.situation.turns:
        yield victory.verdict(state)
    else:
        yield from _begin_turn(state, state.turn + 1)
