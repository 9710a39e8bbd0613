"""Measuring: from the centre of one element to the edge of another, in GSU of 2 m (pw:1.0, pw:1.0a, pw:1.1, pw:1.3).

No number in GSU changes with the scale of models (pw:1.0a). Distances of command, of groups and of areas are measured
between centres; `core.plane` has those.
"""

from __future__ import annotations

from typing import Final

from core.panzerwar.pieces.element import Element
from core.plane import Point, bearing, gsu_between, within

#: GSU from the centre to the edge: of a base half an inch wide, and of the roof of a turret or superstructure (pw:1.1).
BASE: Final = 6.0
ROOF: Final = 5.0


def edge(element: Element) -> float:
    """GSU from the centre of an element to the edge that ranges are measured to (pw:1.0)."""
    return BASE if element.foot else ROOF


def range_to(start: Point, target: Element) -> float:
    """The range from a point to an element: to its edge, in GSU to a tenth (pw:1.0)."""
    return round(max(0.0, gsu_between(start, target.where) - edge(target)), 1)


def in_range(start: Point, target: Element, limit: float) -> bool:
    """Whether an element is within so many GSU of a point (pw:1.0)."""
    return within(start, target.where, limit, edge(target))


def bearing_to(start: Element, target: Element) -> float:
    """The bearing from an element to another, from centre to centre, in degrees (pw:1.3)."""
    return bearing(start.where, target.where)
