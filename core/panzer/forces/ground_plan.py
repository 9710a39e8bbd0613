"""A battle on the ground: edges, where each side sets up, which places are objectives (min:23.1.3, min:23.2.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final

from attrs import frozen

from core.board import Board, Place
from core.hexes import NE, SW, Hex, N, S, column_letters, distance
from core.lots import Lots
from core.panzer.forces.engagements import BattleTables, Engagement

#: What objectives are by preference: the beginning of the id of a place, and its weight in points (min:23.2.4).
_WEIGHTS: Final = (("village", 4), ("bridge", 3), ("hill", 3), ("crossroads", 2), ("ford", 1))
_OTHER: Final = 3
#: Inches from one objective to the next at least, and the most hexes that one may have.
_APART, _LARGEST = 8, 12
#: Victory points are printed in steps of so many.
_STEP: Final = 5
#: Of the depth of the map, what a defender leaves to the attacker besides the inches that the book says, percent.
_LEFT: Final = 40
#: Where no unit begins.
_BARRED: Final = frozenset({"water", "stream", "heavy-woods", "ford", "bridge"})


class Edge(Enum):
    """An edge of the map from which a side comes."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    @property
    def opposite(self) -> Edge:
        """The edge over against it."""
        order = tuple(Edge)
        return order[(order.index(self) + 2) % 4]

    @property
    def inward(self) -> int:
        """The facing of a unit that has the edge behind it."""
        return {Edge.NORTH: S, Edge.SOUTH: N, Edge.WEST: NE, Edge.EAST: SW}[self]

    @property
    def by_rows(self) -> bool:
        """Whether the depth of the map counts in rows from it."""
        return self in (Edge.NORTH, Edge.SOUTH)


def depth_of(board: Board, edge: Edge) -> int:
    """Hexes from an edge to the one over against it."""
    return board.rows if edge.by_rows else board.columns


def off(board: Board, edge: Edge, hex_: Hex) -> int:
    """How many hexes deep a hex lies from an edge; 1 at the edge."""
    if edge is Edge.NORTH:
        return hex_.row
    if edge is Edge.SOUTH:
        return board.rows + 1 - hex_.row
    return hex_.col if edge is Edge.WEST else board.columns + 1 - hex_.col


@frozen
class Strip:
    """Hexes from so many deep to so many deep, counted from an edge: a set-up area."""

    edge: Edge
    first: int
    last: int

    def hexes(self, board: Board) -> list[Hex]:
        """Those on the board, in the order of the map."""
        return [hex_ for hex_ in sorted(board.cells) if self.first <= off(board, self.edge, hex_) <= self.last]

    def lines(self, board: Board) -> tuple[str, str]:
        """Its rows and columns as scenario files name them, the other empty: ("1-6", ""), ("", "A-F")."""
        if self.edge in (Edge.NORTH, Edge.WEST):
            low, high = self.first, self.last
        else:
            deep = depth_of(board, self.edge)
            low, high = deep + 1 - self.last, deep + 1 - self.first
        if self.edge.by_rows:
            return f"{low}-{high}", ""
        return "", f"{column_letters(low)}-{column_letters(high)}"


