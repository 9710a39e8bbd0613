"""Stacking: how many units may lie in a hex, and who bars the way (pb:PB-STACK-A to pb:PB-STACK-G)."""

from __future__ import annotations

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.ground.terrain import is_in
from core.panzerblitz.pieces.reference import ROAD, Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState


def enemies_in_way(state: BlitzState, side: SideId, hex_: Hex) -> bool:
    """Whether enemy units lie open in a hex; dispersed ones bar the way too (pb:PB-MOVE-E, pb:PB-MOVE-F)."""
    there = state.loose(hex_)
    return bool(there) and any(u.side != side and not u.inside for u in there)


def enemies_inside(state: BlitzState, side: SideId, hex_: Hex) -> bool:
    """Whether enemy units are in the fortification of a hex."""
    return any(u.side != side and u.inside for u in state.loose(hex_))


def friends_in_way(state: BlitzState, side: SideId, hex_: Hex, but: UnitId) -> tuple[Unit, ...]:
    """Other units of one's own that lie open in a hex; those in a fortification are not on the road (pb:PB-FORT-B)."""
    return tuple(u for u in state.loose(hex_) if u.side == side and not u.inside and u.id != but)


def limit(state: BlitzState, side: SideId) -> int:
    """Units that a side may stack in a hex (pb:PB-STACK-A, pb:PB-STACK-B)."""
    return state.tables.stacking[state.nation(side)]


def stacked(state: BlitzState, side: SideId, hex_: Hex, *, inside: bool) -> int:
    """What counts against the limit: a carrier with its passenger as one (pb:PB-STACK-C, pb:PB-TRANS-F).

    Wrecks and Blocks count, minefields and fortifications do not (pb:PB-STACK-E, pb:PB-STACK-F, pb:PB-MINE-I,
    pb:PB-WRECK-B); units in a fortification have the limit for themselves, without them.
    """
    units = sum(u.side == side and u.inside == inside for u in state.loose(hex_))
    if inside:
        return units
    return units + len(state.wrecks.get(hex_, ())) + state.blocked(hex_)


def count_refusal(
    state: BlitzState, unit: UnitId, hex_: Hex, *, inside: bool, more: tuple[UnitId, ...] = ()
) -> Refusal | None:
    """Why there is no room for another unit in a hex (pb:PB-STACK-A, pb:PB-STACK-B, pb:PB-WRECK-F).

    more: units that will have come there besides, so that they count too.
    """
    side = state.units[unit].side
    there = stacked(state, side, hex_, inside=inside)
    own = state.units[unit]
    if own.hex == hex_ and own.on_map and own.carrier is None and own.inside == inside:
        there -= 1
    most = limit(state, side)
    if there + len(more) + 1 <= most:
        return None
    nation = state.nation(side)
    rule = "pb:PB-STACK-A" if nation == "Russian" else "pb:PB-STACK-B"
    return Refusal(f"more than {most} {nation} units would stack in {hex_}", rule)


def swamp_refusal(state: BlitzState, unit: UnitId, hex_: Hex, *, more: tuple[UnitId, ...] = ()) -> Refusal | None:
    """Why a vehicle may not stack in a hex: no two of them on the road through a swamp (pb:PB-STACK-G)."""
    cell = state.cell(hex_)
    if is_in(cell, "swamp") and ROAD in cell.routes and state.type(unit).vehicular:
        others = (u.id for u in friends_in_way(state, state.units[unit].side, hex_, unit))
        if any(state.type(o).vehicular for o in (*others, *more)):
            return Refusal(f"vehicles may not stack on the road through the swamp at {hex_}", "pb:PB-STACK-G")
    return None


def room_refusal(
    state: BlitzState, unit: UnitId, hex_: Hex, *, inside: bool, more: tuple[UnitId, ...] = ()
) -> Refusal | None:
    """Why a unit may not be in a hex while the limits hold: at set-up, and after movement (pb:PB-STACK-D)."""
    if not more and state.bare(hex_):
        return None
    return count_refusal(state, unit, hex_, inside=inside, more=more) or swamp_refusal(state, unit, hex_, more=more)


def wreck_room(state: BlitzState, hex_: Hex, side: SideId, more: tuple[SideId, ...] = ()) -> bool:
    """Whether a hex has room for another Wreck of a side; none is ever removed (pb:PB-WRECK-E, pb:PB-WRECK-A)."""
    there = (*state.wrecks.get(hex_, ()), *more)
    limits = state.tables.wrecks
    nation = state.nation(side)
    return len(there) < limits["all"] and sum(state.nation(s) == nation for s in there) < limits[nation]


def may_occupy(state: BlitzState, hex_: Hex, side: SideId) -> Unit | None:
    """The fortification of a hex that units of a side may use: their own, or one without enemies (pb:PB-FORT-G)."""
    fort = state.marker(hex_, Kind.FORTIFICATION)
    return None if fort is None or enemies_inside(state, side, hex_) else fort
