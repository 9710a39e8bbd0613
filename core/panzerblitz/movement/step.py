"""Moves as orders: along a path, on to the map and off it, in and out of fortifications (pb:PB-SEQ-4, pb:PB-SEQ-5).

No enemy moves and nobody fights meanwhile, but for overruns (pb:PB-MOVE-H, pb:PB-MOVE-I).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.own import refuse
from core.panzerblitz.ground.stacking import enemies_in_way, enemies_inside, may_occupy
from core.panzerblitz.movement.entry import entry_of, waits
from core.panzerblitz.movement.events import FortificationTaken, Left, Moved, Shifted
from core.panzerblitz.movement.move import (
    ONE_HEX,
    Way,
    always_one,
    follow,
    leave_cost,
    left,
    move_refusal,
    one_hex_only,
    points,
)
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.movement.over_stacking import can_step, end_refusal, finish_refusal
from core.panzerblitz.movement.transport import load_refusal, unload_refusal
from core.panzerblitz.own import own_in_play
from core.panzerblitz.pieces.situation import Exit
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.sight.hidden import found_out, known, lying_in_wait, reveal
from core.panzerblitz.state import BlitzState
from core.remembered import remembered


def exit_at(state: BlitzState, side: SideId, hex_: Hex) -> Exit | None:
    """The edge by which units of a side may leave the map from a hex."""
    return next((e for e in state.situation.exits if e.side == side and hex_ in state.situation.hexes(e.area)), None)


def may_leave(state: BlitzState, side: SideId) -> bool:
    """Whether units of a side may leave the map at all."""
    return any(e.side == side for e in state.situation.exits)


def movable(state: BlitzState, side: SideId) -> tuple[Unit, ...]:
    """Units of a side that can still do something in a step of movement."""
    return tuple([unit for unit, _ in _moving(state, side)])


def moving(state: BlitzState, side: SideId) -> tuple[Unit, ...]:
    """Those of the `movable` units that can still move, not just load or unload."""
    return tuple([unit for unit, moves in _moving(state, side) if moves])


def any_movable(state: BlitzState, side: SideId) -> bool:
    """Whether any unit of a side can still do something in a step of movement."""
    return any(True for _ in _movable(state, side))


@remembered
def _moving(state: BlitzState, side: SideId) -> tuple[tuple[Unit, bool], ...]:
    return tuple(_movable(state, side))


def _movable(state: BlitzState, side: SideId) -> Iterator[tuple[Unit, bool]]:
    """Units of a side that can still do something, and whether they can move."""
    for unit in state.units.values():
        if unit.side != side or unit.carrier is not None or unit.presence is Presence.ELIMINATED:
            continue
        if not unit.on_map and not waits(state, unit):
            continue
        if can_move(state, side, unit):
            yield unit, True
        elif unit.on_map and operable(state, unit):
            yield unit, False


def can_move(state: BlitzState, side: SideId, unit: Unit) -> bool:
    """Whether a unit could still enter a hex, leave the map, or go in or out of a fortification."""
    if move_refusal(state, unit) is not None:
        return False
    if can_step(state, unit.id):
        return True
    if unit.hex is None:
        return False
    orders = []
    if state.fortification(unit.hex) is not None:
        orders.append(Move(unit=unit.id, inside=not unit.inside))
    if exit_at(state, side, unit.hex) is not None:
        orders.append(Move(unit=unit.id, leave=True))
    return any(is_legal(state, side, order) for order in orders)


def is_legal(state: BlitzState, side: SideId, order: Move) -> bool:
    """Whether a move may be made as a whole."""
    try:
        plan(state, side, order)
    except IllegalOrder:
        return False
    return True


def operable(state: BlitzState, unit: Unit) -> bool:
    """Whether a carrier could load or unload where it stands, into a fortification too, in the vehicles' step."""
    if state.type(unit.id).capacity < 1 or kind_of(state.step) is Kind.OTHERS:
        return False
    if state.passenger(unit.id) is not None:
        return any(unload_refusal(state, unit.id, inside=inside) is None for inside in (False, True))
    if unit.hex is None or unit.entered or unit.operation is not None:
        return False
    return any(u.side == unit.side and load_refusal(state, unit.id, u.id) is None for u in state.loose(unit.hex))


# -- orders ----------------------------------------------------------------------------------------


