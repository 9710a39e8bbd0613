"""A run of games as a command asks for it: where they are played, into which file they go, what is said of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from attrs import frozen

from core.yardstick.result import GameResult, Key
from tui.farm.build import build
from tui.farm.game import Task
from tui.farm.places import Place, PlaceGoneError, opened
from tui.farm.playing import play_all
from tui.farm.results import ResultsFile


@frozen(kw_only=True)
class Run:
    """How games are played.

    jobs: at the same time; cluster: the address of a Dask scheduler, "" = on this machine; out: the file into which
    results go, None = none; save: the folder for journals, None = none is kept; told: called with what is to be told
    beside the results; why: whether journals have what players thought of their orders.
    """

    told: Callable[[str], None]
    jobs: int = 1
    cluster: str = ""
    out: Path | None = None
    save: Path | None = None
    why: bool = False

    def results(self, keys: Sequence[Key]) -> Iterator[GameResult]:
        """The games: first those that the file has already, then the others, each as it ends and is written.

        ResultsError if the file is none of results; PlaceGoneError if they cannot be played, or not all of them.
        """
        if self.out is None:
            yield from self._played(list(keys), None)
            return
        file = ResultsFile(self.out, self.told)
        try:
            there = [file.done[key] for key in keys if key in file.done]
            self._told_of(there)
            yield from there
            yield from self._played(list(file.left(keys)), file)
        finally:
            self._close(file)

    def _played(self, keys: list[Key], file: ResultsFile | None) -> Iterator[GameResult]:
        if not keys:
            return
        tasks = (Task(key, build(), self.save, why=self.why) for key in keys)
        place = opened(self.jobs, len(keys), self.cluster)
        self._check(place, keys)
        played = 0
        try:
            with closing(play_all(tasks, place)) as results:
                for result in results:
                    played += 1
                    if file is not None:
                        file.add(result)
                    yield result
        except PlaceGoneError as gone:
            kept = f"; they are in {self.out}, and the same command goes on with the rest" if self.out else ""
            raise PlaceGoneError(f"{gone}; {played} of {len(keys)} games were played{kept}") from gone

    def _check(self, place: Place, keys: list[Key]) -> None:
        try:
            place.check(build(), {key.scenario: key.content for key in keys})
        except BaseException:
            place.close()
            raise

    def _told_of(self, there: list[GameResult]) -> None:
        if not there:
            return
        other = sum(result.version != build() for result in there)
        by = f", {other} of them by another version" if other else ""
        self.told(f"{self.out} has {len(there)} of these games already{by}; the others are played")

    def _close(self, file: ResultsFile) -> None:
        unwritten = file.close()
        if unwritten:
            self.told(f"{len(unwritten)} results could not be written to {self.out}; they follow on standard output")
            sys.stdout.write(b"".join(unwritten).decode())
