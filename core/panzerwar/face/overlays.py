"""Layers over the map: reach, lines of sight with reasons, the fire zone with its ranges, ways gone and planned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar.combat import arms, zones
from core.panzerwar.face import sighting_layer
from core.panzerwar.ground import heights, lines
from core.panzerwar.movement import pricing, speed
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import Path, bearing, centre, gsu_between
from core.presentation import Overlay, OverlayCell, OverlayKind

KINDS: Final = (
    OverlayKind("reach", "Places in reach", "r", "unit"),
    OverlayKind("sight", "Line of sight from here", "l", "hex"),
    sighting_layer.KIND,
    OverlayKind("range", "Fire zone and ranges", "b", "unit"),
    OverlayKind("ways", "Ways planned and gone", "w", ""),
)
_Layer = Callable[[WarState, SideId | None, Hex | None, Element | None], Overlay]
#: No weapon is asked beyond this, in GSU.
_FARTHEST: Final = 1200
#: The bands of a fire zone, in GSU, with their tones.
_BANDS: Final = ((150, "band-1"), (450, "band-2"), (_FARTHEST, "band-3"))


def overlay(view: WarState, side: SideId | None, kind: str, hex_: Hex | None, unit: UnitId | None) -> Overlay:
    """Compute one layer; an empty one with a legend that says what is missing. ValueError if there is no such layer."""
    found = next((k for k in KINDS if k.id == kind), None)
    if found is None:
        raise ValueError(f"there is no layer {kind!r}; there are {', '.join(k.id for k in KINDS)}")
    chosen = view.elements.get(unit) if unit else None
    if found.needs == "unit" and (chosen is None or not chosen.on_table):
        return Overlay(kind, found.title, {}, (("dim", "choose an element on the table first"),))
    return _LAYERS[kind](view, side, hex_, chosen)


def _reach(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    """The hexes whose centre a straight way leads to, with what that costs (pw:6.0)."""
    title = "Places in reach of a straight way"
    if element is None:
        return Overlay("reach", title)
    refused = speed.immobile_refusal(view, element)
    if refused is not None:
        return Overlay("reach", title, {}, (("dim", f"{refused.reason} ({refused.rule})"),))
    cells = {}
    most = 2 * pricing.rate(view, element, Plan(element=element.id)) if element.marches else _full(view, element)
    for h in view.board.cells:
        far = gsu_between(element.where, centre(h))
        if not 1 < far <= most + 12.5:
            continue
        found = pricing.price(view, element, _straight(element, h, most))
        if isinstance(found, pricing.Price):
            why = f"{found.spent:g} of {found.allowance:g} GSU, {found.motion.value}"
            tone = {"shift": "band-1", "half": "band-2"}.get(found.motion.value, "band-3")
            cells[h] = OverlayCell(tone, f"{found.spent:.0f}", why, "pw:6.3")
    legend = (("band-1", "shift"), ("band-2", "half movement"), ("band-3", "full movement"))
    return Overlay("reach", f"{title}: {element.name}", cells, legend, element.at, element.heading)


def _full(view: WarState, element: Element) -> float:
    return speed.allowance(view, element, Way.MARCH, road=False).full


def _straight(element: Element, hex_: Hex, most: float) -> Plan:
    """A plan straight to the centre of a hex; of infantry half of it in each of its segments, if it must be."""
    to = centre(hex_)
    if not element.marches or gsu_between(element.where, to) <= most / 2:
        return Plan(element=element.id, legs=(Leg(to),))
    path = Path(element.where, (to,))
    return Plan(element=element.id, legs=(Leg(path.fraction(0.5)),), second=(Leg(to),))


def _sight(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    title = "Line of sight"
    if hex_ is None and element is not None and element.at is not None:
        origin, up = element.where, heights.height(view, element)
    elif hex_ is not None and hex_ in view.board:
        origin, up = centre(hex_), heights.MEN
    else:
        return Overlay("sight", title, {}, (("dim", "choose a place on the map first"),))
    cells = {}
    for h in view.board.cells:
        found = lines.line(view, origin, centre(h), up, heights.MEN, foot=True)
        refused = found.refusal or screens.screen(view, found).refusal
        if refused is None:
            cells[h] = OverlayCell("seen", "", f"{found.gsu:.0f} GSU", "pw:7.0.2")
        else:
            cells[h] = OverlayCell("blocked", "", refused.reason, refused.rule)
    legend = (("seen", "seen, as far as it can be sighted"), ("blocked", "out of sight"))
    return Overlay("sight", f"{title} as men see", cells, legend, origin)


def _range(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    title = "Fire zone"
    arm = next(iter(arms.arms(view, element)), None) if element is not None else None
    if element is None or arm is None:
        return Overlay("range", title, {}, (("dim", "choose an armed element on the table first"),))
    cells = {}
    for h in view.board.cells:
        at = centre(h)
        far = gsu_between(element.where, at)
        if not 0 < far <= _FARTHEST:
            continue
        refused = zones.zone_refusal(view, element, arm, bearing(element.where, at))
        if refused is None:
            tone = next(tone for limit, tone in _BANDS if far <= limit)
            cells[h] = OverlayCell(tone, "", f"{far:.0f} GSU", "pw:8.1")
    legend = tuple((tone, f"up to {limit} GSU") for limit, tone in _BANDS)
    return Overlay(
        "range",
        f"{title}: {element.name}, {arm.kind.value}",
        cells,
        legend,
        element.at,
        zones.zone(view, element, arm)[1],
    )


def _ways(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    """The plans of one's own side, and the ways gone in this turn as far as they were seen (pw:4.2)."""
    cells: dict[Hex, OverlayCell] = {}
    for id_, pieces in view.trails.items():
        mover = view.elements.get(id_)
        for piece in pieces:
            path = Path(piece.points[0], piece.points[1:])
            for stretch in path.stretches():
                name = mover.name if mover is not None else "somebody"
                cells[stretch.hex] = OverlayCell("seen", piece.segment.upper(), f"{name} went here", "pw:3.2.C")
    for id_, plan in view.plans.items():
        mover = view.elements.get(id_)
        if mover is None or mover.at is None or view.moves.done & {id_}:
            continue
        segment, start = ("1" if mover.marches else ""), mover.where
        for legs, mark in ((plan.legs, segment or "→"), (plan.second, "2")):
            if not legs:
                continue
            path = Path(start, tuple(leg.to for leg in legs))
            for stretch in path.stretches():
                cells[stretch.hex] = OverlayCell("reach", mark, f"{mover.name} is to go here", "pw:4.2")
            start = path.end
    legend = (("reach", "planned: segment 1 and 2 of infantry"), ("seen", "gone in this turn, in which segment"))
    return Overlay("ways", "Ways planned and gone", cells, legend)


_LAYERS: Final[dict[str, _Layer]] = {
    "reach": _reach,
    "sight": _sight,
    "spotting": sighting_layer.layer,
    "range": _range,
    "ways": _ways,
}
