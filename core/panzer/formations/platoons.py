"""Platoon and section command control: who may share a command with whom by their platoons (or:7.3)."""

from __future__ import annotations

from collections.abc import Collection

from core.choice import Refusal
from core.event import UnitId
from core.panzer.formations.control import exercises_command
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState


def platoon_name(state: PanzerState, unit: UnitId) -> str:
    """The platoon, section or troop of a unit as players read it; the rest of a formation is its headquarters."""
    return state.scenario.by_id[unit].platoon or "Headquarters"


def _of_several(state: PanzerState, units: Collection[UnitId]) -> Refusal | None:
    """Why units that fire and move one after another share no command: they are of several formation units, platoons
    where a side has one formation (or:7.42)."""
    if not state.has(Switch.STAGGERED_INITIATIVE) or len({state.scenario.formation_units[u] for u in units}) < 2:
        return None
    return Refusal("units of several platoons, which fire and move in turn, share no command", "or:7.42")


def mixed(state: PanzerState, units: Collection[UnitId]) -> Refusal | None:
    """Why units of one formation cannot share by their platoons; None if they can, or if the rule is not played.

    Command units share with any platoon of their formation, with one at a time; other units of a headquarters are
    like a platoon of their own.
    """
    if strangers := _of_several(state, units):
        return strangers
    if not state.has(Switch.PLATOON_COMMAND):
        return None
    led = [unit for unit in units if not exercises_command(state, unit)]
    for unit in led[1:]:
        one, other = platoon_name(state, led[0]), platoon_name(state, unit)
        if one != other:
            names = f"{state.name(led[0])} is of {one}, {state.name(unit)} of {other}"
            return Refusal(f"{names}; they share no command", "or:7.3")
    return None
