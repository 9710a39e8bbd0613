"""Thinking in threads of the program itself: for tests, lessons, and a host without processes for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final, TypeVar

from core.ai import Budget, Thought
from core.ai.decision import Decision
from core.ai.levels import level

T = TypeVar("T")


async def in_a_thread(call: Callable[[], T]) -> T:
    """What a call gives, made in a thread that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def settle(value: T | None, error: BaseException | None) -> None:
        if result.done():  # nobody wants it any more
            return
        if error is not None:
            result.set_exception(error)
        else:
            result.set_result(value)  # type: ignore[arg-type]  # without an error there is a value

    def run() -> None:
        value, failed = None, None
        try:
            value = call()
        except BaseException as error:
            failed = error
        with suppress(RuntimeError):  # the loop is closed: the program ends
            loop.call_soon_threadsafe(settle, value, failed)

    Thread(target=run, name="thinking", daemon=True).start()
    return await result


class Inside:
    """Thinks in threads. A thought that is stopped is dropped; it runs on to its end for nobody."""

    barred: Final[frozenset[str]] = frozenset()

    async def think(self, decision: Decision) -> Thought:
        """Decide in a thread, in no more time than a table gives."""
        end = time.monotonic() + level(decision.level).seconds
        return await in_a_thread(lambda: decision(Budget(spent=lambda: time.monotonic() >= end)))

    def close(self) -> None:
        """Nothing has to be stopped."""
