"""The ground that a path runs over, part by part: along roads or not, up or down, over what (pw:6.2.1, pw:6.13)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil, floor
from typing import Final

from attrs import frozen

from core.board import Board
from core.hexes import Hex, direction_between
from core.panzerwar.ground.slope import along
from core.panzerwar.ground.terrain import BRIDGE, ROAD, RUBBLE, SLOPE, STEEP, STREAM, Ground, country_now
from core.panzerwar.pieces.charts.ground import TerrainEffect
from core.panzerwar.pieces.element import Kind, Presence
from core.panzerwar.state import WarState
from core.plane import GSU, Path, Point, bearing, centre, clip, distance_to_segment, gsu_between

_NOTHING: tuple[TerrainEffect, ...] = ()
#: What is left on the table of a vehicle that is out of the game.
_LIES: Final = frozenset({Presence.DESTROYED, Presence.BAILED_OUT, Presence.ABANDONED})
#: A wreck is crossed by who passes nearer to its middle than this, in GSU: two vehicles wide.
WRECK: Final = 10.0


@frozen(eq=False, repr=False)
class Over:
    """A part of a path in one hex and on one bearing.

    start, length: in GSU from the start of the path; ground: of the hex, None off the table; effects: what holds in it,
    the bed under a bridge instead of the bridge off the road; on_road: it goes along a road, or over a bridge; stream:
    a stream runs in the hex; into_stream: it comes to it here; crossed: linear obstacles on the hexside by which it
    comes into the hex, none along a road; climbs: the ground rises on its way.
    """

    start: float
    length: float
    bearing: float
    ground: Ground | None
    effects: tuple[TerrainEffect, ...]
    on_road: bool
    stream: bool
    into_stream: bool
    crossed: tuple[TerrainEffect, ...]
    climbs: bool

    @property
    def going(self) -> tuple[TerrainEffect, ...]:
        """The effects that count for the way: along a road those that say so (pw:6.14.4, pw:6.2.3)."""
        return tuple(one for one in self.effects if one.on_roads) if self.on_road else self.effects

    @property
    def hill(self) -> bool:
        """Whether it is on the slope of a hill (pw:6.13.1)."""
        return self.ground is not None and (self.ground.has(SLOPE) or self.steep)

    @property
    def steep(self) -> bool:
        """Whether it is on a steep hill (pw:6.13.2)."""
        return self.ground is not None and self.ground.has(STEEP)


def over(state: WarState, path: Path) -> Iterator[Over]:
    """The parts of a path, in order."""
    land, board = country_now(state), state.board
    hexes, annex = land.hexes, land.annex
    parts = [
        (hex_, reached + start, length, bearing(a, b))
        for (a, b), reached in zip(pairwise(path.points), path.reached, strict=False)
        for hex_, start, length in clip(a, b)
    ]
    road = _roads(board, [hex_ for hex_, _, _, _ in parts])
    before: Hex | None = None
    wet = False
    for number, (hex_, start, length, degrees) in enumerate(parts):
        found = hexes.get(hex_)
        on_road = road[number]
        stream = found is not None and STREAM in found.cell.routes
        entered = before is not None and before != hex_
        crossed = _NOTHING
        if found is not None and before is not None and entered and not _leads(board, before, hex_):
            crossed = found.edges.get(before, _NOTHING)
        effects = found.effects if found is not None else _NOTHING
        if found is not None and found.cell.under is not None and not on_road:
            effects = (annex[found.cell.under], *effects[1:])
        yield Over(
            start=start,
            length=length,
            bearing=degrees,
            ground=found,
            effects=effects,
            on_road=on_road,
            stream=stream,
            into_stream=stream and not wet and before is not None,
            crossed=crossed,
            climbs=found is not None and _climbs(found, degrees),
        )
        before, wet = hex_, stream and not on_road


def around(board: Board, here: Point, most: float) -> Iterator[tuple[Hex, float]]:
    """The hexes whose centres lie at most so many GSU from a point, in their order, each with how many."""
    east, places = _laid_out(board)
    first = bisect_left(east, floor(here.x - GSU * most))
    for hex_, at in places[first : bisect_right(east, ceil(here.x + GSU * most))]:
        far = gsu_between(here, at)
        if far <= most:
            yield hex_, far


@lru_cache(maxsize=8)
def _laid_out(board: Board) -> tuple[tuple[int, ...], tuple[tuple[Hex, Point], ...]]:
    """The hexes of a board in their order, from west to east, with their centres; how far east each of these is."""
    places = tuple((hex_, centre(hex_)) for hex_ in sorted(board.cells))
    return tuple(at.x for _, at in places), places


def along_roads(state: WarState, path: Path) -> bool:
    """Whether all of a path goes along roads (pw:6.2.1), on which neither rubble nor wreckage lies (pw:6.2.2)."""
    parts = (part for part in over(state, path) if part.length > 0)
    if not all(part.on_road and not any(one.id == RUBBLE for one in part.effects) for part in parts):
        return False
    return not any(distance_to_segment(at, a, b) < WRECK for at in wrecks(state) for a, b in pairwise(path.points))


def wrecks(state: WarState) -> tuple[Point, ...]:
    """Where vehicles lie that are destroyed or have been left by their crews."""
    found = (e for e in state.elements.values() if e.kind is Kind.VEHICLE and e.presence in _LIES)
    return tuple(e.at for e in found if e.at is not None)


@lru_cache(maxsize=1 << 14)
def _leads(board: Board, a: Hex, b: Hex) -> bool:
    """Whether a road or a bridge leads from a hex into the next."""
    way = direction_between(a, b)
    return way is not None and any(board.joined(route, a, way) for route in (ROAD, BRIDGE))


def _roads(board: Board, hexes: Sequence[Hex]) -> list[bool]:
    """Of each part of a path whether it goes along a road: by a road into its hex, and by a road out of it."""
    stays = [(hex_, len(tuple(parts))) for hex_, parts in groupby(hexes)]
    found: list[bool] = []
    for number, (hex_, parts) in enumerate(stays):
        cell = board.cells.get(hex_)
        there = cell is not None and (ROAD in cell.routes or BRIDGE in cell.routes)
        comes = number == 0 or _leads(board, stays[number - 1][0], hex_)
        goes = number == len(stays) - 1 or _leads(board, hex_, stays[number + 1][0])
        found += [there and comes and goes] * parts
    return found


def _climbs(found: Ground, degrees: float) -> bool:
    """Whether one goes up on the ground of a hex; where it does not say which way it rises, one does."""
    return found.uphill is None or along(found, degrees) > 0
