"""A host whose players come straight to a table, and what is shown to each of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
from attrs import define, field

from saves.rooms.house import House
from saves.rooms.names import PlayerName
from tests.host.client import Player, config, connected, known, play
from tui.host.apps import GameApps, game_apps
from tui.host.config import HostConfig
from tui.host.errands import Errand, Errands
from tui.host.serve import Host, serve
from tui.host.session import Caller
from tui.lobby.app import LobbyApp


class AtTables:
    """The host's own apps; a player for whom a table is named goes to it at once."""

    def __init__(self, apps: GameApps, tables: Mapping[str, str]) -> None:
        self._apps = apps
        self._tables = tables
        self.opened: dict[str, LobbyApp] = {}

    @property
    def errands(self) -> Errands | None:
        """As the host does."""
        return self._apps.errands

    async def bring(self, caller: Caller, data: bytes) -> Errand:
        """As the host does."""
        return await self._apps.bring(caller, data)

    def register(self, caller: Caller) -> Any:
        """As the host does."""
        return self._apps.register(caller)

    def play(self, caller: Caller, player: PlayerName) -> Any:
        """The lobby, which goes on to the table."""
        app = self._apps.play(caller, player)
        assert isinstance(app, LobbyApp)
        app._start_room = self._tables.get(player)
        self.opened[player] = app
        return app


@define
class Club:
    """A running host, its house, and the keys of its players. tables: where each player goes when he comes."""

    host: Host
    house: House
    apps: AtTables
    tables: dict[str, str]
    keys: dict[str, asyncssh.SSHKey] = field(factory=dict)
    _stack: AsyncExitStack = field(factory=AsyncExitStack)

    async def come(self, name: str, *, size: tuple[int, int] = (80, 24), **more: Any) -> Player:
        """A player comes in; he leaves with the test, or when his connection is aborted."""
        if name not in self.keys:
            self.keys[name], _ = known(self.host, name)
        conn = await self._stack.enter_async_context(connected(self.host, self.keys[name], name))
        player = await play(conn, size=size, **more)
        await player.until(lambda: player.screen.text.strip() != "", 30)
        return player

    def app(self, name: str) -> LobbyApp:
        """The app that a player has opened last."""
        return self.apps.opened[name]


@asynccontextmanager
async def club(data: Path, settings: HostConfig | None = None) -> AsyncIterator[Club]:
    """A host with the game's own apps, in this process."""
    ready: asyncio.Future[Host] = asyncio.get_running_loop().create_future()
    made: list[tuple[House, AtTables]] = []
    tables: dict[str, str] = {}

    @asynccontextmanager
    async def make(host: Host) -> AsyncIterator[AtTables]:
        async with game_apps(host) as apps:
            assert isinstance(apps, GameApps)
            made.append((apps._house, AtTables(apps, tables)))
            yield made[0][1]

    task = asyncio.create_task(serve(settings or config(), data, make_apps=make, ready=ready.set_result))
    await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    host = ready.result()
    here = Club(host, *made[0], tables)
    try:
        async with here._stack:
            yield here
    finally:
        await host.stop(0, "")
        await task
