"""What may be attacked in a hex: the elements of a stack, each a unit with what it carries or a fortification."""

from __future__ import annotations

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.ground.terrain import is_in
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState


def elements(state: BlitzState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """The heads of the elements that `side` may attack in a hex.

    A carrier with its passenger is one (pb:PB-TRANS-F), and so is a fortification with all in it (pb:PB-FORT-C,
    pb:PB-FORT-J, pb:PB-FORT-1). Of one's own there is only an abandoned fortification to demolish (pb:PB-FORT-H).
    """
    loose = state.loose(hex_)
    found = [u.id for u in loose if u.side != side and not u.inside]
    fort = state.fortification(hex_)
    if fort is None:
        return tuple(found)
    own_inside = any(u.side == side and u.inside for u in loose)
    enemy_inside = any(u.side != side and u.inside for u in loose)
    if enemy_inside or (not own_inside and (fort.side != side or not found)):
        found.append(fort.id)
    return tuple(found)


def has_enemy(state: BlitzState, side: SideId, hex_: Hex) -> bool:
    """Whether a hex holds anything of the enemy to attack: units, or a fortification that is not one's own."""
    fort = state.fortification(hex_)
    if any(u.side != side for u in state.loose(hex_)):
        return True
    return fort is not None and fort.side != side and bool(elements(state, side, hex_))


def is_demolition(state: BlitzState, side: SideId, hex_: Hex) -> bool:
    """Whether an attack on a hex would meet one's own abandoned fortification (pb:PB-FORT-H)."""
    fort = state.fortification(hex_)
    return fort is not None and fort.side == side and elements(state, side, hex_) == (fort.id,)


def riders(state: BlitzState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """Enemy units riding on armored vehicles, which may be attacked by themselves (pb:PB-TRANS-H).

    Those carried by C units may not (pb:PB-TRANS-D, pb:PB-TRANS-E), nor anybody in a town (pb:PB-WEC-B), nor in a
    fortification, which alone defends (pb:PB-FORT-C).
    """
    if is_in(state.cell(hex_), "town"):
        return ()
    found = []
    for unit in state.in_hex(hex_):
        if unit.side == side or unit.inside or unit.carrier is None:
            continue
        if not state.type(unit.carrier).carrier:
            found.append(unit.id)
    return tuple(found)


def with_load(state: BlitzState, target: UnitId) -> tuple[Unit, ...]:
    """All that shares the fate of an element: passenger with carrier, all in a fortification with it.

    pb:PB-TRANS-E, pb:PB-TRANS-F, pb:PB-TRANS-H, pb:PB-FORT-E, pb:PB-FORT-M.
    """
    unit = state.units[target]
    found = [unit]
    if not state.type(target).manned and unit.hex is not None:
        found += [u for u in state.in_hex(unit.hex) if u.inside]
        return tuple(found)
    passenger = state.passenger(target)
    if passenger is not None:
        found.append(state.units[passenger])
    return tuple(found)


def roof_fight(state: BlitzState, side: SideId, hex_: Hex) -> Unit | None:
    """One's own fortification under enemies, which fire at the hex from outside may hit too (pb:PB-FORT-K)."""
    fort = state.fortification(hex_)
    if fort is None:
        return None
    inside = any(u.side == side and u.inside for u in state.loose(hex_))
    on_top = any(u.side != side and not u.inside for u in state.loose(hex_))
    return fort if inside and on_top else None
