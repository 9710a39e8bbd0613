"""Who looks after the games of a house: clocks tick, computers order, other processes' doings are read."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from core.ai import Thought
from core.order import IllegalOrder
from saves.rooms.desk import Change
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.ordering import Thinking
from saves.rooms.room import Room
from tui.thinking.inside import Inside
from tui.thinking.thoughts import Thoughts

#: Seconds between two looks at what other processes wrote; between two looks at the clocks.
POLL: Final = 0.5
TICK: Final = 0.5
#: Seconds between two orders of a computer in one game, so that each can be seen.
BEAT: Final = 0.25
#: Seconds that a room is left alone in which a computer has failed.
REST: Final = 30.0

T = TypeVar("T")

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())


class Attendant:
    """One for each process. `run` goes on until it is cancelled; everything but thinking happens in its event loop.

    thoughts: who thinks for computers, None = this process; poll: seconds between two looks at what other processes
    wrote; beat: seconds between two orders of a computer.
    """

    def __init__(
        self, house: House, *, thoughts: Thoughts | None = None, poll: float = POLL, beat: float = BEAT
    ) -> None:
        self.house = house
        self._poll = poll
        self._polls = 0.0
        self._beat = beat
        self._thoughts = thoughts or Inside()
        self._tables: dict[str, asyncio.Task[None]] = {}
        self._decided: dict[str, Thinking] = {}
        self._resting: dict[str, float] = {}
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Look after the house. Cancelled, it writes down what is only in memory."""
        self._loop = asyncio.get_running_loop()
        unwatch = self.house.watch(self._told)
        try:
            while True:
                if time.monotonic() >= self._polls:
                    self._polls = time.monotonic() + self._poll
                    self._attempt(self.house.poll)
                self._look_round()
                await self._pause()
        finally:
            unwatch()
            for task in self._tables.values():
                task.cancel()
            self._attempt(self.house.close)

    def _told(self, change: Change) -> None:
        """A game has moved on: a computer may be asked now. Called from any thread."""
        if change.kinds & {"game", "room"} and self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake.set)

    async def _pause(self) -> None:
        """Until it is time for the next look, or somebody has moved."""
        try:
            # wait_for of Python 3.11 loses a cancellation that comes together with what it waits for.
            async with asyncio.timeout(min(self._poll, TICK)):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()
        # Several orders in a row wake once.
        await asyncio.sleep(0.02)

    def _look_round(self) -> None:
        try:
            rooms = self.house.attended()
        except RoomError as error:
            log.warning("the rooms cannot be read: %s", error)
            return
        for room in rooms:
            self._attempt(room.tick)
            wanted = self._attempt(room.computer_wanted)
            decided = self._decided.get(room.id)
            if decided is not None and not self._attempt(partial(room.wanted_still, decided)):
                self._tables[room.id].cancel()
            tired = self._resting.get(room.id, 0.0) > time.monotonic()
            if wanted is not None and not tired and room.id not in self._tables:
                task = asyncio.create_task(self._play(room), name=f"computer-{room.id}")
                self._tables[room.id] = task
                task.add_done_callback(lambda _, id_=room.id: self._tables.pop(id_, None))  # type: ignore[misc]

    async def _play(self, room: Room) -> None:
        """Let computers order in a room until people are waited for."""
        try:
            while (thinking := room.computer_order()) is not None:
                room.give_computer(thinking, await self._think(room, thinking))
                await asyncio.sleep(self._beat)
        except (RoomError, IllegalOrder, OSError) as error:
            self._resting[room.id] = time.monotonic() + REST
            log.warning("the computer in %s rests: %s", room.id, error)
        except Exception:
            # A fault of one game must not stop the others.
            self._resting[room.id] = time.monotonic() + REST
            log.exception("the computer in %s failed", room.id)

    async def _think(self, room: Room, thinking: Thinking) -> Thought:
        """What a computer orders. It is cancelled as soon as that is not wanted any more."""
        self._decided[room.id] = thinking
        try:
            return await self._thoughts.think(thinking.decision)
        finally:
            del self._decided[room.id]

    def _attempt(self, act: Callable[[], T]) -> T | None:
        """Do something that may fail without harm to the rest; None if it failed."""
        try:
            return act()
        except (RoomError, OSError) as error:
            log.warning("%s", error)
        except Exception:
            log.exception("the attendant goes on after a fault")
        return None
