"""What lies on the table of the toy game: orders, events, tanks, the state, the board."""

from __future__ import annotations

from copy import deepcopy
from typing import Final

from attrs import define, field, frozen

from core.board import Board, Cell
from core.event import Event, SideId, event
from core.hexes import Hex, hex_from_id
from core.order import Order, order
from core.presentation import (
    Outcome,
)
from core.secrecy import ALL, OWNER

NORTH, SOUTH = SideId("north"), SideId("south")
REACH = 3


@order("toy-secret", known=OWNER)
@frozen(kw_only=True)
class Secret(Order):
    """Give a tank a secret word."""

    unit: str
    word: str


@order("toy-done", known=ALL)
@frozen(kw_only=True)
class Done(Order):
    """End one's part of a step."""


@order("toy-move", known=ALL)
@frozen(kw_only=True)
class Move(Order):
    """Move a tank along hexes."""

    unit: str
    hexes: tuple[Hex, ...]


@order("toy-fire", known=ALL)
@frozen(kw_only=True)
class Fire(Order):
    """Fire at an enemy tank."""

    unit: str
    target: str


@event("toy-word-placed", known=OWNER)
@frozen(kw_only=True)
class WordPlaced(Event):
    """A tank was given a word, in secret."""

    unit: str
    word: str


@event("toy-step-done", known=ALL)
@frozen(kw_only=True)
class StepDone(Event):
    """A side has ended its part of a step."""

    side: SideId


@event("toy-words-shown", known=ALL, reveals=True)
@frozen(kw_only=True)
class WordsShown(Event):
    """All words are shown."""


@event("toy-moved", known=ALL)
@frozen(kw_only=True)
class Moved(Event):
    """A tank moved."""

    unit: str
    to: Hex


@event("toy-shot", known=ALL)
@frozen(kw_only=True)
class Shot(Event):
    """A tank fired."""

    unit: str
    target: str
    hit: bool


@define
class Tank:
    """A tank of the toy game."""

    id: str
    side: SideId
    name: str
    hex: Hex
    word: str | None = None
    spent: bool = False
    dead: bool = False


@define
class ToyState:
    """Everything there is to know of a toy game."""

    tanks: dict[str, Tank]
    turn: int = 1
    step: str = "words"
    done: set[SideId] = field(factory=set)

    def copy(self) -> ToyState:
        """A deep copy."""
        return deepcopy(self)

    def of(self, side: SideId) -> list[Tank]:
        """The tanks that a side has left."""
        return [tank for tank in self.tanks.values() if tank.side == side and not tank.dead]

    @property
    def outcome(self) -> Outcome | None:
        """After two turns, or when a side has no tank left, the side with more tanks has won."""
        left = {side: len(self.of(side)) for side in (NORTH, SOUTH)}
        if self.turn <= 2 and all(left.values()):
            return None
        winner = max(left, key=lambda s: left[s]) if left[NORTH] != left[SOUTH] else None
        return Outcome(
            winner, "victory" if winner else "draw", "more tanks left" if winner else "as many tanks", "toy:6"
        )


def _board() -> Board:
    cells = {}
    for col in range(1, 13):
        for row in range(1, 11):
            terrain = "woods" if col in (4, 5) and row in (4, 5, 6) else "clear"
            cells[Hex(col, row)] = Cell(terrain, level=1 if col >= 10 else 0)
    return Board("toy", "Toy board", 12, 10, cells)


BOARD = _board()
TANKS: Final = (
    Tank("n1", NORTH, "Fox", hex_from_id("C3")),
    Tank("n2", NORTH, "Hare", hex_from_id("F3")),
    Tank("s1", SOUTH, "Wolf", hex_from_id("C8")),
    Tank("s2", SOUTH, "Bear", hex_from_id("F8")),
)