@remembered
def plan(state: BlitzState, side: SideId, order: Move) -> Way:
    """The steps of a move. IllegalOrder unless the whole of it is legal, its end included."""
    unit = own_in_play(state, side, order.unit, "pb:PB-MOVE-A")
    if not unit.on_map and not waits(state, unit):
        entry = entry_of(state.situation, unit.id)
        when = f"it comes on from turn {entry.turn}" if entry is not None else "it is not on the map"
        raise IllegalOrder(f"{state.name(unit.id)}: {when}", "pb:PB-SETUP-1")
    if unit.hex is None and not order.path:
        raise IllegalOrder("name the hex in which it comes on", "pb:PB-SETUP-1")
    way = follow(state, order.unit, order.path, road=order.road)
    last = way.path[-1] if way.path else unit.hex
    if last is None:
        raise IllegalOrder("it is not on the map", "pb:PB-MOVE-A")
    if order.leave:
        _check_leave(state, unit, way, last, road=order.road)
        return way
    if not way.path and unit.inside == order.inside:
        raise IllegalOrder("it would not move", "pb:PB-MOVE-A")
    refusal = entry_refusal(state, unit, last) if order.inside else None
    refusal = (
        refusal
        or _open_refusal(state, unit, last, order.inside)
        or end_refusal(state, order.unit, last, inside=order.inside)
    )
    refuse(refusal)
    return way


def entry_refusal(state: BlitzState, unit: Unit, hex_: Hex) -> Refusal | None:
    """Why a unit may not go into the fortification of a hex (pb:PB-FORT-G)."""
    if may_occupy(state, hex_, unit.side) is None:
        return Refusal(f"there is no fortification in {hex_} to go into", "pb:PB-FORT-G")
    return None


def _open_refusal(state: BlitzState, unit: Unit, hex_: Hex, inside: bool) -> Refusal | None:
    if not inside and enemies_in_way(state, unit.side, hex_):
        return Refusal(f"enemies stand in {hex_}", "pb:PB-MOVE-F")
    return None


def _check_leave(state: BlitzState, unit: Unit, way: Way, last: Hex, *, road: bool) -> None:
    if exit_at(state, unit.side, last) is None:
        raise IllegalOrder(f"{last} is on no edge by which it may leave", "pb:PB-WIN-1")
    if way.steps and way.steps[-1].stop:
        raise IllegalOrder(f"it must stop in {last}", way.steps[-1].rule)
    refuse(ONE_HEX if way.steps and one_hex_only(state, unit.id) else None)
    cost = way.cost + leave_cost(state, unit.id, last, road=road)
    first = not way.steps and always_one(state, unit.id)
    if cost > left(state, unit.id) and not first:
        have = points(left(state, unit.id))
        raise IllegalOrder(f"leaving needs {points(cost)} movement points, {have} are left", "pb:PB-MOVE-C")


def check_move(state: BlitzState, side: SideId, order: Move) -> None:
    """A move that is legal from beginning to end, as far as its side knows."""
    plan(state, side, order)


def move(state: BlitzState, side: SideId, order: Move, dice: Dice) -> Iterator[Event]:
    """Move hex by hex, without any combat; what comes into view may end the move (pb:PB-MOVE-I, pb:PB-EXP-HID-1)."""
    unit = state.units[order.unit]
    group = "" if unit.on_map or unit.presence is Presence.EXITED else state.situation.by_id[unit.id].group
    if not order.path and not order.leave:
        yield Shifted(unit=order.unit, inside=order.inside)
        yield from _take(state, order.unit, order.inside)
        return
    way = _known_way(state, order)
    if unit.inside and way.path:
        yield Shifted(unit=order.unit, inside=False)
    for step in way.steps:
        if enemies_in_way(state, side, step.hex):
            yield from reveal(lying_in_wait(state, side, step.hex))
            return
        stop = step.stop or state.minefield(step.hex) is not None or enemies_inside(state, side, step.hex)
        yield Moved(unit=order.unit, hex=step.hex, cost=step.cost, road=step.road, stopped=stop, group=group)
        group = ""
        yield from reveal(found_out(state))
        if stop and not step.stop:
            return
    if order.leave:
        last = state.units[order.unit].hex
        exit_ = exit_at(state, side, last) if last is not None else None
        if last is not None and exit_ is not None:
            cost = leave_cost(state, order.unit, last, road=order.road)
            yield Left(unit=order.unit, area=exit_.area, hex=last, cost=cost)
    elif order.inside:
        yield Shifted(unit=order.unit, inside=True)
        yield from _take(state, order.unit, True)


def _known_way(state: BlitzState, order: Move) -> Way:
    """The way as the side knew it; counters hidden from it cannot have made the order illegal."""
    return follow(known(state, state.units[order.unit].side), order.unit, order.path, road=order.road)


def _take(state: BlitzState, unit: UnitId, inside: bool) -> Iterator[Event]:
    """Whoever moves into an unoccupied fortification of the enemy has captured it (pb:PB-FORT-G)."""
    here = state.units[unit]
    fort = state.fortification(here.hex) if here.hex is not None else None
    if inside and fort is not None and fort.side != here.side:
        yield FortificationTaken(unit=fort.id, side=here.side)


def check_finish(state: BlitzState, side: SideId) -> None:
    """A step may be ended when its side likes (pb:PB-MOVE-A), but no stack may stay over the limit (pb:PB-STACK-D)."""
    refuse(finish_refusal(state, side))
