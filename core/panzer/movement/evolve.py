"""How these events change the state. No rule, no dice, nothing that can fail (na:6.6.3, na:6.6.4.2, na:6.6.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.hexes import Hex, direction_between, opposite
from core.panzer.course.events import TurnBegun
from core.panzer.ground import positions
from core.panzer.ground.events import DustRaised
from core.panzer.ground.narrow_roads import narrow, placed
from core.panzer.losses import damage, eliminate, track
from core.panzer.movement import events
from core.panzer.movement.foot import crawls
from core.panzer.movement.mover import carried_on, moved_to, outside_after
from core.panzer.pieces.movement import ActiveMove, SetOff
from core.panzer.pieces.results import DAMAGED, Result
from core.panzer.pieces.unit import HullDown, Presence, Spot, Suppression, Unit, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced


def moving_spot(state: PanzerState, unit: Unit) -> Spot | None:
    """The SPOT counter of a unit that moves: SPOT/MOVE; who crawls keeps what it had (na:6.6.4.3)."""
    return unit.spot if crawls(state, unit) else Spot.MOVE


def relocate(state: PanzerState, unit_id: UnitId, step: str) -> None:
    """Whether a unit is inside a building, and how many storeys up, after a step (na:6.6.3, na:6.6.4.1)."""
    unit = state.units[unit_id]
    inside, floor = moved_to(step, unit.inside, unit.floor)
    outside = outside_after(unit, step)
    if (inside, floor, outside) != (unit.inside, unit.floor, unit.outside):
        state.change(unit_id, inside=inside, floor=floor, outside=outside)


def _building_entry_checked(state: PanzerState, event: events.BuildingEntryChecked) -> None:
    if event.result is Result.KNOCKED_OUT:
        eliminate(state, event.unit, Wreck.KO)
    elif event.result is Result.TRACK:
        track(state, event.unit)
    elif event.result in DAMAGED:
        damage(state, event.unit, DAMAGED[event.result])


def _bogging_checked(state: PanzerState, event: events.BoggingChecked) -> None:
    if event.bogged:
        state.change(event.unit, bogged_in=state.turn)
        state.moves = state.moves.unplanned()


def _quickmarch_checked(state: PanzerState, event: events.QuickmarchChecked) -> None:
    if event.suppressed:
        state.change(event.unit, suppression=Suppression.ON)


def _hull_down_searched(state: PanzerState, event: events.HullDownSearched) -> None:
    state.change(event.unit, facing=event.facing)
    if event.found:
        kind = HullDown.PARTIAL if event.partial else HullDown.FULL
        state.change(event.unit, hull_down=kind, backed_in=event.reverse)


def move_begun(state: PanzerState, event: events.MoveBegun) -> None:
    unit = state.units[event.unit]
    active = carried_on(state, ActiveMove(unit=event.unit, rate=event.rate, start=unit.hex))
    set_off = {**state.moves.set_off, event.unit: SetOff(unit.hex, event.rate)}
    state.moves = replaced(state.moves, active=active, set_off=set_off)
    state.change(event.unit, spot=moving_spot(state, unit) if unit.on_map else None)
    positions.abandon_position(state, event.unit, unit.command)


def move_planned(state: PanzerState, event: events.MovePlanned) -> None:
    state.moves = replaced(state.moves, plan=event.steps, plan_ends=event.ends)


def unit_moved(state: PanzerState, event: events.UnitMoved) -> None:
    unit = state.units[event.unit]
    left = unit.hex if event.hex != unit.hex else None
    if narrow(state):
        state.narrow = placed(state, event.unit)
    alone = left is not None and all(other.side == unit.side or other.bailed_out for other in state.in_hex(left))
    move = state.moves.active
    if left is not None and move is not None and move.retreat is None and left == move.start:
        alone = True  # where it began, among whomever, it may always go back to
    if event.hex is None:
        state.change(event.unit, hex=None, presence=Presence.EXITED, spot=None, left_from=unit.hex)
        leave_with(state, event.unit, unit.hex)
    else:
        spot = moving_spot(state, unit)
        state.change(event.unit, hex=event.hex, facing=event.facing, presence=Presence.ON_MAP, spot=spot)
        if event.hex != unit.hex:
            state.change(event.unit, hull_down=None, backed_in=False)  # the position stays behind
            _come_into(state, event, unit.hex)
        relocate(state, event.unit, event.step)
        if state.units[event.unit].inside and not unit.inside:
            state.change(event.unit, hull_down=None, backed_in=False)  # walls take its place
    if move is not None:
        move = replaced(
            move,
            spent=event.spent,
            hexes=event.hexes,
            path=event.path,
            road=event.road,
            turned=event.turned,
            turn_paid=event.turn_paid,
            turns_paid=event.turns_paid,
            denied=event.denied,
            came_from=unit.hex if event.hex != unit.hex else move.came_from,
            retreat=left if alone else move.retreat,
            steps=(*move.steps, event.step),
            trail=move.trail if event.hex in (None, unit.hex) else (*move.trail, event.hex),
        )
    state.moves = replaced(state.moves, active=move, plan=state.moves.plan[1:])


def _come_into(state: PanzerState, event: events.UnitMoved, left: Hex | None) -> None:
    """Note the order of entry on narrow roads (or:7.30)."""
    state.narrow = state.narrow.without(event.unit)
    if event.hex is not None and event.hex in narrow(state):
        side = direction_between(event.hex, left) if left is not None else None
        side = opposite(event.facing) if side is None else side
        state.narrow = state.narrow.with_entry(event.unit, event.hex, side)


def _pushed(state: PanzerState, event: events.ShoulderPushed) -> None:
    if event.done:
        state.narrow = state.narrow.pushed(event.target, event.hex)


def allowance_spent(state: PanzerState, event: events.AllowanceSpent) -> None:
    if state.moves.active is not None:
        state.moves = replaced(state.moves, active=replaced(state.moves.active, spent=event.spent))


def plan_dropped(state: PanzerState, event: events.PlanDropped) -> None:
    state.moves = state.moves.unplanned()


def move_ended(state: PanzerState, event: events.MoveEnded) -> None:
    """Who has taken no step and spent nothing in place, either, has not used his MOVE (min:10.1)."""
    state.change(event.unit, moved=True)
    move = state.moves.of(event.unit)
    if move is not None and not (move.steps or move.spent):
        state.moves = replaced(state.moves, unused=state.moves.unused | {event.unit})
    if event.back_to is not None:
        state.change(event.unit, hex=event.back_to, inside=False, floor=0)
    state.moves = state.moves.over()


def leave_with(state: PanzerState, vehicle: UnitId, left_from: Hex | None) -> None:
    """The passengers of a vehicle that leaves the map leave it too (na:4.5.1.1.9, na:6.6.7)."""
    for unit in list(state.units.values()):
        if unit.carrier == vehicle and unit.presence is Presence.CARRIED:
            state.change(unit.id, presence=Presence.EXITED, carrier=None, left_from=left_from)


def _dust_raised(state: PanzerState, event: DustRaised) -> None:
    state.moves = replaced(state.moves, cut=None)


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    for unit in state.units.values() if narrow(state) else ():
        state.narrow = placed(state, unit.id)
    state.moves = replaced(state.moves, set_off={}, unused=frozenset(), cut=None)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.MoveBegun: move_begun,
    events.MovePlanned: move_planned,
    events.UnitMoved: unit_moved,
    events.AllowanceSpent: allowance_spent,
    events.PlanDropped: plan_dropped,
    events.MoveEnded: move_ended,
    events.BuildingEntryChecked: _building_entry_checked,
    events.BoggingChecked: _bogging_checked,
    events.QuickmarchChecked: _quickmarch_checked,
    events.HullDownSearched: _hull_down_searched,
    events.ShoulderPushed: _pushed,
    DustRaised: _dust_raised,
    TurnBegun: _turn_begun,
}
