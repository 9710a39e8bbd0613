"""The bar of a replay: what just happened, where in the game that is, and how fast it goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class ReplayBar(Widget, can_focus=True):
    """Three lines: the event in words, the course of the game with a tick at each turn, the facts."""

    DEFAULT_CSS = """
    ReplayBar { height: 3; padding: 0 1; background: $boost; color: $foreground; }
    ReplayBar:focus { background: $panel; }
    """
    HELP_TITLE = "Replay bar"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "back to what was told before", show=False),
        Binding("right", "go(1)", "on to what is told next", show=False),
        Binding("up", "chapter(-1)", "back to the step before", show=False),
        Binding("down", "chapter(1)", "on to the next step", show=False),
    ]

    ascii_only: reactive[bool] = reactive(False)

    class Sought(Message):
        """A click asks for this moment."""

        def __init__(self, n: int) -> None:
            super().__init__()
            self.n = n

    class Stepped(Message):
        """A key asks for another moment: `step` events told, or steps of the sequence if `chapters`."""

        def __init__(self, step: int, chapters: bool) -> None:
            super().__init__()
            self.step = step
            self.chapters = chapters

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(ReplayBar.ascii_only, ascii_only)
        self.n = 0
        self.length = 0
        self.caption = Content("")
        self.facts = Content("")
        self.turns: dict[int, int] = {}
        self.marks: frozenset[int] = frozenset()

    def show(self, n: int, length: int, caption: Content, facts: Content) -> None:
        """Show moment n of so many."""
        self.n, self.length, self.caption, self.facts = n, length, caption, facts
        self.refresh()

    def tick(self, turns: dict[int, int], marks: Iterable[int]) -> None:
        """Where each turn began (event by turn), and which moments have a bookmark or a note."""
        self.turns, self.marks = dict(turns), frozenset(marks)
        self.refresh()

    def place(self, n: int) -> int:
        """The cell of the course in which moment n lies."""
        width = max(1, self.content_size.width)
        return round(n * (width - 1) / self.length) if self.length else 0

    def render(self) -> Content:
        """The three lines."""
        width = self.content_size.width
        return Content("\n").join(
            [
                self.caption.truncate(width, ellipsis=True),
                self._course(width),
                self.facts.truncate(width, ellipsis=True),
            ]
        )

    def _course(self, width: int) -> Content:
        done, rest, tick, mark, here = ("=", "-", "|", "*", "O") if self.ascii_only else ("━", "─", "┼", "◆", "●")
        at = self.place(self.n)
        cells = [done if i < at else rest for i in range(width)]
        free = 0
        for turn, n in sorted(self.turns.items()):
            x = self.place(n)
            label = str(turn)
            if x >= free and x + len(label) < width:
                cells[x : x + 1 + len(label)] = [tick, *label]
                free = x + len(label) + 2
            elif 0 <= x < width and cells[x] in (done, rest):
                cells[x] = tick
        if cells:
            for n in self.marks:
                cells[self.place(n)] = mark
            cells[at] = here
        text = "".join(cells)
        return Content.assemble(
            (text[:at], "$accent"), (text[at : at + 1], "bold $accent"), (text[at + 1 :], "$text-muted")
        )

    def on_click(self, event: events.Click) -> None:
        """A click on the course goes to that moment."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y != 1 or not self.length:
            return
        width = max(2, self.content_size.width)
        self.post_message(self.Sought(round(offset.x * self.length / (width - 1))))

    def action_go(self, step: int) -> None:
        """To what was told before, or is told next."""
        self.post_message(self.Stepped(step, chapters=False))

    def action_chapter(self, step: int) -> None:
        """To the step of the sequence before, or the next."""
        self.post_message(self.Stepped(step, chapters=True))
