"""Many games, wherever they are played: the one path of simulations, tournaments and trials of a battle."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from core.yardstick.result import GameResult
from tui.farm.game import Task, told
from tui.farm.places import Place, PlaceGoneError

#: Seconds after which it is asked whether the place is still there.
_PATIENCE: Final = 5.0


def play_all(tasks: Iterable[Task], place: Place) -> Generator[GameResult, None, None]:
    """Play games; each result as it comes. Not more are begun than the place wants, so that one may stop at any time.

    A game that goes wrong is a result that says so. PlaceGoneError if nothing can be played there any more; the
    place is closed whatever happens.
    """
    left = iter(tasks)
    under_way: dict[Future[GameResult], Task] = {}
    try:
        while True:
            _begin(left, place, under_way)
            if not under_way:
                return
            done, _ = wait(under_way, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
            if not done:
                place.alive()
            for future in done:
                yield _result(place, under_way.pop(future), future)
    finally:
        place.close()


def _begin(left: Iterator[Task], place: Place, under_way: dict[Future[GameResult], Task]) -> None:
    while len(under_way) < place.ahead:
        task = next(left, None)
        if task is None:
            return
        under_way[place.start(task)] = task


def _result(place: Place, task: Task, future: Future[GameResult]) -> GameResult:
    try:
        result = _given(place, task, future)
    except PlaceGoneError:
        raise
    except Exception as error:
        place.alive()
        return task.failed(told(error))
    if not result.failed and result.version != task.build:
        return task.failed(f"it was played by another version: {result.version or 'an unknown one'}")
    return result


def _given(place: Place, task: Task, future: Future[GameResult]) -> GameResult:
    try:
        return future.result()
    except (BrokenProcessPool, CancelledError):
        return place.again(task)
