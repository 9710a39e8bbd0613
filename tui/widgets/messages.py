"""The line on which a game tells its player something in passing, over the lowest line of the map."""

from __future__ import annotations

from collections import deque
from typing import Final, TypeVar

from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from tui.kit.text import MUTED
from tui.terminal.notices import Notice, NoticeBoard

Result = TypeVar("Result")

#: So many messages can be read again.
KEPT: Final = 200
#: Seconds for which a hint stands.
HINT: Final = 8.0


class MessageLine(Static):
    """The last message, for as long as it stands; a click opens all that were told. The same again is counted.

    told: all messages that are kept, the newest last, each with how often it was told in a row.
    """

    DEFAULT_CSS = """
    MessageLine {
        display: none; layer: over; dock: bottom; height: auto; max-height: 3; width: 1fr; padding: 0 1;
        background: $panel; border-left: thick $accent;
    }
    MessageLine.-warning { border-left: thick $warning; }
    MessageLine.-error { border-left: thick $error; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.told: deque[tuple[Notice, int]] = deque(maxlen=KEPT)
        self._time: Timer | None = None
        self._hint = ""

    def tell(self, notice: Notice) -> None:
        """Show a message in place of the one before."""
        times = 1
        if self.told and _same(self.told[-1][0], notice):
            times += self.told.pop()[1]
        self.told.append((notice, times))
        more = Content.styled('  " all messages', MUTED) if len(self.told) > 1 else Content("")
        self._show(Content.assemble(content(notice, times), more), notice.severity, notice.time_left)

    def _show(self, text: Content, severity: str, seconds: float) -> None:
        self._hint = ""
        if self._time is not None:
            self._time.stop()
        self._time = self.set_timer(seconds, self.hide)
        self.set_classes(f"-{severity}")
        self.update(text)
        self.display = True

    def hint(self, text: str) -> None:
        """Show a line that is not worth keeping; while it stands the same again changes nothing."""
        if self._hint == text:
            return
        self._show(Content(text), "information", HINT)
        self._hint = text

    def hints(self, text: str) -> bool:
        """Whether this hint stands."""
        return self._hint == text

    def drop_hint(self) -> None:
        """A hint says nothing any more; what was told stays."""
        if self._hint:
            self.hide()

    def hide(self) -> None:
        """The message has stood long enough."""
        self.display = False
        self._hint = ""

    def clear(self) -> None:
        """Keep nothing: somebody else comes to the keyboard."""
        self.told.clear()
        self.hide()

    @property
    def history(self) -> Content:
        """All that was told, the newest first."""
        lines = [content(notice, times) for notice, times in reversed(self.told)]
        return Content("\n").join(lines) if lines else Content.styled("nothing was told yet", MUTED)

    async def on_click(self) -> None:
        """Show all messages."""
        await self.screen.run_action("messages")


class TellsBelow(Screen[Result], NoticeBoard):
    """A screen that tells notices over the lowest line of its map."""

    def tell(self, notice: Notice) -> None:
        """Tell the player something in passing."""
        for line in self.query(MessageLine):
            line.tell(notice)

    def tell_nothing(self) -> None:
        """Keep nothing of what was told."""
        for line in self.query(MessageLine):
            line.clear()


def content(notice: Notice, times: int = 1) -> Content:
    """A message as one text: what it is about, what it says, how often it was told."""
    head = Content.styled(f"{notice.title}: ", "bold") if notice.title else Content("")
    said = " · ".join(line for line in notice.message.splitlines() if line)
    return Content.assemble(head, said, (f"  ×{times}" if times > 1 else "", MUTED))


def _same(one: Notice, other: Notice) -> bool:
    return (one.title, one.message) == (other.title, other.message)
