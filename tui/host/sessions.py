"""The sessions of a host: all that are open, and what they have in common; none touches another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from typing import Final

from tui.host.admin import SessionLine
from tui.host.bans import covers
from tui.host.config import Limits
from tui.host.limits import Gate
from tui.host.log import HostLog
from tui.host.session import PATIENCE, Apps, Caller, Session, Way
from tui.host.terminal import Terminal
from tui.terminal.settled import settled

#: Seconds for sessions to show what was set off before the host ends them.
SETTLING: Final = 1.0
#: Seconds between two looks at who is idle.
IDLE_EVERY: Final = 5.0


class Floor:
    """What sessions need of their host: limits, log, apps; and all sessions that are open.

    opened: how many there have been. errands: who is answered a command just now, on a connection without a session.
    """

    def __init__(self, gate: Gate, log: HostLog, apps: Apps) -> None:
        self.gate = gate
        self.log = log
        self.apps = apps
        self.sessions: dict[str, Session] = {}
        self.opened = 0
        self.errands: set[int] = set()

    @property
    def limits(self) -> Limits:
        """The limits of the host."""
        return self.gate.limits

    def open(self, caller: Caller, way: Way, terminal: Terminal, size: tuple[int, int]) -> Session:
        """Open a session and start it."""
        self.opened += 1
        session = Session(str(self.opened), caller, way, terminal, size, self)
        self.sessions[session.id] = session
        session.start()
        assert session.task is not None
        session.task.add_done_callback(lambda _: self.sessions.pop(session.id, None))
        return session

    @contextlib.contextmanager
    def counted(self, player: str, caller: Caller) -> Iterator[str]:
        """Count a session against the limits while it lasts; gives "" or why it may not be opened."""
        guest = caller.guest or not player
        refusal = self.gate.opened(player, guest=guest)
        try:
            yield refusal
        finally:
            if not refusal:
                self.gate.closed(player, guest=guest)

    def lines(self) -> Sequence[SessionLine]:
        """All sessions, for an administrator."""
        return [session.line for session in self.sessions.values()]

    def kick(self, who: str, words: str) -> int:
        """End the sessions of a player, or the one with an id; how many there were."""
        found = [s for s in self.sessions.values() if who in (s.id, s.player)]
        for session in found:
            session.end(words)
        return len(found)

    def kick_banned(self, what: str, words: str) -> int:
        """End the sessions by a key or from a network; how many there were."""
        found = [
            s
            for s in self.sessions.values()
            if covers(what, fingerprint=s.caller.key.fingerprint if s.caller.key else "", address=s.caller.address)
        ]
        for session in found:
            session.end(words)
        return len(found)

    def say(self, text: str, title: str = "") -> int:
        """Show a notice to everybody; to how many sessions."""
        for session in self.sessions.values():
            session.tell(text, title)
        return len(self.sessions)

    def unsettled(self) -> str:
        """What any session has still to do before it waits for its client; "" if nothing."""
        return next((left for session in self.sessions.values() if (left := session.unsettled())), "")

    async def end(self, words: str) -> None:
        """End all sessions; returns when they have ended, or when they had time enough.

        What was set off before is still seen, if that does not take long.
        """
        await settled(self.unsettled, SETTLING)
        tasks = [s.task for s in self.sessions.values() if s.task is not None]
        for session in tuple(self.sessions.values()):
            session.end(words)
        if tasks:
            await asyncio.wait(tasks, timeout=2 * PATIENCE + 1)

    async def watch_idle(self) -> None:
        """End the sessions in which nobody has pressed a key for long; runs until it is cancelled."""
        while True:
            await asyncio.sleep(IDLE_EVERY)
            for session in tuple(self.sessions.values()):
                if words := session.idle.over():
                    session.end(words)
                elif words := session.idle.warning():
                    session.tell(words)
