"""Where games are played: in this process, or in processes of their own on this machine.

A place takes games by `start`, gives a future for each, and can be left at any time.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final, Protocol

from core.yardstick.result import GameResult
from tui.farm.game import Task, play

#: A process is replaced by another after about so many games, whatever it may have kept.
_GAMES: Final = 200
#: More processes than so many times the processors do not make it faster.
_MOST: Final = 4

Playing = Callable[[Task], GameResult]


class PlaceGoneError(Exception):
    """Where the games were played is not there any more, or cannot be used; the text says why, in one line."""


class Place(Protocol):
    """Where games are played."""

    @property
    def ahead(self) -> int:
        """How many games may be begun or wait for their turn."""
        ...

    def start(self, task: Task) -> Future[GameResult]:
        """Have a game played. PlaceGoneError if nothing can be played here any more."""
        ...

    def lost(self, future: Future[GameResult]) -> bool:
        """Whether a game has no result since its process has ended amid it, with others or by its fault."""
        ...

    def again(self, task: Task, *, alone: bool) -> GameResult:
        """The result of a game that was lost, now that no other is played. alone: whether no other was lost."""
        ...

    def alive(self) -> None:
        """PlaceGoneError if nothing can be played here any more."""
        ...

    def check(self, build: str, contents: Mapping[str, str]) -> None:
        """PlaceGoneError unless this version can play there, with content of these hashes by scenario."""
        ...

    def close(self) -> None:
        """Leave it at once; what is played there is dropped."""
        ...


class Here:
    """This process: one game after the other."""

    ahead = 1

    def start(self, task: Task) -> Future[GameResult]:
        """Play it before anything else is done."""
        future: Future[GameResult] = Future()
        future.set_result(play(task))
        return future

    def lost(self, future: Future[GameResult]) -> bool:
        """It cannot end without this process."""
        return False

    def again(self, task: Task, *, alone: bool) -> GameResult:
        """Nothing speaks against it."""
        return play(task)

    def alive(self) -> None:
        """It is."""

    def check(self, build: str, contents: Mapping[str, str]) -> None:
        """It is the same program."""

    def close(self) -> None:
        """Nothing goes on."""


class Processes:
    """So many processes of this machine. They end with this one, whatever ends it."""

    def __init__(self, jobs: int, playing: Playing = play) -> None:
        self.jobs = min(jobs, _MOST * (os.cpu_count() or 1))
        self.ahead = 2 * self.jobs
        self._playing = playing
        # Begun anew, not forked: whoever calls this may have threads, whose locks a copy would hold for ever.
        self._context = get_context("spawn")
        _begin_tracking()
        self._there, self._here = self._context.Pipe(duplex=False)
        self._pool, self._begun = self._opened(self.jobs), 0
        self._closed = False

    def _opened(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, mp_context=self._context, initializer=_begin, initargs=(self._there,))

    def start(self, task: Task) -> Future[GameResult]:
        """Have it played by the next process that is free."""
        self.alive()
        self._begun += 1
        if self._begun > _GAMES * self.jobs:
            # What waits there is still played; then its processes end.
            self._pool.shutdown(wait=False)
            self._pool, self._begun = self._opened(self.jobs), 1
        try:
            return self._pool.submit(self._playing, task)
        except RuntimeError:  # a process has ended, or all were closed just now
            self.alive()
            self._pool, self._begun = self._opened(self.jobs), 1
            return self._pool.submit(self._playing, task)

    def lost(self, future: Future[GameResult]) -> bool:
        """Whether the pool broke or was closed before the game was over."""
        return future.cancelled() or isinstance(future.exception(), BrokenProcessPool)

    def again(self, task: Task, *, alone: bool) -> GameResult:
        """Played in a process of its own: if that ends too, it is the fault of the game."""
        self.alive()
        with self._opened(1) as pool:
            try:
                return pool.submit(self._playing, task).result()
            except BrokenProcessPool:
                self.alive()
                return task.failed("its process was ended amid it: killed, or out of memory")

    def alive(self) -> None:
        """PlaceGoneError once it has been closed."""
        if self._closed:
            raise PlaceGoneError("the games were stopped")

    def check(self, build: str, contents: Mapping[str, str]) -> None:
        """They begin from the same files; each proves it with its first game."""

    def close(self) -> None:
        """End all processes; each sees that there is nobody any more at the other end."""
        if not self._closed:
            self._closed = True
            self._here.close()
            self._there.close()
            self._pool.shutdown(wait=False, cancel_futures=True)


def _begin_tracking() -> None:
    """Have Python begin the process that watches over its others, which wants the true standard error: what an app puts
    in its place has no descriptor, and no process could be begun."""
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()


def _begin(there: Connection[Any, Any]) -> None:
    """Begin a process: it reads what content of one's own there is, and ends as soon as nobody waits for it."""
    from tui.own_content import read_own_content

    # Whoever presses ctrl+c ends the command, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_until_nobody_waits, args=(there,), daemon=True).start()
    read_own_content()


def _until_nobody_waits(there: Connection[Any, Any]) -> None:
    with suppress(EOFError, OSError):
        there.recv()
    os.kill(os.getpid(), signal.SIGTERM)


def opened(jobs: int, games: int, cluster: str = "") -> Place:
    """Where so many games are played best: on a cluster if its address is given, else here or in processes.

    PlaceGoneError if there is no such cluster.
    """
    if cluster:
        from tui.farm.cluster import Cluster

        return Cluster(cluster)
    return Here() if min(jobs, games) <= 1 else Processes(min(jobs, games))
