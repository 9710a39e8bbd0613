"""An app that goes on: no failure of a worker, a timer or a message ends it, and no terminal is too small for it.

Textual ends the whole app with whatever is raised anywhere in it, and cannot lay out what has no room at all.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.driver import Driver
from textual.events import Event, Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.notifications import Notify, SeverityLevel
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from tui.terminal.notices import Notice, NoticeBoard
from tui.terminal.one_by_one import FORGOTTEN, OneByOne

if TYPE_CHECKING:
    from tui.terminal.ending import TerminalLost

Result = TypeVar("Result")

#: Cells in which every screen can be laid out.
LEAST: Final = Size(24, 6)
#: So many failures within so many seconds come of each other: nothing that is left alone will mend them.
MANY: Final = 4
SOON: Final = 10.0
#: What is said of a failure that nobody has words for.
UNNAMED: Final = "Something went wrong here"

_dispatch: Final = MessagePump._dispatch_message
_dismiss: Final = Screen.dismiss


@wraps(_dispatch)
async def _guarded(pump: MessagePump, message: Message) -> None:
    """Let a widget, a screen or an app handle a message; a failure is its app's, and the next message comes."""
    came = isinstance(message, Key) and message.is_forwarded
    try:
        await _dispatch(pump, message)
    except Exception as error:
        app = pump.app
        if not isinstance(app, SturdyApp) or app.is_headless:
            raise
        app._handle_exception(error)
    finally:
        if came and isinstance(message, Key) and not _goes_on(message, pump):
            heard = pump.app
            if isinstance(heard, SturdyApp):
                heard.keys_in_order.done(message)


def _goes_on(message: Message, pump: MessagePump) -> bool:
    """Whether what a widget or screen has heard comes to the one that it is in."""
    return not (message._stop_propagation or isinstance(pump, App)) and pump.is_parent_active and pump.is_attached


@wraps(_dismiss)
def _dismissed_once(screen: Screen[Any], result: Any = None) -> AwaitComplete:
    """Take a screen away, if it is the one that is seen.

    Textual takes away whatever lies on top, so that a second key for a screen that has just gone, typed ahead or on a
    slow line, closed the one under it.
    """
    return _dismiss(screen, result) if screen.is_active else AwaitComplete.nothing()  # type: ignore[no-untyped-call]


