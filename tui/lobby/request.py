"""What the other side asks for, over the game: a line that takes no key away from what is being typed."""

from __future__ import annotations

from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from tui.game.attention import Called
from tui.kit.text import MUTED


class RequestLine(Static):
    """One line under the headline while something is asked; nothing when nothing is. A click answers as the key."""

    DEFAULT_CSS = """
    RequestLine { height: 1; width: 1fr; padding: 0 1; background: $warning 30%; display: none; text-wrap: nowrap;
        text-overflow: ellipsis; }
    RequestLine:ansi { text-style: reverse; }
    RequestLine.-asked { display: block; }
    """

    class Clicked(Called):
        """The player wants to answer."""

    def __init__(self) -> None:
        super().__init__()
        self.said: tuple[str, str] = ("", "")

    def show(self, text: str, keys: str = "") -> None:
        """Say what is asked and which key answers; "" takes the line away."""
        if (text, keys) == self.said:
            return
        self.said = (text, keys)
        self.set_class(bool(text), "-asked")
        parts = Content.assemble(("? ", "bold"), (text, "bold"), (f"   {keys}" if keys else "", MUTED))
        self.update(parts if text else Content(""))

    def on_click(self, event: Click) -> None:
        """Answer."""
        self.post_message(self.Clicked())
