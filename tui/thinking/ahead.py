"""Thinking of a computer player's orders in a secret step while the human player still chooses his own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from attrs import define, evolve, field

from core.ai import Thought
from core.ai.decision import Decision
from core.event import SideId
from core.play.foresight import Ahead
from core.presentation import Status
from tui.thinking.thoughts import Thoughts

#: No more orders than so many are thought of ahead of a step.
MOST: Final = 200


@define
class _Course:
    """The orders that a side will give in a step: those thought of, and the task that thinks of more."""

    step: tuple[int, str, str]
    task: asyncio.Task[None]
    found: asyncio.Queue[Thought | None] = field(factory=asyncio.Queue)


class AheadOfTime:
    """Thinks ahead for the computers of a game. thoughts: who thinks."""

    def __init__(self, thoughts: Callable[[], Thoughts]) -> None:
        self._thoughts = thoughts
        self._courses: dict[SideId, _Course] = {}

    def begin(self, first: Decision) -> None:
        """Think of what a side orders from now on in the present step, if that has not begun; `first`: its decision."""
        step = _step(first.system.face.status(first.view))
        known = self._courses.get(first.side)
        if known is not None and known.step == step:
            return
        self.forget(first.side)
        found: asyncio.Queue[Thought | None] = asyncio.Queue()
        task = asyncio.create_task(self._think(first, found), name=f"ahead of {first.side}")
        self._courses[first.side] = _Course(step, task, found)

    async def next(self, decision: Decision, allowed: Callable[[Thought], bool]) -> Thought | None:
        """The next order of a side that was thought of in this step; None if none was, or it may not be given now."""
        known = self._courses.get(decision.side)
        if known is None or known.step != _step(decision.system.face.status(decision.view)):
            self.forget(decision.side)
            return None
        thought = await known.found.get()
        if thought is not None and allowed(thought):
            return thought
        self.forget(decision.side)
        return None

    def forget(self, *sides: SideId) -> None:
        """Drop what was thought of for some sides, or for all."""
        for side in sides or tuple(self._courses):
            known = self._courses.pop(side, None)
            if known is not None:
                known.task.cancel()

    async def _think(self, first: Decision, found: asyncio.Queue[Thought | None]) -> None:
        ahead: Ahead[Any] = Ahead(first.system, first.view, first.side)
        intent = first.intent
        try:
            for number in range(MOST):
                decision = evolve(first, view=ahead.view, seed=f"{first.seed}/{number}", intent=intent)
                thought = await self._thoughts().think(decision)
                intent = thought.intent
                goes_on = ahead.take(thought.order)
                found.put_nowait(thought)
                if not goes_on:
                    return
        except Exception:  # it is asked again when it is its turn, and what is wrong is told then
            return
        finally:
            found.put_nowait(None)


def _step(now: Status) -> tuple[int, str, str]:
    return now.turn, now.phase, now.step
