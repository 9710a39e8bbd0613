"""Games on a Dask cluster that is there already: each of its workers plays one at a time (the extra `farm`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from core.yardstick.result import GameResult
from tui.farm.game import Task, play
from tui.farm.places import PlaceGoneError

#: Seconds after which a scheduler that does not answer is not there.
_PATIENCE: Final = 10
#: Seconds after which workers that have all gone are not waited for any more.
_RETURN: Final = 60
#: Games that wait at most for each worker.
_AHEAD: Final = 4
#: How often a game is tried again whose worker has gone.
_AGAIN: Final = 1


def found_here(scenarios: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """What a worker answers: its version, and the content hash of each scenario, "" if it cannot read it."""
    from content import catalogue
    from content.kit.load import ContentError
    from tui.farm.build import build

    contents = dict.fromkeys(scenarios, "")
    for scenario in scenarios:
        with suppress(ContentError):
            contents[scenario] = catalogue.content_hash(scenario)
    return build(), contents


class Cluster:
    """A cluster by the address of its scheduler. PlaceGoneError if it is not there, or nobody works on it."""

    def __init__(self, address: str, playing: Callable[[Task], GameResult] = play) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise PlaceGoneError("--on needs Dask; install it with: pip install 'panzerhex[farm]'") from None
        self.address = address
        self._playing = playing
        # It tells of every lost connection with a traceback; what matters of that is said here.
        for name in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise PlaceGoneError(
                f"there is no Dask scheduler at {address} ({_told(error)}); start one: dask scheduler"
            ) from None
        self._pool: Any = self._client.get_executor(pure=False, retries=_AGAIN)
        self.ahead = _AHEAD * max(1, len(self._workers()))
        self._worked = monotonic()

    def _workers(self) -> Mapping[str, Any]:
        workers: Mapping[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def check(self, build: str, contents: Mapping[str, str]) -> None:
        """PlaceGoneError unless every worker is of this version, has this content, and plays one game at a time."""
        workers = self._workers()
        if not workers:
            raise PlaceGoneError(f"nobody works at {self.address}; start some with 'dask worker {self.address}'")
        for name, worker in workers.items():
            if worker["nthreads"] > 1:
                raise PlaceGoneError(f"worker {name} has {worker['nthreads']} threads; start it with --nthreads 1")
        answers = self._client.run(found_here, tuple(contents), on_error="return")
        for name, answer in answers.items():
            if isinstance(answer, BaseException):
                raise PlaceGoneError(
                    f"worker {name} cannot play: {_told(answer)}; install panzerhex there, this version"
                )
            version, there = answer
            if version != build:
                raise PlaceGoneError(f"worker {name} has version {version}, this is {build}; have the same on both")
            other = next((scenario for scenario, content in contents.items() if there[scenario] != content), "")
            if other:
                has = "other content" if there[other] else "no content"
                raise PlaceGoneError(f"worker {name} has {has} for {other}; copy the files of this machine to it")

    def start(self, task: Task) -> Future[GameResult]:
        """Have it played by a worker that is free."""
        self.alive()
        future: Future[GameResult] = self._pool.submit(self._playing, task)
        return future

    def lost(self, future: Future[GameResult]) -> bool:
        """Whether the scheduler has given the game up: it waited at several workers, or was played there, that went."""
        from distributed import KilledWorker

        return future.cancelled() or isinstance(future.exception(), KilledWorker)

    def again(self, task: Task, *, alone: bool) -> GameResult:
        """The one that was lost was at all of those workers, so that it was its fault; of several who knows."""
        self.alive()
        gone = task.failed("its worker was lost amid it, more than once")
        if alone:
            return gone
        future: Future[GameResult] = self._pool.submit(self._playing, task)
        while not wait((future,), timeout=_PATIENCE).done:
            self.alive()
        return gone if self.lost(future) else future.result()

    def alive(self) -> None:
        """PlaceGoneError once the scheduler has not answered for some time, or nobody has worked there."""
        if self._client.status != "running":
            raise PlaceGoneError(f"the cluster at {self.address} is gone")
        now = monotonic()
        with suppress(Exception):  # what is wrong with the scheduler is seen by the status
            if self._workers():
                self._worked = now
        if now - self._worked > _RETURN:
            raise PlaceGoneError(
                f"nobody works at {self.address} any more; start some with 'dask worker {self.address}'"
            )

    def close(self) -> None:
        """Take back what waits there; the workers stay."""
        with suppress(Exception):
            self._pool.shutdown(wait=False)
        with suppress(Exception):
            self._client.close(timeout=1)


def _told(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
