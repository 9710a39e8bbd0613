"""Narrow roads: who may come into their hexes, and who gets past whom there (or:7.30, or:7.30b).

The scenario names the hexes. Leg units and whoever is inside a building keep off the road; vehicles and towed units on
the ground are on it, one behind the other in the order in which they came.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.board import Cell
from core.choice import Refusal
from core.event import UnitId
from core.hexes import DIRECTION_NAMES, Hex, opposite
from core.panzer.ground.cover import stacks
from core.panzer.ground.heights import SUNKEN
from core.panzer.pieces.cards import TowedCard, VehicleCard
from core.panzer.pieces.movement import WRECK, Entered, Narrow
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState
from core.replaced import replaced

RULE: Final = "or:7.30"


@frozen(eq=False, repr=False)
class Lanes(Alike):
    """What narrow roads leave of the ways of one unit as things stand.

    closed: narrow hexes that it may not come into, with the reason; blocked: those out of which it may only go back
    the way it came; held: the hexsides across which it may not leave its own hex, with what is in the way.
    """

    closed: tuple[tuple[Hex, str], ...] = ()
    blocked: tuple[tuple[Hex, str], ...] = ()
    held: tuple[tuple[int, str], ...] = ()


#: Without narrow roads.
OPEN: Final = Lanes()


def narrow(state: PanzerState) -> frozenset[Hex]:
    """The hexes with narrow roads."""
    return state.scenario.conditions.narrow if state.has(Switch.NARROW_ROADS) else frozenset()


def keeps_to_road(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit takes up a narrow road: vehicles and towed units, not inside a building."""
    return isinstance(state.card(unit.id), VehicleCard | TowedCard) and not unit.inside


def obstacles(state: PanzerState, hex_: Hex) -> tuple[UnitId, ...]:
    """What is in the way in a narrow hex: vehicles, towed units and wrecks, but for what is on the shoulder."""
    there = (u.id for u in state.in_hex(hex_) if keeps_to_road(state, u))
    return tuple(u for u in (*there, *wrecks(state, hex_)) if (u, hex_) not in state.narrow.shoulder)


def wrecks(state: PanzerState, hex_: Hex) -> tuple[UnitId, ...]:
    """The vehicles whose wrecks lie in a hex; that of none where it has lain there from the start."""
    if hex_ not in state.counters.wrecks:
        return ()
    lost = (u for u in state.units.values() if u.hex == hex_ and u.presence is Presence.ELIMINATED)
    return tuple(u.id for u in lost if u.fate is not None) or (WRECK,)


def wrecked(state: PanzerState, hex_: Hex) -> bool:
    """Whether a wreck lies on the road of a hex, and not on its shoulder (or:7.30a)."""
    if hex_ not in state.counters.wrecks or not narrow(state):
        return hex_ in state.counters.wrecks
    return any((wreck, hex_) not in state.narrow.shoulder for wreck in wrecks(state, hex_))


def lanes(state: PanzerState, unit: Unit) -> Lanes:
    """What narrow roads leave of the ways of a unit."""
    hexes = narrow(state)
    if not hexes or not keeps_to_road(state, unit):
        return OPEN
    closed = tuple((h, why) for h in sorted(hexes) if h != unit.hex and (why := _closed(state, unit, h)))
    blocked = ((h, called(state, in_way[0])) for h in sorted(hexes) if (in_way := _others(state, unit, h)))
    held = tuple(_held(state, unit)) if unit.hex in hexes else ()
    return Lanes(closed, tuple(blocked), held)


def called(state: PanzerState, unit: UnitId) -> str:
    """What is in the way, in words."""
    if unit == WRECK:
        return "the wreck"
    return f"the wreck of {state.name(unit)}" if _is_wreck(state, unit) else state.name(unit)


def _is_wreck(state: PanzerState, unit: UnitId) -> bool:
    return unit != WRECK and state.units[unit].presence is Presence.ELIMINATED


def _closed(state: PanzerState, unit: Unit, hex_: Hex) -> str:
    """Why a unit may not come into a narrow hex; "" if it may. Who Overruns may pass leg and towed units."""
    for other in state.in_hex(hex_):
        if other.side == unit.side or other.bailed_out:
            continue
        if keeps_to_road(state, other) and isinstance(state.card(other.id), VehicleCard):
            return f"{state.name(other.id)} bars the narrow road in {hex_}"
    others = sum(stacks(state.card(u.id)) for u in state.in_hex(hex_) if u.id != unit.id)
    if others + 1 >= state.tables.over_stacked_from:
        return f"there is no room left on the narrow road in {hex_}"
    return ""


