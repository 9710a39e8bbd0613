"""What smoke does to movement through it (pw:11.1.2, pw:11.2.2, pw:11.2.6)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import sqrt
from typing import Final

from core.panzerwar.ground.going import Slow
from core.panzerwar.pieces.smoke import Intensity
from core.panzerwar.smoke.clouds import COLUMN, discs
from core.panzerwar.state import WarState
from core.plane import GSU, Path, Point, distance_to_segment, in_circle

#: The lines of the Terrain Annex that tell of it. Dust slows nobody; smoke of burning vehicles is thick (pw:11.12).
_ROWS: Final[Mapping[Intensity, tuple[str, str]]] = {
    Intensity.SKETCHY: ("sketchy-smoke", "pw:11.1.2"),
    Intensity.CANDLE: ("sketchy-smoke", "pw:11.1.2"),
    Intensity.THICK: ("thick-smoke", "pw:11.2.2"),
}


def slows(state: WarState, path: Path) -> tuple[Slow, ...]:
    """Where smoke makes a vehicle slow on its way, as shares of its cross-country speed: three quarters in sketchy
    smoke, half in thick (pw:11.1.2, pw:11.2.2, pw:11.2.6)."""
    if not state.smoke.clouds:
        return ()
    found = []
    for place, radius, _, thick in discs(state):
        if thick not in _ROWS:
            continue
        key, rule = _ROWS[thick]
        effect = state.charts.ground.terrain[key]
        for (a, b), reached in zip(pairwise(path.points), path.reached, strict=False):
            part = _inside(a, b, place, radius)
            if part is not None:
                found.append(Slow(reached + part[0], reached + part[1], effect.fraction, effect.name.lower(), rule))
    return tuple(found)


def _inside(a: Point, b: Point, disc: Point, radius: float) -> tuple[float, float] | None:
    """From where to where in GSU a straight line runs in a disc; None if it does not."""
    dx, dy = b.x - a.x, b.y - a.y
    length = sqrt(dx * dx + dy * dy)
    if not length:
        return None
    px, py = disc.x - a.x, disc.y - a.y
    along, beside = (px * dx + py * dy) / length, (px * dy - py * dx) / length
    half = (radius * GSU) ** 2 - beside * beside
    if half <= 0:
        return None
    half = sqrt(half)
    start, end = max(0.0, along - half), min(length, along + half)
    return (start / GSU, end / GSU) if end > start else None


def most_on_foot(state: WarState, path: Path) -> float | None:
    """GSU a segment that men go at most on a way, 20 through any smoke (pw:11.2.6); None without smoke on it."""
    return state.charts.ground.foot["foot-smoke"][0] if _through(state, path, frozenset(_ROWS)) else None


def must_button(state: WarState, path: Path) -> bool:
    """Whether a way leads through thick smoke, or ends in it, where vehicles that can must button up (pw:11.2.2)."""
    return _through(state, path, frozenset({Intensity.THICK}))


def stands_in(state: WarState, at: Point) -> bool:
    """Whether who stays at a point is in thick smoke, where vehicles that can must button up (pw:11.2.2). The column of
    a burning vehicle is no wider than its turret: who stands beside that in the same hex is not in it (pw:11.12)."""
    found = discs(state) if state.smoke.clouds else ()
    return any(
        thick is Intensity.THICK and radius > COLUMN and in_circle(at, puff, radius) for puff, radius, _, thick in found
    )


def _through(state: WarState, path: Path, kinds: frozenset[Intensity]) -> bool:
    legs = [*pairwise(path.points)] or [(path.start, path.start)]
    return any(
        distance_to_segment(place, a, b) < radius
        for place, radius, _, thick in (discs(state) if state.smoke.clouds else ())
        if thick in kinds
        for a, b in legs
    )
