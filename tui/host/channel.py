"""The channel of a session: one terminal and the game on it; whatever else is asked for is told that it is not here."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import asyncssh

from tui.host.bringing import BRING, PATIENCE, too_long
from tui.host.errands import REFUSED, Errand, Errands
from tui.host.session import Caller, Session
from tui.host.sessions import Floor
from tui.host.terminal import HINTS, LONGEST, offered
from tui.terminal.ssh import TerminalChannel

#: Bytes that a client may send before it is told to go on, and bytes of one packet.
WINDOW: Final = 32768
PACKET: Final = 16384
#: Seconds for which a client that sends too much is not read.
HOLD_SECONDS: Final = 1.0

ONLY_GAME: Final = "only the game is served here: connect with a terminal and without a command"
NO_TERMINAL: Final = "panzerhex needs a terminal to play on: connect with ssh -t and without a command"
BLIND: Final = "panzerhex cannot draw on a terminal of type {type!r}; set TERM to what your terminal is"


def channel_on(conn: asyncssh.SSHServerConnection) -> TerminalChannel:
    """A channel of a connection for one terminal; of the client's environment it takes what says something of it."""
    return TerminalChannel.on(conn, window=WINDOW, packet=PACKET, environment=HINTS, longest=LONGEST)


class ChannelSession(asyncssh.SSHServerSession[bytes]):
    """Joins a channel to a session; tells whoever asks for anything else why it is not to be had."""

    def __init__(self, floor: Floor, caller: Caller) -> None:
        self._floor = floor
        self._caller = caller
        self._channel: TerminalChannel | None = None
        self._session: Session | None = None
        self._type: str | None = None
        self._size = (0, 0)
        self._refusal = ""
        self._held: asyncio.TimerHandle | None = None
        self._command: str | None = None
        self._errand: asyncio.Task[None] | None = None
        self._brought: bytearray | None = None

    # -- what the client asks for ---------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        assert isinstance(chan, TerminalChannel)
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        """A terminal."""
        self._type, self._size = term_type, term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """The game."""
        return True

    # A request that is denied ends the usual clients with a sentence of their own that says nothing. So these are
    # taken, told that they are not to be had, and closed.

    def exec_requested(self, command: str) -> bool:
        """No commands but the few errands of `tui.host.errands`, so no scp either."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """No SFTP or other subsystems."""
        self._refusal = ONLY_GAME
        return True

    def session_started(self) -> None:
        """Begin to play, do an errand, or say why not."""
        channel = self._channel
        assert channel is not None
        if self._command is not None:
            errands = self._floor.apps.errands
            if errands and self._command.split() == [BRING] and self._caller.player and not self._caller.guest:
                self._await_file(errands, channel)
                return
            errand = errands.answer(self._caller, self._command) if errands else None
            if errands and errand:
                self._errand = asyncio.create_task(self._run(errands, errand, channel), name="errand")
                return
            self._refusal = ONLY_GAME
        terminal = offered(self._type or "", channel.environment)
        if self._type is None:
            self._refusal = self._refusal or NO_TERMINAL
        elif terminal.blind:
            self._refusal = self._refusal or BLIND.format(type=terminal.type)
        if self._refusal:
            self._refuse(channel)
            return
        self._session = self._floor.open(self._caller, ChannelWay(channel), terminal, self._size)

    def _refuse(self, channel: TerminalChannel) -> None:
        caller = self._caller
        self._floor.log.event(REFUSED, player=caller.player, address=caller.address, reason=self._refusal)
        with contextlib.suppress(OSError):
            channel.write_stderr(f"panzerhex: {self._refusal}\r\n".encode())
            channel.exit(1)

    async def _run(self, errands: Errands, errand: Errand, channel: TerminalChannel) -> None:
        """Answer a command, and close the channel."""
        caller, floor = self._caller, self._floor
        # On a terminal nothing but the host begins a new line at its left edge.
        feed, status, sent = "\r\n" if self._type is not None else "\n", errand.status, 0
        error: OSError | None = None
        floor.errands.add(id(caller))
        try:
            sent = await errands.send(caller, errand, ChannelWay(channel), feed)
        except OSError as failed:
            error, status = failed, 1
        finally:
            floor.errands.discard(id(caller))
        floor.log.event(
            errand.event,
            level="warning" if error else "info",
            player=caller.player,
            address=caller.address,
            room=errand.room or None,
            reason=errand.words if errand.event == REFUSED else None,
            bytes=sent,
            error=error,
        )
        with contextlib.suppress(OSError):
            if errand.words:
                channel.write_stderr(f"panzerhex: {errand.words}{feed}".encode())
            channel.exit(status)
        if isinstance(error, TimeoutError):
            ChannelWay(channel).abort()

    # -- a file that is brought -----------------------------------------------------------------------

    def _await_file(self, errands: Errands, channel: TerminalChannel) -> None:
        """Take what comes until its end; a client that sends no end is sent away."""
        if refusal := errands.refused(self._caller):
            self._answer(errands, Errand(REFUSED, refusal, status=1), channel)
            return
        self._brought = bytearray()
        late = Errand("bring-refused", f"the file did not come within {PATIENCE:.0f} seconds", status=1)
        self._held = asyncio.get_running_loop().call_later(PATIENCE, self._brought_ends, late)

    def _brought_ends(self, errand: Errand | None = None) -> None:
        """All has come, or no more is wanted: answer it."""
        channel, errands, brought = self._channel, self._floor.apps.errands, self._brought
        self._brought = None
        if self._held is not None:
            self._held.cancel()
            self._held = None
        if channel is None or errands is None or brought is None:
            return
        if errand is not None:
            self._answer(errands, errand, channel)
            return
        self._errand = asyncio.create_task(self._bring(errands, bytes(brought), channel), name="bring")

    async def _bring(self, errands: Errands, data: bytes, channel: TerminalChannel) -> None:
        errand = await self._floor.apps.bring(self._caller, data)
        await self._run(errands, errand, channel)

    def _answer(self, errands: Errands, errand: Errand, channel: TerminalChannel) -> None:
        self._errand = asyncio.create_task(self._run(errands, errand, channel), name="errand")

    # -- what the client does -------------------------------------------------------------------------

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Keys. A client that sends too much of them is not read for a while."""
        channel = self._channel
        if self._brought is not None:
            self._brought += data
            if wrong := too_long(len(self._brought)):
                self._brought_ends(Errand("bring-refused", wrong, status=1))
            return
        if self._session is None or channel is None or self._session.feed(data) or self._held is not None:
            return
        channel.pause_reading()
        self._held = asyncio.get_running_loop().call_later(HOLD_SECONDS, self._release)

    def _release(self) -> None:
        self._held = None
        if self._channel is not None:
            self._channel.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Another size of the screen."""
        self._size = (width, height)
        if self._session is not None:
            self._session.resize(width, height)

    def signal_received(self, signal: str) -> None:
        """Signals that end a program end the session."""
        if self._session is not None and signal in ("HUP", "INT", "QUIT", "TERM", "KILL"):
            self._session.end("")

    def eof_received(self) -> bool:
        """No key, and no more of a file, will come."""
        if self._brought is not None:
            self._brought_ends()
        if self._session is not None:
            self._session.end("")
        return True

    def resume_writing(self) -> None:
        """The client has read."""
        if self._session is not None:
            self._session.outbox.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        if self._held is not None:
            self._held.cancel()
            self._held = None
        self._brought = None
        if self._errand is not None:
            self._errand.cancel()
        session, self._session, self._channel = self._session, None, None
        if session is not None:
            session.vanish()


class ChannelWay:
    """A channel as the way to a client: writing to one that is gone does nothing."""

    def __init__(self, channel: TerminalChannel) -> None:
        self._channel = channel

    def send(self, data: bytes) -> None:
        """Send bytes."""
        with contextlib.suppress(OSError):
            self._channel.write(data)

    def waiting(self) -> int:
        """Bytes on their way."""
        return self._channel.waiting

    def exit(self, status: int) -> None:
        """Close the channel with a status."""
        with contextlib.suppress(OSError):
            self._channel.exit(status)

    def abort(self) -> None:
        """Close the whole connection: a channel whose client does not read would stay."""
        self._channel.abort_connection()
