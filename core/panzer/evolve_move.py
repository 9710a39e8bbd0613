"""How these events change the state. No rule, no dice, nothing that can fail (na:6.6.3, na:6.6.4.2, na:6.6.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.panzer import events_move as e
from core.panzer.evolve_losses import damage, eliminate, track
from core.panzer.foot import crawls
from core.panzer.mover import moved_to
from core.panzer.positions import improved
from core.panzer.state import PanzerState
from core.panzer.unit import Command, HullDown, Spot, Suppression, Unit, Wreck


def moving_spot(state: PanzerState, unit: Unit) -> Spot | None:
    """The SPOT counter of a unit that moves: SPOT/MOVE; who crawls keeps what it had (na:6.6.4.3)."""
    return unit.spot if crawls(state, unit) else Spot.MOVE


def relocate(state: PanzerState, unit_id: UnitId, step: str) -> None:
    """Whether a unit is inside a building, and how many storeys up, after a step (na:6.6.3, na:6.6.4.1)."""
    unit = state.units[unit_id]
    inside, floor = moved_to(step, unit.inside, unit.floor)
    if (inside, floor) != (unit.inside, unit.floor):
        state.change(unit_id, inside=inside, floor=floor)


def abandon_position(state: PanzerState, unit_id: UnitId, command: Command | None) -> None:
    """Whoever reveals a MOVE or SHORT HALT gives up the position that it found, even if it stays (na:6.6.9d).

    What an Improved Position makes of a vehicle lasts as long as it is in it (na:6.1.4.3.7b).
    """
    unit = state.units[unit_id]
    if unit.hull_down is None or command not in (Command.MOVE, Command.SHORT_HALT):
        return
    if improved(state, unit) is None:
        state.change(unit_id, hull_down=None, backed_in=False)


def _building_entry_checked(state: PanzerState, event: e.BuildingEntryChecked) -> None:
    if event.result == "KO":
        eliminate(state, event.unit, Wreck.KO)
    elif event.result == "track":
        track(state, event.unit)
    elif event.result != "unharmed":
        damage(state, event.unit, event.result.split()[0])


def _quickmarch_checked(state: PanzerState, event: e.QuickmarchChecked) -> None:
    if event.suppressed:
        state.change(event.unit, suppression=Suppression.ON)


def _hull_down_searched(state: PanzerState, event: e.HullDownSearched) -> None:
    state.change(event.unit, facing=event.facing)
    if event.found:
        kind = HullDown.PARTIAL if event.partial else HullDown.FULL
        state.change(event.unit, hull_down=kind, backed_in=event.reverse)


APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    e.BuildingEntryChecked: _building_entry_checked,
    e.QuickmarchChecked: _quickmarch_checked,
    e.HullDownSearched: _hull_down_searched,
}
