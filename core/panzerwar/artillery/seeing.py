"""Whether somebody sees a point at which fire is aimed, or where it fell (pw:10.5, pw:10.6, pw:10.6.8, pw:10.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.choice import Refusal
from core.panzerwar.ground import lines
from core.panzerwar.ground.heights import MEN, height
from core.panzerwar.ground.terrain import OF_INFANTRY, WOODS, ground
from core.panzerwar.pieces.artillery import Area
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.sighting import light
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between, hex_at, within

#: Trees and bushes, over which a burst of HE is not seen (pw:10.7).
_HIDES: Final = WOODS | OF_INFANTRY | {"orchard"}
#: GSU within which other fire is close by (pw:10.7).
CLOSE_BY: Final = 50


def point_refusal(state: WarState, element: Element, at: Point, rule: str, *, dark: bool = False) -> Refusal | None:
    """Why an element does not see a point of the ground; None if it does (pw:10.5, pw:10.6). dark: the night does not
    matter, as for what is to be lit (pw:7.8.3)."""
    if element.presence not in THERE or element.at is None:
        return Refusal(f"{element.name} is not there", rule)
    if hex_at(at) not in state.board:
        return Refusal("that point is not on the table", rule)
    if element.harm.blind(state.turn):
        return Refusal(f"{element.name} is blinded", "pw:11.4.3")
    line = lines.line(state, element.at, at, height(state, element), MEN, parked=True)
    if line.refusal is not None:
        return line.refusal
    return veil_refusal(state, element, at, dark=dark)


def veil_refusal(state: WarState, element: Element, at: Point, *, dark: bool = False) -> Refusal | None:
    """Why an element does not see a point from which no ground hides it, as `point_refusal`: smoke, weather, night, but
    where its side has seen a flash (pw:7.8)."""
    if screens.may_hide(state, element.where, at):
        line = lines.line(state, element.where, at, height(state, element), MEN, parked=True)
        veiled = screens.screen(state, line).refusal
        if veiled is not None:
            return veiled
    away = gsu_between(element.where, at)
    dark = dark or flashed(state, element, at)
    for limit in light.limits(state, at):
        if away > limit.gsu and not (dark and limit.rule == light.NIGHT):
            return Refusal(f"by {limit.why} it sees {limit.gsu:g}", limit.rule)
    return None


def flashed(state: WarState, element: Element, at: Point) -> bool:
    """Whether a side has located an enemy by its flash in the hex of a point: area fire goes there (pw:7.8)."""
    return any(hex_at(place) == hex_at(at) for place in state.watch.flashes.get(element.side, {}).values())


def by_ground_alone(state: WarState) -> bool:
    """Whether nothing but the ground limits what is seen of a point by who is not blinded: no smoke, no weather, no
    night."""
    return not state.smoke.clouds and state.sky.most is None and not light.night(state)


def sees(state: WarState, element: Element, at: Point) -> bool:
    """Whether an element sees a point of the ground."""
    return point_refusal(state, element, at, "pw:10.6") is None


def marks_itself(state: WarState, at: Point, *, smoke: bool, fallen: Iterable[Area]) -> bool:
    """Whether a spotting round can be told where it falls: smoke always, HE not over trees or bushes, nor with other
    fire close by (pw:10.7)."""
    if smoke:
        return True
    if hex_at(at) in state.board and any(one.id in _HIDES for one in ground(state, at).effects):
        return False
    return not any(area.turn == state.turn and within(at, area.centre, CLOSE_BY) for area in fallen)
