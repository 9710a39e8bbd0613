"""The host's event loop is the host's: no session changes how it runs the tasks of all."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from tests.host.client import connected, hosting, known, play
from tests.host.test_server import slates


async def test_players_come_in_while_others_are_here(tmp_path: Path) -> None:
    async with hosting(tmp_path, slates()) as host, AsyncExitStack() as stack:
        for name in ("anna", "bert", "carl"):
            key, _ = known(host, name)
            conn = await asyncio.wait_for(stack.enter_async_context(connected(host, key, name)), 60)
            player = await play(conn)
            await player.until(f"{name} at")
        assert len(host.sessions()) == 3


async def test_tasks_are_made_as_python_makes_them(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    async with hosting(tmp_path, slates()) as host:
        key, _ = known(host)
        async with connected(host, key) as conn:
            player = await play(conn)
            await player.until("anna at")
            assert loop.get_task_factory() is None
            loop.set_task_factory(lambda loop, coro: asyncio.Task(coro, loop=loop))
            assert loop.get_task_factory() is None
