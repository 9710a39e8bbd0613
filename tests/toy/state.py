"""All that there is to know of a race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import define, evolve, field

from core.event import SideId
from core.hexes import Hex
from core.presentation import Outcome
from core.secrecy import ALL, OWN_SIDE, keeps_secrets, known
from core.sequence import Acting, Step
from tests.toy.pieces import BLUE, RED, Race

#: The sequence of play: one step, in which the sides take turns.
STEP = Step("race", "Race", "Run", Acting.ALTERNATE, ("toy-roll", "toy-plan"), "toy:1", done="somebody is there")


_ALL: Final = known(ALL)


@keeps_secrets
@define
class RaceState:
    """rolled: orders to run so far; plans: the secret plan of each side, of which the other knows nothing."""

    race: Race = field(metadata=_ALL)
    points: dict[SideId, int] = field(factory=lambda: {RED: 0, BLUE: 0}, metadata=_ALL)
    hexes: dict[SideId, Hex] = field(factory=lambda: {RED: Hex(1, 1), BLUE: Hex(2, 1)}, metadata=_ALL)
    round: int = field(default=0, metadata=_ALL)
    rolled: int = field(default=0, metadata=_ALL)
    plans: dict[SideId, str] = field(factory=dict, metadata=known(OWN_SIDE))
    outcome: Outcome | None = field(default=None, metadata=_ALL)

    def copy(self) -> RaceState:
        """An independent copy."""
        return evolve(self, points=dict(self.points), hexes=dict(self.hexes), plans=dict(self.plans))

    def shown(self, changes: Mapping[str, Any]) -> RaceState:
        """A copy for a side that is shown these fields otherwise."""
        return evolve(self.copy(), **changes)

    def in_secret(self, side: SideId) -> bool:
        """Nobody hears that a plan of the other side is taken back."""
        return True

    @property
    def next_side(self) -> SideId:
        """The side whose turn it is."""
        return (RED, BLUE)[self.rolled % 2]
