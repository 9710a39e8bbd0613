"""What the screen takes away by itself after a time stays, in tests that compare what two terminals show."""

from __future__ import annotations

import pytest
from textual.content import Content

from tui.widgets.messages import MessageLine

#: Seconds; no test takes so long.
FOR_EVER = 3600.0


def keep_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of messages keeps what it says: on a loaded machine one terminal's would be gone, the other's not."""
    show = MessageLine._show

    def stays(self: MessageLine, text: Content, severity: str, seconds: float) -> None:
        show(self, text, severity, FOR_EVER)

    monkeypatch.setattr(MessageLine, "_show", stays)
