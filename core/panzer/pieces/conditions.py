"""Conditions of a scenario: where the sun blinds (na:6.1.4.3.13), time of day, weather and ground (or:7.36)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import Enum
from fractions import Fraction
from typing import Final

from attrs import evolve, field, frozen

from core.alike import Alike
from core.board import Board
from core.hexes import Hex
from core.panzer.pieces.switch_ids import Switch


class Edge(Enum):
    """An edge of the map."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


@frozen(eq=False, repr=False)
class Sun(Alike):
    """Where the SUN counter lies, and the modifiers of Direct Fire that way (na:6.5.2.4i, na:6.5.4.3u)."""

    edge: Edge
    ap: int = 0
    gp: int = 0


def blinded(board: Board, sun: Sun, origin: Hex, target: Hex) -> bool:
    """Whether a line of sight, drawn on beyond its target, reaches the edge of the sun; at a corner it reaches two."""
    across, down = target.col - origin.col, target.y - origin.y
    reached: list[tuple[Fraction, Edge]] = []
    if across:
        end = board.last_column if across > 0 else board.first_column
        reached.append((Fraction(end - target.col, across), Edge.EAST if across > 0 else Edge.WEST))
    if down:
        end = board.bottom if down > 0 else board.top
        reached.append((Fraction(end - target.y, down), Edge.SOUTH if down > 0 else Edge.NORTH))
    first = min((way for way, _ in reached), default=None)
    return any(way == first and edge is sun.edge for way, edge in reached)


# -- weather on the ground (or:7.36.3) -----------------------------------------------------------------

#: Marks of hexes under snow and mud, of streams that are frozen or overflow.
SNOW, MUD, ICE, FLOOD = "snow", "mud", "ice", "flood"
#: The hexes of streams, which freeze and overflow; a bridge over one does neither.
STREAMS: Final = frozenset({"stream", "ford"})
#: The switch that brings each mark.
_WEATHER: Final = {
    Switch.SNOW: SNOW,
    Switch.MUD: MUD,
    Switch.FROZEN_STREAMS: ICE,
    Switch.OVERFLOWING_STREAMS: FLOOD,
}


@frozen(eq=False, repr=False)
class Conditions(Alike):
    """The conditions of a scenario, each of which counts where its switch is on.

    visibility: what Limited Visibility adds to all spotting, -1 to -5 (or:7.36.1); very_limited: at which visibility
    and below it is very limited (or:7.36.2); snow, mud: the hexes under them, None = the whole map (or:7.36.3);
    bridges, ice: how many tons each bridge bears, and frozen streams, those not there and None = any (or:7.32);
    narrow: hexes with narrow roads; open_sides: whether sunken ones may be left over their sides (or:7.30, or:7.30b).
    """

    visibility: int = -2
    very_limited: int = -4
    snow: frozenset[Hex] | None = None
    mud: frozenset[Hex] | None = None
    bridges: Mapping[Hex, float] = field(factory=dict)
    ice: float | None = None
    narrow: frozenset[Hex] = frozenset()
    open_sides: bool = False


#: Where a scenario names none: twilight (judged, see the table "visibility"), snow or mud everywhere.
USUAL: Final = Conditions()


def weathered(board: Board, conditions: Conditions, on: Container[Switch]) -> Board:
    """A board as the weather leaves it; on: the switches that are on. The same one in fair weather (or:7.36.3)."""
    marks = [mark for switch, mark in _WEATHER.items() if switch in on]
    if not marks:
        return board
    under = {SNOW: conditions.snow, MUD: conditions.mud}
    streams = frozenset(hex_ for hex_, cell in board.cells.items() if cell.terrain in STREAMS)
    cells = dict(board.cells)
    for mark in marks:
        hexes = streams if mark in (ICE, FLOOD) else under[mark]
        for hex_ in board.cells if hexes is None else hexes:
            cells[hex_] = evolve(cells[hex_], marks=cells[hex_].marks | {mark})
    return evolve(board, cells=cells)
