"""Who bears on what: for a side all hexes it may attack, and with which units; found once, asked lazily."""

from __future__ import annotations

from collections.abc import Mapping

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.combat import free_attackers
from core.panzerblitz.factoring import fire_factor, is_armored
from core.panzerblitz.mines import fields_beside, probe_refusal
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.spotting import fire_refusal
from core.panzerblitz.state import BlitzState, Unit
from core.panzerblitz.targets import elements, has_enemy, is_demolition, riders


def target_hexes(state: BlitzState, side: SideId) -> tuple[Hex, ...]:
    """Hexes that hold something to attack and are in no announced attack yet."""
    taken = {a.hex for a in state.announced}
    hexes = {u.hex for u in state.units.values() if u.on_map and u.hex is not None and u.hex not in taken}
    return tuple(h for h in sorted(hexes) if has_enemy(state, side, h) or is_demolition(state, side, h))


def may_hurt(state: BlitzState, side: SideId, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit's class may attack anything in a hex, alone or with others."""
    there = (*elements(state, side, hex_), *riders(state, side, hex_))
    kinds = {is_armored(state, hex_, t) for t in there}
    return any(fire_factor(state, unit, hex_, armored=a) is not None for a in kinds)


def bearing(state: BlitzState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """Free units of a side that may fire into a hex with some effect."""
    known: Mapping[Hex, tuple[UnitId, ...]] = state.memo.get(("bearing", side, state.around), {})
    if hex_ in known:
        return known[hex_]
    return _bearing(state, side, hex_, free_attackers(state, side))


def _bearing(state: BlitzState, side: SideId, hex_: Hex, free: tuple[Unit, ...]) -> tuple[UnitId, ...]:
    return tuple(u.id for u in free if fire_refusal(state, u.id, hex_) is None and may_hurt(state, side, u.id, hex_))


def all_bearing(state: BlitzState, side: SideId) -> Mapping[Hex, tuple[UnitId, ...]]:
    """For every hex that may be attacked now the units that bear on it."""
    key = ("bearing", side, state.around)
    if key not in state.memo:
        free = free_attackers(state, side)
        found = {h: _bearing(state, side, h, free) for h in target_hexes(state, side)}
        state.memo[key] = {h: units for h, units in found.items() if units}
    bearing_: Mapping[Hex, tuple[UnitId, ...]] = state.memo[key]
    return bearing_


def may_fire_at_all(state: BlitzState, side: SideId) -> bool:
    """Whether a side has anything to announce in this step, be it against a fortification of its own (pb:PB-FORT-H)."""
    if kind_of(state.step) is Kind.FIRE:
        for unit in state.of(side):
            if probe_refusal(state, unit) is None and fields_beside(state, unit):
                return True
    free = free_attackers(state, side)
    return any(
        fire_refusal(state, u.id, h) is None and may_hurt(state, side, u.id, h)
        for h in target_hexes(state, side)
        for u in free
    )
