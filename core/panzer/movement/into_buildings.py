"""The steps of tracked vehicles into the buildings of a hex and out of them (na:6.6.3, na:6.1.4.3.1a, min:9.7).

"B" goes ahead straight into the building of the next hex, "I" out of the alley into the building of the own hex, "O"
back into the alley; "F" and "R" lead out of a building into the next hex. What may happen to the vehicle on the way
is rolled for when the step is taken (`core.panzer.movement.walls`).

In the miniatures edition leg and towed units, too, are in a building or outside close to it (min:17.2.3.4,
min:17.2.4.2): "O" goes out, "I" goes in, at the cost of the Alley and of the Building. Leg units that come into a
Building hex go in by themselves, guns stay outside.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.hexes import DIRECTION_NAMES, Hex
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.ground.buildings import entry_refusal, open_to_vehicles
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.movement.mover import Mover, keeps_lane, position
from core.panzer.movement.paying import StepResult, afford, entered, price
from core.panzer.pieces.cards import LegCard, VehicleCard
from core.panzer.pieces.movement import ActiveMove, MoveStep, Rate, StepKind
from core.tally import Reason

RULE = "na:6.6.3"
#: Steps after which a unit on foot is outside, inside, or in another hex.
_PLACES: Final = frozenset(
    {
        StepKind.OUT_OF_BUILDING,
        StepKind.INTO_BUILDING,
        StepKind.ACROSS,
        StepKind.ENTER_MAP,
        StepKind.LEAVE_MAP,
        StepKind.LEAVE_MAP_IN_REVERSE,
    }
)


def one_step(who: Mover, move: ActiveMove, hex_: Hex, facing: int, asked: MoveStep) -> StepResult:
    """One of these steps from any position in a move of a vehicle. IllegalOrder if it is refused."""
    if not open_to_vehicles(who.state):
        raise IllegalOrder("vehicles stay in the alleys between the buildings", "na:4.1.4.1.3b")
    if not isinstance(who.card, VehicleCard):
        name = who.state.name(who.unit.id)
        raise IllegalOrder(f"{name} is in the buildings of a hex by itself, without further steps", "na:6.1.4.3.1d")
    if move.rate is Rate.ROUTE:
        raise IllegalOrder("at Path or Road rate it follows the route; go in or out Cross-Country", "na:4.5.1.1.5b")
    refuse(entry_refusal(who.state, who.unit.id))
    if asked.kind is not StepKind.OUT_OF_BUILDING:
        refuse(_turret_aside(who))
    if asked.kind is StepKind.INTO_BUILDING_AHEAD:
        return _ahead(who, move, hex_, facing, asked)
    refuse(who.held(hex_, None))
    return _here(who, move, hex_, facing, asked)


def _turret_aside(who: Mover) -> Refusal | None:
    """In the miniatures edition a turret has to face ahead or astern as its vehicle goes in (min:9.7.1)."""
    turrets = who.state.turrets
    if not who.state.edition.turrets_face or turrets.degrees(who.unit.turret) % 180 == 0:
        return None
    way = turrets.called(who.unit.facing, who.unit.turret)
    return Refusal(f"the turret of {who.state.name(who.unit.id)} faces {way}, not Front or Rear", "min:9.7.1")


def offered(who: Mover, move: ActiveMove, hex_: Hex, facing: int) -> tuple[str, ...]:
    """The steps that make sense from a position: into a building that there is, out of the one that it is in."""
    if not open_to_vehicles(who.state) or move.rate is Rate.ROUTE or not isinstance(who.card, VehicleCard):
        return ()
    cells, ahead = who.costs.board.cells, hex_.neighbour(facing)
    found: list[StepKind] = []
    if ahead in cells and cells[ahead].terrain in BUILDINGS:
        found.append(StepKind.INTO_BUILDING_AHEAD)
    if cells[hex_].terrain in BUILDINGS:
        found.append(StepKind.OUT_OF_BUILDING if position(who, move)[0] else StepKind.INTO_BUILDING)
    return tuple(kind.value for kind in found)


def _ahead(who: Mover, move: ActiveMove, hex_: Hex, facing: int, asked: MoveStep) -> StepResult:
    """From an adjacent hex it pays for the Building alone, not for the Alley (na:6.6.3)."""
    step = asked.text
    if asked.way not in (None, facing):
        ahead = DIRECTION_NAMES[facing]
        raise IllegalOrder(f"a vehicle enters a building straight ahead, across its {ahead} hexside", "na:4.5.1.1b")
    target = hex_.neighbour(facing)
    way = who.costs.into_building(hex_, facing)
    keeps_lane(who, move, hex_, facing)
    cost, reasons = price(who, way, target, reverse=False)
    after = entered(who, move, target, None, cost, step, hex_)
    afford(who, move, after, f"into the building in {target}")
    text = f"into the building in {target}"
    return StepResult(step, target, facing, cost, reasons, after, who.left(after), None, text)


def _here(who: Mover, move: ActiveMove, hex_: Hex, facing: int, asked: MoveStep) -> StepResult:
    """Into the building of its own hex at the cost of the Building, out at that of the Alley (na:6.6.3).

    As a first move it may always be made, as one hex may (na:6.6.3a).
    """
    cell, inside = who.costs.board.cells[hex_], position(who, move)[0]
    if cell.terrain not in BUILDINGS:
        raise IllegalOrder(f"there is no building in {hex_}", RULE)
    step, entering = asked.text, asked.kind is StepKind.INTO_BUILDING
    if entering == inside:
        raise IllegalOrder("it is inside already" if inside else "it is in the alley already", RULE)
    tables = who.costs.tables
    row = tables.terrain[cell.terrain] if entering else tables.terrain["alley"]
    cost = row.cost.get(who.costs.going.column) or 0
    if cost > who.left(move) and (move.hexes or move.spent):
        raise IllegalOrder(f"{row.name} costs {cost} and {who.left(move)} is left", RULE)
    after = evolve(move, spent=move.spent + cost, steps=(*move.steps, step))
    reason = Reason(row.name, cost, RULE)
    text = "into the building" if entering else "out into the alley"
    return StepResult(step, hex_, facing, cost, (reason,), after, who.left(after), None, text)


def into_alley(who: Mover, move: ActiveMove, hex_: Hex, facing: int) -> StepResult:
    """Where a vehicle ends up that does not make it into the building ahead: in the alley of that hex (na:6.6.3a).

    It pays for the Alley, if need be with all that it has left.
    """
    target = hex_.neighbour(facing)
    way = who.costs.crossing(hex_, facing)
    cost, reasons = price(who, way, target, reverse=False)
    step = StepKind.FORWARD.value
    after = entered(who, move, target, way.route, cost, step, hex_)
    text = f"into the alley of {target}"
    return StepResult(step, target, facing, cost, reasons, after, who.left(after), way.route, text)


# -- on foot ---------------------------------------------------------------------------------------


def _rule_of(who: Mover) -> str:
    """The rule by which a unit is in a building or beside it."""
    return "min:17.2.3.4" if isinstance(who.card, LegCard) else "min:17.2.4.2"


def outside(who: Mover, move: ActiveMove, hex_: Hex) -> bool:
    """Whether a unit is outside the buildings of its hex after the steps of a move."""
    if not isinstance(who.card, LegCard):
        return not position(who, move)[0]
    kinds = (MoveStep.read(step).kind for step in reversed(move.steps))
    last = next((kind for kind in kinds if kind in _PLACES), None)
    return who.unit.outside == hex_ if last is None else last is StepKind.OUT_OF_BUILDING


def offered_on_foot(who: Mover, move: ActiveMove, hex_: Hex) -> tuple[str, ...]:
    """The one of both steps that makes sense from a position; none in the hex edition, nor where no building is."""
    if not who.state.edition.beside_buildings or who.costs.board.cells[hex_].terrain not in BUILDINGS:
        return ()
    way = StepKind.INTO_BUILDING if outside(who, move, hex_) else StepKind.OUT_OF_BUILDING
    return (way.value,)


def on_foot(who: Mover, move: ActiveMove, hex_: Hex, facing: int, asked: MoveStep) -> StepResult:
    """Into the building of the hex, or out of it from its ground floor. IllegalOrder if it is refused.

    As a first move it may always be made, as one hex may (min:9.3.5).
    """
    name, rule = who.state.name(who.unit.id), _rule_of(who)
    step, entering = asked.text, asked.kind is StepKind.INTO_BUILDING
    if not who.state.edition.beside_buildings:
        raise IllegalOrder(f"{name} is in the buildings of a hex by itself, or never", "na:6.1.4.3.1d")
    if step not in offered_on_foot(who, move, hex_):
        where = "in a building" if entering else "outside"
        raise IllegalOrder(f"{name} is {where} already, or there is no building in {hex_}", rule)
    if move.rate is not Rate.CROSS_COUNTRY or who.crawls:
        raise IllegalOrder(f"{name} goes in and out by its cross-country allowance alone", rule)
    if not who.total(move):
        raise IllegalOrder(f"{name} has no allowance", rule)
    if position(who, move)[1]:
        raise IllegalOrder(f"{name} is on an upper floor; D goes down, for 1 each", rule)
    tables, cell = who.costs.tables, who.costs.board.cells[hex_]
    row = tables.terrain[cell.terrain if entering else "alley"]
    cost = row.cost.get(who.costs.going.column)
    if cost is None or (cost > who.left(move) and (move.hexes or move.spent)):
        raise IllegalOrder(f"{row.name} costs {cost or 'more'} and {who.left(move)} is left", rule)
    after = evolve(move, spent=move.spent + cost, steps=(*move.steps, step))
    text = "into the building" if entering else "out of the building"
    return StepResult(step, hex_, facing, cost, (Reason(row.name, cost, rule),), after, who.left(after), None, text)
