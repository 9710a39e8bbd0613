"""A text that changes with nearly every key."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class SteadyText(Static):
    """The screen is laid out anew only when it takes another number of lines: that costs more than all it shows."""

    def put(self, content: Content) -> None:
        """Show this instead."""
        width, height = self.content_size
        self.update(content, layout=not width or content.get_height({}, width) != height)
