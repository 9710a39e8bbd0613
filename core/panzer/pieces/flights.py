"""Aircraft over the map: the crossing in progress, and what is known of each aircraft between crossings (na:6.7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from attrs import field, frozen

from core.alike import Alike
from core.board import Board
from core.event import UnitId
from core.hexes import NE, NW, SE, SW, Hex, N, S
from core.panzer.pieces.conditions import Edge
from core.panzer.pieces.weapons import AirAttack
from core.replaced import replaced
from core.secrecy import ALL, OWN_UNITS, OWNER, PARTS, keeps_secrets, known

_ALL: Final = known(ALL)

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


def _carried_out(state: Any, sortie: Sortie, side: str | None) -> bool:
    """Whether everybody knows the load of an aircraft, since it has attacked with it (na:6.7.1)."""
    weapons = state.card(sortie.unit).weapons
    return any(
        sortie.uses(at) and m.weapon.air is not None and m.weapon.air.attack is sortie.load
        for at, m in enumerate(weapons)
    )


@keeps_secrets
@frozen(eq=False, repr=False)
class Sortie(Alike):
    """What is known of an aircraft between its crossings.

    unit: the aircraft; load: the one of bombs and rockets that its player has picked, None = none picked yet, or none
    to pick (na:6.7.1); first_turn: the turn of its first appearance, 0 = it has not appeared yet; flew: the last turn
    in which it flew; left_by: the edges over which it left the map then, two at a corner (na:6.7.2.1); used: attacks
    made with each of its weapons, by their index in `armament` (na:5.16.2.6).
    """

    unit: UnitId = field(metadata=_ALL)
    load: AirAttack | None = field(default=None, metadata=known(OWNER, also=_carried_out))
    first_turn: int = field(default=0, metadata=_ALL)
    flew: int = field(default=0, metadata=_ALL)
    left_by: tuple[Edge, ...] = field(default=(), metadata=_ALL)
    used: tuple[int, ...] = field(default=(), metadata=_ALL)

    def uses(self, weapon: int) -> int:
        """Attacks made with a weapon."""
        return self.used[weapon] if weapon < len(self.used) else 0

    def after(self, weapon: int) -> tuple[int, ...]:
        """`used` after one more attack with a weapon."""
        counts = [self.uses(at) for at in range(max(len(self.used), weapon + 1))]
        counts[weapon] += 1
        return tuple(counts)


@frozen(eq=False, repr=False)
class Track(Alike):
    """How an anti-aircraft unit follows the aircraft: hexes that it flew in its sight without a break (na:6.7.4.1.1).

    tracked: whether those were enough once; it holds as long as it keeps the aircraft in sight.
    """

    unit: UnitId
    hexes: int = 0
    tracked: bool = False


@keeps_secrets
@frozen(eq=False, repr=False)
class AirStrike(Alike):
    """An attack that has been announced and is not resolved yet.

    target: the acquired unit; hexes: the pattern, on the map; struck: the ground units in it, of both sides; asked:
    those whose owners have shown their commands or declined to (na:6.5.4.3a); scatter_rolled: whether the roll for
    the scatter of its bombs has been made (or:7.26a).
    """

    weapon: int = field(metadata=_ALL)
    pattern: Pattern = field(metadata=_ALL)
    target: UnitId = field(metadata=_ALL)
    range: int = field(metadata=_ALL)
    hexes: tuple[Hex, ...] = field(metadata=_ALL)
    struck: tuple[UnitId, ...] = field(metadata=_ALL)
    asked: tuple[UnitId, ...] = field(default=(), metadata=known(OWN_UNITS))
    scatter_rolled: bool = field(default=False, metadata=_ALL)


def _fired_at(state: Any, flight: Flight, side: str | None) -> bool:
    """Whether a side is the one that may fire at the aircraft."""
    return side is not None and state.units[flight.unit].side != side


@keeps_secrets
@frozen(eq=False, repr=False)
class Flight(Alike):
    """The crossing in progress; where the aircraft is and faces stands in its `Unit`.

    entered_by: the edges over which it came; flown: hexes flown over the map, the edge hex the first; turned: whether
    it has had its one turn (na:6.7.2.3.1); attacks: made in this crossing.
    target, observer: the unit that it is acquiring, and the FO that spots it where one must (na:6.7.3.1.2); counted:
    hexes flown with that target in sight, None = it is out of sight; acquired: whether they were enough
    (na:6.7.3.1.1).
    tracks: the anti-aircraft units that have it in sight; plan: the steps that it has yet to take; answering: whether
    the other side may fire now; held: whether that side wants to be asked no more until the aircraft attacks;
    strike, fire: announced, and not resolved yet; under_fire: where anti-aircraft fire has met it in this crossing, and
    whether with any effect (or:7.26a).
    """

    unit: UnitId = field(metadata=_ALL)
    speed: Speed = field(metadata=_ALL)
    altitude: Altitude = field(metadata=_ALL)
    entered_by: tuple[Edge, ...] = field(default=(), metadata=_ALL)
    flown: int = field(default=1, metadata=_ALL)
    turned: bool = field(default=False, metadata=_ALL)
    attacks: int = field(default=0, metadata=_ALL)
    target: UnitId | None = field(default=None, metadata=_ALL)
    observer: UnitId | None = field(default=None, metadata=_ALL)
    counted: int | None = field(default=None, metadata=_ALL)
    acquired: bool = field(default=False, metadata=_ALL)
    tracks: tuple[Track, ...] = field(default=(), metadata=_ALL)
    plan: tuple[str, ...] = field(default=(), metadata=known(OWNER, ()))
    answering: bool = field(default=False, metadata=known(_fired_at, False))
    held: bool = field(default=False, metadata=known(_fired_at, False))
    strike: AirStrike | None = field(default=None, metadata=known(PARTS))
    fire: tuple[tuple[UnitId, int], ...] = field(default=(), metadata=_ALL)
    under_fire: tuple[tuple[Hex, bool], ...] = field(default=(), metadata=_ALL)

    def track(self, unit: UnitId) -> Track | None:
        """How a unit follows it; None if it does not have it in sight."""
        return next((t for t in self.tracks if t.unit == unit), None)


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Air(Alike):
    """All that aircraft add to the state of a game.

    flight: the crossing in progress; sorties: what is known of each aircraft; observers: the FOs that spot for them in
    this turn, and what (na:6.7.3.1.2).
    """

    flight: Flight | None = field(default=None, metadata=known(PARTS))
    sorties: Mapping[UnitId, Sortie] = field(factory=dict, metadata=known(PARTS))
    observers: Mapping[UnitId, UnitId] = field(factory=dict, metadata=_ALL)

    def sortie(self, unit: UnitId) -> Sortie:
        """What is known of an aircraft."""
        return self.sorties.get(unit) or Sortie(unit)

    def with_sortie(self, sortie: Sortie) -> Air:
        """The same with something else known of an aircraft."""
        return replaced(self, sorties={**self.sorties, sortie.unit: sortie})


#: At the beginning of a game.
NO_AIR: Final = Air()


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
