"""What turns cost (pw:6.3.5, pw:6.4, pw:6.4.1, pw:6.4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from core.panzerwar.pieces.cards import Drive
from core.plane import STEP, Point, bearing

#: Turns in degrees: of tracks from SMALL on one price, from LARGE on two (pw:6.4); of wheels, and of a pivot where it
#: stands, from WHEELED on (pw:6.4.1, pw:6.4.2).
SMALL, LARGE, WHEELED = 22.5, 60.0, 45.0
PRICE: Final = 25
#: What is no turn: a vehicle that goes on along its heading, which is the nearest of 48 to the way that it came.
AHEAD: Final = STEP / 2
#: Rounding of bearings, in degrees: points are whole tenths, so that from hex to hex to hex a turn of
#: 60 degrees may be a fifth of a degree less.
_SLACK: Final = 0.25


def between(one: float, other: float) -> float:
    """The smaller turn between two bearings, in degrees."""
    return abs((one - other + 180.0) % 360.0 - 180.0)


def tracked(turn: float, strayed: float) -> int:
    """The cost of one turn of tracks; strayed: how far the new direction is from the first of the path. Smaller turns
    are free while the whole path stays within 22.5 degrees of its first direction (pw:6.4)."""
    if turn >= LARGE - _SLACK:
        return 2 * PRICE
    if turn >= SMALL - _SLACK or strayed > SMALL + _SLACK:
        return PRICE if turn > _SLACK else 0
    return 0


def wheeled(turn: float) -> int:
    """The cost of one turn of wheels and of half-tracks (pw:6.4.2)."""
    return PRICE if turn >= WHEELED - _SLACK else 0


def pivot(drive: Drive, turn: float) -> int:
    """The cost of turning where it stands (pw:6.4.1)."""
    return PRICE if turn >= WHEELED - _SLACK else 0


def along(drive: Drive, heading: float, points: Sequence[Point], last: float | None) -> int:
    """The cost of all turns of a way that begins with a heading, and ends with one (None = that of its last leg), all
    in degrees. Who sets off and who arrives turns as on the way; who stays pivots where he stands (pw:6.3.5). Free
    turns add up from the heading, or from the first leg if the turn into it is paid (pw:6.4)."""
    ways = [bearing(a, b) for a, b in pairwise(points) if a != b]
    if not ways:
        return pivot(drive, between(heading, last)) if last is not None else 0
    cost, now = 0, heading
    first = heading if between(heading, ways[0]) < SMALL - _SLACK else ways[0]
    for way in (*ways, *((last,) if last is not None else ())):
        turn = between(now, way)
        cost += tracked(turn, between(first, way)) if drive is Drive.TRACKS else wheeled(turn)
        now = way
    return cost


def strays_no_more(heading: float, points: Sequence[Point], last: float | None, slack: float) -> bool:
    """Whether a way, and the heading with which it ends (None = that of its last leg), keeps within so many degrees of
    that with which it begins (pw:6.5, pw:6.6)."""
    ways = [bearing(a, b) for a, b in pairwise(points) if a != b]
    return all(between(heading, way) <= slack + _SLACK for way in (*ways, *((last,) if last is not None else ())))
