"""Cursor, odds and choices in two lines, for small terminals where cards and orders are folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from core.choice import Choice, Choices
from core.presentation import OddsReport
from tui.game.ordering import LISTED_HEXES
from tui.keys.held import keys_of
from tui.kit.text import MUTED, chance_told, cut, percent
from tui.widgets.menu import SHORT, grouped, under_heading

#: Between two parts of a line.
_BETWEEN: Final = "  "


class OrderStrip(Static):
    """What lies under the cursor and its odds; below it keys and labels of the choices, a click picks one."""

    DEFAULT_CSS = """
    OrderStrip {
        height: 2; padding: 0 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis;
        link-style: none; link-color: $foreground; link-background: transparent;
    }
    """

    class Picked(Message):
        """The choice behind a key was clicked; "" = the order is given as it stands."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._place = self._what = Content("")
        self._odds = Content("")
        self._choices = Content("")
        self._drawn = Content("")

    def show(
        self, choices: Choices | None, keys: Mapping[str, Choice], *, begun: bool, hovered: Choice | None = None
    ) -> None:
        """Show choices, the one pointed at first; None = nothing can be ordered now."""
        parts: list[Content] = []
        if choices is not None and choices.complete and begun:
            parts.append(Content.styled("⏎ give it", "bold $text-success @click=pick('')"))
        if hovered is not None and not any(choice is hovered for choice in keys.values()):
            parts.append(_part("⏎", hovered, "", hovered))
        order = {id(choice): i for i, choice in enumerate(grouped(choices))} if choices else {}
        if hovered is not None:
            order[id(hovered)] = -1
        leading = len(parts)
        group = ""
        for key, choice in sorted(keys.items(), key=lambda item: order.get(id(item[1]), 0)):
            if choice.group != group and choice is not hovered:
                group = choice.group
                parts.append(Content.styled(f"{group}:", MUTED) if group else Content.styled("|", MUTED))
            parts.append(_part(key, choice, f"@click=pick({key!r})", hovered, whole=len(keys) < 3))
        if choices is not None and sum(c.kind == "hex" for c in choices.legal) > LISTED_HEXES:
            parts.append(Content.styled("point at a hex on the map, enter picks it", MUTED))
        if len(keys) > SHORT or (len(keys) > 1 and _width(parts) > self.content_size.width > 0):
            # What the end of the line cuts off is not to be missed: the drawer lists all.
            lists = f"{len(keys)} orders, {keys_of(self).told('game.drawer')} lists them"
            parts.insert(leading, Content.styled(lists, f"{MUTED} @click=screen.drawer"))
        self._choices = Content(_BETWEEN).join(parts)
        self._draw()

    def point(self, place: str, what: str) -> None:
        """Show what lies under the cursor: the hex, and who is in it."""
        self._place = Content.styled(place, "bold")
        self._what = Content.styled(what, MUTED)
        self._draw()

    def weigh(self, report: OddsReport | None) -> None:
        """Show the chances in short, of what can happen; None takes them away."""
        outcomes = [(name, chance) for name, chance in report.outcomes if chance] if report else ()
        self._odds = Content("  ").join(
            [Content.assemble(name, " ", (percent(chance), "bold $text-accent")) for name, chance in outcomes]
        )
        self._draw()

    def action_pick(self, key: str) -> None:
        """A choice was clicked."""
        self.post_message(self.Picked(key))

    def _draw(self) -> None:
        if self.display:
            # What is there is cut at the end of the line; the odds must not be.
            first = Content("  ").join([self._place, *filter(None, (self._odds, self._what))])
            drawn = Content.assemble(first, "\n", self._choices)
            if drawn != self._drawn or drawn.spans != self._drawn.spans:
                self._drawn = drawn
                # Two lines stay two lines: nothing is to be laid out anew.
                self.update(drawn, layout=False)


def _width(parts: Sequence[Content]) -> int:
    """How many cells the parts of a line take."""
    return sum(part.cell_length for part in parts) + len(_BETWEEN) * (len(parts) - 1)


def _part(key: str, choice: Choice, click: str, hovered: Choice | None, *, whole: bool = False) -> Content:
    """A choice of the second line; whole: its label is not to be cut, and that of the one pointed at never is."""
    pointed = choice is hovered
    label = choice.label if whole or pointed else cut(under_heading(choice).label)
    said = ", ".join(filter(None, (choice.cost, chance_told(choice, short=not pointed, named=True))))
    cost = f" ({said})" if said else ""
    style = f"reverse {click}" if pointed else click
    return Content.assemble((key, f"bold $text-accent {click}"), (f" {label}", style), (cost, f"{MUTED} {click}"))
