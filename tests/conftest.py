"""What holds for all tests: they wait for what happens, never for time, on however slow a machine."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from textual.pilot import Pilot

from tests.patience import PATIENCE

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# Textual gives a screen half a minute to hear of what was set off.
Pilot._wait_for_screen.__defaults__ = (PATIENCE,)  # type: ignore[attr-defined]

# Screens are drawn as on a usual terminal of today, wherever the tests run; what is about others says so.
os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
os.environ.pop("NO_COLOR", None)
