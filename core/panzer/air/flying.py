"""Flying: when and where an aircraft appears, how it crosses the map, how it acquires and is tracked (na:6.7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, distance, turn_size
from core.order import IllegalOrder
from core.panzer.air.sight import blocked, hiding, unseen
from core.panzer.ground.buildings import indoors
from core.panzer.ground.positions import improved
from core.panzer.pieces.cards import AircraftCard
from core.panzer.pieces.conditions import Edge
from core.panzer.pieces.flights import (
    LOITER,
    Altitude,
    Flight,
    Sortie,
    Speed,
    Track,
    edge_hexes,
    edges_crossed,
    edges_entered,
)
from core.panzer.pieces.movement import TURN_TO, MoveStep, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.pieces.weapons import AirAttack
from core.panzer.state import PanzerState

#: What a card may carry besides its guns: one of the two (na:6.7.1).
LOADS: Final = (AirAttack.BOMB, AirAttack.ROCKET)
_EDGES: Final = {Edge.NORTH: "north", Edge.EAST: "east", Edge.SOUTH: "south", Edge.WEST: "west"}


def edge_words(edges: Sequence[Edge]) -> str:
    """Edges in words: "north", "north or west"."""
    return " or ".join(_EDGES[edge] for edge in edges)


# -- the aircraft of a side ----------------------------------------------------------------------------


def aircraft(state: PanzerState, side: SideId | None = None) -> tuple[Unit, ...]:
    """The aircraft of a side, or of whichever has them: only one side has (na:6.7)."""
    return tuple(
        u for u in state.units.values() if side in (None, u.side) and isinstance(state.card(u.id), AircraftCard)
    )


def flying_side(state: PanzerState) -> SideId | None:
    """The side that has aircraft; None if there are none."""
    return next((u.side for u in aircraft(state)), None)


def card_of(state: PanzerState, unit: UnitId) -> AircraftCard:
    """The data card of an aircraft. ValueError if the unit is none (na:5.4)."""
    card = state.card(unit)
    if not isinstance(card, AircraftCard):
        raise ValueError(f"{unit} is no aircraft")
    return card


def sortie(state: PanzerState, unit: UnitId) -> Sortie:
    """What is known of an aircraft between its crossings."""
    return state.air.sortie(unit)


# -- loads (na:6.7.1) ----------------------------------------------------------------------------------


def loads(state: PanzerState, unit: UnitId) -> tuple[AirAttack, ...]:
    """The loads that its card lists, of which it carries one."""
    listed = {m.weapon.air.attack for m in card_of(state, unit).weapons if m.weapon.air is not None}
    return tuple(load for load in LOADS if load in listed)


def load_of(state: PanzerState, unit: UnitId) -> AirAttack | None:
    """The load that an aircraft carries: its only one, the scenario's, or the one picked; None if none is known."""
    listed = loads(state, unit)
    if len(listed) < 2:
        return listed[0] if listed else None
    return state.scenario.by_id[unit].load or sortie(state, unit).load


