"""How overruns and Close Assaults change the state (pb:PB-OVR-A, pb:PB-CAT-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.course.events import PlayerTurnBegun
from core.panzerblitz.fire.events import AttackResolved
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.state import BlitzState


def _player_turn_begun(state: BlitzState, event: PlayerTurnBegun) -> None:
    state.overrun = frozenset()
    state.assaulted = frozenset()


def _attack_resolved(state: BlitzState, event: AttackResolved) -> None:
    if event.method is Method.OVERRUN:
        state.overrun |= frozenset(event.targets)
        state.passing = frozenset(event.attackers)
    elif event.method is Method.CLOSE_ASSAULT:
        state.assaulted |= frozenset(event.targets)


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[BlitzState, Any], None]]] = {
    PlayerTurnBegun: _player_turn_begun,
    AttackResolved: _attack_resolved,
}
