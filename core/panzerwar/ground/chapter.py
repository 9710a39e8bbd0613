"""The table of this chapter: what may be asked of the ground."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, asks_beside
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](name="ground", asks=asks_beside(__name__))
