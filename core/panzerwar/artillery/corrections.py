"""Moving the centre of the area: corrections of direct and indirect fire (pw:10.5.7, pw:10.6.8, pw:10.6.9,
pw:10.7.1).
"""

from __future__ import annotations

from math import cos, radians
from typing import Final

from core.choice import Refusal
from core.panzerwar.pieces.artillery import Mission
from core.plane import Point, bearing, compass, gsu_between, offset, within

#: GSU by which the centre moves in a turn, at least and at most (pw:10.6.8.2, pw:10.5.7, pw:10.7.1).
LEAST, MOST = 25, 150
#: Degrees by which a correction may be off the direction that was declared (pw:10.6.8.1).
OFF: Final = 45
#: GSU that a rounding of points may add.
_TRIFLE: Final = 0.1


def origin(mission: Mission) -> Point | None:
    """Where a correction starts: the centre as it fell, of a bracket the round that was chosen (pw:10.7.2); None before
    it has fallen."""
    if mission.rounds and mission.from_ < len(mission.rounds):
        return mission.rounds[mission.from_]
    return mission.coa


def move_refusal(mission: Mission, to: Point, *, rockets: bool = False) -> Refusal | None:
    """Why the centre of a mission may not be moved to a point in this turn: it needs a declared direction, from which
    it may be 45 degrees off, 25 to 150 GSU (pw:10.6.8.1, pw:10.6.8.2); of rockets up to 150 whichever way
    (pw:10.6.9)."""
    start = origin(mission)
    if start is None or not mission.direction:
        return Refusal("no correction was declared in the communications phase", "pw:10.6.8.1")
    far = gsu_between(start, to)
    if rockets:
        return None if far <= MOST + _TRIFLE else Refusal(f"it moves by {MOST} at most, not by {far:.0f}", "pw:10.6.9")
    if not LEAST - _TRIFLE <= far <= MOST + _TRIFLE:
        return Refusal(f"it moves by {LEAST} to {MOST}, not by {far:.0f}", "pw:10.6.8.2")
    off = abs((bearing(start, to) - compass(mission.direction) + 180) % 360 - 180)
    if off > OFF + _TRIFLE:
        return Refusal(f"it is {off:.0f} degrees off the declared direction; {OFF} is allowed", "pw:10.6.8.1")
    return None


def straight(mission: Mission) -> Point | None:
    """Where a correction leads that is carried out as it was declared: as near to the point of aim as its direction
    comes within 25 to 150 (pw:10.6.8.1, pw:10.6.8.2); None without one."""
    start = origin(mission)
    if start is None or not mission.direction:
        return None
    degrees = compass(mission.direction)
    ahead = gsu_between(start, mission.aim) * cos(radians(bearing(start, mission.aim) - degrees))
    return offset(start, degrees, min(max(ahead, float(LEAST)), float(MOST)))


def follows(before: Point | None, at: Point) -> bool:
    """Whether direct fire is moved from where it lay, without scattering anew: by 150 at most (pw:10.5.7)."""
    return before is not None and within(before, at, MOST)