def on_foot_in_the_way(state: PanzerState, unit: Unit, hex_: Hex) -> str:
    """An opposing leg or towed unit on a narrow road, past which a vehicle comes by an Overrun alone; "" = none."""
    if hex_ not in narrow(state) or not keeps_to_road(state, unit):
        return ""
    foes = (u for u in state.in_hex(hex_) if u.side != unit.side and not u.inside and not u.bailed_out)
    found = next((u for u in foes if not isinstance(state.card(u.id), VehicleCard)), None)
    return state.name(found.id) if found is not None else ""


def _others(state: PanzerState, unit: Unit, hex_: Hex) -> tuple[UnitId, ...]:
    """What of one's own side, or nobody's, is in the way of a unit in a narrow hex."""
    return tuple(u for u in obstacles(state, hex_) if u != unit.id and not _opposes(state, unit, u))


def _opposes(state: PanzerState, unit: Unit, other: UnitId) -> bool:
    if other == WRECK or _is_wreck(state, other):
        return False
    return state.units[other].side != unit.side and not state.units[other].bailed_out


def _held(state: PanzerState, unit: Unit) -> Iterator[tuple[int, str]]:
    """Who came first bars all ways but back; who came later bars the way that he came (or:7.30)."""
    if unit.hex is None or (unit.id, unit.hex) in state.narrow.shoulder:
        return
    own = came(state, unit.id, unit.hex)
    for other in _others(state, unit, unit.hex):
        theirs = came(state, other, unit.hex)
        for direction in range(6):
            barred = direction != own.side if theirs.order < own.order else direction == theirs.side
            if barred:
                yield direction, called(state, other)


def came(state: PanzerState, unit: UnitId, hex_: Hex) -> Entered:
    """How a unit came into a narrow hex; who did not drive in has been there from the first, and came from behind."""
    known = state.narrow.entered.get(unit)
    if known is not None and known.hex == hex_:
        return known
    first = -len(state.units) - 1
    if unit == WRECK:
        return Entered(hex_, 0, first)
    return Entered(hex_, opposite(state.units[unit].facing), first + 1 + tuple(state.units).index(unit))


def placed(state: PanzerState, unit_id: UnitId) -> Narrow:
    """How units have come into narrow hexes, with what is taken of one that has not driven in, before it turns."""
    hex_ = state.units[unit_id].hex
    if hex_ is None or hex_ not in narrow(state):
        return state.narrow
    return replaced(state.narrow, entered={**state.narrow.entered, unit_id: came(state, unit_id, hex_)})


# -- steps -------------------------------------------------------------------------------------------


def exit_refusal(found: Lanes, hex_: Hex, direction: int, back: int | None) -> Refusal | None:
    """Why a unit may not leave a hex across a hexside; None if it may. back: the hexside across which it came into it
    in this move, None if it has not."""
    if back is None:
        why = next((who for way, who in found.held if way == direction), "")
    else:
        why = next((who for blocked, who in found.blocked if blocked == hex_ and direction != back), "")
    if not why:
        return None
    return Refusal(f"{why} is in the way to the {DIRECTION_NAMES[direction]} on the narrow road in {hex_}", RULE)


def entry_refusal(state: PanzerState, found: Lanes, unit: Unit, hex_: Hex, *, overruns: bool) -> Refusal | None:
    """Why a unit may not come into a hex; None if it may. overruns: whether it Overruns there (na:6.6.10)."""
    why = next((why for closed, why in found.closed if closed == hex_), "")
    if not why and not overruns and (foe := on_foot_in_the_way(state, unit, hex_)):
        why = f"{foe} bars the narrow road in {hex_}; a vehicle passes only by an Overrun"
    return Refusal(why, RULE) if why else None


def side_refusal(state: PanzerState, unit: Unit, hex_: Hex, direction: int) -> Refusal | None:
    """Why a unit may not go across a side of a narrow sunken road; None if it may (or:7.30b)."""
    if state.scenario.conditions.open_sides or hex_ not in narrow(state) or not keeps_to_road(state, unit):
        return None
    cell: Cell = state.cell(hex_)
    if SUNKEN not in cell.routes or cell.route_crosses(SUNKEN, direction):
        return None
    return Refusal(f"the Sunken Road in {hex_} is not left or entered over its sides", "or:7.30b")
