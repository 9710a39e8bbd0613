"""An order for several units, shown before it is given: who does what at what cost and chance, who may not and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.keys.bindings import DOWN, UP
from tui.keys.held import keys_of
from tui.kit.foot import foot
from tui.kit.window import Window


class Shown(Protocol):
    """What is shown before it is given. acts: what would be given, nothing if there is none; lines: it in words."""

    @property
    def title(self) -> str: ...

    @property
    def acts(self) -> Sequence[object]: ...

    @property
    def lines(self) -> Sequence[Content]: ...


class PreviewScreen(Window[bool]):
    """Shows a plan; enter gives it, escape drops it.

    plans: what it may be, each worked out when it is looked at; `f` goes to the next, such as in file or side by side.
    """

    DEFAULT_CSS = """
    PreviewScreen { align: center middle; background: $background $veil; }
    PreviewScreen > #window {
        width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 0 1; background: $surface;
        border: round $accent; border-title-color: $text-accent; border-title-style: bold;
        border-subtitle-color: $text-muted; scrollbar-size-vertical: 1;
    }
    PreviewScreen #window > Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give", "give it"),
        Binding("y", "give", "give it", id="windows.give"),
        Binding("escape", "leave", "drop it"),
        Binding("n", "leave", "drop it", id="windows.drop"),
        Binding("q", "leave", "drop it", id="windows.close"),
        Binding("f", "other", "another way to do it", id="windows.other"),
        Binding("down", "scroll(1)", "down"),
        Binding("up", "scroll(-1)", "up"),
        DOWN,
        UP,
        Binding("pagedown", "scroll(10)", "a page down", show=False),
        Binding("pageup", "scroll(-10)", "a page up", show=False),
    ]

    def __init__(self, plans: tuple[tuple[str, Callable[[], Shown]], ...]) -> None:
        """plans: for each what it is called, "" where there is only one."""
        super().__init__()
        self._plans = plans
        self._at = 0
        self.plan = plans[0][1]()

    def compose(self) -> ComposeResult:
        """The plan in a frame."""
        yield VerticalScroll(Static(), id="window")

    def on_mount(self) -> None:
        """Show the first."""
        self._show()

    def _show(self) -> None:
        plan = self.plan
        window = self.query_one("#window", VerticalScroll)
        called = self._plans[self._at][0]
        window.border_title = Content(f"{plan.title}{f', {called}' if called else ''}")
        gives = ("enter gives it", "give") if plan.acts else ""
        other = self._plans[(self._at + 1) % len(self._plans)][0]
        ways = f"{keys_of(self).told('windows.other')} {other}"
        self.say_keys(window, foot(gives, (ways, "other") if other else "", ("esc drops it", "leave")))
        self.query_one(Static).update(Content("\n").join(plan.lines))

    def action_give(self) -> None:
        """Give it, if anybody may have it."""
        if self.plan.acts:
            self.dismiss(True)

    def action_leave(self) -> None:
        """Drop it."""
        self.dismiss(False)

    def action_other(self) -> None:
        """Show the next plan."""
        if len(self._plans) > 1:
            self._at = (self._at + 1) % len(self._plans)
            self.plan = self._plans[self._at][1]()
            self._show()

    def action_scroll(self, lines: int) -> None:
        """Scroll."""
        self.query_one("#window", VerticalScroll).scroll_relative(y=lines, animate=False)
