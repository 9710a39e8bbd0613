"""A session of a host: one client at one terminal, on which apps of its own run one after the other."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from attrs import define
from textual.app import App, ScreenStackError
from textual.css.query import QueryError
from textual.widget import MountError

from saves.rooms.names import PlayerName
from tui.host.accounts import Account
from tui.host.admin import SessionLine
from tui.host.driver import SshDriver
from tui.host.intake import Allowance, Intake
from tui.host.keys import PublicKey
from tui.host.limits import Idle
from tui.host.outbox import Line, Outbox
from tui.host.tenant import settle
from tui.host.terminal import Terminal, bounded
from tui.terminal.pacing import gathers
from tui.terminal.settled import unsettled
from tui.terminal.sparing import repaint
from tui.terminal.sturdy import SturdyApp, failures_of

if TYPE_CHECKING:
    from tui.host.errands import Errand, Errands
    from tui.host.sessions import Floor

#: Seconds that an app has to end before it is cancelled, and then until its client is dropped anyway.
PATIENCE: Final = 5.0
#: Seconds that a client may read nothing while there is more for it than may wait.
READ_PATIENCE: Final = 60.0
#: Seconds between two changes of size that are drawn; all others wait while a screen is laid out, so that a larger one,
#: by its cells, is followed later by another.
RESIZE_EVERY: Final = 0.2
CELLS_A_SECOND: Final = 60_000
#: Sizes at once, and a second in the long run, of a hand that drags a window; who sends more of them is dropped, as he
#: could not be made to wait.
SIZES_AT_ONCE: Final = 1000
SIZES_A_SECOND: Final = 60.0
#: Seconds between two lines of the log about one client that sends too much.
FLOOD_TOLD: Final = 30.0

GOODBYE: Final = "Goodbye. Your games are kept."
FAILED: Final = "Something went wrong and this session had to end. Your games stand where they were; come in again."
UNREGISTERED: Final = "No account was made. Come again when you like."

#: What an app meets that is ended while a screen is being made.
_IN_PIECES: Final = (QueryError, ScreenStackError, MountError)

Result = TypeVar("Result")


@define(eq=False)
class Caller:
    """Who has come in on a connection, for all its sessions.

    offered: the name he gave to his SSH client. player: his account, None until he has one; key: the one that he
    came in with, if he did.
    """

    address: str
    offered: str
    player: PlayerName | None = None
    guest: bool = False
    key: PublicKey | None = None


class Apps(Protocol):
    """Makes what is shown in a session; each app is made for one session and runs once."""

    def register(self, caller: Caller) -> App[Account | None]:
        """What asks somebody without an account to make one."""
        ...

    def play(self, caller: Caller, player: PlayerName) -> App[Any]:
        """The game."""
        ...

    async def bring(self, caller: Caller, data: bytes) -> Errand:
        """Take a game by file that a player brings."""
        ...

    @property
    def errands(self) -> Errands | None:
        """What carries out commands; None if there are none."""
        return None


class Way(Line, Protocol):
    """The way to a client, which may be closed."""

    def exit(self, status: int) -> None:
        """Close it when all that was sent is on its way."""
        ...

    def abort(self) -> None:
        """Close it now."""
        ...


class Session:
    """One client at one terminal. It is open from `start` until `task` is done."""

    def __init__(self, id_: str, caller: Caller, way: Way, terminal: Terminal, size: tuple[int, int], floor: Floor):
        self.id = id_
        self.caller = caller
        self.player = caller.player
        self.terminal = terminal
        self.size = bounded(*size)
        self.since = time.time()
        self.idle = Idle(floor.limits.idle_minutes)
        self.app: App[Any] | None = None
        self.task: asyncio.Task[None] | None = None
        self.outbox = Outbox(
            way,
            terminal.encode,
            bound=floor.limits.queued_bytes,
            patience=READ_PATIENCE,
            behind=self._behind,
            lost=self._unread,
        )
        self._way = way
        self._floor = floor
        self._driver: SshDriver | None = None
        self._intake = Intake(self._hear, lambda: self.size, floor.limits.typed_bytes, self._too_long)
        self._words = ""
        self._ending = False
        self._gone = False
        self._flooded = -FLOOD_TOLD
        self._failures: dict[object, dict[str, str]] = {}
        self._resizing: asyncio.TimerHandle | None = None
        self._next_size = self.size
        self._resized = False
        self._sizes = Allowance(SIZES_AT_ONCE, SIZES_A_SECOND)

    def start(self) -> None:
        """Begin: a task of its own, in a context of its own."""
        self.task = asyncio.create_task(self._run(), name=f"session {self.id}")

    @property
    def line(self) -> SessionLine:
        """The session in the list of an administrator."""
        return SessionLine(
            id=self.id,
            player=self.player or "",
            guest=self.caller.guest,
            address=self.caller.address,
            since=self.since,
            idle=self.idle.seconds,
            terminal=self.terminal.type,
            size=f"{self.size[0]}x{self.size[1]}",
            place=self._place(),
        )

    def _place(self) -> str:
        """Where in the program the player is; an app that begins or ends is nowhere."""
        if not self.player:
            return "registering"
        with contextlib.suppress(ScreenStackError):
            return str(getattr(self.app, "place", ""))
        return ""

    @property
    def heard(self) -> int:
        """Bytes that the client has sent."""
        return self._intake.heard

    def unsettled(self) -> str:
        """What is still to be done before the session waits for its client, "" if nothing: all that was typed, told or
        changed by others has been taken, drawn and sent."""
        if self.task is None or self.task.done() or self._gone:
            return ""
        if self._intake.waits:
            return "a key"
        if self._resized:
            return "another size"
        if self.app is None:
            return "an app"
        if left := unsettled(self.app):
            return left
        return "a frame" if gathers(self.app) else "" if self.outbox.empty else "bytes"

    # -- what the client does -------------------------------------------------------------------------

    def feed(self, data: bytes) -> bool:
        """The client has sent bytes; False if it sends too much and should be made to wait."""
        before = self._intake.lost
        taken = self._intake.feed(data)
        now = time.monotonic()
        if self._intake.lost > before and now - self._flooded > FLOOD_TOLD:
            self._flooded = now
            self._floor.log.event(
                "flood", level="warning", session=self.id, address=self.caller.address, bytes=self._intake.lost
            )
        return taken

    def resize(self, columns: int, rows: int) -> None:
        """The client's screen has another size; of many in a row the last one is drawn."""
        if not self._sizes.take(1):
            self._floor.log.event(
                "flood", level="warning", session=self.id, address=self.caller.address, size=self.line.size
            )
            self._way.abort()
            return
        self._next_size, self._resized = bounded(columns, rows), True
        if self._resizing is None:
            self._resize()

    def vanish(self) -> None:
        """The client is gone, without a word or with one."""
        self._gone = True
        self.outbox.close()
        self.end("")

    def attach(self, driver: SshDriver | None) -> None:
        """Let the driver of an app hear the client."""
        self._driver = driver

    # -- what the host does ---------------------------------------------------------------------------

    def tell(self, text: str, title: str = "") -> None:
        """Show a notice to the player."""
        app = self.app
        if app is not None:
            # The app's own context: what runs here may belong to somebody else's.
            app.call_later(lambda: app.notify(text, title=title, timeout=20, markup=False))

    def end(self, words: str) -> None:
        """End the session with some last words; an app that does not end by itself is cancelled."""
        if self._ending:
            return
        self._ending, self._words = True, words
        if self.app is not None:
            self.app.exit()
        if self.task is not None and not self.task.done():
            loop = asyncio.get_running_loop()
            late = (loop.call_later(PATIENCE, self.task.cancel), loop.call_later(2 * PATIENCE, self._way.abort))
            for handle in late:
                self.task.add_done_callback(partial(_cancel, handle))

    # -- the course of a session ----------------------------------------------------------------------

    async def _run(self) -> None:
        log, started, status = self._floor.log, time.monotonic(), 0
        self._opened()
        try:
            status = await self._visit()
        except asyncio.CancelledError:
            status = 1
        except Exception as error:
            self._words, status = self._failed_as(self.failure(error, "session-failed")), 1
        finally:
            self._close(status)
            log.event(
                "session-closed",
                session=self.id,
                player=self.player,
                bytes=self.outbox.sent,
                seconds=time.monotonic() - started,
            )

    async def _visit(self) -> int:
        """Register whoever has no account, then play; returns the status to exit with."""
        floor, caller = self._floor, self.caller
        if self.player is None:
            account, failed = await self._show(lambda: floor.apps.register(caller), "")
            if account is None or failed or self._ending:
                self._words = self._words or failed or UNREGISTERED
                return 1
            self.player = caller.player = account.name
            floor.log.event("registered", session=self.id, player=account.name, address=caller.address)
            self._opened()
        player = self.player
        _, failed = await self._show(lambda: floor.apps.play(caller, player), player)
        self._words = self._words or failed or GOODBYE
        return 1 if failed else 0

    def _opened(self) -> None:
        """Log that a player has come, or somebody who will be one when he has an account."""
        self._floor.log.event(
            "session-opened" if self.player else "registering",
            session=self.id,
            player=self.player,
            address=self.caller.address,
            terminal=self.terminal.type,
            size=self.line.size,
        )

    async def _show(self, make: Callable[[], App[Result]], player: str) -> tuple[Result | None, str]:
        """Run an app on the client's terminal: what it returned, and what its player is told if it failed."""
        if self._ending:
            return None, ""
        with self._floor.counted(player, self.caller) as refusal:
            if refusal:
                self._words = refusal
                return None, ""
            app = settle(make(), self.terminal)
            if isinstance(app, SturdyApp):
                app.number_failure = self.failure
            app.driver_class = SshDriver.of(self)
            self.app = app
            try:
                result = await app.run_async()
            finally:
                self.app = None
                self.attach(None)
        if not app.return_code:
            return result, ""
        error = next(reversed(failures_of(app)), None)
        return result, self._failed_as(self.failure(error, "app-failed") if error is not None else "")

    def failure(self, error: BaseException, event: str = "app-troubled") -> str:
        """Log a failure of the session; its number, "" if it is none. One that comes up again is the same one.

        An app that is ended while a screen is being made finds that screen in pieces: nobody is there to miss it.
        """
        if self._ending and isinstance(error, _IN_PIECES):
            return ""
        place: Any = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        kind = (type(error), place and (place.tb_frame.f_code, place.tb_lineno))
        told = self._failures.setdefault(kind, {})
        number = next(iter(told.values()), "")
        if event not in told:
            told[event] = self._floor.log.failure(event, error, number, session=self.id, player=self.player)
        return told[event]

    def _failed_as(self, number: str) -> str:
        """What somebody is told whose session has failed."""
        return f"{FAILED} Whoever keeps this host finds it under the number {number}." if number else FAILED

    def _close(self, status: int) -> None:
        if self._words and not self._gone:
            self.outbox.tell(f"{self._words}\r\n")
        self.outbox.close()
        self._intake.close()
        if self._resizing is not None:
            self._resizing.cancel()
            self._resizing = None
        self._way.exit(status)

    # -- small things ---------------------------------------------------------------------------------

    def _hear(self, message: Any) -> None:
        self.idle.touch()
        if self._driver is not None:
            self._driver.hear(message)

    def _too_long(self, size: int) -> None:
        self.tell(self._floor.gate.typed(size))

    def _resize(self) -> None:
        """Take the last size that was told; the next one waits. Where it was another meanwhile, much was cut off."""
        self._resizing = None
        if not self._resized:
            return
        self.size, self._resized = self._next_size, False
        rest = RESIZE_EVERY + self.size[0] * self.size[1] / CELLS_A_SECOND
        self._resizing = asyncio.get_running_loop().call_later(rest, self._resize)
        if self._driver is not None:
            self._driver.resize(self.size)

    def _behind(self) -> None:
        """Frames were lost, and the client reads again."""
        app = self.app
        if app is not None:
            app.call_later(repaint, app)

    def _unread(self) -> None:
        """The client reads nothing."""
        self._floor.log.event("unread", level="warning", session=self.id, address=self.caller.address)
        self._way.abort()


def _cancel(handle: asyncio.Handle, task: asyncio.Task[None]) -> None:
    """A task is done: what waited for it in vain no longer does."""
    handle.cancel()
