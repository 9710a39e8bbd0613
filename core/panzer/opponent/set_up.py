"""How a computer player sets up: in the area nearest to its goals, each unit covered and on its way."""

from __future__ import annotations

from attrs import frozen

from core.ai.drawing import drawn
from core.dice import Dice
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import Order
from core.panzer.course import orders as course_orders
from core.panzer.course import set_up
from core.panzer.ground import stands, terrain
from core.panzer.opponent.picture import POSITION, Picture, picture
from core.panzer.opponent.turns import Turns, turns_to
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: Points for each turn nearer to the goal, and for each step of the AP Hit Table that Cover gives.
NEARER, COVERED = 14.0, 1.5
NEARER_ON_FOOT = 4.0
#: Points off for each own vehicle in a hex, and for each next to it.
CROWDED, CLOSE = 9.0, 1.5


def place(state: PanzerState, side: SideId, dice: Dice) -> Order:
    """Choose an area, then place unit after unit."""
    if side not in state.setting_up.zones:
        return course_orders.ChooseZone(zone=_zone(state, side, dice))
    left = set_up.unplaced(state, side)
    if not left:
        return FinishStep()
    seen = picture(state, side)
    unit = state.units[left[0]]
    hex_ = _best_hex(seen, unit, dice)
    if hex_ is None:
        return course_orders.PlaceRest()
    return course_orders.PlaceUnit(unit=unit.id, hex=hex_, facing=_facing(seen, unit, hex_))


def _zone(state: PanzerState, side: SideId, dice: Dice) -> str:
    """The area from which the objectives are reached soonest, those that are almost as good by lot."""
    zones = set_up.free_zones(state, side)
    times = {zone: sum(_time(state, u, zone) for u in set_up.to_place(state, side)) for zone in zones}
    best = min(times.values())
    good = [zone for zone in zones if times[zone] <= 1.15 * best + 0.1]
    return good[dice.roll(f"d{len(good)}", "area", set_up.RULE).result - 1 if len(good) > 1 else 0]


def _time(state: PanzerState, unit: UnitId, zone: str) -> float:
    """Turns from an area to the objectives, those that are worth more counting for more."""
    total = 0.0
    for objective in state.scenario.objectives:
        times = turns_to(state, state.card(unit), frozenset(objective.hexes))
        total += state.scenario.at_stake[objective.id] * times.soonest(state.scenario.zones[zone].hexes)
    return total


@frozen
class Merits:
    """What a hex is worth to a unit that is to begin there, in points: its Cover, a position in it, what it costs by
    the way to the goal, by own units in it and beside it, and by the enemy's fire."""

    cover: float
    position: float
    way: float
    crowd: float
    danger: float

    @property
    def worth(self) -> float:
        return -self.way + self.cover + self.position - self.crowd - self.danger


def merits(seen: Picture, unit: Unit, hex_: Hex, facing: int) -> Merits:
    """What a hex of its area, whose front faces `facing`, is worth to a unit."""
    state = seen.state
    close = 2 * CLOSE if state.scenario.switches else CLOSE
    return Merits(
        cover=-COVERED * seen.cover(hex_),
        position=POSITION * seen.positions.of_use(state, unit, hex_),
        way=_haste(state, unit) * turns_of(seen, unit).get(hex_),
        crowd=CROWDED * seen.crowd[hex_] + close * sum(seen.crowd[n] for n in hex_.neighbours()),
        danger=seen.danger(unit, hex_, facing, seen.lines(unit, hex_, facing, None)),
    )


def turns_of(seen: Picture, unit: Unit) -> Turns:
    """Turns from each hex to the goal of a unit; none from anywhere if it has none."""
    goal = seen.goals.get(unit.id)
    return turns_to(seen.state, seen.state.card(unit.id), goal.hexes) if goal is not None else Turns({}, [])


def _best_hex(seen: Picture, unit: Unit, dice: Dice) -> Hex | None:
    """The best hex of its area, of those that are almost as good one by lot."""
    state = seen.state
    zone = state.scenario.zones[state.setting_up.zones[seen.side]]
    costs: dict[Hex, float] = {}
    for hex_ in sorted(zone.hexes):
        if not terrain.may_start(state, unit.id, hex_) or not stands.has_room(state, unit.id, hex_):
            continue
        if stands.opposed(state, unit.id, hex_):
            continue
        costs[hex_] = -merits(seen, unit, hex_, zone.facing).worth
    return drawn(costs, state.temper.variety, dice, "hex", set_up.RULE)


def _haste(state: PanzerState, unit: Unit) -> float:
    """Points for each turn nearer to the goal: on foot a turn is a hex or two, and Cover counts for as much."""
    return NEARER if isinstance(state.card(unit.id), VehicleCard) else NEARER_ON_FOOT


def _facing(seen: Picture, unit: Unit, hex_: Hex) -> int:
    """Towards the goal, of the ways that do not turn away from the front of the area."""
    state = seen.state
    front = state.scenario.zones[state.setting_up.zones[seen.side]].facing
    goal = seen.goals.get(unit.id)
    if goal is None:
        return front
    towards = min(goal.hexes, key=lambda h: (distance(hex_, h), h))
    return min(((front + turn) % 6 for turn in (0, 1, 5)), key=lambda d: distance(hex_.neighbour(d), towards))
