"""How far weather and light let anybody see (pw:7.6.2, pw:7.8, pw:7.15.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

from core.panzerwar.ground import lines
from core.panzerwar.ground.heights import height
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.plane import Point, bearing, hex_at, in_arc, in_circle, within
from core.remembered import remembered

#: The role of an element that has a searchlight (pw:7.8.2).
SEARCHLIGHT: Final = "searchlight"
#: The rule that limits what is seen by night.
NIGHT: Final = "pw:7.8.1"


class Limit(NamedTuple):
    """The greatest distance that is seen, in GSU, why, and by which rule."""

    gsu: float
    why: str
    rule: str


def night(state: WarState) -> bool:
    """Whether it is night (pw:7.8)."""
    return state.engagement.moonlight is not None


def night_limit(state: WarState) -> float | None:
    """GSU that are seen at most by moonlight: 50 without, 250 with all of it (pw:7.8.1); None by day."""
    moon = state.engagement.moonlight
    if moon is None:
        return None
    charts = state.charts
    most = charts.number("night-dark") + charts.number("night-percent") * moon
    return min(most, charts.number("night-moonlight"))


def lit(state: WarState, at: Point) -> bool:
    """Whether a point is as light as by day: it is day, a flare burns above it, or a searchlight shines on it
    (pw:7.8.2, pw:7.8.3)."""
    if not night(state):
        return True
    radius = state.charts.number("star-shell") / 2
    if any(flare.until >= state.turn and in_circle(at, flare.at, radius) for flare in state.sky.flares):
        return True
    return _searched(state, at)


@remembered
def _searched(state: WarState, at: Point) -> bool:
    charts = state.charts
    reach, half = charts.number("searchlight"), charts.number("searchlight-arc") / 2
    for light in state.on_table():
        if SEARCHLIGHT not in light.role or not within(light.where, at, reach):
            continue
        front = light.turret if light.turret is not None else light.heading
        if in_arc(front, round(half / 7.5), bearing(light.where, at)) and _shines(state, light, at):
            return True
    return False


def _shines(state: WarState, light: Element, at: Point) -> bool:
    if hex_at(at) not in country_now(state).hexes:
        return False
    return lines.line(state, light.where, at, height(state, light), height(state, light)).clear


def limits(state: WarState, target: Point) -> tuple[Limit, ...]:
    """What limits the distance at which a target is seen (pw:7.6.2): the weather, and the night unless it is lit."""
    found = []
    if state.sky.most is not None:
        found.append(Limit(state.sky.most, state.sky.weather.value, "pw:7.15.1"))
    dark = night_limit(state)
    if dark is not None and not lit(state, target):
        found.append(Limit(dark, "night", NIGHT))
    return tuple(found)


def halved(state: WarState, target: Point) -> bool:
    """Whether a target is seen at half of the distance of daylight (pw:7.8)."""
    return night(state) and not lit(state, target)
