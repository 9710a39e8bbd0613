"""What lies on the table: values, no rule."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.presentation import SideLook

RED, BLUE = SideId("red"), SideId("blue")
#: The one unit of each side.
RUNNERS: Final = {RED: UnitId("red-runner"), BLUE: UnitId("blue-runner")}


class Pace(Enum):
    """How a runner runs."""

    STEADY = "steady"
    BOLD = "bold"


BOARD: Final = Board("toy", "Toy", 2, 2, {Hex(c, r): Cell("clear") for c in (1, 2) for r in (1, 2)})
SIDES: Final = (SideLook(RED, "Red", "red"), SideLook(BLUE, "Blue", "blue"))


@frozen
class Race:
    """A scenario. goal: points that win."""

    id: str
    title: str
    goal: int
    edition: str = "first"
    board: Board = BOARD
    sides: tuple[SideLook, ...] = SIDES
