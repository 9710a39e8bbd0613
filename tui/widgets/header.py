"""The line at the top of a game: title, turn, phase, who acts."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static

from core.presentation import SideLook, Status
from tui.widgets.text import MUTED


class GameHeader(Static):
    """Title, turn of turns, phase and step, and the sides that act."""

    DEFAULT_CSS = """
    GameHeader {
        dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; color: $foreground;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    """

    def show(self, status: Status, looks: Sequence[SideLook], *, note: str = "") -> None:
        """Show a headline; note: what goes on besides ("thinking")."""
        names = {look.id: look.name for look in looks}
        acting = ", ".join(names.get(side, side) for side in status.acting)
        parts: list[Content] = [
            Content.styled(status.title, "bold $text-accent"),
            Content.assemble(("turn ", MUTED), (f"{status.turn}/{status.turns}", "bold")),
        ]
        if acting:
            parts.append(Content.assemble(("▶ ", "$accent"), (acting, "bold")))
        parts.append(_where(status))
        if status.extra:
            parts.append(Content.styled(status.extra, MUTED))
        if note:
            parts.append(Content.styled(note, "bold $text-warning"))
        self.update(Content.styled(" │ ", MUTED).join(parts))


def _where(status: Status) -> Content:
    """Phase and step; a step whose name begins with its phase stands alone."""
    if not status.step or status.step.startswith(status.phase):
        return Content.styled(status.step or status.phase, "bold")
    return Content.assemble((status.phase, "bold"), ": ", status.step)
