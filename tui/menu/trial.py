"""Games of a battle between computer players in a process of its own: to see whether it is fair."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, frozen

from core.ai import DEFAULT_LEVEL
from core.yardstick.balance import Tried
from core.yardstick.result import Key
from tui.farm.game import Task

if TYPE_CHECKING:
    from content.kit.battles import Plan
    from tui.farm.places import Place


@frozen
class TrialGame:
    """A game that was played: its winner, None for a draw, and the points by side."""

    winner: str | None
    scores: dict[str, int]


@define
class Trial:
    """Games that are being played. `results` yields each as it ends; `stop` ends the process at any time."""

    plan: Plan
    games: int
    stopped: bool = False
    _place: Place | None = None

    def results(self) -> Iterator[TrialGame]:
        """Play the games, one after the other. ValueError if the battle is refused, RuntimeError if a game fails."""
        from content.kit.battles import written
        from tui.farm.places import PlaceGoneError, Processes
        from tui.farm.playing import play_all

        with tempfile.TemporaryDirectory(prefix="panzerhex-") as name:
            written(self.plan, Path(name), "panzer")
            self._place = Processes(1)
            if self.stopped:
                self._place.close()
            try:
                for result in play_all(self._tasks(Path(name)), self._place):
                    if result.failed:
                        raise RuntimeError(f"a game between computer players failed: {result.failed}")
                    yield TrialGame(result.winner, dict(result.scores))
            except PlaceGoneError:
                if not self.stopped:
                    raise

    def _tasks(self, folder: Path) -> Iterator[Task]:
        from tui.farm.build import build

        sides = tuple((force.side.id, DEFAULT_LEVEL) for force in self.plan.forces)
        for number in range(1, self.games + 1):
            yield Task(Key(self.plan.id, (), sides, f"trial/{number}", ""), build(), folder=folder)

    def stop(self) -> None:
        """End the process, wherever it is."""
        self.stopped = True
        if self._place is not None:
            self._place.close()


def tried(plan: Plan, games: list[TrialGame]) -> Tried:
    """What so many games say, the attacker first."""
    first, second = (force.side.id for force in plan.forces)
    return Tried.of((one.winner for one in games), (one.scores[first] - one.scores[second] for one in games), first)


def told(plan: Plan, so_far: Tried) -> str:
    """That in a sentence."""
    first, second = (force.side.name for force in plan.forces)
    return (
        f"{so_far.games} games: {first} won {so_far.first}, {second} {so_far.second}, {so_far.drawn} drawn; "
        f"{first} has {so_far.share} of the points (95 %), mean lead {so_far.lead:+.0f}"
    )
