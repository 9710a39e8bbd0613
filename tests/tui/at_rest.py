"""A pilot's pause that ends when the app has done and drawn all that was set off, however slow the machine is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.pilot import Pilot

from tui.terminal.settled import settled, unsettled

#: Seconds until a pause ends though something is left; what a test holds up by itself is left for ever.
PATIENCE = 20.0


@pytest.fixture(autouse=True)
def _at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's own pause looks at how busy the processor is, which says nothing on one that is shared."""

    async def pause(self: Pilot[Any], delay: float | None = None) -> None:
        await self._wait_for_screen()
        await asyncio.sleep(delay or 0)
        await settled(lambda: "" if self.app._exit else unsettled(self.app), PATIENCE)
        self.app.screen._on_timer_update()

    monkeypatch.setattr(Pilot, "pause", pause)
