"""All that there is to know of a race."""

from __future__ import annotations

from attrs import define, evolve, field

from core.event import SideId
from core.hexes import Hex
from core.presentation import Outcome
from core.sequence import Acting, Step
from tests.toy.pieces import BLUE, RED, Race

#: The sequence of play: one step, in which the sides take turns.
STEP = Step("race", "Race", "Run", Acting.ALTERNATE, ("toy-roll", "toy-plan"), "toy:1", done="somebody is there")


@define
class RaceState:
    """rolled: orders to run so far; plans: the secret plan of each side."""

    race: Race
    points: dict[SideId, int] = field(factory=lambda: {RED: 0, BLUE: 0})
    hexes: dict[SideId, Hex] = field(factory=lambda: {RED: Hex(1, 1), BLUE: Hex(2, 1)})
    round: int = 0
    rolled: int = 0
    plans: dict[SideId, str] = field(factory=dict)
    outcome: Outcome | None = None

    def copy(self) -> RaceState:
        """An independent copy."""
        return evolve(self, points=dict(self.points), hexes=dict(self.hexes), plans=dict(self.plans))

    @property
    def next_side(self) -> SideId:
        """The side whose turn it is."""
        return (RED, BLUE)[self.rolled % 2]
