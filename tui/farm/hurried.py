"""Players with a clock, by a name that says so: "veteran@1" has a second for each decision."""

from __future__ import annotations

from math import isfinite
from time import process_time
from typing import Final

from core.ai import Budget

#: What stands between a level and its seconds.
AT: Final = "@"


def read(name: str) -> tuple[str, float | None]:
    """The level of a name and its seconds for a decision, None = as many as it likes. ValueError says what is wrong."""
    level, at, text = name.partition(AT)
    if not at:
        return level, None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise ValueError(f"{text!r} is no number of seconds; say for instance {level}{AT}1")
    return level, seconds


def budget(seconds: float | None) -> Budget:
    """So many seconds of this process from now on, whatever else the machine does meanwhile."""
    if seconds is None:
        return Budget()
    end = process_time() + seconds
    return Budget(spent=lambda: process_time() > end)
