"""One step of a move: what entering a neighbouring hex costs, roads who stands on them (pb:PB-MOVE-C, pb:PB-ROAD-1).

Costs are in HALVES of movement points. There are no zones of control (pb:PB-MOVE-G).
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex, direction_between
from core.order import IllegalOrder
from core.panzerblitz.ground.stacking import enemies_in_way, enemies_inside, friends_in_way
from core.panzerblitz.ground.terrain import Edge, StepInto, entry_cost, is_in, road_negated
from core.panzerblitz.movement.entry import Door
from core.panzerblitz.pieces.reference import ROAD, Mover
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState


@frozen(eq=False, repr=False)
class Terms(Alike):
    """What a unit's move depends on besides terrain.

    on_road: road rate is wished; only_road: nothing else is allowed (columns before contact); passing: it swings round
    a unit on the road, so that the next road hex costs as other terrain (pb:PB-ROAD-E).
    """

    unit: UnitId
    mover: Mover
    on_road: bool = True
    only_road: bool = False
    passing: bool = False


def step_into(state: BlitzState, terms: Terms, here: Hex, edge: Edge) -> StepInto | IllegalOrder:
    """What entering a neighbouring hex costs, or why it is not allowed.

    Along an open road every hex costs the road rate and everything may go there (pb:PB-ROAD-1, pb:PB-ROAD-A,
    pb:PB-ROAD-B, pb:PB-ROAD-G, pb:PB-TEC-ROAD); with a unit on it, it costs as other terrain, and so does the next one
    (pb:PB-ROAD-C, pb:PB-ROAD-D, pb:PB-ROAD-E, pb:PB-ROAD-F); Wrecks and Blocks close it (pb:PB-WRECK-C,
    pb:PB-BLOCK-E). One's own units do not bar the way (pb:PB-MOVE-D), enemies do (pb:PB-MOVE-E), but those
    beside the way neither cost nor stop anything (pb:PB-MOVE-G).
    """
    to = edge.to
    if edge.pond:
        return IllegalOrder(edge.why, edge.rule)
    if state.bare(to):
        return _into_bare(state, terms, here, edge)
    unit = state.units[terms.unit]
    if enemies_in_way(state, unit.side, to):
        return IllegalOrder(f"enemy units stand in {to}", "pb:PB-MOVE-E")
    if state.blocked(to) and not began_beside(unit, to):
        return IllegalOrder(f"the Block in {to} is entered only from a hex next to it", "pb:PB-BLOCK-B")
    stop, why = must_stop(state, unit, to)
    friends = friends_in_way(state, unit.side, to, unit.id)
    road = edge.road and not road_negated(state, to) and not road_negated(state, here)
    step = _by_terrain(terms, edge, road=road, free=not friends, stop=(stop, why))
    if step is not None:
        return step
    if road and friends and not terms.passing and (cost := _onto(state, terms, to, friends)) is not None:
        return StepInto(to, cost, False, True, "pb:PB-ROAD-E")
    if road and (friends or terms.passing):
        return IllegalOrder(f"swinging round a unit on the road: {edge.why}", "pb:PB-ROAD-E")
    return IllegalOrder(f"{to}: {edge.why}", edge.rule)


def _onto(state: BlitzState, terms: Terms, to: Hex, friends: tuple[Unit, ...]) -> int | None:
    """HALVES to drive on to units on a road by which alone one comes to them, and to stop there: across a Green
    hexside, or in swamp, where vehicles may not stack with vehicles (pb:PB-ROAD-E, pb:PB-STACK-G). None = not allowed.
    """
    if not is_in(state.cell(to), "swamp"):
        return entry_cost(state.situation, to, terms.mover)[0]
    if any(state.type(f.id).vehicular for f in friends):
        return None
    return state.tables.tec["swamp"].enter[Mover.FOOT] or 2


def plain_step(terms: Terms, edge: Edge, *, open_road: bool) -> StepInto | None:
    """A step as road and terrain alone have it, None = prohibited; open_road: nothing closes the road or is on it."""
    if open_road and terms.on_road and not terms.passing:
        return edge.by_road
    return None if terms.only_road else edge.by_terrain


def _into_bare(state: BlitzState, terms: Terms, here: Hex, edge: Edge) -> StepInto | IllegalOrder:
    """A step into a hex in which nothing lies: terrain and road alone decide."""
    road = edge.road and (state.bare(here) or not road_negated(state, here))
    step = _by_terrain(terms, edge, road=road, free=True, stop=(False, ""))
    if step is not None:
        return step
    if road and terms.passing:
        return IllegalOrder(f"swinging round a unit on the road: {edge.why}", "pb:PB-ROAD-E")
    return IllegalOrder(f"{edge.to}: {edge.why}", edge.rule)


def _by_terrain(
    terms: Terms, edge: Edge, *, road: bool, free: bool, stop: tuple[bool, str]
) -> StepInto | IllegalOrder | None:
    """A step at road rate or at the cost of the terrain; None if the terrain alone forbids it."""
    halt, why = stop
    step = plain_step(terms, edge, open_road=road and free)
    if step is None and terms.only_road:
        return IllegalOrder("a column keeps to the road until it meets the enemy", "pb:PB-SETUP-1")
    return step if step is None or not halt else StepInto(step.hex, step.cost, step.road, True, why)


def began_beside(unit: Unit, hex_: Hex) -> bool:
    """Whether a unit began the Player-Turn next to a hex, so that it may enter a Block there (pb:PB-BLOCK-B)."""
    return unit.start is not None and direction_between(unit.start, hex_) is not None


def must_stop(state: BlitzState, unit: Unit, hex_: Hex) -> tuple[bool, str]:
    """Whether a unit that enters a hex goes no further (pb:PB-MINE-D, pb:PB-BLOCK-B, pb:PB-FORT-B)."""
    if state.marked(hex_):
        if state.minefield(hex_) is not None:
            return True, "pb:PB-MINE-D"
        if state.blocked(hex_):
            return True, "pb:PB-BLOCK-B"
    if enemies_inside(state, unit.side, hex_):
        return True, "pb:PB-FORT-B"
    return False, ""


def trail_of(unit: Unit, here: Hex | None, steps: Iterable[StepInto]) -> tuple[str, ...]:
    """How a unit has come into the last hex of some steps, as `Unit.trail` says it."""
    trail = unit.trail
    for step in steps:
        trail = (unit.id,) if step.road or here is None else (*trail, here.id)
        here = step.hex
    return trail


def companions(state: BlitzState, unit: Unit, trail: tuple[str, ...], to: Hex) -> tuple[Unit, ...]:
    """Those on the road in a hex who have driven there together with a unit that comes by this trail, all the way or
    from the hex in which it came on to them: a unit may split off from such a stack (pb:PB-ROAD-F)."""
    if ROAD not in state.cell(to).routes:
        return ()
    begun = unit.hex is not None and trail == (*unit.trail, unit.hex.id)
    return tuple(
        f
        for f in friends_in_way(state, unit.side, to, unit.id)
        if f.trail == trail or (begun and f.id in unit.upon and f.trail[-1:] == trail[-1:])
    )


def come_upon(state: BlitzState, unit: Unit, trail: tuple[str, ...], to: Hex) -> tuple[Unit, ...]:
    """Those on the road in a hex on to whom a unit comes by this trail; it swings round them when it goes on
    (pb:PB-ROAD-E)."""
    if ROAD not in state.cell(to).routes:
        return ()
    together = companions(state, unit, trail, to)
    return tuple(f for f in friends_in_way(state, unit.side, to, unit.id) if f not in together)


def swings_on(state: BlitzState, unit: Unit) -> bool:
    """Whether a unit that goes on leaves somebody behind on to whom it came on the road.

    Those who came there after it, whom it unloaded there or with whom it drove there are not in its way
    (pb:PB-ROAD-F).
    """
    if unit.hex is None or unit.spent == 0 or ROAD not in state.cell(unit.hex).routes:
        return False
    return any(f.hidden or f.id in unit.upon for f in friends_in_way(state, unit.side, unit.hex, unit.id))


def through(state: BlitzState, unit: Unit, door: Door) -> StepInto:
    """The step by which a unit comes on."""
    stop, why = must_stop(state, unit, door.hex)
    return StepInto(door.hex, door.cost, door.road, stop, why or "pb:PB-TERR-4")
