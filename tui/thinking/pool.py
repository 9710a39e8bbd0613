"""The processes that think for a program, and who of those who wait is next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import asynccontextmanager
from typing import Any, Final

from attrs import evolve

from content import catalogue
from content.kit.load import ContentError
from core.ai import LEVELS, SUBSTITUTE, Thought
from core.ai.decision import Decision
from core.kept import KeptFor
from core.presentation import Argument
from core.system import RuleSystem
from tui.thinking.inside import Inside, in_a_thread
from tui.thinking.process import ProcessError, Question, ThinkingProcess
from tui.thinking.thoughts import Replaced

#: Seconds that a process may take to be there and to read a scenario, besides its thinking.
OPENING: Final = 60.0


class Pool:
    """A few processes that think, for all who ask; whoever has waited longest is next.

    processes: how many; seconds: how long one decision may take, after twice as long it is given up; barred: levels
    that are not played here. Where as many wait as there are processes, a level's relief decides in its place. A level
    that gives no order, for whatever reason, has `SUBSTITUTE` play for it, in a thread of the program, and the answer
    says why. failed: told of each process that gave no order, and why.
    """

    def __init__(
        self,
        processes: int = 1,
        seconds: float = 10.0,
        barred: Collection[str] = (),
        *,
        failed: Callable[[Decision, str], None] = lambda decision, why: None,
    ) -> None:
        self.seconds = seconds
        #: A host's menus leave these out; who names one all the same is told who plays instead.
        self.barred = frozenset(barred)
        self._free = [ThinkingProcess(seconds) for _ in range(processes)]
        self._all = tuple(self._free)
        self._waiting: list[asyncio.Future[ThinkingProcess]] = []
        self._inside = Inside()
        self._contents: KeptFor[Any, str, str] = KeptFor(1)
        self._failed = failed
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes that run."""
        return tuple(process.pid for process in self._all if process.pid is not None)

    async def think(self, decision: Decision) -> Thought:
        """Decide in a process; whoever is cancelled in it ends the process."""
        if decision.level in self.barred and decision.level != SUBSTITUTE:
            return await self._instead(decision, f"{decision.level} is not played on this host")
        relief = LEVELS[decision.level].relief if decision.level in LEVELS else ""
        if relief and len(self._waiting) >= len(self._all) > 0:
            thought = await self.think(evolve(decision, level=relief))
            told = Argument(f"Many wait to think: {relief} has decided this for {decision.level}.")
            return evolve(thought, level=decision.level, why=(told, *thought.why), intent=decision.intent)
        content = self._content(decision.system)
        if not content or not self._all:
            return await self._inside.think(decision)
        async with self._process() as process:
            try:
                return await self._asked(process, decision, content)
            except ProcessError as error:
                if self._closed:
                    raise
                why = str(error)
        self._failed(decision, why)
        return await self._instead(decision, why)

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for process in self._all:
            process.stop()

    async def _asked(self, process: ThinkingProcess, decision: Decision, content: str) -> Thought:
        """What a process thinks. ProcessError if it gives none, or none in time."""
        fresh, stops = process.pid is None, process.stops
        try:
            async with asyncio.timeout(2 * self.seconds + (OPENING if fresh else 0.0)):
                return await in_a_thread(lambda: process.ask(lambda: Question.of(decision, content), stops))
        except TimeoutError:
            process.stop()
            raise ProcessError(f"it had no answer within {2 * self.seconds:g} seconds") from None
        except asyncio.CancelledError:
            process.stop()
            raise

    async def _instead(self, decision: Decision, why: str) -> Thought:
        """What the substitute orders."""
        thought = await self._inside.think(evolve(decision, level=SUBSTITUTE))
        amiss = f"{SUBSTITUTE} plays for {decision.level}: {why}"
        return Replaced(thought.side, decision.level, thought.order, thought.why, amiss)

    @asynccontextmanager
    async def _process(self) -> Any:
        """A process that nobody else asks meanwhile."""
        process = await self._next()
        try:
            yield process
        finally:
            self._give_back(process)

    async def _next(self) -> ThinkingProcess:
        if self._free:
            return self._free.pop()
        turn: asyncio.Future[ThinkingProcess] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given one in the same moment
                self._give_back(turn.result())
            raise

    def _give_back(self, process: ThinkingProcess) -> None:
        while self._waiting:
            turn = self._waiting.pop(0)
            if not turn.done():
                turn.set_result(process)
                return
        self._free.append(process)

    def _content(self, system: RuleSystem[Any]) -> str:
        """Hash of the files of a scenario, from when it is first asked for; "" if it was not read from files."""
        kept = self._contents.of(system)
        if "content" not in kept:
            try:
                kept["content"] = catalogue.content_hash(system.scenario)
            except ContentError:
                kept["content"] = ""
        return kept["content"]
