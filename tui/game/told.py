"""What others have done, on a sheet: the heaviest first; a line leads to its hex, its dice, or back to watch it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.presentation import Card
from tui.game.record.chronicle import Line
from tui.game.telling import HEADINGS, Matter
from tui.keys.held import keys_of
from tui.kit.foot import Part, foot
from tui.kit.text import MUTED, tone_style
from tui.kit.whole_card import WholeCard
from tui.kit.window import Window
from tui.widgets.log import line_details

#: What a player may want who leaves the sheet otherwise than by a line of it.
WATCH: Final = "watch"


class ToldLines(OptionList):
    """The lines of the sheet. As long as none is pointed at, Enter closes it; a first click on a line points at it."""

    class Closed(Message):
        """Enter was pressed with no line pointed at."""

    def on_click(self, event: events.Click) -> None:
        """Point at a line; a click on the one that is pointed at goes where it leads."""
        at = event.style.meta.get("option")
        if isinstance(at, int) and at != self.highlighted and not self.get_option_at_index(at).disabled:
            event.prevent_default()
            self.highlighted = at

    def action_select(self) -> None:
        """Go where the line leads."""
        if self.highlighted is None:
            self.post_message(self.Closed())
        else:
            super().action_select()


class ToldSheet(Window["Matter | Line | str | None"]):
    """What happened, in order of weight, then all of it. It gives back the line to go to on the map, WATCH to step
    through it, or None."""

    DEFAULT_CSS = """
    ToldSheet { align: center middle; background: $background $veil; }
    ToldSheet > #window {
        width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 0 1; background: $surface;
        border: round $accent; border-title-color: $text-accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    ToldSheet OptionList, ToldSheet OptionList:focus {
        height: auto; max-height: 100%; border: none; padding: 0; background: transparent; scrollbar-size-vertical: 1;
    }
    ToldSheet OptionList:focus > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground;
    }
    ToldSheet OptionList:ansi > .option-list--option-highlighted {
        background: ansi_blue; color: ansi_bright_white; text-style: bold;
    }
    ToldSheet OptionList > .option-list--option-disabled { color: $foreground; }
    """
    HELP_TITLE = "What happened"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,space", "leave", "back to the game"),
        Binding("q", "leave", "back to the game", id="windows.close"),
        Binding("d", "dice", "open or close the dice of the line", id="windows.dice"),
        Binding("p", "watch", "watch it again, step by step", id="windows.watch"),
        Binding("C", "card", "the whole card of the unit of the line", id="game.card"),
        Binding("r", "rule", "the rule of the line", id="windows.rule"),
        Binding("down", "step(1)", "line below"),
        Binding("j", "step(1)", "line below", id="windows.down"),
        Binding("up", "step(-1)", "line above"),
        Binding("k", "step(-1)", "line above", id="windows.up"),
    ]

    def __init__(
        self,
        heading: str,
        matters: Sequence[Matter],
        lines: Sequence[Line],
        card: Callable[[str], Card],
        *,
        again: bool = False,
    ) -> None:
        """card: of a unit, KeyError if it has none; again: whether it can be watched again."""
        super().__init__()
        self._card = card
        self.heading = heading
        self.again = again
        self._open: set[int] = set()
        self.entries: list[tuple[Content, Matter | Line | None]] = list(_entries(matters, lines))
        self.text = Content("\n").join([text for text, _ in self.entries])

    def compose(self) -> ComposeResult:
        """The lines in a frame."""
        window = Vertical(ToldLines(*(Option(text, disabled=of is None) for text, of in self.entries)), id="window")
        window.border_title = Content(self.heading)
        yield window

    def on_mount(self) -> None:
        """No line is pointed at before a key says so."""
        self.query_one(ToldLines).highlighted = None
        self._tell()

    def _tell(self) -> None:
        """What the keys do, with the line that is pointed at or without one; all of it can be clicked."""
        keys = keys_of(self)
        again = (f"{keys.told('windows.watch')} watch it", "watch") if self.again else ""
        if self.current is None:
            parts: tuple[Part, ...] = (("enter closes", "leave"), "arrows or a click point at a line", again)
        else:
            dice, card, rule = (keys.told(id_) for id_ in ("windows.dice", "game.card", "windows.rule"))
            of_line = ((f"{dice} dice", "dice"), (f"{card} card", "card"), (f"{rule} rule", "rule"))
            parts = (("enter goes there", "go"), *of_line, again, ("esc closes", "leave"))
        self.say_keys(self.query_one("#window"), foot(*parts))

    @on(OptionList.OptionHighlighted)
    def _pointed(self) -> None:
        self._tell()

    def action_go(self) -> None:
        """Go where the line leads."""
        self.query_one(ToldLines).action_select()

    def action_card(self) -> None:
        """Open the whole card of the unit of the line."""
        of = self.current
        units = (of.unit,) if isinstance(of, Matter) and of.unit else getattr(_line(of), "units", ())
        for unit in units:
            try:
                self.app.push_screen(WholeCard((self._card(unit),)))
            except KeyError:
                continue
            return
        self.notify("There is no card to this line", timeout=3)

    @property
    def current(self) -> Matter | Line | None:
        """The line that is pointed at."""
        at = self.query_one(ToldLines).highlighted
        return self.entries[at][1] if at is not None else None

    @on(ToldLines.Closed)
    def _shut(self) -> None:
        self.dismiss(None)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self.entries[event.option_index][1])

    def action_step(self, step: int) -> None:
        """The line above or below."""
        lines = self.query_one(ToldLines)
        lines.action_cursor_down() if step > 0 else lines.action_cursor_up()

    def action_dice(self) -> None:
        """Open the line into its dice, modifiers and rule, or close it."""
        lines = self.query_one(ToldLines)
        at, line = lines.highlighted, _line(self.current)
        if at is None or line is None:
            return
        self._open ^= {at}
        text = self.entries[at][0]
        opened = Content("\n").join([text, *line_details(line)])
        lines.replace_option_prompt_at_index(at, opened if at in self._open else text)

    async def action_rule(self) -> None:
        """Read the rule of the line."""
        line = _line(self.current)
        if line is not None and line.report.rule:
            await self.app.run_action(f"show_rule({line.report.rule!r})")

    def action_watch(self) -> None:
        """Watch it again."""
        if self.again:
            self.dismiss(WATCH)

    def action_leave(self) -> None:
        """Back to the game."""
        self.dismiss(None)


def _line(of: Matter | Line | None) -> Line | None:
    return of.line if isinstance(of, Matter) else of


def _entries(matters: Sequence[Matter], lines: Sequence[Line]) -> list[tuple[Content, Matter | Line | None]]:
    """The lines of the sheet; headings lead nowhere."""
    found: list[tuple[Content, Matter | Line | None]] = []
    for weight, group in groupby(matters, key=lambda matter: matter.weight):
        found.append((Content.styled(HEADINGS[weight], "bold $text-accent"), None))
        found += [(Content.assemble("  ", (matter.text, tone_style(matter.tone))), matter) for matter in group]
    told = [line for line in lines if line.report.level <= 1]
    if not any(line.report.level for line in told):
        return found
    if matters:
        found += [(Content(""), None), (Content.styled("All of it", "bold $text-accent"), None)]
    for line, after in zip(told, [*told[1:], None], strict=True):
        report = line.report
        if report.level:
            rule = ("  " + report.rule if report.rule else "", MUTED)
            found.append((Content.assemble("  ", (report.text, tone_style(report.tone)), rule), line))
        elif after is not None and after.report.level:
            found.append((Content.styled(report.text, f"bold {MUTED}"), None))
    return found
