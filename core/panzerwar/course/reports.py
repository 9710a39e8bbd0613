"""Set-up, turns and the end in words (pw:3.0, pw:3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, TakenBack
from core.game_end import GameEnded, tell_end
from core.panzerwar import sequence
from core.panzerwar.course.events import Dug, Held, Left, Placed, ReserveRolled, StepBegun, TurnBegun
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import SET_UP, WarState
from core.panzerwar.words import called, place, side
from core.plane import hex_at
from core.presentation import Report
from core.step_end import StepFinished


def _taken_back(state: WarState, event: TakenBack) -> Report:
    return Report(f"{side(state, event.side)} takes its last order back", "", "dim")


def _placed(state: WarState, event: Placed) -> Report:
    how = "set up" if state.step == SET_UP else "comes on"
    text = f"{called(state, event.element)} {how} in {place(event.at)}"
    return Report(text, "pw:3.3", hexes=(hex_at(event.at),), level=2)


def _dug(state: WarState, event: Dug) -> Report:
    how = "begins in the open" if event.digging is Digging.NONE else f"begins in {event.digging.value}"
    return Report(f"{called(state, event.element)} {how}", "pw:3.3", level=2)


def _reserve(state: WarState, event: ReserveRolled) -> Report:
    unit = state.organisations.get(event.organisation)
    name = unit.name if unit is not None else "A unit"
    late = event.turn > state.engagement.turns
    when = "too late" if late else f"from turn {event.turn} on"
    return Report(f"{name} comes on {when}", "pw:3.3", rolls=event.rolls, level=2)


def set_up(state: WarState, event: StepFinished) -> Report:
    """A side has ended its set-up."""
    return Report(f"{side(state, event.side)} has set up", "pw:3.3", level=2)


def _turn(state: WarState, event: TurnBegun) -> Report:
    return Report(f"Turn {event.turn} of {state.engagement.turns}", "pw:3.0", "heading", level=0)


def _step(state: WarState, event: StepBegun) -> Report:
    step = sequence.step_of(state)
    return Report(f"{step.phase}: {step.title}", step.rule, "heading", level=0)


def _left(state: WarState, event: Left) -> Report:
    return Report(f"{called(state, event.element)} leaves the table", "pw:3.3")


def _held(state: WarState, event: Held) -> Report:
    goal = next(g for g in state.engagement.goals if g.id == event.goal)
    return Report(f"{side(state, event.side)} holds {goal.name}", "pw:3.3", hexes=(hex_at(goal.at),))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    TakenBack: _taken_back,
    Placed: _placed,
    Dug: _dug,
    ReserveRolled: _reserve,
    TurnBegun: _turn,
    StepBegun: _step,
    Left: _left,
    Held: _held,
    GameEnded: tell_end,
}
