"""Headings in words, and what an order says of them (pw:1.3)."""

from __future__ import annotations

from typing import Final

from core.order import told_as

#: Of a 48-heading, the eight names of the compass, and those between them.
_NAMES: Final = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")


def compass_name(heading: int) -> str:
    """The nearest of sixteen directions of the compass to a heading of 48 (pw:1.3)."""
    return _NAMES[((heading % 48) + 1) // 3 % 16]


def direction_name(number: int) -> str:
    """One of the eight directions of the compass, 1 = north (pw:1.3)."""
    return compass_name(6 * (number - 1))


#: A field of an order that is a heading of 48, and one that is a direction of eight: both are told by name.
HEADING: Final = told_as(compass_name)
DIRECTION: Final = told_as(direction_name)