class SturdyApp(App[Result]):
    """Whatever fails is told and kept, and the player goes on; what fails again and again is left.

    failures: all that failed, the last one last. number_failure: on a host, writes a failure into its log and returns
    the number that it has there, "" if it is none. Without a terminal, as in tests, a failure ends the app. lost: why
    there is no terminal any more, "" while there is one. veil: how far a window darkens what lies under it; as each
    cell of that is then another one, not at all where they go over a line.
    """

    veil = "50%"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What style sheets may name beside the colours of a theme: `$veil`."""
        return {**super().get_theme_variable_defaults(), "veil": self.veil}

    def __init__(self) -> None:
        super().__init__()
        MessagePump._dispatch_message = _guarded  # type: ignore[assignment,method-assign]
        Screen.dismiss = _dismissed_once  # type: ignore[assignment,method-assign]
        self.failures: list[BaseException] = []
        self.lost = ""
        self.number_failure: Callable[[BaseException], str] | None = None
        self.keys_in_order = OneByOne(self, self._give, self._forgot)
        self._lately: deque[float] = deque(maxlen=MANY)
        self._withdrawn = self._forgot_at = -SOON
        self._told: tuple[str, float] = ("", -SOON)

    # -- keys ---------------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """What is typed while a key is under way waits until that is done."""
        typed = self.keys_in_order.concerns(event)
        if typed and not self.keys_in_order.takes(event):
            return
        await super().on_event(event)
        if typed:
            self.keys_in_order.handed_on(event)

    def drop_typed(self) -> None:
        """Let go of what was typed ahead, unless it goes into a line of text."""
        if not isinstance(self.focused, Input):
            self.keys_in_order.drop()

    async def _give(self, event: Event) -> None:
        await self.on_event(event)

    def _forgot(self) -> None:
        if monotonic() > self._forgot_at + SOON:
            self._forgot_at = monotonic()
            self.notify(FORGOTTEN, title="Too fast", severity="warning", markup=False)

    # -- failures -----------------------------------------------------------------------------------

    def trouble(self, what: str, error: BaseException) -> None:
        """Tell the player that something failed, in his words, and keep what is needed to mend it.

        The one place through which every failure goes, whoever has found it.
        """
        self.failures.append(error)
        kept = self.keep_trouble(what, error)
        words = " ".join(part for part in (self.reason(error), self.comfort, kept) if part)
        last, then = self._told
        self._told = (f"{what}: {words}", monotonic())
        if self._told[0] != last or self._told[1] > then + SOON:
            self.notify(words, title=what, severity="error", timeout=15, markup=False)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Tell the player something for some seconds, however late it comes to be shown."""
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(Notice(message, title, severity, seconds, markup=markup)))

    def _on_notify(self, event: Notify) -> None:
        """A screen that has a place for notices tells them there."""
        screen, notice = (self.screen_stack[-1] if self.screen_stack else None), event.notification
        if isinstance(screen, NoticeBoard) and isinstance(notice, Notice):
            event.prevent_default()
            screen.tell(notice)

    def _refresh_notifications(self) -> None:
        """What still stands from another screen goes to the place for notices, and not over what is read there."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(screen, NoticeBoard):
            screen.call_after_refresh(self._hand_notices_to, screen)  # it may have no parts yet
        else:
            super()._refresh_notifications()

    def _hand_notices_to(self, screen: Screen[Any]) -> None:
        if self.screen_stack and self.screen_stack[-1] is screen and isinstance(screen, NoticeBoard):
            for notice in [one for one in self._notifications if isinstance(one, Notice)]:
                del self._notifications[notice]
                screen.tell(notice)
        super()._refresh_notifications()

    def clear_notifications(self) -> None:
        """Take back all that was told, wherever it stands."""
        super().clear_notifications()
        for screen in self.screen_stack:
            if isinstance(screen, NoticeBoard):
                screen.tell_nothing()

    #: What is said to everybody to whom something failed.
    comfort = "You can go on."

    def keep_trouble(self, what: str, error: BaseException) -> str:
        """Keep a failure where it can be looked up; returns a sentence that tells the player how, "" for none."""
        number = self.number_failure(error) if self.number_failure is not None else ""
        return f"Whoever keeps this host finds it under the number {number}." if number else ""

    def reason(self, error: BaseException) -> str:
        """Why something failed, if the player can do something about it; else ""."""
        return ""

    def withdraw(self) -> None:
        """Leave the place where everything fails for one that holds nothing."""

    def give_up(self, error: BaseException) -> None:
        """Stop in good order."""
        self.failures.append(error)
        self.exit(return_code=1)

    def action_command_palette(self) -> None:
        """Open the palette, unless it is open: Textual sees it only where no window has come over it."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            super().action_command_palette()

    async def run_action(self, *args: Any, **kwargs: Any) -> bool:
        """Run an action; one that fails is told of and leaves the program running."""
        try:
            return await super().run_action(*args, **kwargs)
        except Exception as error:
            self.trouble("This could not be done", error)
            return True

    def _handle_exception(self, error: Exception) -> None:
        """What Textual does with whatever is raised in a worker, a timer, a message, a callback or a layout."""
        if self.is_headless:
            self.failures.append(error)
            super()._handle_exception(error)
            return
        if self._exit:
            self.failures.append(error)
            return
        what, cause = _named(error)
        now = monotonic()
        self._lately.append(now)
        again = len(self._lately) == MANY and now - self._lately[0] < SOON
        if not self.is_running or not self.screen_stack or (again and now - self._withdrawn < SOON):
            self.give_up(cause)
            return
        try:
            self.trouble(what, cause)
            if again:
                self._lately.clear()
                self._withdrawn = now
                self.call_later(self.withdraw)
        except Exception:
            self.give_up(cause)

    # -- the end ------------------------------------------------------------------------------------

    def get_driver_class(self) -> type[Driver]:
        """The driver of this platform's terminals: where it is that of Unix, one that tells of their end."""
        found = super().get_driver_class()
        if sys.platform == "win32":
            return found
        from textual.drivers.linux_driver import LinuxDriver

        from tui.terminal.ending import EndingDriver

        return EndingDriver if found is LinuxDriver else found

    def on_terminal_lost(self, message: TerminalLost) -> None:
        """Nobody sees or types anything any more."""
        self.lost = message.why
        self.leave()

    def leave(self) -> None:
        """End as when the player stops the program."""
        self.exit()

    async def _shutdown(self) -> None:
        await super()._shutdown()
        await self.ended()

    async def ended(self) -> None:
        """The app has ended and shows nothing any more; what it still has to do is done here."""

    # -- room ---------------------------------------------------------------------------------------

    @property
    def terminal_size(self) -> Size:
        """Columns and rows of the terminal, as few as they may be."""
        return super().size

    @property
    def size(self) -> Size:
        """The size for which screens are laid out: that of the terminal, and never less than they need."""
        return _enough(super().size)

    def _check_resize(self) -> None:
        """Tell the screens the size for which they are laid out, even where the terminal is smaller."""
        event = self._resize_event
        if event is not None and event.size != _enough(event.size):
            self._resize_event = Resize(_enough(event.size), _enough(event.size))
        super()._check_resize()


def failures_of(app: App[Any]) -> list[BaseException]:
    """What failed in an app, the last one last; what ended it comes after all the others."""
    failures = [*app.failures] if isinstance(app, SturdyApp) else []
    return [*failures, app._exception] if app._exception is not None else failures


def _named(error: Exception) -> tuple[str, BaseException]:
    """What failed, in the words of the worker that did, and the failure itself."""
    if not isinstance(error, WorkerFailed):
        return UNNAMED, error
    try:
        worker = get_current_worker()
    except NoActiveWorker:
        return UNNAMED, error.error
    # Without words of its own a worker is described by its code.
    described = worker.description not in ("", repr(worker._work))
    return worker.description if described else UNNAMED, error.error


def _enough(size: Size) -> Size:
    """A size, or as much more of it as every screen needs."""
    return Size(max(size.width, LEAST.width), max(size.height, LEAST.height))