def to_load(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The aircraft of a side whose player still has to pick their load."""
    if not state.has(Switch.AIR):
        return ()
    return tuple(u.id for u in aircraft(state, side) if len(loads(state, u.id)) > 1 and load_of(state, u.id) is None)


# -- when it flies, and where it comes from (na:6.7.2.1, na:6.7.2.2) -----------------------------------


def turns_left(state: PanzerState, unit: UnitId) -> int:
    """Turns in which it may still fly, this one included; all of them before its first appearance (na:6.7.2.1)."""
    first = sortie(state, unit).first_turn
    return LOITER if not first else max(0, first + LOITER - state.turn)


def flight_refusal(state: PanzerState, unit_id: UnitId) -> Refusal | None:
    """Why an aircraft does not fly in this Air Phase; None if it may (na:6.7.2.1).

    None does where visibility is limited: they fly by day, in clear weather (na:6.7, min:15.0, or:7.36.1).
    """
    unit, name, record = state.units[unit_id], state.name(unit_id), sortie(state, unit_id)
    entry = state.scenario.by_id[unit_id].entry
    if state.has(Switch.LIMITED_VISIBILITY):
        return Refusal(f"{name} flies by day and in clear weather only, and visibility is limited", "na:6.7")
    if unit.presence is not Presence.OFF_MAP:
        return Refusal(f"{name} has been shot down", "na:6.7.4.2.1d")
    if record.flew == state.turn:
        return Refusal(f"{name} has flown in this turn: in one Air Phase of a turn only", "na:6.7.2.1")
    if not record.first_turn and entry is not None and state.turn < entry.turn:
        return Refusal(f"{name} appears from turn {entry.turn} on", "na:6.7.2.1")
    if not turns_left(state, unit_id):
        return Refusal(f"{name} appeared in turn {record.first_turn} and was there for {LOITER} turns", "na:6.7.2.1")
    return None


def able_to_fly(state: PanzerState) -> tuple[UnitId, ...]:
    """The aircraft that may still fly in this Air Phase."""
    return tuple(u.id for u in aircraft(state) if flight_refusal(state, u.id) is None)


def speeds(state: PanzerState, unit: UnitId) -> tuple[Speed, ...]:
    """Speeds at which it may fly: Slow alone by its card, or once it is Damaged (na:6.7.2.2, na:6.7.4.2.1c)."""
    slow = card_of(state, unit).slow_only or state.units[unit].damaged
    return (Speed.SLOW,) if slow else tuple(Speed)


def entry_edges(state: PanzerState, unit: UnitId) -> tuple[Edge, ...]:
    """The edges on which it may appear: any, or the one that it left by in the turn before (na:6.7.2.1)."""
    record = sortie(state, unit)
    returns = record.flew == state.turn - 1 and record.flew > 0 and record.left_by
    return record.left_by if returns else tuple(Edge)


def entry_hexes(state: PanzerState, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes in which it may appear now; the scenario may name those of its first appearance."""
    entry = state.scenario.by_id[unit].entry
    if entry is not None and entry.hexes and not sortie(state, unit).first_turn:
        return entry.hexes
    return edge_hexes(state.board, frozenset(entry_edges(state, unit)))


def entry_words(state: PanzerState, unit: UnitId) -> str:
    """Where it may appear now, in words: "on any edge", "in A1 to A26"."""
    hexes, edges = entry_hexes(state, unit), entry_edges(state, unit)
    if set(hexes) != set(edge_hexes(state.board, frozenset(edges))):
        return f"in {hexes[0]}" if len(hexes) == 1 else f"in one of {len(hexes)} hexes, {hexes[0]} to {hexes[-1]}"
    return "on any edge" if len(edges) == len(Edge) else f"on the {edge_words(edges)} edge, by which it left"


def entered_by(state: PanzerState, unit: UnitId, hex_: Hex, facing: int) -> tuple[Edge, ...]:
    """The edges over which it comes into a hex with a facing, of those on which it may appear."""
    edges = entry_edges(state, unit)
    return tuple(edge for edge in edges_entered(state.board, hex_, facing) if edge in edges)


def entry_facings(state: PanzerState, unit: UnitId, hex_: Hex) -> tuple[int, ...]:
    """The facings with which it may appear in a hex: onto the map, not along its edge."""
    return tuple(
        facing for facing in range(6) if entered_by(state, unit, hex_, facing) and hex_.neighbour(facing) in state.board
    )


def placing_refusal(
    state: PanzerState, unit: UnitId, hex_: Hex, facing: int, speed: Speed, altitude: Altitude
) -> Refusal | None:
    """Why an aircraft may not appear in a hex, with a facing, Speed and Altitude; None if it may."""
    name = state.name(unit)
    if speed not in speeds(state, unit):
        if state.units[unit].damaged:
            return Refusal(f"{name} is Damaged and flies at Slow Speed", "na:6.7.4.2.1c")
        return Refusal(f"{name} flies at Slow Speed only", "na:6.7.2.2")
    if hex_ not in entry_hexes(state, unit):
        return Refusal(f"it may not appear in {hex_}, only {entry_words(state, unit)}", "na:6.7.2.1")
    if facing not in entry_facings(state, unit, hex_):
        ways = ", ".join(DIRECTION_NAMES[d] for d in entry_facings(state, unit, hex_)) or "none"
        return Refusal(f"it may face {ways} in {hex_}: onto the map, not along its edge", "na:6.7.2.1")
    return None


# -- over the map (na:6.7.2.3) -------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class FlightStep(Alike):
    """What a step of a crossing comes to; hex None: off the map, over `edges`."""

    step: str
    hex: Hex | None
    facing: int
    flown: int
    turned: bool
    edges: tuple[Edge, ...] = ()


def flight_step(state: PanzerState, flight: Flight, hex_: Hex, facing: int, step: str) -> FlightStep:
    """One step of a crossing. IllegalOrder if it cannot be taken (na:6.7.2.3, na:6.7.2.3.1)."""
    ahead = hex_.neighbour(facing)
    try:
        asked = MoveStep.read(step)
    except ValueError:
        raise _no_step(step) from None
    if asked.way is not None:
        raise _no_step(step)
    if asked.kind is StepKind.FORWARD:
        if ahead not in state.board:
            raise IllegalOrder(f"the map ends ahead of {hex_}; X leaves it", "na:6.7.2")
        return FlightStep(step, ahead, facing, flight.flown + 1, flight.turned)
    if asked.kind is StepKind.LEAVE_MAP:
        if ahead in state.board:
            raise IllegalOrder(f"the map does not end ahead of {hex_}; F flies on", "na:6.7.2")
        return FlightStep(step, None, facing, flight.flown, flight.turned, edges_crossed(state.board, hex_, facing))
    if asked.kind is StepKind.TURN and asked.facing is not None:
        return _turn(state, flight, hex_, facing, asked.facing, step)
    raise _no_step(step)


def _no_step(step: str) -> IllegalOrder:
    return IllegalOrder(f"{step!r} is no step of an aircraft; steps are F, T0 to T5 and X", "na:6.7.2.3")


def _turn(state: PanzerState, flight: Flight, hex_: Hex, facing: int, to: int, step: str) -> FlightStep:
    """One turn of one hexside at Slow Speed, and not back over the edge by which it came.

    The 45 degrees of the miniatures edition are read as the 60 of a hexside, and a path along hexes needs no small
    adjustments (na:6.7.2.3.1, na:6.7.2, min:15.2.3.1.1, min:15.2.3.1.3).
    """
    if flight.speed is Speed.FAST:
        raise IllegalOrder("at Fast Speed it flies straight on until it leaves the map", "na:6.7.2.3.1")
    if flight.turned:
        raise IllegalOrder("it has made its one turn and flies straight on until it leaves the map", "na:6.7.2.3.1")
    if turn_size(facing, to) != 1:
        raise IllegalOrder(f"it turns by one hexside, left or right, not to {DIRECTION_NAMES[to]}", "na:6.7.2.3.1")
    out = way_out(state, hex_, to)
    if out and flight.entered_by and all(one is other for one in flight.entered_by for other in out):
        raise IllegalOrder(
            f"facing {DIRECTION_NAMES[to]} it would leave by the {edge_words(out)} edge, by which it came", "na:6.7.2"
        )
    return FlightStep(step, hex_, to, flight.flown, True)


def way_out(state: PanzerState, hex_: Hex, facing: int) -> tuple[Edge, ...]:
    """The edges over which an aircraft leaves the map if it flies straight on."""
    while hex_.neighbour(facing) in state.board:
        hex_ = hex_.neighbour(facing)
    return edges_crossed(state.board, hex_, facing)


def straight_ahead(state: PanzerState, hex_: Hex, facing: int) -> Iterator[Hex]:
    """The hexes of the map straight ahead, the nearest first."""
    ahead = hex_.neighbour(facing)
    while ahead in state.board:
        yield ahead
        ahead = ahead.neighbour(facing)


def legal_steps(state: PanzerState, flight: Flight) -> Iterator[tuple[str, FlightStep | IllegalOrder]]:
    """The steps that a player would look for now, with what each comes to or why it is refused."""
    unit = state.units[flight.unit]
    if unit.hex is None:
        return
    ahead = StepKind.FORWARD if unit.hex.neighbour(unit.facing) in state.board else StepKind.LEAVE_MAP
    for step in (ahead.value, TURN_TO[(unit.facing - 1) % 6], TURN_TO[(unit.facing + 1) % 6]):
        try:
            yield step, flight_step(state, flight, unit.hex, unit.facing, step)
        except IllegalOrder as error:
            yield step, error


# -- acquiring (na:6.7.3.1.1) --------------------------------------------------------------------------


def hexes_to_acquire(state: PanzerState, unit: Unit, speed: Speed, altitude: Altitude) -> int:
    """Hexes of flight that it takes to acquire a target: twice as many if Suppressed (na:6.7.3.1.1a, min:15.3.1.1.1).

    After its dive a dive bomber is at Low Altitude, and so are its numbers (na:6.7.3.1.1c).
    """
    found = state.advanced.air_spotting[speed.value, altitude.value].acquire
    return 2 * found if unit.suppressed else found


def needed(state: PanzerState, flight: Flight) -> int:
    """Hexes that the aircraft over the map needs to acquire a target as it flies now."""
    return hexes_to_acquire(state, state.units[flight.unit], flight.speed, flight.altitude)


def sight_refusal(state: PanzerState, flight: Flight, target: UnitId, observer: UnitId | None) -> Refusal | None:
    """Why the aircraft does not have a target in sight from where it is; None if it has (na:6.7.3.1)."""
    unit = state.units[flight.unit]
    if unit.hex is None:
        return Refusal(f"{state.name(unit.id)} is not over the map", "na:6.7.3.1")
    return unseen(state, unit.hex, unit.facing, flight.altitude, state.units[target], observer)


def first_count(state: PanzerState, flight: Flight, target: UnitId) -> tuple[int, bool]:
    """Hexes counted, and whether that is enough, as it begins to acquire a target that it has in sight.

    On the edge it has flown one hex, and up to the edge as many as a nearer target needs; later the count begins
    where it is (na:6.7.3.1.1b).
    """
    unit, there = state.units[flight.unit], state.units[target].hex
    if flight.flown > 1 or flight.attacks or unit.hex is None or there is None:
        return 0, False
    full = needed(state, flight)
    return (full, True) if distance(unit.hex, there) < full else (1, full <= 1)


def counted_on(state: PanzerState, flight: Flight, hex_: Hex, facing: int, *, flew: bool) -> tuple[int | None, bool]:
    """Hexes counted towards its target, and whether it is acquired, once the aircraft is in a hex.

    It must have had the target in sight all the way, through its turn too; else it starts again (na:6.7.3.1.1).
    """
    if flight.target is None:
        return None, False
    target = state.units[flight.target]
    if unseen(state, hex_, facing, flight.altitude, target, flight.observer) is not None:
        return None, False
    count = 0 if flight.counted is None else flight.counted + flew
    return count, flight.acquired or count >= needed(state, flight)


# -- tracking (na:6.7.4.1.1) ---------------------------------------------------------------------------


def has_aa(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has an AA row: then it may track aircraft and fire at them (na:6.7.4, na:6.1.3a)."""
    return any(mounted.weapon.aa is not None for mounted in state.card(unit).weapons)


def hexes_to_track(state: PanzerState, watcher: Unit, flight: Flight) -> int:
    """Hexes of flight that it takes to track the aircraft: twice as many for a Suppressed unit.

    (na:6.7.4.1.1, min:15.4.1.1.1)
    """
    found = state.advanced.air_spotting[flight.speed.value, flight.altitude.value].track
    return 2 * found if watcher.suppressed else found


def keeps_in_sight(state: PanzerState, watcher: Unit, hex_: Hex, altitude: Altitude) -> bool:
    """Whether an anti-aircraft unit sees an aircraft above a hex: in any direction, as the aircraft sees it
    (na:6.7.4.1); from inside a building or an Improved Position none does. In the miniatures edition Improved Positions
    hinder nobody, Woods and Groves beyond 1 inch (min:15.4.1.1.3)."""
    if not watcher.on_map or watcher.bailed_out or watcher.hex is None:
        return False
    if indoors(state, watcher):
        return False
    if not state.edition.woods_hide_from_air:
        if improved(state, watcher) is not None:
            return False
    elif state.cell(watcher.hex).terrain in hiding(state) and distance(watcher.hex, hex_) > 1:
        return False
    return blocked(state, hex_, altitude, watcher) is None


def watchers(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units of a side on the map that may track aircraft, whatever their commands."""
    return tuple(u for u in state.of(side) if has_aa(state, u.id))


def tracks(state: PanzerState, flight: Flight, hex_: Hex, *, flew: bool, appears: bool = False) -> tuple[Track, ...]:
    """Who has the aircraft in sight, once it is in a hex, and for how long; at once on the edge of the map."""
    enemy = state.scenario.enemy(state.units[flight.unit].side)
    found: list[Track] = []
    for watcher in watchers(state, enemy):
        if not keeps_in_sight(state, watcher, hex_, flight.altitude):
            continue
        before = flight.track(watcher.id)
        count = 0 if before is None else before.hexes + flew
        enough = count >= hexes_to_track(state, watcher, flight)
        found.append(Track(watcher.id, count, appears or enough or (before is not None and before.tracked)))
    return tuple(found)


def moved_on(state: PanzerState, flight: Flight, step: FlightStep) -> Flight:
    """The flight after a step on the map, with what it counts and who follows it."""
    if step.hex is None:
        raise ValueError("the step leaves the map")
    flew = MoveStep.read(step.step).kind is StepKind.FORWARD
    count, acquired = counted_on(state, flight, step.hex, step.facing, flew=flew)
    return evolve(
        flight,
        flown=step.flown,
        turned=step.turned,
        counted=count,
        acquired=acquired,
        tracks=tracks(state, flight, step.hex, flew=flew),
    )
