"""Areas of effect: how large, how they lie, who is inside (pw:10.1, pw:10.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.panzerwar.pieces.artillery import Sheaf
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.weapons import MachineGun, Weapon
from core.panzerwar.state import WarState
from core.plane import GSU, Point, in_box, squared, within

#: Half the base of an element, which a circle may touch (pw:10.1.4).
BASE: Final = 6.35


@frozen(eq=False, repr=False)
class Footprint(Alike):
    """The area of one gun or of a closed sheaf, in GSU: along the line of fire and across it; round: a circle of that
    width; dust: markers that it raises (pw:11.11)."""

    length: float
    width: float
    round: bool = False
    dust: int = 0


@frozen(kw_only=True, eq=False, repr=False)
class Beaten(Alike):
    """An area as it lies: its centre (CoA), the bearing of its long axis, of all of it length and width (pw:10.1.2)."""

    coa: Point
    along: float
    length: float
    width: float
    round: bool = False

    def contains(self, point: Point) -> bool:
        """Whether an element with its centre there is inside: in the box, or under the circle or touching it
        (pw:10.1.2, pw:10.1.4)."""
        if self.round:
            return within(point, self.coa, self.width / 2 + BASE)
        return in_box(point, self.coa, self.along, self.length, self.width)

    def clear_of(self, point: Point, gsu: float) -> bool:
        """Whether the base of an element there is farther than this from the edge of the area (pw:10.5.3)."""
        more = gsu + BASE
        if self.round:
            return not within(point, self.coa, self.width / 2 + more)
        if squared(point, self.coa) > (GSU * (self.length + self.width + 4 * more)) ** 2 / 4:
            return True  # farther than its corners, which most are
        return not in_box(point, self.coa, self.along, self.length + 2 * more, self.width + 2 * more)


def kind_of(fired: Weapon | MachineGun) -> tuple[str, float]:
    """The kind of weapon and the calibre in mm by which the Artillery Area Fire Table is read."""
    if isinstance(fired, MachineGun):
        return ("auto-cannon" if fired.kind == "auto-cannon" else "machine-gun"), 0.0
    return fired.kind, fired.calibre


def footprint(charts: Charts, fired: Weapon | MachineGun, *, single: bool = False) -> Footprint:
    """The area of a weapon by its type and calibre (pw:10.1, pw:10.2.1); single: of one cannon or machine gun that was
    not set up before play, a circle of 19 (pw:10.1.4)."""
    if single:
        across = charts.number("single-area")
        return Footprint(across, across, round=True)
    found = charts.artillery.area(*kind_of(fired))
    return Footprint(found.length, found.width, dust=found.dust)


def laid(print_: Footprint, coa: Point, along: float, sheaf: Sheaf, guns: int) -> Beaten:
    """The area of a battery: closed, all guns on one; open, as many areas as guns in a row across the line of fire,
    centred on the CoA (pw:10.2, pw:10.2.1, pw:10.2.2)."""
    times = guns if sheaf is Sheaf.OPEN else 1
    return Beaten(coa=coa, along=along, length=print_.length, width=print_.width * times, round=print_.round)


def inside(state: WarState, area: Beaten) -> tuple[Element, ...]:
    """All elements inside, friend and foe, and who rides on the outside of one (pw:10.1.3), in an order that no side
    chooses. Who is in a bunker is struck with it (pw:10.3.9.1, pw:15.7.2.1).
    """
    found = (e for e in state.elements.values() if e.presence in THERE and e.at is not None)
    exposed = (e for e in found if (e.on_table or (e.outside and e.foot)) and not _bunkered(state, e))
    return tuple(sorted((e for e in exposed if area.contains(e.where)), key=lambda e: e.id))


def _bunkered(state: WarState, element: Element) -> bool:
    found = state.elements.get(UnitId(element.posture.bunker))
    return found is not None and found.on_table


def friends_near(state: WarState, side: SideId, area: Beaten, gsu: float) -> Iterator[Element]:
    """The elements of a side that are nearer than this to the edge of an area (pw:10.5.3)."""
    return (e for e in state.on_table() if e.side == side and not area.clear_of(e.where, gsu))
