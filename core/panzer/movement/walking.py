"""The steps of units that go freely in any direction: leg units, guns pushed by their crews, limbers (na:6.6.4).

"G:2" goes across hexside 2, "X:2" off the map there, "U" and "D" up and down one storey of a building, "T0" to "T5"
faces a hexside, which costs nothing (na:6.6.4.1, na:6.6.5). In a Building hex leg units are in the buildings by
themselves (na:6.1.4.3.1d) and guns in the alleys (na:6.1.4.3.1c); in the miniatures edition "O" and "I" lead out and
in (min:17.2.3.4, min:17.2.4.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.hexes import DIRECTION_NAMES, Hex
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.ground.buildings import top_floor
from core.panzer.ground.costs import Crossing
from core.panzer.movement import foot, into_buildings
from core.panzer.movement.mover import Mover, keeps_lane, position
from core.panzer.movement.paying import StepResult, afford, entered, price
from core.panzer.pieces.cards import LegCard, TowedCard
from core.panzer.pieces.movement import GO_ACROSS, TURN_TO, ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import WHOLE_ALLOWANCE
from core.panzer.pieces.works import WorkKind
from core.tally import Reason

_STOREYS: Final = frozenset({StepKind.UP, StepKind.DOWN})
_DOORS: Final = frozenset({StepKind.INTO_BUILDING, StepKind.OUT_OF_BUILDING})
#: Counters that make a hex anything but clear going (na:6.6.4.2).
_OBSTACLES: Final = frozenset({WorkKind.BLOCK.value, WorkKind.DITCH.value})


def one_step(who: Mover, move: ActiveMove, hex_: Hex | None, facing: int, asked: MoveStep) -> StepResult:
    """A step of such a unit from any position in its move; coming onto the map is in `core.panzer.movement.driving`."""
    kind, way, step = asked.kind, asked.way, asked.text
    across = way is not None and kind in (StepKind.ACROSS, StepKind.LEAVE_MAP)
    if not across and kind is not StepKind.TURN and kind not in _STOREYS and kind not in _DOORS:
        raise no_step(step)
    if hex_ is None:
        raise off_map(move)
    if asked.facing is not None:
        return _face(who, move, hex_, facing, asked.facing, step)
    if kind in _DOORS:
        return into_buildings.on_foot(who, move, hex_, facing, asked)
    if way is None:
        return _climb(who, move, hex_, facing, asked)
    _able(who, move)
    if kind is StepKind.LEAVE_MAP:
        return _leave(who, move, hex_, facing, way, step)
    return _go(who, move, hex_, facing, way, step)


def no_step(step: str) -> IllegalOrder:
    """Why a text is no step of a unit on foot."""
    return IllegalOrder(
        f"{step!r} is no step of a unit on foot; steps are G:0 to G:5 across a hexside, U and D, I and O, T0 to "
        "T5, X:0 to X:5 off the map, E:hex:facing",
        "na:6.6.4.1",
    )


def off_map(move: ActiveMove) -> IllegalOrder:
    """Why a unit that is not on the map takes no step but onto it (na:4.5.1.1.9)."""
    left_map = any(MoveStep.read(step).leaves_map for step in move.steps)
    return IllegalOrder(
        "it has left the map for good" if left_map else "it is not on the map yet; E:hex:facing brings it on",
        "na:4.5.1.1.9",
    )


def tries(who: Mover, move: ActiveMove, hex_: Hex, facing: int) -> Iterator[str]:
    """Every step that its player might think of."""
    for direction, beyond in enumerate(hex_.neighbours()):
        leaves = beyond not in who.costs.board
        yield MoveStep(StepKind.LEAVE_MAP, way=direction).text if leaves else GO_ACROSS[direction]
    floor = position(who, move)[1]
    if floor or (isinstance(who.card, LegCard) and _storeys(who, hex_)):
        yield StepKind.UP.value
        yield StepKind.DOWN.value
    yield from into_buildings.offered_on_foot(who, move, hex_)
    yield from (TURN_TO[d] for d in range(6) if d != facing)


def arriving(who: Mover, move: ActiveMove, hex_: Hex) -> Crossing:
    """The cheapest way onto the map into a hex, from whichever side is off it (na:4.5.1.1.9)."""
    _able(who, move)
    ways = [who.costs.arriving(hex_, facing) for facing in range(6)]
    open_ = [way for way in ways if way.refusal is None]
    return min(open_, key=lambda way: way.cost) if open_ else ways[0]


# -- what each comes to --------------------------------------------------------------------------


def _face(who: Mover, move: ActiveMove, hex_: Hex, facing: int, to: int, step: str) -> StepResult:
    """There is no turn cost (na:6.6.4.1, na:6.6.5)."""
    if to == facing:
        raise IllegalOrder(f"it faces {DIRECTION_NAMES[to]} already", "na:3.3")
    after = evolve(move, steps=(*move.steps, step))
    return StepResult(step, hex_, to, 0, (), after, who.left(after), None, f"face {DIRECTION_NAMES[to]}")


def _go(who: Mover, move: ActiveMove, hex_: Hex, facing: int, direction: int, step: str) -> StepResult:
    target = hex_.neighbour(direction)
    if target not in who.costs.board:
        raise IllegalOrder(f"the map ends at {hex_}; X:{direction} leaves it for good", "na:4.5.1.1.9")
    way = who.costs.crossing(hex_, direction)
    keeps_lane(who, move, hex_, direction, target)
    cost, reasons = price(who, way, target, reverse=False)
    if cost >= WHOLE_ALLOWANCE:
        cost, reasons = _into_ditch(who, move, target)
    if move.rate is Rate.QUICKMARCH:
        _quickly(who, way, hex_, target)
    if who.crawls:
        refuse(foot.crawling_refusal(who.state, who.unit.side, way, target))
    after = entered(who, move, target, way.route, cost, step, hex_)
    afford(who, move, after, f"into {target}")
    return StepResult(step, target, facing, cost, reasons, after, who.left(after), way.route, f"into {target}")


def _into_ditch(who: Mover, move: ActiveMove, target: Hex) -> tuple[int, tuple[Reason, ...]]:
    """All of its allowance, of a unit that begins its move beside the Ditch (min:17.2.3.1.5)."""
    if move.hexes or move.spent:
        name = who.state.name(who.unit.id)
        raise IllegalOrder(f"{name} needs its whole allowance to go into the Ditch in {target}", "min:17.2.3.1.5")
    left = who.left(move)
    return left, (Reason("Ditch, the whole allowance", left, "min:17.2.3.1.5"),)


def _leave(who: Mover, move: ActiveMove, hex_: Hex, facing: int, direction: int, step: str) -> StepResult:
    """Off the map at the cost of the hex left, as vehicles do (na:4.5.1.1.9)."""
    way = who.costs.leaving(hex_, direction)
    keeps_lane(who, move, hex_, direction)
    cost, reasons = price(who, way, hex_, reverse=False)
    after = entered(who, move, hex_, way.route, cost, step, hex_)
    afford(who, move, after, "off the map")
    return StepResult(step, None, facing, cost, reasons, after, who.left(after), way.route, "off the map")


def _climb(who: Mover, move: ActiveMove, hex_: Hex, facing: int, asked: MoveStep) -> StepResult:
    """Up or down one storey for 1 of the allowance (na:6.6.4.1, na:6.1.4.3.1e, na:6.1.4.3.1f)."""
    floor = position(who, move)[1]
    step, up = asked.text, asked.kind is StepKind.UP
    name = who.state.name(who.unit.id)
    if not isinstance(who.card, LegCard) or foot.motorcycles(who.state, who.unit):
        raise IllegalOrder(f"{name} is no leg unit on foot; only those go up in buildings", "na:6.1.4.3.1e")
    if who.crawls:
        raise IllegalOrder(f"{name} is in Full Cover; who crawls goes neither up nor down", "na:6.6.4.3")
    if move.rate is Rate.QUICKMARCH:
        raise IllegalOrder(f"{name} is on a quickmarch, over Clear, Path and Road hexes only", "na:6.6.4.2")
    if not up and not floor:
        raise IllegalOrder(f"{name} is on the ground floor", "na:6.1.4.3.1e")
    if up and into_buildings.offered_on_foot(who, move, hex_) == (StepKind.INTO_BUILDING.value,):
        raise IllegalOrder(f"{name} is outside the building; I goes in", "min:17.2.3.4")
    if up and floor >= _storeys(who, hex_):
        top = f"{floor} storeys up, as far as it goes" if floor else "in no building with an upper floor"
        raise IllegalOrder(f"{name} is {top}", "na:6.1.4.3.1e")
    cost = Reason("up one storey" if up else "down one storey", 1, "na:6.6.4.1")
    after = evolve(move, spent=move.spent + 1, steps=(*move.steps, step))
    if after.spent > who.total(after):
        raise IllegalOrder(f"a storey costs 1 and {who.left(move)} is left", "na:6.6.4.1")
    return StepResult(step, hex_, facing, 1, (cost,), after, who.left(after), None, cost.label)


def _storeys(who: Mover, hex_: Hex) -> int:
    return top_floor(who.state, hex_) if who.state.has(Switch.BUILDINGS) else 0


# -- what is refused -----------------------------------------------------------------------------


def _able(who: Mover, move: ActiveMove) -> None:
    """Who stays where it is, or has gone its one hex: guns, who crawls, who is upstairs."""
    unit, name = who.unit, who.state.name(who.unit.id)
    if isinstance(who.card, TowedCard):
        if not who.card.move:
            raise IllegalOrder(f"{name} is too heavy to be manhandled; it moves only by transport", "na:6.6.5")
        if unit.inside and not who.state.edition.beside_buildings:
            raise IllegalOrder(f"{name} is inside the building and never moves from there", "na:6.1.4.3.1c")
        if who.state.edition.guns_by_allowance:
            if not who.total(move):
                raise IllegalOrder(f"{name} has no allowance left to be manhandled by", "min:17.2.4.1.1")
        elif move.hexes:
            raise IllegalOrder(f"{name} is manhandled, one hex in a turn", "na:6.6.5")
    refuse(foot.crawl_refusal(who.state, unit))
    if who.crawls and move.hexes:
        raise IllegalOrder(f"{name} crawls in Full Cover, one hex in a turn", "na:6.6.4.3")
    floor = position(who, move)[1]
    if floor:
        storeys = "1 storey" if floor == 1 else f"{floor} storeys"
        raise IllegalOrder(f"{name} is {storeys} up; D goes down, for 1 each", "na:6.6.4.1")


def _quickly(who: Mover, way: Crossing, origin: Hex, target: Hex) -> None:
    """A quickmarch leads through Clear, Path and Road hexes, one Height at a time (na:6.6.4.2).

    In the miniatures edition it starts from such a hex, too, and goes over any Height (min:17.2.3.2.1).
    """
    squads = who.state.edition.squads_quickmarch
    for hex_ in (origin, target) if squads else (target,):
        cell = who.costs.board.cells[hex_]
        clear = who.costs.terrain(cell).id == "clear" and not cell.marks & _OBSTACLES
        if not clear and not who.costs.rated(hex_):
            where, rule = who.costs.terrain(cell).name, "min:17.2.3.2.1" if squads else "na:6.6.4.2"
            raise IllegalOrder(f"{hex_} is {where}; a quickmarch leads through Clear, Path and Road hexes", rule)
    if way.heights > 1 and not squads:
        raise IllegalOrder(f"{target} lies {way.heights} Heights away; a quickmarch changes 1 in one hex", "na:6.6.4.2")
