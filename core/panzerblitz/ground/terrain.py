"""Terrain (pb:PB-TERR-1): what a hex holds, what it costs to enter off the road, what it does to an attack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import field, frozen

from core.alike import Alike
from core.board import Cell
from core.hexes import Hex
from core.panzerblitz.pieces.reference import GREEN, POND_SIDE, ROAD, Elevation, Mover, TerrainEffect
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.state import BlitzState

#: Beds of water or none, which are depressions unless they are fords or crossed by a road (pb:PB-GULLY-1).
BEDS = ("gully", "stream")
_ELEVATIONS = tuple(Elevation)
_SPOTTED = ("woods", "town")


def depressed(cell: Cell) -> bool:
    """Whether units here are in a gully: a bed, no ford, no road (pb:PB-GULLY-1, pb:PB-GULLY-C, pb:PB-GULLY-D)."""
    return cell.terrain in BEDS and ROAD not in cell.routes


def elevation(cell: Cell) -> Elevation:
    """The level of units here; in gullies it counts as ground (pb:PB-OBST-4, pb:PB-GULLY-B)."""
    return Elevation.GROUND if depressed(cell) else _ELEVATIONS[cell.level]


def features(situation: Situation, cell: Cell) -> tuple[TerrainEffect, ...]:
    """Every line of the Terrain Effects Chart that fits a hex, its drawn terrain first (pb:PB-TERR-1).

    A bed crossed by a road is clear terrain (pb:PB-GULLY-C), and so is a ford (pb:PB-TEC-FORD).
    """
    tec = situation.tables.tec
    terrain = "clear" if cell.terrain in BEDS and not depressed(cell) else cell.terrain
    names = [terrain, *sorted(m for m in cell.marks if m in tec and m not in BEDS)]
    if cell.level:
        names.append("slope" if cell.level == Elevation.SLOPE else "hilltop")
    return tuple(tec[n] for n in names if n in tec)


def is_in(cell: Cell, terrain: str) -> bool:
    """Whether any part of a hex has this terrain (pb:PB-TERR-1)."""
    return cell.terrain == terrain or terrain in cell.marks


def hides(cell: Cell) -> bool:
    """Whether units here must be spotted (pb:PB-TEC-WOODS, pb:PB-TEC-TOWN, pb:PB-SPOT-1)."""
    return any(is_in(cell, t) for t in _SPOTTED)


def is_clear(cell: Cell) -> bool:
    """Whether units here are in clear terrain for an overrun: clear hilltops and fords too (pb:PB-OVR-I)."""
    terrain = "clear" if cell.terrain in BEDS and not depressed(cell) else cell.terrain
    mixed = any(m in ("woods", "town", "swamp") for m in cell.marks)
    return terrain in ("clear", "ford") and cell.level != Elevation.SLOPE and not mixed


@lru_cache(maxsize=1 << 16)
def entry_cost(situation: Situation, hex_: Hex, mover: Mover) -> tuple[int | None, TerrainEffect]:
    """HALVES of movement points to enter a hex off the road, None = prohibited, and the line that decides.

    The dearest of the terrains in the hex is paid (pb:PB-TERR-1): pb:PB-TEC-CLEAR, pb:PB-TEC-TOWN, pb:PB-TEC-WOODS,
    pb:PB-TEC-SWAMP, pb:PB-TEC-SLOPE, pb:PB-TEC-HILLTOP, pb:PB-TEC-POND, pb:PB-TERR-3; half hexes of the edge cost as
    whole ones (pb:PB-TERR-4).
    """
    best: tuple[int, TerrainEffect] | None = None
    for effect in features(situation, situation.board.cells[hex_]):
        if mover not in effect.enter:
            continue
        cost = effect.enter[mover]
        if cost is None:
            return None, effect
        if best is None or cost > best[0]:
            best = cost, effect
    if best is not None:
        return best
    clear = situation.tables.tec["clear"]
    return clear.enter[mover], clear


@frozen(eq=False, repr=False)
class StepInto(Alike):
    """A hex entered: HALVES paid, whether at road rate, whether the unit must stop there, by which rule."""

    hex: Hex
    cost: int
    road: bool
    stop: bool
    rule: str


@frozen(eq=False, repr=False)
class Edge(Alike):
    """The way into a neighbouring hex.

    off: HALVES of movement points off the road, None = prohibited; why, rule: what prohibits it or decides the cost;
    rate: HALVES along the road that leads there, None = there is none; pond: whether nothing may cross.
    by_road, by_terrain: the step at road rate, and off the road, if nothing lies there; least: HALVES of the cheaper.
    """

    to: Hex
    direction: int
    off: int | None
    why: str
    rule: str
    rate: int | None
    pond: bool
    by_road: StepInto | None = field(init=False)
    by_terrain: StepInto | None = field(init=False)
    least: int | None = field(init=False)

    @property
    def road(self) -> bool:
        """Whether a road leads there."""
        return self.by_road is not None

    @by_road.default
    def _at_road_rate(self) -> StepInto | None:
        return None if self.rate is None else StepInto(self.to, self.rate, True, False, "pb:PB-ROAD-A")

    @by_terrain.default
    def _at_terrain_cost(self) -> StepInto | None:
        return None if self.off is None else StepInto(self.to, self.off, False, False, self.rule)

    @least.default
    def _least(self) -> int | None:
        return min((s.cost for s in (self.by_road, self.by_terrain) if s is not None), default=None)


def _off_road(situation: Situation, hex_: Hex, direction: int, to: Hex, mover: Mover) -> tuple[int | None, str, str]:
    sides = situation.board.side(hex_, direction)
    if GREEN in sides and mover in (Mover.TRUCK, Mover.VEHICLE):
        return None, "vehicles may not cross a Green hexside off the road", "pb:PB-TEC-WOODS"
    here, there = situation.board.cells[hex_], situation.board.cells[to]
    cost, effect = entry_cost(situation, to, mover)
    if cost is None:
        return None, f"{effect.name}: not to be entered off the road", effect.rule
    why, rule = effect.name, effect.rule
    added = gully_leave(situation, here, mover) if there.terrain not in (*BEDS, "ford") else 0
    if added:
        bed = situation.tables.tec[here.terrain].name.lower()
        return cost + added, f"{why}, leaving the {bed} +{added // 2}", "pb:PB-TEC-GULLY"
    return cost, why, rule


def gully_leave(situation: Situation, cell: Cell, mover: Mover) -> int:
    """HALVES that leaving a hex costs besides: out of a gully, but not from a ford or a road (pb:PB-TEC-GULLY)."""
    return situation.tables.tec[cell.terrain].leave.get(mover, 0) if depressed(cell) else 0


@lru_cache(maxsize=32)
def ways(situation: Situation, mover: Mover) -> Mapping[Hex, tuple[Edge, ...]]:
    """From every hex the ways into its neighbours, as the terrain alone has them.

    Leaving a gully costs extra unless one goes on along the bed (pb:PB-TEC-GULLY); nobody crosses the hexside of a
    pond (pb:PB-TEC-POND).
    """
    board = situation.board
    rate = situation.tables.tec["road"].enter[mover] or 1
    found: dict[Hex, tuple[Edge, ...]] = {}
    for hex_ in board.cells:
        edges = []
        for direction, to in enumerate(hex_.neighbours()):
            if to not in board.cells:
                continue
            pond = POND_SIDE in board.side(hex_, direction) or board.cells[to].terrain == "pond"
            if pond:
                edges.append(Edge(to, direction, None, "no unit may cross a pond", "pb:PB-TEC-POND", None, True))
                continue
            off, why, rule = _off_road(situation, hex_, direction, to, mover)
            along = rate if board.joined(ROAD, hex_, direction) else None
            edges.append(Edge(to, direction, off, why, rule, along, False))
        found[hex_] = tuple(edges)
    return found


def edge_to(state: BlitzState, hex_: Hex, to: Hex, mover: Mover) -> Edge | None:
    """The way from a hex into an adjacent one; None if they are not adjacent or not on the map."""
    for edge in ways(state.situation, mover).get(hex_, ()):
        if edge.to == to:
            return edge
    return None


def road_negated(state: BlitzState, hex_: Hex) -> bool:
    """Whether a Wreck or a Block makes a hex a non-road hex (pb:PB-WRECK-C, pb:PB-BLOCK-E)."""
    return bool(state.wrecks.get(hex_)) or state.blocked(hex_)


def die_effect(state: BlitzState, hex_: Hex) -> TerrainEffect | None:
    """The terrain that adds to the attacker's roll, the highest only: town, woods, swamp (pb:PB-CRT-2)."""
    found = [e for e in features(state.situation, state.cell(hex_)) if e.die]
    return max(found, key=lambda e: e.die) if found else None


