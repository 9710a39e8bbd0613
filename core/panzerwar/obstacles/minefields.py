"""Moving through mines: how many dice, what is tripped, what it does (pw:15.1.1, pw:15.1.4, pw:15.1.5, pw:15.3,
pw:15.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzerwar.damage import many
from core.panzerwar.damage.resolving import mine_vehicle
from core.panzerwar.damage.strikes import of_mine
from core.panzerwar.infantry import adjustments, attacks
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.obstacles.events import MinesStopped, MinesTripped
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.mines import ANTI_PERSONNEL, Laid
from core.panzerwar.state import WarState
from core.plane import Point, centre, clip, distance_to_segment, hex_at, within
from core.plane import corners as corners_of

#: The D10 that trips a mine (pw:15.1.4).
TRIPS: Final = 1
#: Less of a way than this in a field, in GSU, only touches it.
_TOUCHES: Final = 0.05
#: From the middle of a hex to a corner, in GSU, and a little more.
CORNER: Final = 14.5


@frozen(eq=False, repr=False)
class Through(Alike):
    """A way through a minefield. length: GSU in it; hexes: of the field that it goes over, in order; out: where it
    leaves the field, None = it ends in it."""

    length: float
    hexes: tuple[Hex, ...]
    out: Point | None


def dice_for(charts: Charts, grade: int, length: float) -> int:
    """How many D10 are rolled for so many GSU moved through a field of a class in a turn: its class for each 100, in
    proportion, to the nearest, halves up, and never none (pw:15.1.4)."""
    if grade <= 0 or length < _TOUCHES:
        return 0
    return max(1, int(grade * length / charts.number("mines-depth") + 0.5))


def through(laid: Laid, way: tuple[Point, ...]) -> Through:
    """What of a way goes through a minefield."""
    length, hexes, out = 0.0, [], None
    inside = False
    for a, b in pairwise(way):
        for stretch in clip(a, b):
            if stretch.hex in laid.hexes:
                length += stretch.length
                inside, out = True, None
                if stretch.hex not in hexes:
                    hexes.append(stretch.hex)
            elif inside and stretch.length > 0:
                inside, out = False, _along(a, b, stretch.start)
    return Through(length, tuple(hexes), out)


def _along(a: Point, b: Point, gsu: float) -> Point:
    """The point so far along a straight line between two others."""
    whole = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5 / 10
    share = min(1.0, gsu / whole) if whole else 0.0
    return Point(round(a.x + (b.x - a.x) * share), round(a.y + (b.y - a.y) * share))


def concerns(laid: Laid, element: Element) -> bool:
    """Whether an element sets mines of a field off: anti-personnel mines men and vehicles, anti-tank mines vehicles
    alone (pw:15.2, pw:15.3)."""
    return element.kind is Kind.VEHICLE or (element.foot and laid.kind == ANTI_PERSONNEL)


def trip(state: WarState, id_: UnitId, segment: str, dice: Dice) -> Iterator[Event]:
    """The mines of every field through which an element has moved in a movement segment, at once after it (pw:15.4).

    Dice are counted for the whole turn, so that two segments of infantry in one field are one way (pw:15.1.4). Whom a
    mine stops stands where its way left that field.
    """
    if not state.mines.laid:
        return
    before = [piece.points for piece in state.trails.get(id_, ()) if piece.segment != segment]
    ways = [piece.points for piece in state.trails.get(id_, ()) if piece.segment == segment]
    way = (*ways[0], *(point for points in ways[1:] for point in points[1:])) if ways else ()
    for laid in _in_order(state, way):
        element = state.elements[id_]
        if laid.grade is None or not concerns(laid, element):
            continue
        found = through(laid, way)
        earlier = sum(through(laid, points).length for points in before)
        rolled = dice_for(state.charts, laid.grade, earlier)
        number = dice_for(state.charts, laid.grade, earlier + found.length) - rolled
        if number <= 0 or not element.on_table:
            continue
        yield from _tripped(state, element, laid, found, number, dice)
        if found.out is not None and stopped(element, state.elements[id_]):
            yield MinesStopped(side=element.side, element=id_, at=found.out)
            return


def _in_order(state: WarState, way: tuple[Point, ...]) -> list[Laid]:
    """The fields that a way goes through, the first that it comes to first."""
    over: dict[Hex, int] = {}
    for a, b in pairwise(way):
        for stretch in clip(a, b):
            if stretch.length >= _TOUCHES:
                over.setdefault(stretch.hex, len(over))
    first = {
        laid.id: min((over[h] for h in laid.hexes if h in over), default=None) for laid in state.mines.laid.values()
    }
    there = [laid for laid in state.mines.laid.values() if first[laid.id] is not None]
    return sorted(there, key=lambda laid: (first[laid.id] or 0, laid.id))


def _tripped(state: WarState, element: Element, laid: Laid, found: Through, number: int, dice: Dice) -> Iterator[Event]:
    one, all_ = f"{element.name} trips a mine on {TRIPS}", f"mines that {element.name} trips"
    mines, rolls = many.successes(state, number, TRIPS, one, all_, "pw:15.1.4", dice)
    yield MinesTripped(
        side=element.side,
        element=element.id,
        field=laid.id,
        kind=laid.kind,
        length=round(found.length, 1),
        number=number,
        tripped=mines,
        hexes=found.hexes,
        rolls=rolls,
    )
    for _ in range(mines):
        now = state.elements[element.id]
        if not now.on_table:
            return
        yield from detonate(state, now, laid.kind, dice)


def detonate(state: WarState, element: Element, kind: str, dice: Dice) -> Iterator[Event]:
    """One mine under an element: a hit on a vehicle, with whom it carries outside, an attack on men (pw:15.1.5,
    pw:15.2, pw:15.3, pw:6.9.5)."""
    strike = of_mine(state.charts, kind.lower())
    men = [element] if element.foot else [e for e in state.aboard(element.id) if e.foot and e.outside]
    against = [tuple(adjustments.of_target(state, one, None, direct=False)) for one in men]
    if element.kind is Kind.VEHICLE:
        yield mine_vehicle(state, element, kind.lower(), dice)
    for one, why in zip(men, against, strict=True):  # whatever becomes of what they ride on
        yield from attacks.attack(state, one.id, Attack(strike.name, strike.killpower or 0, why), dice)


def stopped(before: Element, now: Element) -> bool:
    """Whether what mines did to an element keeps it from going on; suppression does not keep a charge (pw:12.9.3.2)."""
    if not now.on_table:
        return True
    immobile = now.harm.immobile or now.harm.stunned
    pinned = now.nerve.suppressed > before.nerve.suppressed and not now.nerve.ignoring
    down = bool(now.nerve.broken) or pinned
    return immobile or (now.foot and down)


# -- what is known of fields -------------------------------------------------------------------------------


def known_to(state: WarState, side: SideId) -> Iterator[Laid]:
    """The minefields that a side knows of, each with the hexes that it knows: its own, marked ones, and what it has
    found (pw:15.1)."""
    for laid in state.mines.laid.values():
        if laid.side == side or laid.marked:
            yield laid
        else:
            found = state.mines.found_by(side, laid.id)
            if found.hexes:
                yield Laid(id=laid.id, side=laid.side, grade=None, kind="", hexes=found.hexes, marked=False)


def near(laid: Laid, at: Point, reach: float) -> bool:
    """Whether a point lies within so many GSU of the boundary of a field, or inside of it."""
    return any(distance_to(hex_, at) <= reach for hex_ in close_to(laid.hexes, at, reach))


def close_to(hexes: Iterable[Hex], at: Point, reach: float) -> Iterator[Hex]:
    """The hexes of some of which a boundary may be within so many GSU of a point."""
    return (hex_ for hex_ in hexes if within(centre(hex_), at, reach + CORNER))


def distance_to(hex_: Hex, at: Point) -> float:
    """GSU from a point to the boundary of a hex; 0 inside of it."""
    if hex_at(at) == hex_:
        return 0.0
    corners = corners_of(hex_)
    return min(distance_to_segment(at, a, b) for a, b in pairwise((*corners, corners[0])))


def may_stop(state: WarState, element: Element, at: Point) -> bool:
    """Whether an element at a point may stop before mines that it knows of, whatever its order: they are within 25, and
    it has not found them to be a dummy (pw:15.1.1, pw:15.5)."""
    reach = state.charts.number("marked-mines")
    return any(
        near(laid, at, reach)
        for laid in known_to(state, element.side)
        if not (laid.side != element.side and state.mines.found_by(element.side, laid.id).dug and laid.grade == 0)
        and not (laid.side == element.side and laid.grade == 0)
    )


def goes_round(state: WarState, element: Element, way: Sequence[Point]) -> bool:
    """Whether a way sets off before mines that its element knows of, and leads through none of these (pw:15.1.1)."""
    if not element.on_table or not may_stop(state, element, way[0]):
        return False
    return not any(through(laid, tuple(way)).hexes for laid in known_to(state, element.side))
