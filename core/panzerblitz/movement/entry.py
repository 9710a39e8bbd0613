"""Coming on to the map: from which turn, through which hexes, at what cost (pb:PB-SETUP-1, pb:PB-TERR-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex
from core.panzerblitz.ground.stacking import enemies_in_way, friends_in_way
from core.panzerblitz.ground.terrain import entry_cost, road_negated
from core.panzerblitz.pieces.reference import ROAD
from core.panzerblitz.pieces.situation import Entry, Exit, Situation
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.state import BlitzState


@frozen(eq=False, repr=False)
class Door(Alike):
    """A hex by which a unit may come on: HALVES of movement points paid for it, whether at road rate."""

    hex: Hex
    cost: int
    road: bool


def entry_of(situation: Situation, unit: UnitId) -> Entry | None:
    """How a unit's group comes on; None = it is set up on the map."""
    return situation.by_group[situation.by_id[unit].group].entry


def exit_back(state: BlitzState, unit: Unit) -> Exit | None:
    """The edge by which a unit left and may come back now, after so many whole turns."""
    if unit.presence is not Presence.EXITED or not unit.exits:
        return None
    for exit_ in state.situation.exits:
        if exit_.side == unit.side and exit_.area == unit.exits[-1] and exit_.returns is not None:
            return exit_ if state.turn > unit.left_on + exit_.returns else None
    return None


def waits(state: BlitzState, unit: Unit) -> bool:
    """Whether a unit is off the map and may come on in this Game-Turn."""
    if unit.presence is Presence.WAITING:
        entry = entry_of(state.situation, unit.id)
        return entry is not None and state.turn >= entry.turn
    return exit_back(state, unit) is not None


def doors(state: BlitzState, unit_id: UnitId, *, on_road: bool = True) -> Mapping[Hex, Door]:
    """The hexes by which a unit may come on now, with what each costs."""
    return {door.hex: door for door in open_doors(state, unit_id, on_road=on_road)}


def door_hexes(state: BlitzState, unit: Unit) -> frozenset[Hex]:
    """The hexes by which a unit would come on: where it left the map, the gate of its column, or its entry area."""
    if unit.presence is Presence.EXITED:
        return frozenset((unit.left_from,)) if unit.left_from is not None else frozenset()
    entry, group = entry_of(state.situation, unit.id), state.situation.by_id[unit.id].group
    if entry is None:
        return frozenset()
    if entry.column and group in state.gates:
        return frozenset((state.gates[group],))
    return state.situation.hexes(entry.area)


def came_before(state: BlitzState, unit: Unit) -> int:
    """How many of its column came on in this turn, or impulse, before a unit that waits to: so many hexes it is
    away from the edge (pb:PB-SETUP-1)."""
    entry = entry_of(state.situation, unit.id)
    column = entry is not None and entry.column and unit.presence is not Presence.EXITED
    return state.arrivals.get(state.situation.by_id[unit.id].group, 0) if column else 0


@lru_cache(maxsize=256)
def _in_order(hexes: frozenset[Hex]) -> tuple[Hex, ...]:
    return tuple(sorted(hexes))


def open_doors(state: BlitzState, unit_id: UnitId, *, on_road: bool = True) -> Iterator[Door]:
    """The hexes by which a unit may come on now, one by one; half hexes of the edge cost as whole ones (pb:PB-TERR-4).

    Units of a column use one hex, and each pays the road rate for every one that came on before it. Who waits at the
    edge begins next to its hexes and may come on to a Block, but not from farther down the column (pb:PB-BLOCK-B).
    """
    unit = state.units[unit_id]
    if not waits(state, unit) or unit.carrier is not None:
        return
    ahead = came_before(state, unit)
    for hex_ in _in_order(door_hexes(state, unit)):
        if enemies_in_way(state, unit.side, hex_) or (ahead and state.blocked(hex_)):
            continue
        door = _door(state, unit, hex_, ahead, on_road)
        if door is not None:
            yield door


def _door(state: BlitzState, unit: Unit, hex_: Hex, ahead: int, on_road: bool) -> Door | None:
    mover = state.type(unit.id).mover
    cell = state.cell(hex_)
    rate = state.tables.tec["road"].enter[mover] or 1
    leads_off = any(cell.route_crosses(ROAD, d) for d, n in enumerate(hex_.neighbours()) if n not in state.board)
    free = not friends_in_way(state, unit.side, hex_, unit.id) and not road_negated(state, hex_)
    if on_road and leads_off and free:
        return Door(hex_, rate * (1 + ahead), True)
    cost, _ = entry_cost(state.situation, hex_, mover)
    return None if cost is None else Door(hex_, cost + rate * ahead, False)
