"""The course of a turn: phase after phase, segment after segment, strictly in sequence (pw:3.0, pw:3.1, pw:3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.course import victory
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.pieces.mines import Found, Laid, as_found
from core.panzerwar.state import SET_UP, WarState


def next_step(state: WarState) -> Iterator[Event]:
    """The next phase or segment; after the last of a turn the next turn, after the last turn the end (pw:3.2,
    pw:3.3).
    """
    if state.step == SET_UP:
        marked = (laid for laid in state.mines.laid.values() if laid.marked)
        return _turn(1, tuple(as_found(laid, Found(), open_=True) for laid in marked))
    step = sequence.following(state.step)
    if step is not None:
        return iter((StepBegun(step=step),))
    return _after(state)


def _turn(number: int, minefields: tuple[Laid, ...] = ()) -> Iterator[Event]:
    yield TurnBegun(turn=number, minefields=minefields)
    yield StepBegun(step=sequence.opening())


def _after(state: WarState) -> Iterator[Event]:
    yield from victory.held_now(state)
    if state.turn >= state.engagement.turns or victory.decided(state):
        yield victory.verdict(state)
    else:
        yield from _turn(state.turn + 1)