def strips(
    tables: BattleTables, engagement: Engagement, board: Board, attacker: Edge, inch: int
) -> tuple[Strip, Strip]:
    """Where the attacker and the defender set up. inch: inches to a hex of the board.

    The attacker so many inches from his edge, a defender that far from that edge at least, and behind two fifths of
    the map (min:23.3.4, min:23.3.5); both near their own edges in a Meeting Engagement (min:23.3.a).
    """
    depth = depth_of(board, attacker)
    set_up = tables.depths[engagement]
    first = Strip(attacker, 1, -(-set_up.attacker // inch))
    if set_up.defender:
        return first, Strip(attacker.opposite, 1, -(-set_up.defender // inch))
    leaves = max(-(-set_up.apart // inch), depth * _LEFT // 100)
    return first, Strip(attacker.opposite, 1, depth - leaves)


def room(board: Board, strip: Strip) -> int:
    """Hexes of a strip in which a unit may begin."""
    return sum(board[hex_].terrain not in _BARRED for hex_ in strip.hexes(board))


def room_refusal(board: Board, strip: Strip, units: int, whose: str) -> str:
    """Why so many units have no room to set up; empty if they have (min:23.1.3)."""
    there = room(board, strip)
    if units <= there:
        return ""
    return f"{whose} sets up {units} units where there is room for {there}; a larger map, or fewer points (min:23.1.3)"


# -- objectives ----------------------------------------------------------------------------------


@frozen
class Sought:
    """What is sought of objectives. number: how many; points: what all are worth; inches: of the table to a hex.

    controlled: of the points, what the defender holds at the start, at least (min:23.2.4.3, min:23.2.4.4).
    """

    engagement: Engagement
    attacker: Edge
    number: int
    points: int
    controlled: int
    inches: int = 2


@frozen
class Goal:
    """An objective: where it is, what it is worth, and whether the defender holds it at the start."""

    place: Place
    points: int
    held: bool


def goals(board: Board, sought: Sought, lots: Lots) -> tuple[Goal, ...]:
    """So many objectives, or as many as the map has places, that share the points (min:23.2.4).

    Spread over the map, as near to one side as to the other in a Meeting Engagement (min:23.2.2.1), before the
    defender else, who holds at the start what lies nearest to him (min:23.2.4.3, min:23.2.4.4). None in a Delaying
    Action (min:23.2.4.2).
    """
    if not sought.points or not sought.number:
        return ()
    chosen = _spread(board, sought, lots)
    shares = _shared(sought.points, [_weight(place) for place in chosen])
    deepest = sorted(range(len(chosen)), key=lambda n: _depth(board, sought.attacker, chosen[n]), reverse=True)
    held, so_far = set[int](), 0
    for n in deepest:
        if so_far < sought.controlled:
            held.add(n)
            so_far += shares[n]
    return tuple(Goal(place, shares[n], n in held) for n, place in enumerate(chosen))


def _spread(board: Board, sought: Sought, lots: Lots) -> list[Place]:
    attacker, apart = sought.attacker, _APART // sought.inches
    deep = depth_of(board, attacker)
    meeting = sought.engagement is Engagement.MEETING
    lowest, highest = (deep / 3, deep * 2 / 3) if meeting else (deep * 0.4, deep * 0.85)
    within = [p for p in board.places if p.hexes and len(p.hexes) <= _LARGEST]
    drawn = {p.id: lots.share() for p in within}

    def rank(place: Place) -> tuple[float, float, str]:
        there = _depth(board, attacker, place)
        outside = max(lowest - there, there - highest, 0.0)
        return outside, -_weight(place) - 2 * drawn[place.id], place.id

    ranked = sorted(within, key=rank)
    chosen: list[Place] = []
    for place in ranked:
        if len(chosen) < sought.number and all(_between(place, other) >= apart for other in chosen):
            chosen.append(place)
    return chosen or [_middle(board, attacker)]


def _middle(board: Board, attacker: Edge) -> Place:
    """A hex in the middle of a map without places."""
    centre = Hex(board.columns // 2 + 1, board.rows // 2 + 1)
    clear = [h for h in board.cells if board[h].terrain not in _BARRED]
    return Place("middle", "The Middle", (min(clear, key=lambda h: (distance(h, centre), h)),))


def _weight(place: Place) -> int:
    return next((weight for kind, weight in _WEIGHTS if place.id.startswith(kind)), _OTHER)


def _depth(board: Board, edge: Edge, place: Place) -> float:
    return sum(off(board, edge, hex_) for hex_ in place.hexes) / len(place.hexes)


def _between(one: Place, other: Place) -> int:
    return min(distance(a, b) for a in one.hexes for b in other.hexes)


def _shared(points: int, weights: list[int]) -> list[int]:
    """Points by weights in steps of five that add up to the nearest such step; at least one step each."""
    steps = max(round(points / _STEP), len(weights))
    shares = [max(1, steps * weight // sum(weights)) for weight in weights]
    for n in range(steps - sum(shares)):
        shares[n % len(shares)] += 1
    return [share * _STEP for share in shares]


# -- entry and exit ------------------------------------------------------------------------------


def edge_hexes(board: Board, edge: Edge) -> Iterator[Hex]:
    """The hexes along an edge by which units may come and go, in the order of the map."""
    return (h for h in sorted(board.cells) if off(board, edge, h) == 1 and board[h].terrain not in _BARRED)


def ids(hexes: Iterable[Hex]) -> str:
    """Hexes as files name them."""
    return " ".join(hex_.id for hex_ in hexes)
