"""The list of a force: its formations with how many of their units are placed, the units of the one in hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.hexes import Hex
from tui.game.set_up.force import Body, Member
from tui.kit.text import MUTED


class Roster(OptionList, can_focus=False):
    """Formations, one of them open; what is in hand is highlighted. A click takes a unit or a formation into hand."""

    DEFAULT_CSS = """
    Roster {
        height: 1fr; border: none; padding: 0; background: transparent; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    Roster > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    """

    class Taken(Message):
        """A unit was clicked, or a formation; unit: "" = the formation."""

        def __init__(self, body: str, unit: str) -> None:
            super().__init__()
            self.body = body
            self.unit = unit

    class Later(Message):
        """What comes on later was clicked."""

        def __init__(self, body: Body) -> None:
            super().__init__()
            self.body = body

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[tuple[str, str], ...] = ()
        self._later: dict[int, Body] = {}
        self._shown: object = None

    def show(self, bodies: Sequence[Body], opened: str, unit: str, called: Callable[[Hex], str] = str) -> None:
        """Show a force. opened: the formation that is open; unit: the unit in hand, "" = the whole formation is, or
        nothing; called: the names of hexes."""
        shown = tuple(bodies), opened
        if shown != self._shown:
            self._shown = shown
            rows: list[tuple[str, str]] = []
            self._later = {}
            lines: list[Content] = []
            for body in bodies:
                if body.when:
                    self._later[len(rows)] = body
                rows.append((f"{body.name} {len(rows)}", "") if body.when else (body.name, ""))
                lines.append(_heading(body, opened=body.name == opened))
                for member in body.members if body.name == opened and not body.when else ():
                    rows.append((body.name, member.id))
                    lines.append(_line(member, called))
            self._rows = tuple(rows)
            self.set_options([Option(line) for line in lines])
        row = self._rows.index((opened, unit)) if (opened, unit) in self._rows else None
        if row != self.highlighted:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = row

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Something was clicked."""
        event.stop()
        if event.option_index in self._later:
            self.post_message(self.Later(self._later[event.option_index]))
        elif event.option_index < len(self._rows):
            self.post_message(self.Taken(*self._rows[event.option_index]))


def _heading(body: Body, *, opened: bool) -> Content:
    if body.when:
        return Content.assemble(
            ("▸ ", MUTED), (f"{len(body.members)} {body.name}", "bold"), (f"\n    {body.when}", MUTED)
        )
    whole, placed = len(body.members), body.placed
    tone = "$text-success" if placed == whole else "$text-warning"
    sign = "▾ " if opened else "▸ "
    return Content.assemble((sign, MUTED), (f"{placed}/{whole}", f"bold {tone}"), (f" {body.name}", "bold"))


def _line(member: Member, called: Callable[[Hex], str]) -> Content:
    where = f" {called(member.post.hex)}" if member.post is not None else ""
    tone = MUTED if member.placed else ""
    return Content.assemble(
        "  ", ("✓ " if member.placed else "· ", "$text-success"), (member.name, tone), (where, "bold")
    )
