"""The odds of the order begun, or of the choice pointed at."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.presentation import OddsReport
from tui.kit.text import odds_content


class OddsPanel(VerticalScroll):
    """Chances as bars with the tally behind them; takes no room when there is nothing to weigh."""

    DEFAULT_CSS = """
    OddsPanel {
        height: auto; max-height: 75%; border-top: solid $panel-lighten-2; scrollbar-size-vertical: 1;
        display: none;
    }
    OddsPanel > Static { width: 1fr; height: auto; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.can_focus = False
        self._shown: OddsReport | None = None

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static()

    def show(self, report: OddsReport | None) -> None:
        """Show chances; None hides the panel."""
        self.display = report is not None
        if report is None or report == self._shown:
            return
        self._shown = report
        self.query_one(Static).update(odds_content(report, max(20, (self.parent_width or 34) - 3)))

    @property
    def parent_width(self) -> int:
        """Cells there are for a line."""
        parent = self.parent
        return parent.size.width if parent is not None and hasattr(parent, "size") else 0
