"""Aircraft over the map: the crossing in progress, and what is known of each aircraft between crossings (na:6.7.2)."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.board import Board
from core.event import UnitId
from core.hexes import NE, NW, SE, SW, Hex, N, S
from core.panzer.pieces.sun import Edge
from core.panzer.pieces.weapons import AirAttack

#: Turns in which an aircraft is there, the one of its first appearance included (na:6.7.2.1).
LOITER: Final = 5
#: Ways over each edge of the map, outwards; the ways in are those of the edge opposite.
_OUT: Final = {
    Edge.NORTH: (NW, N, NE),
    Edge.EAST: (NE, SE),
    Edge.SOUTH: (SE, S, SW),
    Edge.WEST: (SW, NW),
}
_OPPOSITE: Final = {
    Edge.NORTH: Edge.SOUTH,
    Edge.EAST: Edge.WEST,
    Edge.SOUTH: Edge.NORTH,
    Edge.WEST: Edge.EAST,
}


class Speed(Enum):
    """How fast an aircraft flies (na:6.7.2.2)."""

    SLOW = "Slow"
    FAST = "Fast"


class Altitude(Enum):
    """How high an aircraft flies (na:6.7.2.2)."""

    LOW = "Low"
    MEDIUM = "Medium"
    HIGH = "High"


class Pattern(Enum):
    """What an attack from the air strikes (na:6.7.3.2 to na:6.7.3.4); a dive is its own kind of bombing."""

    STRAFE = "strafe"
    ROCKETS = "rockets"
    BOMBS = "bombs"
    DIVE = "dive bombing"


@frozen
class Sortie:
    """What is known of an aircraft between its crossings.

    load: the one of bombs and rockets that its player has picked, None = none picked yet, or none to pick (na:6.7.1);
    first_turn: the turn of its first appearance, 0 = it has not appeared yet; flew: the last turn in which it flew;
    left_by: the edges over which it left the map then, two at a corner (na:6.7.2.1); used: attacks made with each of
    its weapons, by their index in `armament` (na:5.16.2.6).
    """

    load: AirAttack | None = None
    first_turn: int = 0
    flew: int = 0
    left_by: tuple[Edge, ...] = ()
    used: tuple[int, ...] = ()

    def uses(self, weapon: int) -> int:
        """Attacks made with a weapon."""
        return self.used[weapon] if weapon < len(self.used) else 0

    def after(self, weapon: int) -> tuple[int, ...]:
        """`used` after one more attack with a weapon."""
        counts = [self.uses(at) for at in range(max(len(self.used), weapon + 1))]
        counts[weapon] += 1
        return tuple(counts)


@frozen
class Track:
    """How an anti-aircraft unit follows the aircraft: hexes that it flew in its sight without a break (na:6.7.4.1.1).

    tracked: whether those were enough once; it holds as long as it keeps the aircraft in sight.
    """

    unit: UnitId
    hexes: int = 0
    tracked: bool = False


@frozen
class AirStrike:
    """An attack that has been announced and is not resolved yet.

    target: the acquired unit; hexes: the pattern, on the map; struck: the ground units in it, of both sides; asked:
    those whose owners have shown their commands or declined to (na:6.5.4.3a).
    """

    weapon: int
    pattern: Pattern
    target: UnitId
    range: int
    hexes: tuple[Hex, ...]
    struck: tuple[UnitId, ...]
    asked: tuple[UnitId, ...] = ()


@frozen
class Flight:
    """The crossing in progress; where the aircraft is and faces stands in its `Unit`.

    entered_by: the edges over which it came; flown: hexes flown over the map, the edge hex the first; turned: whether
    it has had its one turn (na:6.7.2.3.1); attacks: made in this crossing.
    target, observer: the unit that it is acquiring, and the FO that spots it where one must (na:6.7.3.1.2); counted:
    hexes flown with that target in sight, None = it is out of sight; acquired: whether they were enough
    (na:6.7.3.1.1).
    tracks: the anti-aircraft units that have it in sight; plan: the steps that it has yet to take; answering: whether
    the other side may fire now; held: whether that side wants to be asked no more until the aircraft attacks;
    strike, fire: announced, and not resolved yet.
    """

    unit: UnitId
    speed: Speed
    altitude: Altitude
    entered_by: tuple[Edge, ...] = ()
    flown: int = 1
    turned: bool = False
    attacks: int = 0
    target: UnitId | None = None
    observer: UnitId | None = None
    counted: int | None = None
    acquired: bool = False
    tracks: tuple[Track, ...] = ()
    plan: tuple[str, ...] = ()
    answering: bool = False
    held: bool = False
    strike: AirStrike | None = None
    fire: tuple[tuple[UnitId, int], ...] = ()

    def track(self, unit: UnitId) -> Track | None:
        """How a unit follows it; None if it does not have it in sight."""
        return next((t for t in self.tracks if t.unit == unit), None)


def in_hexes(count: int) -> str:
    """A number of hexes in words."""
    return f"{count} hex" if count == 1 else f"{count} hexes"


# -- the edges of the map ----------------------------------------------------------------------------


def edges_at(board: Board, hex_: Hex) -> tuple[Edge, ...]:
    """The edges of the map at which a hex lies; two at a corner, none inside."""
    beyond = [n not in board for n in hex_.neighbours()]
    lies = {
        Edge.NORTH: beyond[N],
        Edge.EAST: beyond[NE] and beyond[SE],
        Edge.SOUTH: beyond[S],
        Edge.WEST: beyond[SW] and beyond[NW],
    }
    return tuple(edge for edge in Edge if lies[edge])


@lru_cache(maxsize=64)
def edge_hexes(board: Board, edges: frozenset[Edge]) -> tuple[Hex, ...]:
    """The hexes at some edges of the map, column by column."""
    return tuple(hex_ for hex_ in sorted(board.cells) if edges & set(edges_at(board, hex_)))


def edges_crossed(board: Board, hex_: Hex, direction: int) -> tuple[Edge, ...]:
    """The edges over which the way in a direction leaves the map from a hex; none if it stays on it."""
    if hex_.neighbour(direction) in board:
        return ()
    return tuple(edge for edge in edges_at(board, hex_) if direction in _OUT[edge])


def edges_entered(board: Board, hex_: Hex, facing: int) -> tuple[Edge, ...]:
    """The edges over which an aircraft that is placed in a hex with a facing has come; none if it flies along them."""
    return tuple(edge for edge in edges_at(board, hex_) if facing in _OUT[_OPPOSITE[edge]])
