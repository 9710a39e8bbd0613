"""Games of a battle between computer players in a process of its own: to see whether it is fair."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from core.yardstick.balance import Tried

if TYPE_CHECKING:
    from content.kit.battles import Plan


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
    _process: Any = None

    def results(self) -> Iterator[TrialGame]:
        """Play the games, one after the other. ValueError if the battle is refused, RuntimeError if a game fails."""
        from content.kit.battles import written

        # Begun anew, not forked: whoever calls this has threads, whose locks a copy would hold for ever.
        context = get_context("spawn")
        with tempfile.TemporaryDirectory(prefix="panzerhex-") as name:
            written(self.plan, Path(name), "panzer")
            here, there = context.Pipe(duplex=False)
            work = (there, name, self.plan.id, self.games)
            self._process = context.Process(target=play_games, args=work, daemon=True)
            self._process.start()
            there.close()
            try:
                yield from self._received(here)
            finally:
                self.stop()
                here.close()
                self._process.join()

    def _received(self, here: Connection[Any, Any]) -> Iterator[TrialGame]:
        for _ in range(self.games):
            try:
                result = here.recv()
            except EOFError:
                if self.stopped:
                    return
                raise RuntimeError("a game between computer players did not come to its end") from None
            yield result

    def stop(self) -> None:
        """End the process, wherever it is."""
        self.stopped = True
        if self._process is not None:
            self._process.terminate()


def play_games(there: Connection[Any, Any], folder: str, scenario: str, games: int) -> None:
    """Play so many games of a scenario in a folder of content, and send the result of each."""
    from content import catalogue
    from core.play.simulate import play_game

    catalogue.add_folder(Path(folder))
    system = catalogue.open_system(scenario)
    for number in range(1, games + 1):
        _, played = play_game(system, f"trial/{number}", {})
        there.send(TrialGame(played.winner, {str(side): points for side, points in played.scores.items()}))
    there.close()


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
