"""Who looks after the games: computers order, clocks run out, other processes are heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from saves.rooms.house import House
from saves.rooms.plan import ClockPlan, RoomPlan, TimeOut
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tests.lobby.parlour import game_screen, seen, settled, visiting
from tests.patience import PATIENCE
from tests.rooms.table import ANNA, BEN, BRITISH, ITALIAN, PIMPLE, Time, advice, house, laid, ordered
from tui.lobby.attendant import Attendant


@asynccontextmanager
async def attended(at: House) -> AsyncIterator[None]:
    """An attendant at work."""
    task = asyncio.create_task(Attendant(at, poll=0.05, beat=0.0).run())
    try:
        yield
        assert not task.done()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(what: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something. TimeoutError if it does not come."""
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.02)


def looks_at(room: Room) -> Callable[[], Awaitable[None]]:
    """Waits until the attendant has looked at the clocks of a room once more, from beginning to end."""
    tick, looks = room.tick, [0]

    def counted() -> Any:
        found = tick()
        looks[0] += 1
        return found

    async def again() -> None:
        seen = looks[0]
        await until(lambda: looks[0] > seen)

    room.tick = counted  # type: ignore[method-assign]
    return again


def against_a_computer(at: House) -> Room:
    """A table at which Anna plays the British against a computer."""
    room = at.create(ANNA, RoomPlan(PIMPLE, seats={ITALIAN: "ai:greedy"}))
    room.join(ANNA, BRITISH, "words")
    return room


async def test_a_computer_orders_for_its_side(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = against_a_computer(at)
    async with attended(at):
        for _ in range(12):
            await until(lambda: BRITISH in room.waits_for())
            room.give(ANNA, advice(room, BRITISH))
        await until(lambda: room.computer_wanted() is None)
    sides = {
        getattr(event, "side", None) for event in (room.game.journal if room.game else ()) if hasattr(event, "order")
    }
    assert {BRITISH, ITALIAN} <= sides


async def test_a_computer_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    at = house(tmp_path)
    bad, good = against_a_computer(at), against_a_computer(at)

    def fail() -> None:
        raise RuntimeError("the gun jammed")

    bad.computer_order = fail  # type: ignore[method-assign, assignment]
    before = good.events
    async with attended(at):
        if not good.computer_wanted():
            good.give(ANNA, advice(good, BRITISH))
        await until(lambda: good.events > before)


async def test_time_runs_out(tmp_path: Path) -> None:
    time = Time()
    at = house(tmp_path, time)
    room = laid(at, RoomPlan(PIMPLE, clock=ClockPlan(1, on_time_out=TimeOut.ADJOURN)))
    looked = looks_at(room)
    async with attended(at):
        await looked()
        time.passes(40)
        await looked()
        time.passes(40)
        await until(lambda: room.stage is Stage.ADJOURNED)


async def test_two_processes_play_one_table(tmp_path: Path) -> None:
    """Two houses on one directory are what two plain programs are to one another."""
    here, there = house(tmp_path), house(tmp_path)
    room = laid(here)
    async with attended(there), visiting(there, BEN, room=room.id) as (ben, b):
        screen = game_screen(ben)
        for _ in range(8):
            ordered(room)
            await until(lambda: screen.table.events == room.events)
            await settled(b)
            assert (screen.stage.ordering is not None) == (ITALIAN in room.waits_for())


async def test_a_player_is_warned_of_his_clock(tmp_path: Path) -> None:
    time = Time()
    at = house(tmp_path, time)
    room = laid(at, RoomPlan(PIMPLE, clock=ClockPlan(2, warning_seconds=(60,))))
    player = room.commander(room.waits_for()[0])
    assert player is not None
    async with attended(at), visiting(at, player, room=room.id, size=(120, 40)) as (app, pilot):
        looked = looks_at(room)
        await looked()
        for _ in range(4):
            time.passes(20)
            await looked()
        await settled(pilot)
        await settled(pilot)
        assert "has 1:00 left" in seen(app)
        assert "!" in game_screen(app).attention.note()


async def test_it_ends_even_if_it_is_woken_at_the_same_moment(tmp_path: Path) -> None:
    attendant = Attendant(house(tmp_path))
    waits, wait = asyncio.Event(), attendant._wake.wait

    async def waiting() -> bool:
        waits.set()
        return await wait()

    attendant._wake.wait = waiting  # type: ignore[method-assign,assignment]
    task = asyncio.create_task(attendant.run())
    await waits.wait()
    attendant._wake.set()
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=PATIENCE)
    assert done == {task}