def hex_costs(state: BlitzState, hex_: Hex) -> dict[Mover, int | None]:
    """HALVES to enter a hex off the road, by mover."""
    return {m: entry_cost(state.situation, hex_, m)[0] for m in Mover}


@lru_cache(maxsize=32)
def dead_ends(situation: Situation, mover: Mover) -> frozenset[Hex]:
    """Hexes out of which no way leads to the most of the map, such as woods without a road for vehicles."""
    graph = {h: [e.to for e in edges if e.off is not None or e.road] for h, edges in ways(situation, mover).items()}
    back: dict[Hex, list[Hex]] = {h: [] for h in graph}
    for hex_, leads in graph.items():
        for to in leads:
            back[to].append(hex_)
    left = set(graph)
    best: set[Hex] = set()
    while left and len(best) < len(left):
        start = min(left)
        here = _connected(graph, start) & _connected(back, start)
        left -= here
        best = max(best, here, key=len)
    return frozenset(graph) - frozenset().union(*(_connected(back, h) for h in sorted(best)[:1]))


def _connected(graph: dict[Hex, list[Hex]], start: Hex) -> set[Hex]:
    """All hexes to which ways lead from one, itself too."""
    seen, todo = {start}, [start]
    while todo:
        for to in graph[todo.pop()]:
            if to not in seen:
                seen.add(to)
                todo.append(to)
    return seen
