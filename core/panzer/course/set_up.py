"""Setting up (na:2.0): who sets up first, in which area, and where each unit stands."""

from __future__ import annotations

from collections.abc import Iterator

from core import placing
from core.dice import Dice, Roll
from core.event import Event, SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, distance
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.air.flying import to_load
from core.panzer.course import sheltering
from core.panzer.course.events import SetUpOrderFixed, UnitPlaced, ZoneChosen
from core.panzer.course.orders import ChooseZone, PlaceRest, PlaceUnit
from core.panzer.ground import stands
from core.panzer.ground.terrain import may_start, vehicle_terrain
from core.panzer.hidden_units import placing as hiding
from core.panzer.pieces.scenario import SetUp
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.sequence import SET_UP
from core.panzer.state import PanzerState
from core.step_end import StepFinished

RULE = "na:2.0"


def to_place(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Units of a side that its player sets up: all without a printed hex that do not enter later.

    Passengers come with the vehicle that carries them; batteries and aircraft never stand on the map (na:5.3).
    """
    return tuple(
        u.id
        for u in state.scenario.units
        if u.side == side
        and u.hex is None
        and u.entry is None
        and state.units[u.id].presence not in (Presence.CARRIED, Presence.OFF_MAP, Presence.REPLACED)
    )


def unplaced(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Units that still have to be set up: in the open, or under a HIDDEN UNIT counter (or:7.2.1)."""
    hidden = hiding.under_counters(state, side)
    return tuple(u for u in to_place(state, side) if state.units[u].hex is None and u not in hidden)


def free_zones(state: PanzerState, side: SideId) -> tuple[str, ...]:
    """Areas that a side may still choose."""
    taken = {zone for other, zone in state.setting_up.zones.items() if other != side}
    return tuple(z for z in state.scenario.side(side).zones if z not in taken)


def setting_up(state: PanzerState) -> SideId | None:
    """The side whose set-up it is; None when all have finished."""
    return placing.sets_up(state.setting_up.order, state.ended) if state.step == SET_UP else None


def procedure(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """What the set-up does by itself; None if it waits for a player."""
    if not state.setting_up.order:
        return _fix_order(state, dice)
    side = setting_up(state)
    if side is None:
        return None
    zones = free_zones(state, side)
    if side not in state.setting_up.zones and len(zones) == 1:
        return iter((ZoneChosen(side=side, zone=zones[0]),))
    if not to_place(state, side) and not to_load(state, side):
        return iter((StepFinished(side=side),))
    return None


def _fix_order(state: PanzerState, dice: Dice) -> Iterator[Event]:
    sides = tuple(s.id for s in state.scenario.sides)
    if state.scenario.set_up is not SetUp.ROLL_LOW_FIRST:
        yield SetUpOrderFixed(order=sides)
        return
    rolls: list[Roll] = []
    while True:
        pair = [dice.roll("d100", f"set-up, {state.scenario.side(s).name}", RULE) for s in sides]
        rolls += pair
        if pair[0].result != pair[1].result:
            order = tuple(s for _, s in sorted(zip((r.result for r in pair), sides, strict=True)))
            yield SetUpOrderFixed(order=order, rolls=tuple(rolls))
            return


# -- orders --------------------------------------------------------------------------------------


def check_zone(state: PanzerState, side: SideId, order: ChooseZone) -> None:
    """An area that is one's own to choose and still free."""
    placing.check_turn(setting_up(state), side, RULE)
    free = free_zones(state, side)
    if order.zone not in free:
        raise IllegalOrder(f"area {order.zone!r} cannot be chosen; free are {', '.join(free)}", RULE)
    if any(state.units[u].hex is not None for u in to_place(state, side)):
        raise IllegalOrder("units stand in the chosen area already", RULE)


def choose_zone(state: PanzerState, side: SideId, order: ChooseZone, dice: Dice) -> Iterator[Event]:
    """Take an area."""
    yield ZoneChosen(side=side, zone=order.zone)


def check_place(state: PanzerState, side: SideId, order: PlaceUnit) -> None:
    """A unit of one's own, in a hex of one's area that it may stand in, facing a hexside (na:3.3)."""
    placing.check_turn(setting_up(state), side, RULE)
    if order.unit not in to_place(state, side):
        raise IllegalOrder(f"{order.unit} is no unit that {side} sets up", RULE)
    zone = state.setting_up.zones.get(side)
    if zone is None:
        raise IllegalOrder("choose an area first", RULE)
    area = state.scenario.zones[zone]
    if order.hex not in area.hexes:
        raise IllegalOrder(f"{order.hex} is outside the area {area.name}", RULE)
    if not may_start(state, order.unit, order.hex, order.shelter.start if order.shelter is not None else None):
        terrain = vehicle_terrain(state.tables, state.cell(order.hex)).name
        raise IllegalOrder(f"{state.name(order.unit)} may not stand in {terrain}", "na:4.5.1.1.2d")
    if stands.opposed(state, order.unit, order.hex):
        raise IllegalOrder(f"an opposing unit stands in {order.hex}", "na:4.5.1.1.10")
    if not stands.has_room(state, order.unit, order.hex):
        raise IllegalOrder(f"there is no room left for {state.name(order.unit)} in {order.hex}", "min:9.9")
    if order.shelter is not None:
        refuse(sheltering.refusal(state, side, order.unit, order.hex, order.shelter))
    if not 0 <= order.facing <= 5:
        raise IllegalOrder(f"facing {order.facing} is none of 0 ({DIRECTION_NAMES[0]}) to 5", "na:3.3")


def place(state: PanzerState, side: SideId, order: PlaceUnit, dice: Dice) -> Iterator[Event]:
    """Set a unit up, or move one that was set up before."""
    yield UnitPlaced(unit=order.unit, hex=order.hex, facing=order.facing, shelter=order.shelter)


def check_place_rest(state: PanzerState, side: SideId, order: PlaceRest) -> None:
    """An area must have been chosen and units must be left."""
    placing.check_turn(setting_up(state), side, RULE)
    if side not in state.setting_up.zones:
        raise IllegalOrder("choose an area first", RULE)
    if not unplaced(state, side):
        raise IllegalOrder("every unit is placed", RULE)


def place_rest(state: PanzerState, side: SideId, order: PlaceRest, dice: Dice) -> Iterator[Event]:
    """Spread the units not yet placed along the front of the area.

    Under command control those of a formation stand side by side, so that they can share (na:6.2.1.1.3).
    """
    zone = state.scenario.zones[state.setting_up.zones[side]]
    units = unplaced(state, side)
    hexes = [h for h in sorted(zone.hexes) if may_start(state, units[0], h) and not state.in_hex(h)]
    front = placing.front(hexes or zone.hexes, zone.facing, len(units))
    formations = {u: state.scenario.by_id[u].formation for u in units} if state.has(Switch.COMMAND_CONTROL) else {}
    middles = front.middles(formations.values())
    for unit, there in zip(units, front.spread(len(units)), strict=True):
        if unit in formations:
            middle = middles[formations[unit]]
            nearest = sorted(front.ahead, key=lambda h: distance(h, middle))
            free = (h for h in nearest if not state.in_hex(h) and may_start(state, unit, h))
            there = next(free, there)
        if not _open(state, unit, there):
            there = next((h for h in (*front.line, *front.ahead) if _open(state, unit, h)), there)
        yield UnitPlaced(unit=unit, hex=there, facing=zone.facing)


def _open(state: PanzerState, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit finds a place in a hex: on that ground, beside whoever is there, without an enemy."""
    able = may_start(state, unit, hex_) and stands.has_room(state, unit, hex_)
    return able and not stands.opposed(state, unit, hex_)


def check_finish(state: PanzerState, side: SideId) -> None:
    """Every unit must have been placed."""
    placing.check_turn(setting_up(state), side, RULE)
    placing.check_all_placed([state.name(u) for u in unplaced(state, side)], RULE)
    if unloaded := to_load(state, side):
        names = ", ".join(state.name(u) for u in unloaded)
        raise IllegalOrder(f"bombs or rockets are still to be picked for {names}", "na:6.7.1")


def finish(state: PanzerState, side: SideId) -> Iterator[Event]:
    """End one's set-up; units that may begin under shelter do."""
    begin = sheltering.beginnings(state, side)
    for unit in to_place(state, side):
        if unit in begin:
            yield sheltering.sheltered(state, unit, begin[unit])
    yield from hiding.end_of_set_up(state, side)
    yield StepFinished(side=side)
