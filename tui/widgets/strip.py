"""The choices in one line, for small terminals where the order menu is folded away."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from core.choice import Choice, Choices
from tui.widgets.text import MUTED


class OrderStrip(Static):
    """Keys and labels of the choices, as many as there is room for; a click picks one."""

    DEFAULT_CSS = """
    OrderStrip { height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    class Picked(Message):
        """The choice behind a key was clicked; "" = the order is given as it stands."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def show(self, choices: Choices | None, keys: Mapping[str, Choice], *, begun: bool) -> None:
        """Show choices; None = nothing can be ordered now."""
        parts: list[Content] = []
        if choices is not None and choices.complete and begun:
            parts.append(Content.styled(" ⏎ give ", "bold $text-success @click=pick('')"))
        order = {id(choice): i for i, choice in enumerate(choices.options)} if choices else {}
        for key, choice in sorted(keys.items(), key=lambda item: order.get(id(item[1]), 0)):
            click = f"@click=pick({key!r})"
            cost = f" {choice.cost}" if choice.cost else ""
            parts.append(
                Content.assemble(
                    (key, f"bold $text-accent {click}"), (f" {choice.label}", click), (cost, f"{MUTED} {click}")
                )
            )
        self.update(Content("  ").join(parts))

    def action_pick(self, key: str) -> None:
        """A choice was clicked."""
        self.post_message(self.Picked(key))
