"""How a computer player uses transports: it brings passengers near, puts them down out of the line of fire, and fetches
those who are left far behind.

Whoever gets down from a vehicle that does not move costs it nothing; from one that moves, half of its allowance, once
(na:6.6.7.1.1c).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_hexes
from core.order import IllegalOrder, Order
from core.panzer.course.victory import within
from core.panzer.gp.bail_out import passengers
from core.panzer.movement.allowance import allowance
from core.panzer.movement.reach import reachable
from core.panzer.movement.reach_by_route import Reach
from core.panzer.opponent.assault import from_vehicle
from core.panzer.opponent.on_foot import stance
from core.panzer.opponent.picture import Picture
from core.panzer.opponent.turns import NEVER, turns_to
from core.panzer.pieces.cards import TowedCard
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Spot, Unit
from core.panzer.state import PanzerState
from core.panzer.transport.mounting import bail_out_refusal, check_dismount, check_mount
from core.panzer.transport.orders import BailOut, Dismount, Mount
from core.panzer.transport.room import aboard_refusal, landings

#: Turns on foot to the goal from which infantry goes on by itself, and hexes to the enemy
#: where it gets down anyway.
ON_FOOT_FROM, TOO_NEAR = 2.0, 6
#: Turns on foot to the goal from which a unit is there.
ABOUT_THERE = 0.05
#: Hexes to the enemy at which guns are unlimbered whatever they see, and at which they are if they have a
#: target; and to their goal.
GUN_NEAR, GUN_RANGE, GUN_GOAL = 8, 16, 4
#: Part of its passengers' value that a vehicle may stand to lose in a turn before they get down.
UNDER_FIRE = 0.2
#: And before they bail out, Suppressed.
DOOMED = 0.4
#: Points for passengers put down where they are wanted.
DELIVERED = 10.0
#: Turns on foot to the goal from which it is worth waiting for a vehicle.
FAR = 4.0


def loaded(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """The passengers of a unit, where units are transported at all."""
    return passengers(state, unit) if state.has(Switch.TRANSPORT) else ()


def ready(seen: Picture, vehicle: Unit, hex_: Hex) -> bool:
    """Whether the passengers of a vehicle had better get down in a hex."""
    return bool(loaded(seen.state, vehicle.id)) and bool(why_down(seen, vehicle, hex_))


def why_down(seen: Picture, vehicle: Unit, hex_: Hex) -> str:
    """Why the passengers of a vehicle had better get down in a hex, "" = they had not."""
    state = seen.state
    aboard = loaded(state, vehicle.id)
    near = min((distance(hex_, foe.hex) for foe in seen.foes), default=99)
    if near <= TOO_NEAR:
        return f"the enemy is {in_hexes(near)} away"
    lines = seen.lines(vehicle, hex_, vehicle.facing, vehicle.spot or Spot.MOVE)
    risked = seen.danger(vehicle, hex_, vehicle.facing, lines)
    if risked > UNDER_FIRE * seen.value(vehicle.id):
        return f"the enemy's fire may cost the vehicle {risked:.0f} points there"
    goal = seen.goals.get(vehicle.id)
    if goal is None:
        return "there is nowhere else to take them"
    guns = [state.units[u] for u in aboard if isinstance(state.card(u), TowedCard)]
    if guns:
        if near <= GUN_NEAR:
            return f"the enemy is {in_hexes(near)} away, near enough for guns"
        if min(distance(hex_, h) for h in goal.hexes) <= GUN_GOAL:
            return "guns are where they are wanted"
        lines = seen.lines(guns[0], hex_, vehicle.facing, None) if near <= GUN_RANGE else []
        return "the gun has a target from there" if any(line.ours[0] for line in lines) else ""
    walk = min((turns_to(state, state.card(u), goal.hexes).get(hex_) for u in aboard), default=NEVER)
    if walk > ON_FOOT_FROM:
        return ""
    return f"the rest of the way is {walk:.1f} turns on foot" if walk >= ABOUT_THERE else "it is where it is wanted"


def delivery(seen: Picture, vehicle: Unit, hex_: Hex, way: Reach, rate: Rate) -> float:
    """Points for a way that ends where passengers get down in the same move, if enough is left of it."""
    state = seen.state
    if not loaded(state, vehicle.id) or state.carrying.handled.get(vehicle.id) is not None:
        return 0.0
    if 2 * way.left < allowance(state, vehicle, rate)[0] or not ready(seen, vehicle, hex_):
        return 0.0
    return DELIVERED


def getting_down(seen: Picture, unit: Unit) -> float:
    """Points for the MOVE by which a passenger may get down in this turn (min:17.2.8.2): where its vehicle stands, or
    half a move nearer to where that is wanted."""
    vehicle = seen.state.units[unit.carrier] if unit.carrier is not None else None
    if vehicle is None or vehicle.hex is None:
        return 0.0
    if ready(seen, vehicle, vehicle.hex):
        return DELIVERED
    goal = seen.goals.get(vehicle.id)
    if goal is None or vehicle.track_hit:
        return 0.0
    left = allowance(seen.state, vehicle, Rate.CROSS_COUNTRY)[0] // 2
    ahead = within((vehicle.hex,), left) & seen.state.board.cells.keys()
    there = min(sorted(ahead), key=lambda h: min(distance(h, wanted_) for wanted_ in goal.hexes))
    return DELIVERED if ready(seen, vehicle, there) else 0.0


def put_down(seen: Picture, side: SideId) -> Order | None:
    """The next passenger of a vehicle that need not move for it, or of the one that moves, that gets down now."""
    state = seen.state
    if not state.has(Switch.TRANSPORT):
        return None
    if state.moves.active is not None:
        vehicle = state.units[state.moves.active.unit]
        if vehicle.hex is None or not ready(seen, vehicle, vehicle.hex):
            return None
        return _next(seen, vehicle) or _out_at_once(seen, vehicle, vehicle.hex)
    for vehicle in state.of(side):
        if vehicle.command in (Command.MOVE, Command.SHORT_HALT) or vehicle.hex is None:
            continue
        if ready(seen, vehicle, vehicle.hex) and (order := _next(seen, vehicle)) is not None:
            return order
    return None


def _next(seen: Picture, vehicle: Unit) -> Order | None:
    """The first passenger that may get down, into the best hex."""
    state = seen.state
    for unit in loaded(state, vehicle.id):
        there = state.units[unit]
        if state.has(Switch.CLOSE_COMBAT) and (attack := from_vehicle(state, there)) is not None:
            return attack
        hexes = sorted(
            landings(state, unit, vehicle.id),
            key=lambda h: (-stance(seen, there, h, vehicle.facing, Spot.MOVE), h),
        )
        for hex_ in hexes:
            rate = state.moves.active.rate if state.moves.active is not None else Rate.CROSS_COUNTRY
            order = Dismount(unit=unit, hex=hex_, facing=_facing(seen, hex_, vehicle.facing), rate=rate)
            if _legal(state, vehicle.side, order):
                return order
    return None


def doomed(seen: Picture, vehicle: Unit, hex_: Hex) -> bool:
    """Whether a vehicle may so likely be lost that its passengers had better be out of it, Suppressed or not."""
    lines = seen.lines(vehicle, hex_, vehicle.facing, vehicle.spot or Spot.MOVE)
    return seen.danger(vehicle, hex_, vehicle.facing, lines) > DOOMED * seen.value(vehicle.id)


def _goes_on(state: PanzerState, vehicle: Unit, active: ActiveMove, hex_: Hex) -> bool:
    """Whether a vehicle that is moving gets any farther: not if it has bogged down or lost its tracks."""
    try:
        return bool(reachable(state, vehicle.id, active, active.rate).keys() - {hex_})
    except IllegalOrder:
        return False


def _out_at_once(seen: Picture, vehicle: Unit, hex_: Hex) -> Order | None:
    """The next passenger that bails out of a vehicle that cannot go on from under fire (na:6.6.7.1.2, min:17.2.8.3)."""
    state = seen.state
    active = state.moves.active
    if active is None or not active.steps or _goes_on(state, vehicle, active, hex_) or not doomed(seen, vehicle, hex_):
        return None
    for unit in loaded(state, vehicle.id):
        if not isinstance(state.card(unit), TowedCard) and bail_out_refusal(state, unit, active.rate) is None:
            return BailOut(unit=unit, facing=_facing(seen, hex_, vehicle.facing), rate=active.rate)
    return None


def _facing(seen: Picture, hex_: Hex, facing: int) -> int:
    """Towards the nearest enemy."""
    foes = [foe.hex for foe in seen.foes if foe.hex != hex_]
    if not foes:
        return facing
    there = min(foes, key=lambda h: (distance(hex_, h), h))
    return min(range(6), key=lambda d: (distance(hex_.neighbour(d), there), d))


# -- getting aboard --------------------------------------------------------------------------------


def rides(seen: Picture, side: SideId) -> dict[UnitId, UnitId]:
    """Who had better be fetched by which vehicle: units far from their goal, out of the enemy's sight, that can get
    aboard from where they stand."""
    state = seen.state
    if not state.has(Switch.TRANSPORT):
        return {}
    found: dict[UnitId, UnitId] = {}
    for unit in state.of(side):
        if not waits(seen, unit):
            continue
        for vehicle in _carriers(seen, side):
            if vehicle.id not in found.values() and aboard_refusal(state, unit.id, vehicle.id) is None:
                found[unit.id] = vehicle.id
                break
    return found


def waits(seen: Picture, unit: Unit) -> bool:
    """Whether a unit on foot is so far from where it is wanted that it had better ride."""
    state = seen.state
    if unit.hex is None or unit.suppressed or state.card(unit.id).moves_as not in ("leg", "towed"):
        return False
    near = min((distance(unit.hex, foe.hex) for foe in seen.foes), default=99)
    if near <= (GUN_RANGE if isinstance(state.card(unit.id), TowedCard) else 2 * TOO_NEAR):
        return False
    goal = wanted(seen, unit)
    return goal is not None and turns_to(state, state.card(unit.id), goal).get(unit.hex) >= FAR


def wanted(seen: Picture, unit: Unit) -> frozenset[Hex] | None:
    """Where a unit is wanted: at its own goal; a gun that cannot get there by itself, where most others go."""
    goal = seen.goals.get(unit.id)
    if goal is not None:
        return goal.hexes
    others = [g.hexes for g in seen.goals.values() if g.objective]
    return max(others, key=others.count) if others else None


def _carriers(seen: Picture, side: SideId) -> Iterator[Unit]:
    """Vehicles without passengers that do not fight themselves and are out of danger."""
    state = seen.state
    for unit in state.of(side):
        if state.card(unit.id).kind.value not in ("vehicle", "limber") or state.card(unit.id).combat_unit:
            continue
        if unit.bailed_out or unit.track_hit or loaded(state, unit.id) or unit.hex is None:
            continue
        yield unit


def get_aboard(seen: Picture, side: SideId) -> Order | None:
    """The next unit that gets aboard a vehicle, of those that have been commanded to move for it."""
    state = seen.state
    if state.moves.active is not None:
        return None
    for unit, vehicle in rides(seen, side).items():
        there = state.units[unit]
        if there.command is not Command.MOVE or there.moved:
            continue
        order = Mount(unit=unit, vehicle=vehicle)
        if _legal(state, side, order):
            return order
    return None


def _legal(state: PanzerState, side: SideId, order: Dismount | Mount) -> bool:
    try:
        if isinstance(order, Dismount):
            check_dismount(state, side, order)
        else:
            check_mount(state, side, order)
    except IllegalOrder:
        return False
    return True
