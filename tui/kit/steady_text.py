"""A text that changes with nearly every key."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class SteadyText(Static):
    """The screen is laid out anew only when it takes another number of lines: that costs more than all it shows.

    While it is not displayed it takes none; displaying it lays the screen out by itself.
    """

    def put(self, content: Content) -> None:
        """Show this instead."""
        width, height = self.content_size
        resized = not width or content.get_height({}, width) != height
        self.update(content, layout=self.display and resized)
