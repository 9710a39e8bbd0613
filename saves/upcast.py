"""Old journals in today's terms: one step for each version of the format that there has been."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from saves.line import SCHEMA, SaveError

Raw = dict[str, Any]

#: For a version, the function that turns a line of it into one of the next version. It is given the header
#: (the line with the key "panzerhex") and every event line without n, prev and sum, and may change its argument.
#: A line stays one line, so that event numbers keep their meaning.
UPCASTERS: dict[int, Callable[[Raw], Raw]] = {}


def upcast(raw: Raw, version: int) -> Raw:
    """A line of an old version as a line of today's. SaveError if a step is missing."""
    while version < SCHEMA:
        step = UPCASTERS.get(version)
        if step is None:
            raise SaveError(f"format {version} is not known any more; open the game with the panzerhex that wrote it")
        raw = step(raw)
        version += 1
    return raw
