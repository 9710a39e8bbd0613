"""Where a target is when it is fired at, and targets that disappear (pw:8.7, pw:8.14)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Path, Point

#: A target that moved no more than this share of its movement is fired at where it ends (pw:8.14.3).
SHORT: Final = 1 / 8
#: Where a moving target is fired at in the first two segments: half-way of its path (pw:8.14.4).
HALF_WAY: Final = 1 / 2
#: On this share of its path it is not fired at, less by who has fired at it before (pw:8.7.1, pw:8.7.2).
QUARTER, EIGHTH = 1 / 4, 1 / 8


def path_of(state: WarState, target: Element) -> Path | None:
    """The way that an element went in this turn, as far as it is known here; None if it went none."""
    pieces = state.trails.get(target.id, ())
    points: list[Point] = []
    for piece in pieces:
        points += piece.points if not points or points[-1] != piece.points[0] else piece.points[1:]
    return Path(points[0], tuple(points[1:])) if len(points) > 1 else None


def fired_at(state: WarState, firer: Element, target: Element, segment: int) -> Point:
    """Where a target is fired at in a segment: where it ends, and with realistic firing a moving one half-way in the first
    two segments (pw:8.14.1 to pw:8.14.4)."""
    if not state.has(Switch.REALISTIC_FIRE) or segment > 2:
        return target.where
    if target.travel.motion in (Motion.STATIONARY, Motion.SHIFT):
        return target.where
    path = path_of(state, target)
    return target.where if path is None else path.fraction(HALF_WAY)


def vanishing(state: WarState, firer: Element, target: Element) -> Point | None:
    """Where a target that moved out of sight in this turn may still be fired at: the last point of its way that was seen,
    beyond the first quarter, or eighth if this firer has fired at it before; None if it may not (pw:8.7.1, pw:8.7.2)."""
    path = path_of(state, target)
    if path is None:
        return None
    share = EIGHTH if target.id in firer.gunnery.shots else QUARTER
    return path.end if path.length > 0 and share < 1 else None
