"""Whose command unit counts for whom: the chain of command, within Command Range (or:7.1.2, or:7.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.formations.control import command_range, exercises_command, members, stands
from core.panzer.formations.control import formation_key as key_of
from core.panzer.morale.cohesion import counts, is_lost
from core.panzer.pieces.scenario import Level
from core.panzer.pieces.unit import Unit
from core.panzer.sight.radio import without_radio
from core.panzer.state import PanzerState

_LEVELS: Final = tuple(Level)


def commands(state: PanzerState, leader: UnitId, unit: UnitId) -> bool:
    """Whether a command unit is in the chain of command of another unit (or:7.1.2).

    That of its own formation, or of one that this belongs to; of a command unit only one of a higher level.
    """
    over, under = state.scenario.by_id[leader], state.scenario.by_id[unit]
    if leader == unit or over.side != under.side or not exercises_command(state, leader):
        return False
    if over.formation not in state.scenario.above(under.side, under.formation):
        return False
    return not exercises_command(state, unit) or _level(state, leader) > _level(state, unit)


def _level(state: PanzerState, unit: UnitId) -> int:
    return _LEVELS.index(state.scenario.by_id[unit].level or state.scenario.formation_of(unit).level)


def near(state: PanzerState, unit: UnitId, hex_: Hex | None) -> bool:
    """Whether a unit stands within its Command Range of a hex (na:6.2.1.1.2)."""
    here = stands(state, unit)
    return here is not None and hex_ is not None and distance(here, hex_) <= command_range(state, unit)


def led(state: PanzerState, unit: UnitId) -> bool:
    """Whether an unbroken command unit of its chain is within Command Range (or:7.1.4)."""
    return any(
        not u.broken and not is_lost(u) and commands(state, u.id, unit) and _steadies(state, unit, stands(state, u.id))
        for u in state.units.values()
    )


def _steadies(state: PanzerState, unit: UnitId, post: Hex | None) -> bool:
    """Whether a command unit in a hex is near enough to steady a unit: in its own, if it has no radio (or:7.4.4)."""
    if without_radio(state, unit):
        return post is not None and stands(state, unit) == post
    return near(state, unit, post)


def broken_near(state: PanzerState, unit: UnitId) -> bool:
    """Whether another, Broken unit of its formation is within Command Range (or:7.1.4)."""
    others = members(state, key_of(state, unit))
    return any(u.id != unit and u.broken and not is_lost(u) and near(state, unit, stands(state, u.id)) for u in others)


def subordinates(state: PanzerState, leader: UnitId, hex_: Hex | None) -> Iterator[Unit]:
    """The units near a hex that have a command unit in their chain of command (or:7.1.2), its own passengers too, who
    are aboard it still when it is lost."""
    for unit in state.units.values():
        able = counts(state, unit.id) and not is_lost(unit) and commands(state, leader, unit.id)
        if able and (unit.carrier == leader or near(state, unit.id, hex_)):
            yield unit
