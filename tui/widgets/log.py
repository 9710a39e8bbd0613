"""The log: what happened, a line each; a line opens into its dice, modifiers and rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.hexes import Hex
from core.presentation import Report
from tui.game.record.chronicle import Line
from tui.keys.held import AS_THEY_COME, Keys, keys_of
from tui.kit.popups import AskLine
from tui.kit.text import MUTED, rule_content, tally_content, tone_style
from tui.widgets.log_entries import Entry, Regard, Wanted, entries


class GameLog(OptionList):
    """Lines of the log, the newest last. Enter opens and closes a line."""

    DEFAULT_CSS = """
    GameLog { height: 7; border: none; padding: 0 1; background: $surface; scrollbar-size-vertical: 1; }
    GameLog.-filtered, GameLog.-filtered:focus { border-top: solid $accent; border-title-color: $text-accent; }
    GameLog:focus { border: none; background-tint: $foreground 4%; }
    GameLog > .option-list--option-highlighted { background: $surface; color: $foreground; text-style: none; }
    GameLog:focus > .option-list--option-highlighted { background: $block-cursor-blurred-background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select", "open or close the line"),
        Binding("r", "rule", "the rule of the line", id="log.rule"),
        Binding("h", "jump", "show the hex on the map", id="log.jump"),
        Binding("f", "filter", "filter: dice, losses, mine, this unit, this hex", id="log.filter"),
        Binding("F", "unfilter", "all lines", id="log.all-lines"),
        Binding("slash", "search", "look for words", key_display="/", id="log.search"),
        Binding("n", "again(-1)", "the words once more, further back", id="log.search-back"),
        Binding("N", "again(1)", "the words once more, further on", id="log.search-on"),
        Binding("x", "loss(-1)", "the loss or damage before", id="log.loss-before"),
        Binding("X", "loss(1)", "the loss or damage after", id="log.loss-after"),
        Binding("y", "copy", "copy the line", id="log.copy"),
    ]

    class Jump(Message):
        """The player wants to see where a line happened."""

        def __init__(self, hex_: Hex) -> None:
            super().__init__()
            self.hex = hex_

    class RuleWanted(Message):
        """The player wants to read a rule."""

        def __init__(self, rule: str) -> None:
            super().__init__()
            self.rule = rule

    class RegardWanted(Message):
        """The log asks what the player has at hand, for a filter that depends on it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._told: tuple[Line, ...] = ()
        self._shown: list[Entry] = []
        self._open: set[int] = set()
        self._looked = 0
        self._sought = ""
        self.wanted = Wanted.ALL
        self.regard = Regard()

    def on_resize(self) -> None:
        """A log in which nobody reads keeps to its end, which another height would leave."""
        if not self.has_focus:
            self.call_after_refresh(self.scroll_end, animate=False)

    def show(self, lines: Sequence[Line], looked: int) -> None:
        """Show these lines; those after event `looked` are marked as new. Only new lines are drawn if it can be."""
        self._looked = looked
        if len(lines) == len(self._told) and tuple(lines) == self._told:
            return
        self._told = tuple(lines)
        if self._draw():
            self.highlighted = self.option_count - 1 if self.option_count else None
            self.scroll_end(animate=False)

    def _draw(self) -> bool:
        """Draw the entries as far as they are others than before; whether there were such."""
        found = entries(self._told, self.wanted, self.regard)
        kept = 0
        while kept < min(len(found), len(self._shown)) and found[kept] == self._shown[kept]:
            kept += 1
        if kept == len(found) == len(self._shown):
            return False
        if len(self._shown) - kept > 8:
            self.clear_options()
            kept = 0
        for at in range(len(self._shown) - 1, kept - 1, -1):
            if self.option_count > at:
                self.remove_option_at_index(at)
        self._shown = list(found)
        self.add_options([Option(self._prompt(at, new=found[at].n > self._looked)) for at in range(kept, len(found))])
        return True

    def open_at(self, n: int) -> None:
        """Open the line that tells an event, and scroll to it; nothing if there is none."""
        if self.wanted is not Wanted.ALL and not self._holding(n):
            self.filter(Wanted.ALL)
        at = self._holding(n)
        if at is None:
            return
        self._open.add(self._shown[at].n)
        self.replace_option_prompt_at_index(at, self._prompt(at))
        self.highlighted = at
        self.scroll_to_highlight(top=True)

    def _holding(self, n: int) -> int | None:
        return next((i for i, entry in enumerate(self._shown) if any(line.n == n for line in entry.lines)), None)

    def empty(self) -> None:
        """Show nothing, and keep nothing of what was sought."""
        self.clear_options()
        self._told, self._shown, self._open, self._sought = (), [], set(), ""
        self.wanted, self.regard, self.border_title = Wanted.ALL, Regard(), None

    def filter(self, wanted: Wanted) -> None:
        """Show what is wanted, from its end."""
        self.wanted = wanted
        self.set_class(wanted is not Wanted.ALL, "-filtered")
        self.border_title = None if wanted is Wanted.ALL else f"the log: {wanted.value} · f other · F all"
        if self._draw():
            self.highlighted = self.option_count - 1 if self.option_count else None
            self.scroll_end(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a line, or close it."""
        event.stop()
        i = event.option_index
        self._open ^= {self._shown[i].n}
        self.replace_option_prompt_at_index(i, self._prompt(i))
        self.scroll_to_highlight()

    def action_rule(self) -> None:
        """Open the rule of the line."""
        report = self._current()
        if report and report.rule:
            self.post_message(self.RuleWanted(report.rule))

    def action_jump(self) -> None:
        """Show the hex of the line."""
        report = self._current()
        if report and report.hexes:
            self.post_message(self.Jump(report.hexes[0]))

    def action_filter(self) -> None:
        """The next filter; what it depends on is asked for first."""
        self.post_message(self.RegardWanted())

    def action_unfilter(self) -> None:
        """All lines again."""
        self.filter(Wanted.ALL)

    def next_filter(self, regard: Regard) -> None:
        """Show the log through the next filter that shows anything."""
        self.regard = regard
        kinds = list(Wanted)
        at = kinds.index(self.wanted)
        for step in range(1, len(kinds) + 1):
            wanted = kinds[(at + step) % len(kinds)]
            if wanted is Wanted.ALL or entries(self._told, wanted, regard):
                self.filter(wanted)
                return

    def action_search(self) -> None:
        """Ask for words, and go to the last line that has them."""

        def answered(words: str | None) -> None:
            self._sought = (words or "").strip().lower()
            if self._sought:
                self._seek(-1, self.option_count)

        self.app.push_screen(AskLine("Look for", "words of a line; n and N go on"), answered)

    def action_again(self, step: int) -> None:
        """To the line before or after that has the words sought."""
        if self._sought:
            self._seek(step, self.highlighted if self.highlighted is not None else self.option_count)
        else:
            self.action_search()

    def _seek(self, step: int, start: int) -> None:
        self._go(step, start, lambda entry: any(self._sought in line.report.text.lower() for line in entry.lines))

    def action_loss(self, step: int) -> None:
        """To the loss or damage before or after."""
        start = self.highlighted if self.highlighted is not None else self.option_count
        self._go(step, start, lambda entry: entry.report.tone == "bad")

    def _go(self, step: int, start: int, suits: Callable[[Entry], bool]) -> None:
        count = len(self._shown)
        at = next((i for k in range(1, count + 1) if suits(self._shown[i := (start + k * step) % count])), None)
        if at is None:
            self.notify("There is no such line", timeout=2)
            return
        self.highlighted = at
        self.scroll_to_highlight()

    def action_copy(self) -> None:
        """Copy the line, with what it opens into, to the clipboard of the terminal."""
        at = self.highlighted
        if at is not None and at < len(self._shown):
            entry = self._shown[at]
            self.app.copy_to_clipboard(
                "\n".join([entry.text, *(part.plain for part in _details(entry, keys_of(self)))])
            )
            self.notify("Copied, if the terminal allows it (OSC 52)", timeout=2)

    def _current(self) -> Report | None:
        i = self.highlighted
        return self._shown[i].report if i is not None and i < len(self._shown) else None

    def _prompt(self, i: int, *, new: bool = False) -> Content:
        entry = self._shown[i]
        report = entry.report
        if report.level == 0:
            return Content.styled(f"── {report.text} ──", f"bold {MUTED}")
        sign = ("▾ " if entry.n in self._open else "▸ ") if entry.opens else "  "
        head = Content.assemble(
            "  " * (report.level - 1), (sign, "$accent" if new else MUTED), (entry.text, tone_style(report.tone))
        )
        if entry.n not in self._open:
            return head
        return Content("\n").join([head, *_details(entry, keys_of(self))])


def _details(entry: Entry, keys: Keys) -> list[Content]:
    """What an entry opens into: its steps, or the details of its line."""
    if len(entry.lines) == 1:
        return line_details(entry.lines[0], keys)
    return [Content(f"    {line.report.text}") for line in entry.lines]


def line_details(line: Line, keys: Keys = AS_THEY_COME) -> list[Content]:
    """What a line opens into: dice, the parts of the number, details, places, the rule."""
    report = line.report
    lines = [
        Content.assemble("    ", (f"{roll.die} = {roll.result}", "bold"), f"  {roll.for_}  ", rule_content(roll.rule))
        for roll in report.rolls
    ]
    lines += tally_content(report.tally, indent="    ")
    lines += [Content(f"    {detail}") for detail in report.details]
    if report.hexes:
        lines.append(Content.styled(f"    at {', '.join(line.places)}  ({keys.told('log.jump')} shows it)", MUTED))
    if report.rule:
        opens = f"  ({keys.told('log.rule')} opens it)"
        lines.append(Content.assemble(("    rule ", MUTED), rule_content(report.rule), (opens, MUTED)))
    return lines
