"""Ways on the map: what is written down and still to be gone, with its segments and its cost, and what was gone
(pw:4.2, pw:6.0, pw:6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from attrs import evolve

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar import sequence
from core.panzerwar.movement import planning, pricing
from core.panzerwar.movement.carry_out import ON_FOOT, SEGMENT_OF
from core.panzerwar.movement.pricing import Price
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.state import WarState
from core.plane import Path, Point, clip, gsu_between, hex_at
from core.presentation import Overlay, OverlayCell, OverlayKind, Stroke

#: The plan of the element that is pointed at, which is shown unasked, and the layer of all ways.
PLAN: Final = OverlayKind("plan", "The way written down", "p", "unit", standing=True)
KIND: Final = OverlayKind("ways", "Ways planned and gone", "w", "")
_RULE: Final = "pw:4.2"
_MOVING: Final = (sequence.C1, sequence.C2, sequence.C3, sequence.C4, sequence.C5, sequence.C6)
_PLANNED, _GONE, _REFUSED = "reach", "seen", "bad"


class Part(NamedTuple):
    """What is to be gone in one segment: its id, "" if it is not known, and the points from its start on."""

    segment: str
    points: tuple[Point, ...]


def layer(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    """The plans of one's own side as far as they are not carried out, over the ways gone in this turn as far as they
    were seen."""
    cells: dict[Hex, OverlayCell] = {}
    for id_, pieces in view.trails.items():
        mover = view.elements.get(id_)
        name = mover.name if mover is not None else "somebody"
        for piece in pieces:
            why = f"{name} went here in {piece.segment.upper()}"
            _draw(cells, piece.points, _GONE, why, "pw:3.2.C")
            _write(cells, hex_at(piece.points[-1]), piece.segment.upper())
    planned = 0
    for id_, plan in view.plans.items():
        mover = view.elements.get(id_)
        if mover is not None and mover.at is not None:
            ghost = cells_of(view, mover, plan)
            planned += bool(ghost)
            _lay(cells, ghost)
    legend = (
        (_PLANNED, f"{planned} to be gone: segment, cost in GSU"),
        (_GONE, "gone in this turn: segment"),
    )
    return Overlay(KIND.id, "Ways", cells, legend)


def plan_layer(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    """The plan of one element of one's own, until it is carried out; empty of all others."""
    plan = view.plans.get(element.id) if element is not None else None
    if element is None or plan is None or element.at is None or element.side != side:
        return Overlay(PLAN.id, PLAN.title)
    return ghost(view, element, plan)


def ghost(view: WarState, element: Element, plan: Plan) -> Overlay:
    """A plan as it would be carried out: its ways, each with segment and cost, and the whole of it in the legend."""
    cells = cells_of(view, element, plan)
    return Overlay(
        PLAN.id, element.name, cells, ((_tone(view, element, plan), told(view, element, plan)),) if cells else ()
    )


def told(view: WarState, element: Element, plan: Plan) -> str:
    """A plan in a line: segments, how much movement it is, what it costs, how the element stands at its end."""
    found = pricing.price(view, element, plan)
    segments = ", ".join(dict.fromkeys(part.segment.upper() for part in parts(view, element, plan) if part.segment))
    turns = "" if plan.heading is None else f", then faces {compass_name(plan.heading)}"
    if isinstance(found, Refusal):
        return f"not so: {found.reason} ({found.rule}){turns}"
    cost = f"{found.spent:g} of {found.allowance:g} GSU"
    if found.turns:
        cost += f": ground {found.ground:g}, turns {found.turns:g}"
    return f"{segments or 'stays'} {found.motion.value}, {cost}{turns}"


def parts(view: WarState, element: Element, plan: Plan) -> tuple[Part, ...]:
    """What of a plan is still to be gone, segment by segment (pw:6.1, pw:6.3.1 to pw:6.3.3)."""
    going = view.moves.going.get(element.id)
    if going is not None:
        return (Part(view.step, going.points),)
    start = element.where
    first = (start, *(leg.to for leg in plan.legs))
    if not element.marches:
        return tuple(_left(view, element.id, Part(_segment(view, element, plan), first)))
    one = Part(ON_FOOT[0], first)
    before = first[-1] if any(_left(view, element.id, one)) else start
    two = Part(ON_FOOT[1], (before, *(leg.to for leg in plan.second)))
    return (*_left(view, element.id, one), *_left(view, element.id, two))


