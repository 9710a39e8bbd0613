"""Small windows over the game: a list to pick from, a sheet to read, a line to fill in."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.keys.bindings import DOWN, RULE, UP
from tui.keys.held import keys_of
from tui.keys.held import told as key_told
from tui.kit.foot import foot as keys_told
from tui.kit.window import Window

_WINDOW = """
    {name} {{ align: center middle; background: $background $veil; }}
    {name} > #window {{
        width: {width}; max-width: 96%; height: auto; max-height: 90%; padding: 0 1; background: $surface;
        border: round $accent; border-title-color: $text-accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }}
"""


class PickList(Window[int | None]):
    """A list of which one line is picked, by its key, Enter or mouse; None if it is left."""

    DEFAULT_CSS = (
        _WINDOW.format(name="PickList", width=56)
        + """
    PickList OptionList, PickList OptionList:focus {
        height: auto; max-height: 100%; border: none; padding: 0; background: transparent;
    }
    PickList OptionList:focus > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground;
    }
    PickList OptionList:ansi > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back")]
    KEYS_DO = "picks"
    #: Cells of a window that has room for its longest line, and of the widest there is.
    WIDTHS: ClassVar[tuple[int, int]] = (56, 96)

    def __init__(self, title: str, lines: Sequence[tuple[str, Content]], *, at: int = 0) -> None:
        """lines: for each its suggested key ("" = any free one), by its character or its name, and its text; at: the
        line that is pointed at first."""
        super().__init__()
        self._at = at
        self.heading = title
        self.lines = tuple(text for _, text in lines)
        self.keys: dict[str, int] = {}
        waiting = []
        for i, (key, _) in enumerate(lines):
            if key and key not in self.keys:
                self.keys[key] = i
            else:
                waiting.append(i)
        free = [k for k in "123456789" + ascii_lowercase if k not in self.keys]
        self.keys.update(zip(free, waiting, strict=False))

    def compose(self) -> ComposeResult:
        """The list in a frame."""
        key_of = {i: key for key, i in self.keys.items()}
        window = Vertical(
            OptionList(
                *(
                    Option(Content.assemble((f"{key_of.get(i, ' ')} ", "bold $text-accent"), text))
                    for i, text in enumerate(self.lines)
                )
            ),
            id="window",
        )
        longest = max((len(key_of.get(i, " ")) + line.cell_length for i, line in enumerate(self.lines)), default=0)
        least, most = self.WIDTHS
        # Beside a line stand its frame, the padding of window and list, and the bar that scrolls them.
        window.styles.width = min(max(least, longest + 7), most)
        window.border_title = Content(self.heading)
        self.say_keys(window, keys_told(*self.foot()))
        yield window

    def on_mount(self) -> None:
        """Point at a line."""
        if self.lines:
            self.query_one(OptionList).highlighted = self._at

    def on_resize(self) -> None:
        """Say how the rest of a list is reached that has no room for all of its lines."""
        self.call_after_refresh(self._say_more)

    def _say_more(self) -> None:
        more = self.query_one(OptionList).max_scroll_y > 0
        pages = (("pgup", "page(-1)"), ("pgdn more", "page(1)")) if more else ()
        self.say_keys(self.query_one("#window"), keys_told(*pages, *self.foot()))

    def foot(self) -> tuple[tuple[str, str], ...]:
        """What keys do, and the actions that do it."""
        return (("esc back", "leave"),)

    def action_page(self, step: int) -> None:
        """A page of the list back or on."""
        lines = self.query_one(OptionList)
        lines.scroll_relative(y=step * max(1, lines.size.height - 1), animate=False)

    def on_key(self, event: events.Key) -> None:
        """Pick by key."""
        row = self.keys.get(event.character or "", self.keys.get(key_told(event.key)))
        if row is not None:
            event.stop()
            event.prevent_default()
            self.dismiss(row)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pick the highlighted line."""
        event.stop()
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        """Pick nothing."""
        self.dismiss(None)


class Sheet(Window[None]):
    """Something to read; any closing key goes back. rule: what `r` opens."""

    DEFAULT_CSS = (
        _WINDOW.format(name="Sheet", width=72)
        + """
    Sheet #window > Static { height: auto; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "leave", "back"),
        RULE,
        Binding("down", "scroll(1)", "down"),
        Binding("up", "scroll(-1)", "up"),
        DOWN,
        UP,
    ]

    def __init__(self, title: str, text: Content, *, rule: str = "", foot: Content | None = None) -> None:
        super().__init__()
        self.heading = title
        self.text = text
        self.rule = rule
        self.foot = foot

    def compose(self) -> ComposeResult:
        """The text in a frame."""
        window = VerticalScroll(Static(self.text), id="window")
        window.border_title = Content(self.heading)
        self.say_keys(window, self.foot or self.told())
        yield window

    def on_resize(self) -> None:
        """Say how the rest of a long text is reached."""
        self.call_after_refresh(self._say_more)

    def _say_more(self) -> None:
        window = self.query_one(VerticalScroll)
        foot = self.foot or self.told()
        more = Content(" · ").join([keys_told(("down more", "scroll(5)")), foot])
        longer = window.max_scroll_y > 0
        roomy = more.cell_length < window.size.width
        self.say_keys(window, more if longer and roomy else foot)
        window.border_title = Content(f"{self.heading} · down for more" if longer and not roomy else self.heading)

    def told(self) -> Content:
        """What the keys do, for the foot of the window."""
        rule = f"{keys_of(self).told('windows.rule')} reads the rule"
        return keys_told(("enter closes", "leave"), (rule, "rule") if self.rule else "")

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    async def action_rule(self) -> None:
        """Read the rule."""
        if self.rule:
            await self.app.run_action(f"show_rule({self.rule!r})")


class AskLine(Window[str | None]):
    """One line to fill in; None if it is left."""

    DEFAULT_CSS = (
        _WINDOW.format(name="AskLine", width=40)
        + """
    AskLine Input, AskLine Input:focus { border: none; background: $boost; padding: 0 1; height: 1; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back")]

    def __init__(self, title: str, hint: str) -> None:
        super().__init__()
        self.heading = title
        self.hint = hint

    def compose(self) -> ComposeResult:
        """The line in a frame."""
        window = Vertical(Input(placeholder=self.hint), id="window")
        window.border_title = Content(self.heading)
        self.say_keys(window, keys_told(("enter goes", "submit"), ("esc back", "leave")))
        yield window

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Done."""
        event.stop()
        self.dismiss(event.value)

    def action_submit(self) -> None:
        """Done, by a click."""
        self.dismiss(self.query_one(Input).value)

    def action_leave(self) -> None:
        """Leave it."""
        self.dismiss(None)
