"""Pivots of vehicles with a long gun among trees and in buildings, which it would strike (min:20.12.2, min:20.12.3).

Off Paths and Roads in Woods and Groves, and in any building, a vehicle without a turret does not pivot, in its move or
in the Pivot Step. One with a turret does if that is turned back in the same moment, as far as it has to be and may
turn, so that the gun looks where it looked.
"""

from __future__ import annotations

from typing import Final

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex
from core.panzer.ground.costs import NARROW, RATED
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.sight.turrets import has_turret, turns
from core.panzer.state import PanzerState

#: The notation of a data card of a vehicle with a long gun (or:7.20).
LONG_GUN: Final = "long gun"
#: The ground whose trees stand in the way of a long gun.
TREES: Final = NARROW - {"alley"}
#: Degrees of a hexside and of a full turn.
_HEXSIDE: Final = 60
_ROUND: Final = 360


def rule_where(state: PanzerState, unit: Unit, hex_: Hex, route: str | None, *, inside: bool) -> str:
    """The rule that binds the pivots of a vehicle in a hex, on a route or off it, inside its building; "" if none does.

    (min:20.12.2, min:20.12.3)
    """
    if not (state.has(Switch.LONG_GUNS) and state.edition.optional.long_guns_bind_pivots):
        return ""
    if LONG_GUN not in getattr(state.card(unit.id), "notations", ()):
        return ""
    if inside:
        return "min:20.12.3"
    return "min:20.12.2" if state.cell(hex_).terrain in TREES and route not in RATED else ""


def refusal(state: PanzerState, unit: Unit, facing: int, to: int, rule: str) -> Refusal | None:
    """Why a vehicle whose pivots are bound by a rule cannot turn its hull from one facing to another."""
    name = state.name(unit.id)
    if not has_turret(state, unit):
        return Refusal(f"{name} has a long gun without a turret and does not pivot here", rule)
    most, by = turns(state, unit), state.turrets.apart(unit.turret, turned_back(state, unit, facing, to))
    if by > most:
        text = f"the turret of {name} would have to turn back by {by} {state.turrets.measure} and turns by {most}"
        return Refusal(text, rule)
    return None


def turned_back(state: PanzerState, unit: Unit, facing: int, to: int) -> int:
    """The place of a turret on its hull, as that turns, that is nearest to where it looked; of two the less turned."""
    turrets = state.turrets
    looked = facing * _HEXSIDE + turrets.degrees(unit.turret)

    def off(way: int) -> tuple[int, int]:
        astray = (to * _HEXSIDE + turrets.degrees(way) - looked) % _ROUND
        return min(astray, _ROUND - astray), turrets.apart(unit.turret, way)

    return min(range(turrets.positions), key=off)


def route_of(state: PanzerState, hex_: Hex) -> str | None:
    """The Path or Road of a hex, on which a vehicle stands that does not move."""
    return next((kind for kind in RATED if kind in state.cell(hex_).routes), None)


def at_rest(state: PanzerState, unit: UnitId, to: int) -> tuple[Refusal | None, int]:
    """Why a vehicle that stands cannot pivot to a facing, None if it can, and the place of its turret after it."""
    it = state.units[unit]
    if it.hex is None:
        return None, it.turret
    rule = rule_where(state, it, it.hex, route_of(state, it.hex), inside=bool(it.inside))
    if not rule or to == it.facing:
        return None, it.turret
    return refusal(state, it, it.facing, to, rule), turned_back(state, it, it.facing, to)
