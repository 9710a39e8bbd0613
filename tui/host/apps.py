"""What is shown in the sessions of a host: the lobby, and to those without an account how to make one."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual.app import App

from core.ai.decision import Decision
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from tui.host.account_screen import AccountScreen
from tui.host.accounts import Account
from tui.host.bringing import Bringing
from tui.host.errands import Errand, Errands
from tui.host.register import Desk, RegisterApp
from tui.host.session import Apps, Caller
from tui.lobby.app import LobbyApp
from tui.lobby.attendant import Attendant
from tui.shelf import ContentShelf
from tui.thinking.pool import Pool
from tui.thinking.thoughts import Thoughts

if TYPE_CHECKING:
    from tui.host.serve import Host

PLAYERS: Final = "players"
#: Seconds between two looks at what programs outside the host wrote.
POLL: Final = 2.0


@contextlib.asynccontextmanager
async def game_apps(host: Host) -> AsyncIterator[Apps]:
    """The apps of a host, with the house that they share and somebody who looks after it."""
    shelf = ContentShelf()
    house = House(host.data, shelf.open_system, shelf.content_hash, alone=True)
    host.house = house
    # What an older version, or the host before, left in the way of the lobby.
    house.rooms()
    house.put_away(sys.maxsize, linger=0.0)

    def failed(decision: Decision, why: str) -> None:
        host.log.event("computer-replaced", level="warning", method=decision.level, reason=why)

    wanted = host.config.computers
    thoughts = Pool(wanted.processes, wanted.seconds, wanted.barred, failed=failed)
    attendant = asyncio.create_task(Attendant(house, thoughts=thoughts, poll=POLL).run(), name="attendant")
    try:
        yield GameApps(host, house, shelf, thoughts)
    finally:
        thoughts.close()
        attendant.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await attendant


class GameApps:
    """Makes the apps of sessions; all share one house and one shelf."""

    def __init__(self, host: Host, house: House, shelf: ContentShelf, thoughts: Thoughts) -> None:
        self._host = host
        self._house = house
        self._shelf = shelf
        self._thoughts = thoughts
        self._errands = Errands(house)
        self._bringing = Bringing(house, shelf.open_system)

    @property
    def errands(self) -> Errands:
        """What carries out commands."""
        return self._errands

    async def bring(self, caller: Caller, data: bytes) -> Errand:
        """Take a game by file that a player brings."""
        gate, house, player = self._host.gate, self._house, caller.player
        if player is None or caller.guest:
            return Errand("bring-refused", "only an account can bring a game by file", status=1)

        def refused() -> str:
            mine = [entry.state for entry in house.mine(player) if entry.state is not None]
            playing = gate.game_refused(len([state for state in mine if not state.finished]))
            return playing or gate.laying_refused(house.laid_today(player))

        return await self._bringing.take(player, data, refused)

    def register(self, caller: Caller) -> App[Account | None]:
        """What asks somebody without an account to make one."""
        host, address = self._host, caller.address
        desk = Desk(
            admission=lambda: host.config.accounts,
            take=lambda: host.registrations.take(address, host.config.limits.accounts_per_day),
            give_back=partial(host.registrations.give_back, address),
            wrong=partial(host.gate.login_failed, address),
        )
        return RegisterApp(host.book, host.config, caller.key, caller.offered, desk=desk)

    def play(self, caller: Caller, player: PlayerName) -> App[Any]:
        """The lobby and the games of a player; a guest only watches."""
        host = self._host
        own = self.directory(player)
        app = LobbyApp(self._house, player, own, shelf=self._shelf, guest=caller.guest, thoughts=self._thoughts)
        if not caller.guest:
            fingerprint = caller.key.fingerprint if caller.key else ""
            app.account_screen = lambda: AccountScreen(host.book, player, host.config, fingerprint)
            app.game_refused = host.gate.game_refused
            app.finished_days = lambda: host.config.limits.finished_days
            app.lay_refused = host.gate.laying_refused
            app.muted = partial(host.muted, player)
        return app

    def directory(self, player: PlayerName) -> Path:
        """Where a player's own files are."""
        return self._host.data / PLAYERS / player
