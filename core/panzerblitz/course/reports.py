"""Set-up, Game-Turns and the end in words (pb:PB-SETUP-1, pb:PB-SEQ-0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, TakenBack
from core.game_end import GameEnded, tell_end
from core.panzerblitz import sequence
from core.panzerblitz.course.events import (
    GameTurnBegun,
    Placed,
    PlayerTurnBegun,
    Recovered,
    StepBegun,
)
from core.panzerblitz.state import BlitzState
from core.panzerblitz.words import listed
from core.presentation import Report
from core.step_end import StepFinished


def _taken_back(state: BlitzState, event: TakenBack) -> Report:
    return Report(f"{state.situation.side(event.side).name} takes its last order back", "pb:PB-GEN-1", "dim")


def _placed(state: BlitzState, event: Placed) -> Report:
    how = " in the fortification" if event.inside else ""
    how += ", hidden" if event.hidden else ""
    return Report(f"{state.name(event.unit)} set up in {event.hex}{how}", "pb:PB-SETUP-1", hexes=(event.hex,), level=2)


def set_up(state: BlitzState, event: StepFinished) -> Report:
    return Report(f"{state.situation.side(event.side).name} has set up", "pb:PB-SETUP-1")


def _game_turn(state: BlitzState, event: GameTurnBegun) -> Report:
    return Report(f"Turn {event.turn} of {state.situation.turns}", "pb:PB-SEQ-0", "heading", level=0)


def _player_turn(state: BlitzState, event: PlayerTurnBegun) -> Report:
    return Report(f"{state.situation.side(event.side).name} Player-Turn", "pb:PB-SEQ-7", "heading", level=0)


def _step(state: BlitzState, event: StepBegun) -> Report | None:
    step = sequence.step_of(state)
    if not step.orders and not event.mines:
        return None
    player = sequence.player_of(state)
    who = f" - {state.situation.side(player).name}" if player else ""
    return Report(f"{step.phase}: {step.title}{who}", step.rule, "heading", level=0)


def _recovered(state: BlitzState, event: Recovered) -> Report | None:
    if not event.units:
        return None
    return Report(f"{state.situation.side(event.side).name} turns face up: {listed(state, event.units)}", "pb:PB-SEQ-6")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[BlitzState, Any], Report | None]]] = {
    TakenBack: _taken_back,
    Placed: _placed,
    GameTurnBegun: _game_turn,
    PlayerTurnBegun: _player_turn,
    StepBegun: _step,
    Recovered: _recovered,
    GameEnded: tell_end,
}
