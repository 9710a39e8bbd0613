"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, asks_beside
from core.panzerblitz.state import BlitzState

CHAPTER: Final = Chapter[BlitzState](name="ground", asks=asks_beside(__name__))
