"""Laying minefields in the set-up (pw:15.1, pw:15.1.1, pw:15.1.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import cos, radians, sin
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.hexes import Hex
from core.order import IllegalOrder
from core.own import refuse
from core.panzerwar.obstacles.events import MinesLaid
from core.panzerwar.obstacles.orders import LayMines
from core.panzerwar.pieces.engagement import Minefield
from core.panzerwar.pieces.mines import Laid
from core.panzerwar.state import SET_UP, WarState
from core.plane import ACROSS, GSU, HEADINGS, centre, degrees_of

RULE: Final = "pw:15.1"
#: The thickest fields, in GSU, and by how much hexes in a row may lie beside it (pw:15.1.3).
THICK, ASIDE = 100.0, 12.5
#: The directions in which a field may be thinnest, each as a vector to the east and the north.
_DIRECTIONS: Final = tuple(
    (sin(angle), cos(angle)) for angle in (radians(degrees_of(heading)) for heading in range(HEADINGS // 2))
)

SETTING_UP = SecretStep[WarState](
    part=lambda state: tuple(side.id for side in state.engagement.sides),
    refusal=Refusal("the set-up is ended", RULE),
)


def fields(state: WarState, side: SideId) -> tuple[Minefield, ...]:
    """The minefields that a side may lay in the engagement."""
    return tuple(one for one in state.engagement.minefields if one.side == side)


def minefield(state: WarState, side: SideId, id_: str) -> Minefield | None:
    """A minefield of a side; None if it has no such one."""
    return next((one for one in fields(state, side) if one.id == id_), None)


def area_refusal(state: WarState, laid: Minefield, hex_: Hex) -> Refusal | None:
    """Why mines may not be laid on a hex: it is outside of their area, it is taken, or nothing goes there."""
    if hex_ not in laid.hexes or hex_ not in state.board:
        return Refusal(f"{hex_} is outside the area of the minefield", RULE)
    if any(
        hex_ in other.hexes for other in state.mines.laid.values() if other.id != laid.id and other.side == laid.side
    ):
        return Refusal(f"{hex_} has mines already", RULE)
    ground = state.charts.ground.terrain[state.cell(hex_).terrain]
    if not (ground.infantry or ground.passable):
        return Refusal(f"nothing goes through {ground.name.lower()}", "pw:6.12")
    return None


def refusal(state: WarState, laid: Minefield, hexes: Collection[Hex], *, marked: bool) -> Refusal | None:
    """Why a minefield may not be laid so: one piece of no more hexes than it has, 25 to 100 thick; a dummy is marked
    (pw:15.1.1, pw:15.1.3)."""
    for hex_ in hexes:
        refused = area_refusal(state, laid, hex_)
        if refused is not None:
            return refused
    if len(hexes) > laid.size:
        return Refusal(f"it has {laid.size} hexes", "pw:15.1.3")
    if not connected(hexes):
        return Refusal("a minefield is of one piece", "pw:15.1.3")
    if thickness(hexes) > THICK + ASIDE + 0.1:
        return Refusal("a minefield is 25 to 100 thick", "pw:15.1.3")
    if laid.grade == 0 and not marked and hexes:
        return Refusal("a dummy is marked, or nobody would be deceived", "pw:15.1.1")
    return None


def connected(hexes: Collection[Hex]) -> bool:
    """Whether hexes are of one piece."""
    left = set(hexes)
    row = [left.pop()] if left else []
    while row:
        near = left.intersection(row.pop().neighbours())
        left -= near
        row += near
    return not left


def thickness(hexes: Collection[Hex]) -> float:
    """How thick a field is in GSU, in the direction in which it is thinnest (pw:15.1.3)."""
    points = [centre(hex_) for hex_ in hexes]
    if len(points) < 2:  # as it is asked of every hex of an area before the first is picked
        return ACROSS * len(points)
    spans = []
    for east, north in _DIRECTIONS:
        along = [(point.x * east - point.y * north) / GSU for point in points]
        spans.append(max(along) - min(along))
    return min(spans) + ACROSS


def belt(hexes: Collection[Hex], start: Hex, direction: int, size: int) -> tuple[Hex, ...]:
    """A straight belt of so many hexes from one on, one thick, as far as the area of a field goes."""
    found = [start]
    while len(found) < size and found[-1].neighbour(direction) in hexes:
        found.append(found[-1].neighbour(direction))
    return tuple(found)


def check_lay(state: WarState, side: SideId, order: LayMines) -> None:
    """IllegalOrder unless a side may lay the field so now."""
    if state.step != SET_UP:
        raise IllegalOrder("mines are laid in the set-up", RULE)
    SETTING_UP.check(state, side)
    found = minefield(state, side, order.field)
    if found is None:
        raise IllegalOrder(f"{side} has no minefield {order.field}", RULE)
    if len(set(order.hexes)) != len(order.hexes):
        raise IllegalOrder("each hex is named once", RULE)
    if not order.hexes and order.field not in state.mines.laid:
        raise IllegalOrder(f"{order.field} is not laid", RULE)
    refuse(refusal(state, found, order.hexes, marked=order.marked))


def lay(state: WarState, side: SideId, order: LayMines, dice: Dice) -> Iterator[Event]:
    """It is laid, or taken up again."""
    found = minefield(state, side, order.field)
    assert found is not None
    laid = Laid(
        id=found.id,
        side=side,
        grade=found.grade,
        kind=found.kind,
        hexes=frozenset(order.hexes),
        marked=order.marked,
    )
    yield MinesLaid(side=side, laid=laid)
