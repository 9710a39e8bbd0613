"""The race as a rule system: what it adds to its book of one chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from core import secrecy
from core.book.book_system import Judgement, RulebookSystem
from core.choice import Partial
from core.event import Event, SideId
from core.hexes import Hex
from core.presentation import Formation, OddsReport, Standing, TerrainLook
from core.sequence import Step
from tests.toy.chapters import BOOK
from tests.toy.face import RaceFace
from tests.toy.pieces import RUNNERS, Pace, Race
from tests.toy.running import RollOrder
from tests.toy.state import STEP, RaceState

LOOKS: Final = {"clear": TerrainLook("clear", "Clear", "open", " ", " ", "c")}
#: What a computer player does where the chapter names "run".
JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "run": lambda view, side, dice: RollOrder(pace=Pace.STEADY, hex=Hex(1, 1))
}
RACE: Final = Race("toy-race", "The Race", 400)
#: A race that nobody wins.
LONG_RACE: Final = Race("toy-race-long", "The Long Race", 10**9)


@frozen(eq=False)
class Toy(RulebookSystem[RaceState, Race]):
    """The rules of a race."""

    id = "toy"
    book = BOOK

    def judgements(self) -> Mapping[str, Judgement]:
        return JUDGEMENTS

    @property
    def sequence(self) -> tuple[Step, ...]:
        return (STEP,)

    @property
    def face(self) -> RaceFace:
        return RaceFace(self.looks)

    def initial(self) -> RaceState:
        return RaceState(self.on)

    def formations(self) -> tuple[Formation, ...]:
        """Every runner is one."""
        return tuple(Formation(unit, unit, side, (unit,)) for side, unit in RUNNERS.items())

    def weighs(self, view: RaceState, side: SideId, partial: Partial) -> OddsReport | None:
        """A bold runner comes to nothing one time in two (toy:4)."""
        return OddsReport("Run", (("points", 0.5), ("nothing", 0.5))) if partial[:1] == ("roll:bold",) else None

    def view(self, state: RaceState, side: SideId | None) -> RaceState:
        return secrecy.view(state, side)

    def redact(self, state: RaceState, event: Event, side: SideId | None) -> Event | None:
        return secrecy.redact(state, event, side)

    def final(self, state: RaceState, event: Event, side: SideId) -> bool:
        """Nobody learns of a plan by anything that happens."""
        return False

    def standings(self, state: RaceState) -> tuple[Standing, ...]:
        return tuple(Standing(side, points) for side, points in state.points.items())


def open_toy(scenario: str, options: Sequence[str] = ()) -> Toy:
    """The rules of a race."""
    if not scenario.startswith("toy-race"):
        raise LookupError(f"no scenario {scenario!r}")
    return Toy(LONG_RACE if scenario == LONG_RACE.id else RACE, LOOKS)
