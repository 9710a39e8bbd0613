"""How set-up and the course of Game-Turns change the state (pb:PB-SETUP-1, pb:PB-SEQ-0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, OrderGiven
from core.game_end import GameEnded, end_game
from core.panzerblitz.course.events import (
    GameTurnBegun,
    Placed,
    PlayerTurnBegun,
    Recovered,
    StepBegun,
)
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState
from core.step_end import StepFinished


def _placed(state: BlitzState, event: Placed) -> None:
    changes = {"hex": event.hex, "inside": event.inside, "hidden": event.hidden, "presence": Presence.ON_MAP}
    before = state.units[event.unit].hex
    if before is not None and state.type(event.unit).kind is Kind.FORTIFICATION:
        for unit in state.in_hex(before):
            if unit.inside:
                state.change(unit.id, hex=event.hex)
    state.change(event.unit, **changes)
    passenger = state.passenger(event.unit)
    if passenger is not None:
        state.change(passenger, **changes)


def _game_turn_begun(state: BlitzState, event: GameTurnBegun) -> None:
    state.turn = event.turn


#: What units did in a Player-Turn, as it is at the beginning of one.
_NOTHING_DONE: dict[str, Any] = {
    "struck": False,
    "fired": False,
    "spent": 0,
    "entered": 0,
    "road": False,
    "trail": (),
    "upon": (),
    "stopped": False,
    "operation": None,
    "jumped": None,
}


def _player_turn_begun(state: BlitzState, event: PlayerTurnBegun) -> None:
    for unit in list(state.units.values()):
        done = unit.struck or unit.fired or unit.spent or unit.entered or unit.road or unit.stopped
        idle = not done and unit.operation is None and unit.jumped is None and unit.start == unit.hex
        if not idle and unit.presence is not Presence.ELIMINATED:
            state.change(unit.id, start=unit.hex, **_NOTHING_DONE)


def _step_begun(state: BlitzState, event: StepBegun) -> None:
    state.step, state.ended = event.step, frozenset()


def _step_finished(state: BlitzState, event: StepFinished) -> None:
    state.ended |= {event.side}


def _recovered(state: BlitzState, event: Recovered) -> None:
    for unit in event.units:
        state.change(unit, dispersed=False)


def _order_given(state: BlitzState, event: OrderGiven) -> None:
    """An order changes nothing by itself; what comes of it follows."""


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[BlitzState, Any], None]]] = {
    OrderGiven: _order_given,
    Placed: _placed,
    GameTurnBegun: _game_turn_begun,
    PlayerTurnBegun: _player_turn_begun,
    StepBegun: _step_begun,
    StepFinished: _step_finished,
    Recovered: _recovered,
    GameEnded: end_game,
}
