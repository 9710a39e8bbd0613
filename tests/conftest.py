"""What holds for all tests: they wait for what happens, never for time, on however slow a machine."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings
from textual.pilot import Pilot

from tests.patience import PATIENCE

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# The program looks for garbage as seldom (`tui/kit/garbage.py`); by Python's own measure a fifth of the time
# of all tests goes into it, as what was loaded once is looked through again and again.
gc.set_threshold(50_000, 20, 10)

# Textual gives a screen half a minute to hear of what was set off.
Pilot._wait_for_screen.__defaults__ = (PATIENCE,)  # type: ignore[attr-defined]

# Screens are drawn as on a usual terminal of today, wherever the tests run; what is about others says so.
os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
os.environ.pop("NO_COLOR", None)


def pytest_collection_finish() -> None:
    """What is loaded with the tests stays."""
    gc.collect()
    gc.freeze()
