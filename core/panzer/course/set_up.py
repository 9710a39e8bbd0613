"""Setting up (na:2.0): who sets up first, in which area, and where each unit stands."""

from __future__ import annotations

from collections.abc import Iterator

from core import placing
from core.dice import Dice, Roll
from core.event import Event, SideId, UnitId
from core.hexes import DIRECTION_NAMES, opposite
from core.order import IllegalOrder
from core.panzer.air.flying import to_load
from core.panzer.course.deploying import deploy
from core.panzer.course.events import SetUpOrderFixed, UnitPlaced, UnitSheltered, ZoneChosen
from core.panzer.course.orders import ChooseZone, PlaceRest, PlaceUnit
from core.panzer.ground import stands
from core.panzer.ground.terrain import BUILDINGS, may_start, vehicle_terrain
from core.panzer.hidden_units import placing as hiding
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.scenario import SetUp, Start
from core.panzer.pieces.unit import Presence, Unit
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
    if not may_start(state, order.unit, order.hex):
        terrain = vehicle_terrain(state.tables, state.cell(order.hex)).name
        raise IllegalOrder(f"{state.name(order.unit)} may not stand in {terrain}", "na:4.5.1.1.2d")
    if not stands.has_room(state, order.unit, order.hex):
        raise IllegalOrder(f"there is no room left for {state.name(order.unit)} in {order.hex}", "min:9.9")
    if not 0 <= order.facing <= 5:
        raise IllegalOrder(f"facing {order.facing} is none of 0 ({DIRECTION_NAMES[0]}) to 5", "na:3.3")


def place(state: PanzerState, side: SideId, order: PlaceUnit, dice: Dice) -> Iterator[Event]:
    """Set a unit up, or move one that was set up before."""
    yield UnitPlaced(unit=order.unit, hex=order.hex, facing=order.facing)


def check_place_rest(state: PanzerState, side: SideId, order: PlaceRest) -> None:
    """An area must have been chosen and units must be left."""
    placing.check_turn(setting_up(state), side, RULE)
    if side not in state.setting_up.zones:
        raise IllegalOrder("choose an area first", RULE)
    if not unplaced(state, side):
        raise IllegalOrder("every unit is placed", RULE)


def place_rest(state: PanzerState, side: SideId, order: PlaceRest, dice: Dice) -> Iterator[Event]:
    """Set up all that is left: formations side by side, each unit where it belongs."""
    yield from deploy(state, state.scenario.zones[state.setting_up.zones[side]], unplaced(state, side))


def shelter(state: PanzerState, unit: Unit) -> UnitSheltered | None:
    """Where a unit begins that has been set up: in the first that the scenario offers and that its hex allows.

    Inside, if it stands in a Building hex; if not, in a position of its own, which lies in its hex from then on
    (min:23.3.4.a, min:23.3.5.a). A vehicle in an Improved Position has its open side behind it (na:6.1.4.3.7b), and
    one with a Limited weapon is Partial Hull Down only, as it could not fire it otherwise (na:6.1.4.1.2b).
    """
    if unit.hex is None:
        return None
    card, indoors = state.card(unit.id), state.cell(unit.hex).terrain in BUILDINGS
    for start in state.scenario.by_id[unit.id].starts:
        if start is Start.HEAVY_WOODS or indoors is not (start is Start.INSIDE):
            continue
        vehicle = isinstance(card, VehicleCard)
        hidden = vehicle and start in (Start.IMPROVED, Start.HULL_DOWN)
        return UnitSheltered(
            unit=unit.id,
            start=start,
            open=opposite(unit.facing) if vehicle and start is Start.IMPROVED else None,
            partial=hidden and any(mounted.limited for mounted in card.weapons),
        )
    return None


def check_finish(state: PanzerState, side: SideId) -> None:
    """Every unit must have been placed."""
    placing.check_turn(setting_up(state), side, RULE)
    placing.check_all_placed([state.name(u) for u in unplaced(state, side)], RULE)
    if unloaded := to_load(state, side):
        names = ", ".join(state.name(u) for u in unloaded)
        raise IllegalOrder(f"bombs or rockets are still to be picked for {names}", "na:6.7.1")


def finish(state: PanzerState, side: SideId) -> Iterator[Event]:
    """End one's set-up; units that may begin under shelter do."""
    for unit in to_place(state, side):
        sheltered = shelter(state, state.units[unit])
        if sheltered is not None:
            yield sheltered
    yield from hiding.end_of_set_up(state, side)
    yield StepFinished(side=side)
