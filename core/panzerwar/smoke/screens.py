"""What smoke and dust do to a line of sight and to fire along it (pw:7.11.5, pw:7.11.6, pw:11.1, pw:11.2, pw:11.10.2).

Each disc counts once, with the chord that the line cuts through it, where the line runs below its top.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.panzerwar.ground.lines import Line
from core.panzerwar.pieces.smoke import Intensity
from core.panzerwar.smoke.clouds import Disc, around, discs, in_smoke, in_thick
from core.panzerwar.state import WarState
from core.plane import Point, chord, squared
from core.remembered import remembered
from core.tally import Reason

_NOTHING: Final[Mapping[Intensity, int]] = MappingProxyType({})
_NO_DEPTH: Final[Mapping[Intensity, float]] = MappingProxyType({})
#: GSU of smoke that a GSU of each kind is worth to who looks through it (pw:11.10.2, pw:11.11).
_WORTH: Final[Mapping[Intensity, float]] = {
    Intensity.SKETCHY: 1.0,
    Intensity.THICK: 1.0,
    Intensity.CANDLE: 0.5,
    Intensity.DUST: 0.5,
}
_TO_HIT: Final[Mapping[Intensity, tuple[str, str, str]]] = {
    Intensity.SKETCHY: ("smoke-sketchy", "through sketchy smoke", "pw:11.1.1"),
    Intensity.THICK: ("smoke-thick", "through thick smoke", "pw:11.2.3"),
    Intensity.CANDLE: ("smoke-candle", "through candle smoke", "pw:11.10.2"),
    Intensity.DUST: ("dust", "through dust", "pw:11.11"),
}


@frozen(eq=False, repr=False)
class Screen(Alike):
    """The smoke on a line of sight. puffs: how many discs of each kind; depth: GSU of the line in them; refusal: why
    nothing is seen through it, None if something may be."""

    puffs: Mapping[Intensity, int] = _NOTHING
    depth: Mapping[Intensity, float] = _NO_DEPTH
    refusal: Refusal | None = None

    def __bool__(self) -> bool:
        return bool(self.puffs)


#: The screen of a line without smoke.
CLEAR: Final = Screen()


def screen(state: WarState, line: Line) -> Screen:
    """The smoke and dust on a line of sight now."""
    return _screen(state, line) if state.smoke.clouds else CLEAR


def may_hide(state: WarState, start: Point, end: Point) -> bool:
    """Whether so much smoke lies on the way from a point to another that nothing may be seen through it, unless a line
    of sight runs above it."""
    if not state.smoke.clouds:
        return False
    depth: dict[Intensity, float] = {}
    for place, radius, _, thick in _near(state, start, end):
        depth[thick] = depth.get(thick, 0.0) + chord(start, end, place, radius)
    return bool(depth) and _blocked(state, depth) is not None


def _near(state: WarState, start: Point, end: Point) -> Iterator[Disc]:
    """The discs about the box between two points."""
    (ax, ay), (bx, by) = start, end
    west, east, north, south = min(ax, bx) - 125, max(ax, bx) + 125, min(ay, by) - 125, max(ay, by) + 125
    return (one for one in discs(state) if west <= one[0][0] <= east and north <= one[0][1] <= south)


@remembered(of=("smoke", "turn", "step"))
def _screen(state: WarState, line: Line) -> Screen:
    (ax, ay), (bx, by) = line.start, line.end
    puffs: dict[Intensity, int] = {}
    depth: dict[Intensity, float] = {}
    for place, radius, top, thick in _near(state, line.start, line.end):
        x, y = place
        through = chord(line.start, line.end, place, radius)
        if through <= 0:
            continue
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (squared(line.start, line.end) or 1)
        if line.height_at(max(0.0, min(1.0, along)) * line.gsu) >= top:
            continue
        puffs[thick] = puffs.get(thick, 0) + 1
        depth[thick] = depth.get(thick, 0.0) + through
    if not puffs:
        return CLEAR
    return Screen(puffs, {kind: round(gsu, 1) for kind, gsu in depth.items()}, _blocked(state, depth))


def _blocked(state: WarState, depth: Mapping[Intensity, float]) -> Refusal | None:
    """Whether more of it lies on a line than may be seen through (pw:7.11.5, pw:7.11.6, pw:11.1.4)."""
    limits = state.charts.sighting.blocking
    if round(depth.get(Intensity.THICK, 0.0), 1) > limits["thick-smoke"]:
        return Refusal(f"the line runs through more than {limits['thick-smoke']} of thick smoke", "pw:7.11.6")
    if round(sum(gsu * _WORTH[kind] for kind, gsu in depth.items()), 1) > limits["sketchy-smoke"]:
        return Refusal(f"the line runs through more than {limits['sketchy-smoke']} of sketchy smoke", "pw:7.11.5")
    return None


def against_aim(state: WarState, line: Line) -> tuple[Reason, ...]:
    """What smoke and dust add to the number needed to hit along a line, puff by puff (pw:11.1.1, pw:11.1.4, pw:11.2.3,
    pw:11.10.2, pw:11.11)."""
    found, amounts = screen(state, line).puffs, state.charts.fire.to_hit
    return tuple(
        Reason(f"{told} ({found[kind]})", amounts[key] * found[kind], rule)
        for kind, (key, told, rule) in _TO_HIT.items()
        if kind in found
    )


def against_sight(state: WarState, line: Line) -> tuple[Reason, ...]:
    """What smoke and dust take from the sighting factor along a line (pw:11.1.1, pw:11.2.4, pw:11.10.2, pw:11.11)."""
    here, amounts = screen(state, line), state.charts.sighting.modifiers
    if not here:
        return ()
    sketchy, candle = here.puffs.get(Intensity.SKETCHY, 0), here.puffs.get(Intensity.CANDLE, 0) // 2
    dust = int(here.depth.get(Intensity.DUST, 0.0) // 50)
    thick = here.puffs.get(Intensity.THICK, 0) > 0
    rows = (
        Reason("through thick smoke", amounts["smoke-thick"] * thick, "pw:11.2.4"),
        Reason(f"through sketchy smoke ({sketchy})", amounts["smoke-sketchy"] * sketchy, "pw:11.1.1"),
        Reason(f"through candle smoke ({2 * candle})", amounts["smoke-candle"] * candle, "pw:11.10.2"),
        Reason(f"through dust ({50 * dust} GSU)", amounts["dust"] * dust, "pw:11.11"),
    )
    return tuple(one for one in rows if one.amount)


def inside(state: WarState, at: Point) -> bool:
    """Whether a point lies in smoke or dust: men who move there do not move in the open (pw:11.2.6)."""
    return bool(state.smoke.clouds) and in_smoke(state, at)


def in_smoke_itself(state: WarState, at: Point) -> bool:
    """Whether a point lies in smoke, dust aside, which helps nobody to close in (pw:12.11.4.3)."""
    return bool(state.smoke.clouds) and any(thick is not Intensity.DUST for thick in around(state, at))


def farthest(state: WarState, line: Line) -> float | None:
    """GSU that are seen at most by or of one who stands in thick smoke (pw:11.2.4); None = no limit."""
    if not state.smoke.clouds or not (in_thick(state, line.start) or in_thick(state, line.end)):
        return None
    return state.charts.number("thick-smoke-sighting")
