"""Who bears on what: for a side all hexes it may attack, and with which units; found once, asked lazily."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzerblitz.fire.combat import announced_attackers
from core.panzerblitz.fire.factoring import fire_factor, is_armored
from core.panzerblitz.fire.targets import elements, has_enemy, is_demolition, riders
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sight.spotting import attacker_refusal, sight_refusal
from core.panzerblitz.state import BlitzState
from core.remembered import remembered


def _target_hexes(state: BlitzState, side: SideId) -> tuple[Hex, ...]:
    """Hexes that hold something to attack."""
    hexes = {u.hex for u in state.units.values() if u.on_map and u.hex is not None}
    return tuple(h for h in sorted(hexes) if has_enemy(state, side, h) or is_demolition(state, side, h))


def _may_hurt(state: BlitzState, side: SideId, units: Iterable[Unit], hex_: Hex) -> Iterator[UnitId]:
    """Units whose class may attack anything in a hex, alone or with others."""
    kinds = {is_armored(state, hex_, t) for t in (*elements(state, side, hex_), *riders(state, side, hex_))}
    for unit in units:
        if any(fire_factor(state, unit.id, hex_, armored=a) is not None for a in kinds):
            yield unit.id


def _in_reach(state: BlitzState, side: SideId) -> Iterator[tuple[Hex, Iterator[UnitId]]]:
    """Every hex with something to attack, with the units that bear on it, whatever is announced already."""
    able = [u for u in state.of(side) if attacker_refusal(state, u) is None]
    ranges = [(u, u.hex, state.type(u.id).range) for u in able if u.hex is not None]
    for hex_ in _target_hexes(state, side):
        near = [(u, where) for u, where, most in ranges if distance(where, hex_) <= most]
        if near:
            sighted = (u for u, where in near if sight_refusal(state, u.id, where, hex_) is None)
            yield hex_, _may_hurt(state, side, sighted, hex_)


@remembered(of=("units",))
def _guns(state: BlitzState, side: SideId) -> Mapping[Hex, tuple[UnitId, ...]]:
    """For every hex with something to attack the units that bear on it, whatever is announced already."""
    return {hex_: tuple(units) for hex_, units in _in_reach(state, side)}


def bearing(state: BlitzState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """Free units of a side that may fire into a hex with some effect."""
    used = announced_attackers(state)
    return tuple(u for u in _guns(state, side).get(hex_, ()) if u not in used)


def all_bearing(state: BlitzState, side: SideId) -> Mapping[Hex, tuple[UnitId, ...]]:
    """For every hex that may be attacked now, and is in no announced attack yet, the units that bear on it."""
    taken, used = {a.hex for a in state.announced}, announced_attackers(state)
    free = {h: tuple(u for u in units if u not in used) for h, units in _guns(state, side).items() if h not in taken}
    return {h: units for h, units in free.items() if units}


def may_fire_at_all(state: BlitzState, side: SideId) -> bool:
    """Whether a side has anything to announce in this step, be it against a fortification of its own (pb:PB-FORT-H)."""
    taken, used = {a.hex for a in state.announced}, announced_attackers(state)
    return any(u not in used for hex_, units in _in_reach(state, side) if hex_ not in taken for u in units)


def free(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """The units that can still fire in this step, at whatever."""
    return tuple(dict.fromkeys(u for units in all_bearing(state, side).values() for u in units))
