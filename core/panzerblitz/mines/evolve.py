"""How minefields change the state (pb:PB-MINE-E, pb:PB-MINE-G)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.course.events import StepBegun
from core.panzerblitz.fire.events import AttackResolved
from core.panzerblitz.losses import remove
from core.panzerblitz.mines.events import MinesProbed
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.state import BlitzState


def _step_begun(state: BlitzState, event: StepBegun) -> None:
    state.mines_due = event.mines


def _attack_resolved(state: BlitzState, event: AttackResolved) -> None:
    """A minefield has attacked; whom it left unhurt it attacks no more while he stays (pb:PB-MINE-E)."""
    if event.method is not Method.MINEFIELD:
        return
    state.mines_due = tuple(h for h in state.mines_due if h != event.hex)
    hurt = {unit for unit, _ in event.effects}
    for unit in event.targets:
        if unit not in hurt:
            state.change(unit, mined=True)
            passenger = state.passenger(unit)
            if passenger is not None:
                state.change(passenger, mined=True)


def _mines_probed(state: BlitzState, event: MinesProbed) -> None:
    state.change(event.unit, fired=True)
    if event.removed:
        remove(state, event.mine)


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[BlitzState, Any], None]]] = {
    StepBegun: _step_begun,
    AttackResolved: _attack_resolved,
    MinesProbed: _mines_probed,
}
