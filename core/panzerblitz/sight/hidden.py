"""Hidden deployment: counters off the board until they move, fire or are spotted (pb:PB-EXP-HID-1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.panzerblitz.ground.terrain import hides, is_in
from core.panzerblitz.pieces.reference import Elevation, Kind
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sight.events import Revealed
from core.panzerblitz.sight.line_of_sight import sees
from core.panzerblitz.state import BlitzState
from core.secrecy import view


def hide_refusal(state: BlitzState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why a counter may not be hidden in a hex.

    Minefields may be hidden anywhere, combat units only in woods, swamps and towns or behind hills, which is read as
    next to a slope or hilltop (pb:PB-EXP-HID-1).
    """
    rule = "pb:PB-EXP-HID-1"
    if state.hider != state.units[unit].side:
        return Refusal("this side does not deploy hidden", rule)
    kind = state.type(unit).kind
    if kind is Kind.MINEFIELD:
        return None
    if kind is Kind.BLOCK:
        return Refusal("Blocks are not hidden", rule)
    cell = state.cell(hex_)
    near = (state.board.cells.get(n) for n in hex_.neighbours())
    if hides(cell) or is_in(cell, "swamp") or any(c is not None and c.level > Elevation.GROUND for c in near):
        return None
    return Refusal("only in woods, swamps and towns or behind hills", rule)


def is_spotted(state: BlitzState, unit: Unit) -> bool:
    """Whether an enemy has a clear line of sight to a hidden unit; in woods and towns one next to it.

    The dispersed spot nothing (pb:PB-SPOT-C). Minefields come into view when somebody enters them, and fortifications
    with what is in them.
    """
    if unit.hex is None:
        return False
    mine, cover = state.type(unit.id).kind is Kind.MINEFIELD, hides(state.cell(unit.hex))
    for enemy in state.units.values():
        if enemy.side == unit.side or not enemy.on_map or enemy.hex is None or not state.type(enemy.id).manned:
            continue
        far = distance(enemy.hex, unit.hex)
        if far == 0:
            return True
        if not mine and not enemy.dispersed and (far == 1 or (not cover and sees(state, enemy.hex, unit.hex))):
            return True
    return False


def found_out(state: BlitzState) -> tuple[Unit, ...]:
    """Hidden counters that come into view now, with those that they carry or lie with in a fortification."""
    hidden = [] if state.hider is None else [u for u in state.units.values() if u.hidden and u.on_map]
    if not hidden:
        return ()
    seen = {u.id for u in hidden if is_spotted(state, u)}
    forts = {u.hex for u in hidden if u.id in seen and (u.inside or state.type(u.id).kind is Kind.FORTIFICATION)}
    return tuple(
        u
        for u in hidden
        if u.id in seen
        or (u.carrier is not None and u.carrier in seen)
        or (u.hex in forts and (u.inside or state.type(u.id).kind is Kind.FORTIFICATION))
    )


def lying_in_wait(state: BlitzState, side: SideId, hex_: Hex) -> tuple[Unit, ...]:
    """Hidden enemy counters in a hex that somebody tries to enter."""
    return tuple(u for u in state.in_hex(hex_) if u.hidden and u.side != side)


def reveal(units: tuple[Unit, ...]) -> Iterator[Event]:
    """Place hidden counters on the board, in view of both sides."""
    placed = tuple((u.id, u.hex, u.inside) for u in units if u.hex is not None)
    if placed:
        yield Revealed(side=units[0].side, placed=placed)


def show_themselves(state: BlitzState, units: tuple[UnitId, ...]) -> Iterator[Event]:
    """Hidden units that move or fire come into view, with what lies with them."""
    hidden: list[Unit] = []
    for unit_id in units:
        unit = state.units[unit_id]
        if not unit.hidden:
            continue
        hidden.append(unit)
        passenger = state.passenger(unit_id)
        if passenger is not None:
            hidden.append(state.units[passenger])
        if unit.inside and unit.hex is not None:
            hidden += [u for u in state.in_hex(unit.hex) if u.hidden and u.inside and u.id != unit_id]
            fort = state.fortification(unit.hex)
            hidden += [fort] if fort is not None and fort.hidden else []
    yield from reveal(tuple(dict.fromkeys(hidden)))


def known(state: BlitzState, side: SideId) -> BlitzState:
    """What a side's orders are judged by: its view, or the state itself if nothing is hidden from anybody."""
    return state if state.hider is None else view(state, side)


def come_into_view(state: BlitzState) -> Iterator[Event] | None:
    """Hidden counters that are found out are placed; None if there are none."""
    found = found_out(state)
    return reveal(found) if found else None
