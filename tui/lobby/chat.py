"""What players say to each other: the lines said, and the line to say something with."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from saves.rooms.state import Remark
from tui.game.attention import Called
from tui.kit.text import MUTED

#: Characters that can be said at once.
LONGEST: Final = 400
#: Lines that are kept on the screen.
KEPT: Final = 200


def remark_line(remark: Remark) -> Content:
    """A line of the chat. What players wrote is never read as markup."""
    when = time.strftime("%H:%M", time.localtime(remark.at))
    aside = " (own side)" if remark.alone else ""
    return Content.assemble(
        (f"{when} ", MUTED), (remark.player, "bold $text-accent"), (aside, "$text-warning"), ": ", Content(remark.text)
    )


class ChatLines(VerticalScroll):
    """The lines, the newest at the bottom; it scrolls."""

    DEFAULT_CSS = """
    ChatLines { height: 1fr; padding: 0 1; background: $surface; scrollbar-size-vertical: 1; }
    ChatLines > Static { height: auto; width: 1fr; }
    """

    def __init__(self, quiet: str, *, id: str | None = None) -> None:
        """quiet: what stands there as long as nobody has said anything."""
        super().__init__(id=id, can_focus=False)
        self._quiet = quiet
        self._shown: tuple[Remark, ...] | None = None

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(Content.styled(self._quiet, MUTED))

    def show(self, said: Iterable[Remark]) -> None:
        """Show these lines; nothing is drawn if they are shown already."""
        lines = tuple(said)[-KEPT:]
        if lines == self._shown:
            return
        self._shown = lines
        text = (
            Content("\n").join([remark_line(line) for line in lines]) if lines else Content.styled(self._quiet, MUTED)
        )
        self.query_one(Static).update(text)
        self.call_after_refresh(self.scroll_end, animate=False)


class SayLine(Input):
    """The line that is typed into; Enter says it, Escape goes back to where one was."""

    DEFAULT_CSS = """
    SayLine, SayLine:focus { height: 1; border: none; padding: 0 1; background: $boost; }
    """
    HELP_TITLE = "Talking"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "stop talking", key_display="esc")]

    class Say(Message):
        """The player says something."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Called):
        """The player is done talking."""

    def __init__(self, hint: str, *, id: str | None = None) -> None:
        super().__init__(placeholder=hint, max_length=LONGEST, id=id)
        # Over a line to a host every blink costs bytes.
        self.cursor_blink = False

    def on_input_changed(self, event: Input.Changed) -> None:
        """What is typed here concerns nobody else on the screen."""
        event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it."""
        event.stop()
        text = event.value.strip()
        if text:
            self.value = ""
            self.post_message(self.Say(text))

    def action_leave(self) -> None:
        """Leave the line; what was typed stays in it."""
        self.post_message(self.Left())


class ChatNews(Static):
    """One line over the game while something was said that the player has not read: the last of it, and how much."""

    DEFAULT_CSS = """
    ChatNews { height: 1; width: 1fr; padding: 0 1; background: $accent 25%; display: none; text-wrap: nowrap;
        text-overflow: ellipsis; }
    ChatNews:ansi { text-style: reverse; }
    ChatNews.-unread { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.unread: tuple[Remark, ...] = ()

    def show(self, unread: Iterable[Remark]) -> bool:
        """Show the last of what was not read; whether there was nothing before."""
        new = tuple(unread)
        if new == self.unread:
            return False
        first, self.unread = not self.unread, new
        self.set_class(bool(new), "-unread")
        if not new:
            self.update(Content(""))
            return False
        more = f"{len(new)} lines unread, " if len(new) > 1 else ""
        self.update(Content.assemble((f"{more}c answers  ", MUTED), remark_line(new[-1])))
        return first

    def on_click(self) -> None:
        """Read it."""
        self.post_message(self.Clicked())

    class Clicked(Called):
        """The player wants to read it."""


class ChatDrawer(Vertical):
    """The chat of a game: to all, or to one's own side alone. side: its name; "" for those who only watch."""

    DEFAULT_CSS = """
    ChatDrawer { height: 8; background: $surface; border-left: thick $accent; display: none; }
    ChatDrawer.-open { display: block; }
    ChatDrawer > #audience { height: 1; padding: 0 1; background: $panel; }
    """
    HELP_TITLE = "Chat"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "turn", "talk to all, or to your side alone", priority=True)
    ]

    class Say(Called):
        """The player says something; alone: to his own side."""

        def __init__(self, text: str, *, alone: bool) -> None:
            super().__init__()
            self.text = text
            self.alone = alone

    def __init__(self, side: str, *, classes: str = "") -> None:
        super().__init__(classes=classes)
        self.side = side
        self.alone = False

    def compose(self) -> ComposeResult:
        """To whom, what was said, the line."""
        yield Static(id="audience")
        yield ChatLines("Nobody has said anything yet.")
        yield SayLine("type, enter says it, esc goes back to the map")

    def on_mount(self) -> None:
        """Say to whom one talks."""
        self._tell()

    @property
    def is_open(self) -> bool:
        """Whether it can be seen."""
        return self.has_class("-open")

    def open(self) -> None:
        """Open it and let the player type."""
        self.add_class("-open")
        self.query_one(SayLine).focus()

    def shut(self) -> None:
        """Close it; what was typed stays."""
        self.remove_class("-open")

    def show(self, said: Sequence[Remark]) -> None:
        """Show what was said."""
        self.query_one(ChatLines).show(said)

    def action_turn(self) -> None:
        """The other audience."""
        self.alone = bool(self.side) and not self.alone
        self._tell()

    def on_say_line_say(self, event: SayLine.Say) -> None:
        """Pass it on with whom it is meant for."""
        event.stop()
        self.post_message(self.Say(event.text, alone=self.alone))

    def _tell(self) -> None:
        whom = f"to {self.side} alone" if self.alone else "to all"
        other = "" if not self.side else f"   tab: to {'all' if self.alone else f'{self.side} alone'}"
        tone = "bold $text-warning" if self.alone else "bold $text-accent"
        text = Content.assemble(("Chat ", MUTED), (whom, tone), (other, MUTED), ("   esc closes", MUTED))
        self.query_one("#audience", Static).update(text)
