"""Slopes of the ground under an element: along its axis and across it (pw:6.17, pw:8.15.1, pw:8.15.2, pw:9.19).

Slopes are data of the hexes, in measured degrees; a hex that does not say in which direction it rises, rises in that
in which somebody moves or fires.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan, cos, degrees, radians, sin, tan
from typing import Final

from core.choice import Refusal
from core.panzerwar.ground.terrain import Ground, ground
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import Point, degrees_of

#: No AFV stands on a side slope of so many degrees (pw:8.15.1).
TOO_STEEP: Final = 30.0


def along(found: Ground, bearing: float) -> float:
    """Degrees by which the ground of a hex rises along a bearing; negative where it falls."""
    return _part(found, bearing, cos)


def across(found: Ground, bearing: float) -> float:
    """Degrees by which the ground of a hex is tilted across a bearing, never negative."""
    return abs(_part(found, bearing, sin))


def _part(found: Ground, bearing: float, share: Callable[[float], float]) -> float:
    if not found.slope:
        return 0.0
    turn = 0.0 if found.uphill is None else radians(bearing - degrees_of(found.uphill))
    return round(degrees(atan(tan(radians(found.slope)) * share(turn))), 6)


def axis_slope(state: WarState, at: Point, bearing: float) -> float:
    """Degrees by which the ground at a point rises along a bearing (pw:6.17); negative where it falls."""
    return along(ground(state, at), bearing)


def side_slope(state: WarState, at: Point, bearing: float) -> float:
    """Degrees of the ground at a point perpendicular to a bearing, as that of a gun (pw:8.15.2)."""
    return across(ground(state, at), bearing)


def tilt_refusal(state: WarState, found: Ground, bearing: float) -> Refusal | None:
    """Why no AFV may be on ground with its long axis on a bearing, if tilted positions are played with (pw:8.15.1)."""
    if not state.has(Switch.TILT) or (tilt := across(found, bearing)) < TOO_STEEP:
        return None
    return Refusal(f"the ground there is tilted by {tilt:.0f} degrees to the side", "pw:8.15.1")
