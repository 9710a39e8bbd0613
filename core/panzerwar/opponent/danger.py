"""How much a place is in danger from the enemies that are known, and what it covers (pw:7.11, pw:8.4, pw:9.17)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.ground import lines
from core.panzerwar.ground.terrain import ground
from core.panzerwar.movement import positions
from core.panzerwar.opponent import picture
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, heading_of, hex_at, offset

#: Guns are seen and fire from so high above the ground, in GSU.
_HEIGHT: Final = 1.0
#: So many of the nearest enemies are looked at.
_MOST: Final = 8


def danger(state: WarState, element: Element, at: Point) -> float:
    """What the known guns of the enemy make a place cost, in GSU of way."""
    found = picture.guns(state, element.side, at)
    exposed = 0.0
    for enemy in found[:_MOST]:
        if sees(state, enemy, at):
            exposed += 1.2 - gsu_between(enemy, at) / picture.REACH
    if not exposed:
        return 0.0
    return state.temper.price * exposed * shelter(state, element, at, bearing(at, found[0]))


def sees(state: WarState, start: Point, end: Point) -> bool:
    """Whether one who stands at a point sees another, as far as the ground goes."""
    return hex_at(end) in state.board and lines.clear(state, start, end, _HEIGHT)


def shelter(state: WarState, element: Element, at: Point, toward: float) -> float:
    """How much of the danger from a bearing the ground at a place leaves: 1 = all of it."""
    if hex_at(at) not in state.board:
        return 1.0
    here = ground(state, at)
    if not element.foot and positions.position(state, at, heading_of(toward)) is not None:
        return state.temper.hull_down
    beyond = hex_at(offset(at, toward, 25.0))
    edges = here.edges.get(beyond, ())
    covered = any(e.to_hit > 0 or e.cover < 0 for e in (*here.effects, *edges))
    return state.temper.covered if covered else 1.0


def covered(state: WarState, element: Element, at: Point) -> bool:
    """Whether the ground at a place covers an element against the nearest known gun, or against anybody."""
    near = next(iter(picture.guns(state, element.side, at)), None)
    return near is not None and shelter(state, element, at, bearing(at, near)) < 1.0
