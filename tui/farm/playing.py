"""Many games, wherever they are played: the one path of simulations, tournaments and trials of a battle."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from typing import Final

from core.yardstick.result import GameResult
from tui.farm.game import Task, told
from tui.farm.places import Place, PlaceGoneError

#: Seconds after which it is asked whether the place is still there.
_PATIENCE: Final = 5.0


def play_all(tasks: Iterable[Task], place: Place) -> Generator[GameResult, None, None]:
    """Play games; each result as it comes. Not more are begun than the place wants, so that one may stop at any time.

    A game that goes wrong is a result that says so. Whose process was lost may be there by the fault of another: such
    games are played again when all others are done, each alone. PlaceGoneError if nothing can be played there any
    more; the place is closed whatever happens.
    """
    left = iter(tasks)
    under_way: dict[Future[GameResult], Task] = {}
    lost: list[Task] = []
    try:
        while True:
            _begin(left, place, under_way)
            if not under_way:
                break
            done, _ = wait(under_way, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
            if not done:
                place.alive()
            for future in done:
                task = under_way.pop(future)
                if place.lost(future):
                    lost.append(task)
                else:
                    yield _result(place, task, future.result)
        for task in lost:
            yield _result(place, task, partial(place.again, task, alone=len(lost) == 1))
    finally:
        place.close()


def _begin(left: Iterator[Task], place: Place, under_way: dict[Future[GameResult], Task]) -> None:
    while len(under_way) < place.ahead:
        task = next(left, None)
        if task is None:
            return
        under_way[place.start(task)] = task


def _result(place: Place, task: Task, given: Callable[[], GameResult]) -> GameResult:
    try:
        result = given()
    except PlaceGoneError:
        raise
    except Exception as error:
        place.alive()
        return task.failed(told(error))
    if not result.failed and result.version != task.build:
        return task.failed(f"it was played by another version: {result.version or 'an unknown one'}")
    return result
