"""The door of a host: which of all connections may stay, and which has to go to make room for another."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import asyncssh

from saves.rooms.names import PlayerName
from tui.host.accounts import AccountBook
from tui.host.bans import FILE as BANS
from tui.host.bans import BanList, covers
from tui.host.config import HostConfig
from tui.host.descriptors import Descriptors, shared_out
from tui.host.limits import origin
from tui.host.sessions import Floor

if TYPE_CHECKING:
    from tui.host.server import Doorman

#: Seconds until whoever has come in and opens no session is sent away, and between two looks for him.
SESSION_SECONDS: Final = 30.0
SWEEP_EVERY: Final = 5.0

STOPPING: Final = "this host is being stopped; come again later"
FULL: Final = "this host is full; try again in a minute"
NO_SESSION: Final = "no session was opened: connect with a terminal and without a command"
ROOM: Final = "the host is full, and others wait to play: connect again when you want to play"


class Door:
    """What the doormen of all connections share. open: whether anybody is let in now."""

    def __init__(
        self,
        config: HostConfig,
        book: AccountBook,
        floor: Floor,
        descriptors: Descriptors | None = None,
        now: Callable[[], float] = time.monotonic,
        *,
        bans: BanList | None = None,
    ) -> None:
        self.config = config
        self.book = book
        self.floor = floor
        self.descriptors = descriptors or shared_out(config.limits, 0)
        self.now = now
        self.bans = bans or BanList(book.directory.with_name(BANS))
        self.open = True
        self.doormen: set[Doorman] = set()
        self._notes: set[asyncio.Future[None]] = set()

    # -- how many there may be ------------------------------------------------------------------------

    def refusal(self, doorman: Doorman) -> str:
        """Why a new connection may not stay; "" if it may, and is counted until `left`."""
        if not self.open:
            return STOPPING
        gate = self.floor.gate
        refusal = self.bans.refusal(address=doorman.address) or gate.came(doorman.address)
        if refusal:
            return refusal
        if len(self.doormen) >= self.descriptors.connections and not self._make_room():
            gate.left(doorman.address)
            return FULL
        self.doormen.add(doorman)
        return ""

    def barred(self, doorman: Doorman) -> str:
        """Why whoever has come in may open nothing more on his connection; "" if he may. He may have been banned since,
        or his account removed."""
        caller = doorman.admitted
        if caller is None:
            return ""
        fingerprint = caller.key.fingerprint if caller.key is not None else ""
        if refusal := self.bans.refusal(fingerprint=fingerprint, address=doorman.address):
            return refusal
        if caller.guest:
            return ""
        account = self.book.account(caller.player) if caller.player else self.book.by_fingerprint(fingerprint)
        if account is not None:
            return account.refusal
        return f"there is no account {caller.player} any more" if caller.player else ""

    def left(self, doorman: Doorman) -> None:
        """A connection is gone."""
        if doorman in self.doormen:
            self.doormen.discard(doorman)
            self.floor.gate.left(doorman.address)

    def _waiting(self) -> list[Doorman]:
        """The connections on which nobody plays and nothing is sent, the oldest first."""
        playing = {id(session.caller) for session in self.floor.sessions.values()} | self.floor.errands
        found = [d for d in self.doormen if id(d.admitted) not in playing]
        return sorted(found, key=lambda d: d.since)

    def _make_room(self) -> bool:
        """End the oldest connection without a session of the address that has most of them, one of a stranger before
        one of a player who is about to play; whether there is one."""
        waiting = self._waiting()
        crowd = Counter(origin(d.address) for d in waiting)
        most = max(crowd.values(), default=0)
        crowded = [d for d in waiting if crowd[origin(d.address)] == most]
        worst = min(crowded, key=lambda d: d.admitted is not None and d.admitted.player is not None, default=None)
        if worst is None:
            return False
        worst.dismiss(ROOM)
        return True

    def too_many_of(self, doorman: Doorman) -> str:
        """Why one more connection of an account may not stay; an older one without a session makes room for it."""
        caller, most = doorman.admitted, self.floor.limits.connections_per_account
        if caller is None or caller.guest or caller.player is None:
            return ""
        same = [d for d in self.doormen if d.admitted is not None and d.admitted.player == caller.player]
        if len(same) <= most:
            return ""
        spare = next((d for d in self._waiting() if d in same and d is not doorman), None)
        if spare is None:
            return f"{caller.player} has {most} connections open already; close one first"
        spare.dismiss(f"{caller.player} has opened another connection, and may have {most}")
        return ""

    def sweep(self) -> None:
        """End the connections of those who have come in and open no session."""
        now, waiting = self.now(), set(self._waiting())
        for doorman in tuple(self.doormen):
            if doorman not in waiting:
                doorman.since = now
            elif doorman.admitted is not None and now - doorman.since >= SESSION_SECONDS:
                doorman.dismiss(NO_SESSION)

    def kick_banned(self, what: str, words: str) -> None:
        """End the connections without a session by a key or from a network."""
        for doorman in self._waiting():
            key = doorman.admitted.key if doorman.admitted is not None else None
            if covers(what, fingerprint=key.fingerprint if key else "", address=doorman.address):
                doorman.dismiss(words)

    async def watch(self) -> None:
        """`sweep` every now and then; runs until it is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep()
            self.floor.log.catch_up()

    # -- the rest -------------------------------------------------------------------------------------

    @property
    def connections(self) -> tuple[asyncssh.SSHServerConnection, ...]:
        """All connections."""
        return tuple(d.connection for d in self.doormen if d.connection is not None)

    def saw(self, player: PlayerName) -> None:
        """Note beside all else that a player has come in."""
        note = asyncio.ensure_future(self.book.apart(self.book.saw, player))
        self._notes.add(note)
        note.add_done_callback(self._notes.discard)

    async def close(self, patience: float) -> None:
        """Wait until all connections are gone, then drop those that are not."""
        for conn in self.connections:
            conn.close()
        waits = [asyncio.ensure_future(conn.wait_closed()) for conn in self.connections]
        if waits:
            _, slow = await asyncio.wait(waits, timeout=patience)
            for conn in self.connections:
                conn.abort()
            if slow:
                await asyncio.wait(slow, timeout=1.0)
        if self._notes:
            await asyncio.wait(self._notes, timeout=patience)
