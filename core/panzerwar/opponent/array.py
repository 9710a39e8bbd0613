"""A set-up offered to a player (pw:3.3): units together before what counts, batteries behind, men dug in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import Final

from attrs import field, frozen

from core import placing
from core.arraying import Member, Task, arrayed
from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerwar.artillery import batteries
from core.panzerwar.course import set_up
from core.panzerwar.course.events import Dug, Placed
from core.panzerwar.course.evolve import APPLY
from core.panzerwar.ground import lines
from core.panzerwar.ground.terrain import ground
from core.panzerwar.infantry import teams
from core.panzerwar.opponent import picture, roles
from core.panzerwar.opponent import set_up as own
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.pieces.engagement import GoalKind
from core.panzerwar.state import SET_UP, WarState
from core.placing import PLACE
from core.plane import Point, centre, degrees_of, gsu_between, hex_at, offset

#: How far ahead a view is wanted, in GSU, and how high guns stand.
_VIEWS: Final = (150.0, 300.0, 450.0, 600.0)
_HEIGHT: Final = 1.0
#: A view to the place that counts is looked for from within this, in GSU.
_GOAL: Final = 600.0


def array(view: WarState, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
    """Picks that place some elements of a side that may be placed now, each where it is of most use; what may be held
    back only where nothing else is asked for."""
    able = [e for e in set_up.placeable(view, side) if e in units]
    due = set_up.must_place(view, side)
    mine = [e for e in able if e in due or view.elements[e].on_table] or able
    scratch = view.copy()
    if view.step != SET_UP:
        return tuple(_coming(scratch, mine))
    for id_ in mine:
        for element in (scratch.elements[id_], *scratch.aboard(id_)):
            presence = Presence.WAITING if element.id == id_ else element.presence
            scratch.change(element.id, presence=presence, at=None)
    return (*_placed(scratch, side, mine), *_dug(scratch, side, mine))


def _put(state: WarState, element: UnitId, at: Point) -> Partial:
    mine = state.elements[element]
    post = set_up.posting(state, mine)
    heading, prepared = (0, False) if post is None else (set_up.area(state, post)[1], post.prepared)
    event = Placed(side=mine.side, element=element, at=at, heading=heading, prepared=prepared and state.step == SET_UP)
    set_up.put(state, event)
    return f"{PLACE}:{element}", hex_at(at).id


def _coming(state: WarState, mine: Collection[UnitId]) -> Iterator[Partial]:
    """What comes on, each where the way to the goal of its unit is shortest."""
    for id_ in mine:
        spot = own.gate(state, state.elements[id_])
        if spot is not None:
            yield _put(state, id_, spot)


def _placed(state: WarState, side: SideId, mine: Collection[UnitId]) -> Iterator[Partial]:
    """The batteries, then all others, unit by unit, teams when their platoons stand (pw:10.0.3, pw:12.0.3)."""
    elements = [state.elements[id_] for id_ in mine]
    massed = [e for e in elements if batteries.find(state, e.organisation) is not None]
    for element in massed:
        spot = _behind(state, element)
        if spot is not None:
            yield _put(state, element.id, spot)
    land = _Ground(state, side)
    others = [e for e in elements if e not in massed]
    platoons = [e for e in others if teams.origin(state, e) is None]
    for some in (platoons, [e for e in others if e not in platoons]):
        yield from _arrayed(state, side, land, some)


def _arrayed(state: WarState, side: SideId, land: _Ground, elements: Collection[Element]) -> Iterator[Partial]:
    members = [m for e in elements if (m := _member(state, e)) is not None]
    taken = [hex_at(e.where) for e in state.on_table() if e.side == side]

    def able(unit: str, hex_: Hex) -> bool:
        spot = set_up.free_spot(state, UnitId(unit), hex_)
        return spot is not None and set_up.place_refusal(state, state.elements[UnitId(unit)], spot) is None

    for member, hex_ in arrayed(members, land, able, taken, attacks=picture.attacks(state, side)):
        spot = set_up.free_spot(state, UnitId(member.id), hex_)
        if spot is not None:
            yield _put(state, UnitId(member.id), spot)


def _dug(state: WarState, side: SideId, mine: Collection[UnitId]) -> Iterator[Partial]:
    """Who may begin dug in does, as far as there are trenches and foxholes."""
    while (order := own.dig(state, side)) is not None:
        APPLY[Dug](state, Dug(side=side, element=order.element, digging=order.digging))
        if order.element in mine:
            yield f"dig:{order.element}", order.digging.name.lower()


def _behind(state: WarState, element: Element) -> Point | None:
    """The rear of the area of a battery, in the middle of it: its pieces stand about one place."""
    post = set_up.posting(state, element)
    if post is None:
        return None
    hexes, heading = set_up.area(state, post)
    front = placing.front(hexes, (round(heading / 8) + 3) % 6, 4)
    try:
        return set_up.nearest_spot(state, element.id, front.line[len(front.line) // 2], hexes)
    except IllegalOrder:
        return None


def _member(state: WarState, element: Element) -> Member | None:
    post = set_up.posting(state, element)
    if post is None:
        return None
    hexes, heading = set_up.area(state, post)
    angle = radians(degrees_of(heading))
    ahead = sin(angle) * 2 / sqrt(3), -2 * cos(angle)
    return Member(element.id, element.organisation, _task(state, element), hexes, ahead)


def _task(state: WarState, element: Element) -> Task:
    if "observer" in element.role:
        return Task.OBSERVER
    if not roles.fights(state, element):
        return Task.LEADER if element.foot else Task.TRAIN
    if element.kind is Kind.VEHICLE:
        return Task.TANK
    return Task.INFANTRY if element.kind is Kind.SQUAD else Task.GUN


@frozen(eq=False)
class _Ground:
    """The table for one side. views: what has been found of views ahead."""

    state: WarState
    side: SideId
    views: dict[tuple[Hex, tuple[float, float]], float] = field(factory=dict)

    @cached_property
    def goals(self) -> Mapping[Hex, float]:
        """The places that score for it, by their points."""
        found = [g for g in picture.goals(self.state, self.side) if g.kind is not GoalKind.EXIT]
        return {hex_at(goal.at): float(max(goal.points, 1)) for goal in found}

    @property
    def together(self) -> bool:
        """Elements of a unit command each other by sight, and need not touch."""
        return False

    @property
    def crowded(self) -> float:
        """They hardly fit into one hex."""
        return 8.0

    def cover(self, hex_: Hex, task: Task) -> float:
        """What the ground takes off a shot, or adds to the roll that is needed."""
        here = ground(self.state, hex_)
        effects = (*here.effects, *(e for edge in here.edges.values() for e in edge))
        return float(max((max(-e.cover, e.to_hit) for e in effects), default=0))

    def seen(self, hex_: Hex, heading: tuple[float, float]) -> float:
        """How many of some places ahead are in sight."""
        found = self.views.get((hex_, heading))
        if found is None:
            at, way = centre(hex_), degrees(atan2(heading[0] * sqrt(3) / 2, -heading[1] / 2))
            ahead = [offset(at, way + turn, far) for far in _VIEWS for turn in (-20, 0, 20)]
            seen = [hex_at(to) in self.state.board and lines.clear(self.state, at, to, _HEIGHT) for to in ahead]
            found = self.views[hex_, heading] = sum(seen) / len(seen)
        return found

    def sees_goal(self, hex_: Hex) -> bool:
        """Whether a place that counts is in sight."""
        at = centre(hex_)
        near = (goal for goal in self.goals if gsu_between(at, centre(goal)) <= _GOAL)
        return any(lines.clear(self.state, at, centre(goal), _HEIGHT) for goal in near)