def _segment(view: WarState, element: Element, plan: Plan) -> str:
    """The segment of a vehicle's plan: as it was written down, and not as it would be priced from where it stands now;
    of a plan that is not written down as it is priced. "" if it may not be."""
    written = view.moves.priced.get(element.id) if view.plans.get(element.id) == plan else None
    found = written or pricing.price(view, element, plan)
    return "" if isinstance(found, Refusal) else SEGMENT_OF.get(found.motion, "")


def _left(view: WarState, element: UnitId, part: Part) -> Iterator[Part]:
    """A part, if it leads anywhere and its segment is not over for the element."""
    now = _MOVING.index(view.step) if view.step in _MOVING else -1
    due = _MOVING.index(part.segment) if part.segment else len(_MOVING)
    if len(part.points) > 1 and (due > now or (due == now and element not in view.moves.done)):
        yield part


def cells_of(view: WarState, element: Element, plan: Plan) -> Mapping[Hex, OverlayCell]:
    """The hexes of the ways of a plan: where a segment begins stands its name, where a leg ends the cost so far."""
    cells: dict[Hex, OverlayCell] = {}
    tone = _tone(view, element, plan)
    spent = 0.0
    for part in parts(view, element, plan):
        name = part.segment.upper()
        why = f"{element.name} is to go here{f' in {name}' if name else ''}"
        _draw(cells, part.points, tone, why, _RULE)
        costs = tuple(_costs(view, element, plan, part, spent))
        spent = costs[-1] if costs else spent
        for point, cost in zip(part.points[1:], costs, strict=False):
            _write(cells, hex_at(point), f"{cost:.0f}", f"{why}: {cost:g} GSU to here")
        _write(cells, _first(part.points), name or "?")
    return cells


def _tone(view: WarState, element: Element, plan: Plan) -> str:
    return _PLANNED if isinstance(planning.examined(view, element, plan), Price) else _REFUSED


def _costs(view: WarState, element: Element, plan: Plan, part: Part, before: float) -> Iterator[float]:
    """What an element has spent at the end of each leg of a part, as far as that can be said."""
    if element.marches or element.id in view.moves.going:
        for a, b in pairwise(part.points):
            before += gsu_between(a, b)
            yield round(before, 1)
        return
    for number in range(1, len(plan.legs) + 1):
        whole = number == len(plan.legs)
        found = pricing.price(view, element, plan if whole else evolve(plan, legs=plan.legs[:number], heading=None))
        if isinstance(found, Refusal):
            return
        yield found.spent


def _first(points: tuple[Point, ...]) -> Hex:
    """The first hex that a way enters, or the one in which all of it lies."""
    hexes = [stretch.hex for stretch in Path(points[0], points[1:]).stretches()]
    return next((hex_ for hex_ in hexes if hex_ != hexes[0]), hexes[0])


def _draw(cells: dict[Hex, OverlayCell], points: Iterable[Point], tone: str, why: str, rule: str) -> None:
    for hex_, stroke in strokes(points, tone):
        _lay(cells, {hex_: OverlayCell("", "", why, rule, (stroke,))})


def strokes(points: Iterable[Point], tone: str) -> Iterator[tuple[Hex, Stroke]]:
    """A way leg by leg, cut at the hexsides: in each hex the line that is drawn there."""
    for a, b in pairwise(points):
        leg = Path(a, (b,))
        for hex_, start, length in clip(a, b):
            yield hex_, Stroke(leg.at(start), leg.at(start + length), tone)


def _lay(cells: dict[Hex, OverlayCell], more: Mapping[Hex, OverlayCell]) -> None:
    for hex_, cell in more.items():
        cells[hex_] = cell.over(cells[hex_]) if hex_ in cells else cell


def _write(cells: dict[Hex, OverlayCell], hex_: Hex, text: str, why: str = "") -> None:
    if hex_ in cells:
        cells[hex_] = evolve(cells[hex_], text=text, why=why or cells[hex_].why)
