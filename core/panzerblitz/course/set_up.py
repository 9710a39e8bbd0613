"""Setting up: whose turn it is, where each counter may lie (pb:PB-SETUP-1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from core import placing
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.course.deployment import HILLTOPS, deploy
from core.panzerblitz.course.events import Placed
from core.panzerblitz.course.orders import Place, PlaceRest
from core.panzerblitz.ground.stacking import enemies_in_way, room_refusal
from core.panzerblitz.ground.terrain import entry_cost, is_in
from core.panzerblitz.movement.transport import area_refusal
from core.panzerblitz.pieces.reference import ROAD, Kind
from core.panzerblitz.pieces.situation import Situation, Special
from core.panzerblitz.sequence import SET_UP
from core.panzerblitz.sight.hidden import hide_refusal
from core.panzerblitz.state import BlitzState
from core.step_end import StepFinished

RULE = "pb:PB-SETUP-1"


def setting_up(state: BlitzState) -> SideId | None:
    """The side whose set-up it is, in the order of the Situation; None when all have finished."""
    return placing.sets_up(state.situation.set_up, state.ended) if state.step == SET_UP else None


def to_place(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """Counters of a side that are set up on the map: all whose group has an area."""
    groups = state.situation.by_group
    return tuple(u.id for u in state.situation.units if u.side == side and groups[u.group].area is not None)


def unplaced(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """Counters that still have to be set up."""
    return tuple(u for u in to_place(state, side) if u in state.units and state.units[u].hex is None)


def area_of(state: BlitzState, unit: UnitId) -> frozenset[Hex]:
    """The hexes in which a counter sets up."""
    area = state.situation.by_group[state.situation.by_id[unit].group].area
    return state.situation.hexes(area) if area is not None else frozenset()


def place_refusal(state: BlitzState, unit: UnitId, hex_: Hex, *, inside: bool = False) -> Refusal | None:
    """Why a counter may not be set up in a hex.

    One minefield, Block and fortification to a hex (pb:PB-MINE-A, pb:PB-BLOCK-A, pb:PB-FORT-N), fortifications neither
    in swamp (pb:PB-FORT-A) nor on mines (pb:PB-FORT-Q); units where their move could have ended (pb:PB-STACK-D), but
    not in the only hex by which an enemy column comes on.
    """
    if hex_ not in area_of(state, unit):
        return Refusal(f"{hex_} is outside its area", RULE)
    side, kind = state.units[unit].side, state.type(unit).kind
    if enemies_in_way(state, side, hex_):
        return Refusal(f"enemy units stand in {hex_}", "pb:PB-MOVE-F")
    cell = state.cell(hex_)
    if cell.terrain == "pond":
        return Refusal("nothing lies in the pond", "pb:PB-TERR-3")
    if not state.type(unit).manned:
        return _marker_refusal(state, unit, hex_, kind)
    if inside:
        fort = state.fortification(hex_)
        if fort is None or fort.side != side:
            return Refusal("there is no fortification", "pb:PB-FORT-G")
    if kind is Kind.COMMAND_POST and Special.FORTIFIED_COMMAND_POSTS in state.situation.specials:
        hilltops = state.situation.areas.get(HILLTOPS)
        if not inside or (hilltops is not None and hex_ not in hilltops.hexes):
            return Refusal("command posts set up in fortifications on hilltops", RULE)
    if not inside and any(gate == {hex_} for gate in _gates(state.situation, side)):
        return Refusal("the enemy comes on there, and nowhere else", RULE)
    cost, effect = entry_cost(state.situation, hex_, state.type(unit).mover)
    if cost is None and ROAD not in cell.routes:
        return Refusal(f"{effect.name}: it may not be there", effect.rule)
    return room_refusal(state, unit, hex_, inside=inside)


@lru_cache(maxsize=64)
def _gates(situation: Situation, side: SideId) -> tuple[frozenset[Hex], ...]:
    """The hexes by which each group of the enemy comes on."""
    return tuple(situation.hexes(g.entry.area) for g in situation.groups if g.side != side and g.entry is not None)


def carried_refusal(state: BlitzState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why a carrier may not be set up in a hex for the sake of what it carries (pb:PB-SETUP-1)."""
    passenger = state.passenger(unit)
    return area_refusal(state, passenger, hex_) if passenger is not None else None


def shelter_refusal(state: BlitzState, unit: UnitId) -> Refusal | None:
    """Why a command post that belongs in a fortification cannot be set up yet: none stands where it must."""
    if state.type(unit).kind is not Kind.COMMAND_POST:
        return None
    if Special.FORTIFIED_COMMAND_POSTS not in state.situation.specials:
        return None
    if any(place_refusal(state, unit, h, inside=True) is None for h in area_of(state, unit)):
        return None
    return Refusal("its fortification must stand on a hilltop first", RULE)


