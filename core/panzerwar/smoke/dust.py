"""The dust of artillery (pw:11.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import Event, SideId, UnitId
from core.panzerwar.pieces.engagement import Weather
from core.panzerwar.pieces.smoke import Cloud, Source
from core.panzerwar.smoke import clouds
from core.panzerwar.smoke.clouds import RADIUS
from core.panzerwar.smoke.events import SmokeLaid
from core.panzerwar.state import WarState
from core.plane import Point, in_circle, offset

#: Turns of fire from which on dust rises (pw:11.11).
TURNS: Final = 2
#: GSU from one marker to the next.
_BESIDE: Final = 25.0


def dusty(state: WarState) -> bool:
    """Whether dust rises at all: neither in snow or rain nor on wet ground (pw:11.11)."""
    return not state.engagement.ground and state.sky.weather not in (Weather.RAIN, Weather.SNOW)


def raise_dust(
    state: WarState, side: SideId, coa: Point, along: float, markers: int, turns: int, segment: int
) -> Iterator[Event]:
    """The dust of a battery that fires for the second turn or longer: so many markers, side by side across its line of
    fire (pw:11.11).

    markers: of the Artillery Area Fire Table; turns: in which it has fired, this one included.
    """
    if turns < TURNS or not markers or not dusty(state):
        return
    laid = []
    for number in range(markers):
        point = offset(coa, along + 90, (number - (markers - 1) / 2) * _BESIDE)
        before = _there(state, point)
        if before is None:
            laid.append(clouds.new(state, Source.DUST, (point,), segment))
        else:
            laid.append(clouds.fed(state, before, Source.DUST, segment))
    yield SmokeLaid(side=side, element=UnitId(""), clouds=clouds.numbered(state, tuple(laid)))


def _there(state: WarState, point: Point) -> Cloud | None:
    found = state.smoke.clouds.values()
    return next((one for one in found if one.source is Source.DUST and in_circle(point, one.puffs[0], RADIUS)), None)
