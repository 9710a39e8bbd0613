"""Who holds an objective, and since when (na:4.6.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import SideId


@frozen
class Occupation:
    """Who has held an objective since the start of a turn, for its capture (na:3.6b)."""

    side: SideId
    turns: int
