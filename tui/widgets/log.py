"""The log: what happened, a line each; a line opens into its dice, modifiers and rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.hexes import Hex
from core.presentation import Report
from tui.game.chronicle import Line
from tui.kit.text import MUTED, rule_content, tally_content, tone_style


class GameLog(OptionList):
    """Lines of the log, the newest last. Enter opens and closes a line."""

    DEFAULT_CSS = """
    GameLog { height: 7; border: none; padding: 0 1; background: $surface; scrollbar-size-vertical: 1; }
    GameLog:focus { border: none; background-tint: $foreground 4%; }
    GameLog > .option-list--option-highlighted { background: $surface; color: $foreground; text-style: none; }
    GameLog:focus > .option-list--option-highlighted { background: $block-cursor-blurred-background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select", "open or close the line"),
        Binding("r", "rule", "the rule of the line"),
        Binding("h", "jump", "show the hex on the map"),
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

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._told: list[Line] = []
        self._open: set[int] = set()

    def show(self, lines: Sequence[Line], looked: int) -> None:
        """Show these lines; those after event `looked` are marked as new. Only new lines are drawn if it can be."""
        kept = len(self._told)
        if list(lines[:kept]) != self._told:
            self.clear_options()
            self._told, self._open, kept = [], set(), 0
        if len(lines) == kept:
            return
        self._told = list(lines)
        self.add_options([Option(self._prompt(i, new=self._told[i].n > looked)) for i in range(kept, len(lines))])
        self.highlighted = self.option_count - 1
        self.scroll_end(animate=False)

    def open_at(self, n: int) -> None:
        """Open the line that tells an event, and scroll to it; nothing if there is none."""
        at = next((i for i, line in enumerate(self._told) if line.n == n), None)
        if at is None:
            return
        self._open.add(at)
        self.replace_option_prompt_at_index(at, self._prompt(at))
        self.highlighted = at
        self.scroll_to_highlight(top=True)

    def empty(self) -> None:
        """Show nothing."""
        self.clear_options()
        self._told, self._open = [], set()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a line, or close it."""
        event.stop()
        i = event.option_index
        self._open ^= {i}
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

    def _current(self) -> Report | None:
        i = self.highlighted
        return self._told[i].report if i is not None and i < len(self._told) else None

    def _prompt(self, i: int, *, new: bool = False) -> Content:
        report = self._told[i].report
        opens = bool(report.rolls or report.tally or report.details or report.rule) and report.level > 0
        if report.level == 0:
            return Content.styled(f"── {report.text} ──", f"bold {MUTED}")
        sign = ("▾ " if i in self._open else "▸ ") if opens else "  "
        head = Content.assemble(
            "  " * (report.level - 1), (sign, "$accent" if new else MUTED), (report.text, tone_style(report.tone))
        )
        if i not in self._open:
            return head
        return Content("\n").join([head, *report_details(report)])


def report_details(report: Report) -> list[Content]:
    """What a line opens into: dice, the parts of the number, details, places, the rule."""
    lines = [
        Content.assemble("    ", (f"{roll.die} = {roll.result}", "bold"), f"  {roll.for_}  ", rule_content(roll.rule))
        for roll in report.rolls
    ]
    lines += tally_content(report.tally, indent="    ")
    lines += [Content(f"    {detail}") for detail in report.details]
    if report.hexes:
        lines.append(Content.styled(f"    at {', '.join(h.id for h in report.hexes)}  (h shows it)", MUTED))
    if report.rule:
        lines.append(Content.assemble(("    rule ", MUTED), rule_content(report.rule), ("  (r opens it)", MUTED)))
    return lines
