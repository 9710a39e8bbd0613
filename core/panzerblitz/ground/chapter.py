"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.panzerblitz.state import BlitzState
from core.rulebook import Chapter


def _asks() -> Mapping[str, type[Any]]:
    from core.panzerblitz.ground import asks  # loaded when an example asks

    return asks.ASKS


CHAPTER: Final = Chapter[BlitzState](name="ground", asks=_asks)