def _marker_refusal(state: BlitzState, unit: UnitId, hex_: Hex, kind: Kind) -> Refusal | None:
    there = state.marker(hex_, kind)
    if there is not None and there.id != unit:
        rules = {Kind.MINEFIELD: "pb:PB-MINE-A", Kind.BLOCK: "pb:PB-BLOCK-A", Kind.FORTIFICATION: "pb:PB-FORT-N"}
        return Refusal(f"one {kind.value} to a hex", rules[kind])
    if kind is Kind.FORTIFICATION:
        moved = _occupants_refusal(state, unit, hex_)
        if moved is not None:
            return moved
        if is_in(state.cell(hex_), "swamp"):
            return Refusal("not in swamp", "pb:PB-FORT-A")
        if state.minefield(hex_) is not None:
            return Refusal("not on mines", "pb:PB-FORT-Q")
    if kind is Kind.MINEFIELD and state.fortification(hex_) is not None:
        return Refusal("fortifications do not stand on mines", "pb:PB-FORT-Q")
    if kind is Kind.BLOCK:
        return room_refusal(state, unit, hex_, inside=False) if state.loose(hex_) else None
    return None


def _occupants_refusal(state: BlitzState, fort: UnitId, hex_: Hex) -> Refusal | None:
    """Why the units in a fortification may not be set up where it is put now; they come along."""
    here = state.units[fort].hex
    inside = [u.id for u in state.loose(here) if u.inside] if here is not None else []
    if not inside or here == hex_:
        return None
    after = state.copy()
    after.change(fort, hex=hex_)
    refusals = [place_refusal(after, u, hex_, inside=True) for u in inside]
    refusals += [hide_refusal(after, u, hex_) for u in inside if state.units[u].hidden]
    return next((r for r in refusals if r is not None), None)


def procedure(state: BlitzState) -> Iterator[Event] | None:
    """What the set-up does by itself: sides whose whole force comes on later have nothing to set up."""
    side = setting_up(state)
    if side is not None and not to_place(state, side):
        return iter((StepFinished(side=side),))
    return None


# -- orders ----------------------------------------------------------------------------------------


def check_place(state: BlitzState, side: SideId, order: Place) -> None:
    """A counter of one's own, where it may lie; hidden only if it may be (pb:PB-EXP-HID-1)."""
    placing.check_turn(setting_up(state), side, RULE)
    if order.unit not in to_place(state, side):
        raise IllegalOrder(f"{order.unit} is no counter that {side} sets up", RULE)
    if state.units[order.unit].carrier is not None:
        raise IllegalOrder(f"{state.name(order.unit)} is carried; unload it first", "pb:PB-TRANS-1")
    refusal = place_refusal(state, order.unit, order.hex, inside=order.inside)
    refusal = refusal or carried_refusal(state, order.unit, order.hex)
    if refusal is None and order.hidden:
        refusal = hide_refusal(state, order.unit, order.hex)
    if refusal is not None:
        raise IllegalOrder(f"{state.name(order.unit)}: {refusal.reason}", refusal.rule)


def place(state: BlitzState, side: SideId, order: Place, dice: Dice) -> Iterator[Event]:
    """Set a counter up, or move one that was set up before."""
    yield Placed(unit=order.unit, hex=order.hex, inside=order.inside, hidden=order.hidden)


def check_place_rest(state: BlitzState, side: SideId, order: PlaceRest) -> None:
    """Counters must be left, and there must be a place for each."""
    placing.check_turn(setting_up(state), side, RULE)
    left = unplaced(state, side)
    if not left:
        raise IllegalOrder("every counter is placed", RULE)
    for _ in deploy(state, side, left, place_refusal):
        break


def place_rest(state: BlitzState, side: SideId, order: PlaceRest, dice: Dice) -> Iterator[Event]:
    """Set up all that is left: markers and fortifications, then units in cover towards the enemy."""
    yield from deploy(state, side, unplaced(state, side), place_refusal)


def check_finish(state: BlitzState, side: SideId) -> None:
    """Every counter must have been placed."""
    placing.check_turn(setting_up(state), side, RULE)
    placing.check_all_placed([state.name(u) for u in unplaced(state, side)], RULE)


def still_to_place(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """The counters that a side that sets up can place now; all that are left, if none can."""
    left = unplaced(state, side) if setting_up(state) == side else ()
    return tuple(u for u in left if shelter_refusal(state, u) is None) or left
