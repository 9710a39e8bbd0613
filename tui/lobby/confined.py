"""An app that reaches nothing but the player's own files, as one that is shown over a line must not."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tui.app import PanzerhexApp
from tui.terminal.sturdy import SturdyApp

#: Bytes of the file in which a player's failures are noted.
LONGEST_LOG: Final = 1 << 20


class ConfinedApp(PanzerhexApp):
    """The program with its doors closed.

    confined: whether they are, which they need not be on a player's own machine; guest: whether he keeps no files.
    """

    confined: bool = True
    guest: bool = False

    def keep_trouble(self, what: str, error: BaseException) -> str:
        """Keep a failure; on a host it has a number, and its files are nobody's business."""
        if self.number_failure is None:
            kept = super().keep_trouble(what, error)
            return "" if self.confined else kept
        self._write_log(error)
        return SturdyApp.keep_trouble(self, what, error)

    def reason(self, error: BaseException) -> str:
        """What is wrong with a file; on a host the player can do nothing about it."""
        return "" if self.confined else super().reason(error)

    def _write_log(self, error: BaseException, number: str = "") -> Path | None:
        """Write a failure among the player's own files; on a host under the number that its log has it under."""
        if self.number_failure is not None and not (number := self.number_failure(error)):
            return None
        path = self.data_dir / "panzerhex.log"
        if self.guest or (self.confined and path.exists() and path.stat().st_size > LONGEST_LOG):
            return None
        return super()._write_log(error, number)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """No browser is opened at a host."""
        if not self.confined:
            super().open_url(url, new_tab=new_tab)

    def action_suspend_process(self) -> None:
        """One player cannot stop the process of all."""
        if not self.confined:
            super().action_suspend_process()

    def deliver_text(self, *args: Any, **kwargs: Any) -> str | None:
        """Nothing is written beside the player's own files."""
        return None if self.confined else super().deliver_text(*args, **kwargs)

    def deliver_binary(self, *args: Any, **kwargs: Any) -> str | None:
        """Nothing is written beside the player's own files."""
        return None if self.confined else super().deliver_binary(*args, **kwargs)

    def save_screenshot(self, *args: Any, **kwargs: Any) -> str:
        """No picture is written at a host."""
        return "" if self.confined else super().save_screenshot(*args, **kwargs)

    def deliver_screenshot(self, *args: Any, **kwargs: Any) -> str | None:
        """No picture is written at a host."""
        return None if self.confined else super().deliver_screenshot(*args, **kwargs)
