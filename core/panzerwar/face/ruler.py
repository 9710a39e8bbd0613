"""The ruler: how far and which way from one place to another, whether the one is seen from the other, and by what it
would be sighted (pw:1.1, pw:1.3, pw:7.0, pw:7.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import SideId
from core.hexes import Hex
from core.panzerwar.damage.aspects import hull_zone, turret_aspect, turret_heading
from core.panzerwar.face.sighting_layer import plain
from core.panzerwar.face.vehicle_card import metres
from core.panzerwar.face.ways import strokes
from core.panzerwar.ground import heights, lines, measure
from core.panzerwar.ground.lines import Line
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.travel import MOVING
from core.panzerwar.sighting import glances, observers
from core.panzerwar.sighting.factors import When
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import Path, Point, bearing, centre, degrees_of, gsu_between, heading_of, hex_at, off_angle
from core.presentation import Overlay, OverlayCell, OverlayKind, Row

KIND: Final = OverlayKind("ruler", "Ruler from the element to the cursor", "m", "both")
_SEEN, _BLOCKED = "good", "bad"


@frozen(eq=False, repr=False)
class End(Alike):
    """One end of the ruler: a point, what it is called, how high it is looked from or at there, in GSU; element: that
    stands there, None = none is meant."""

    at: Point
    name: str
    height: float = heights.MEN
    element: Element | None = None


def end(view: WarState, hex_: Hex, unit: str | None) -> End:
    """The end of a ruler in a hex: an element there if it is named, else the centre, as high as men."""
    element = next((e for e in view.elements.values() if e.id == unit), None) if unit else None
    if element is None or not element.on_table or hex_at(element.where) != hex_:
        return End(centre(hex_), f"centre of {hex_}")
    return End(element.where, element.name, heights.height(view, element), element)


def rows(view: WarState, origin: End, target: End) -> tuple[Row, ...]:
    """All that the ruler says, as rows: line of sight, distance, bearing, what stands in the way; of two elements, and
    of an element and a place, the sighting factor with all its parts."""
    found, refused = _line(view, origin, target)
    clear = Row("Line of sight", "clear" if refused is None else "blocked", "pw:7.0.2", tone=_SEEN)
    told = [evolve(clear, tone=_BLOCKED) if refused is not None else clear]
    if refused is not None:
        told.append(Row("Why", _why(found, refused), refused.rule, tone=_BLOCKED))
    told += [Row("From", origin.name), Row("To", target.name), *_measured(view, origin, target)]
    told += [Row("Crosses", f"{one.effect.name}, after {one.at:.0f} GSU", "pw:7.11") for one in found.crossed]
    told += [
        Row("Through", f"{run.effect.name}: {run.length:.0f} GSU in {run.hex}", "pw:7.11")
        for run in found.runs
        if not run.free
    ]
    if found.inside:
        told.append(Row("In woods", f"{found.inside:.0f} GSU from their edge to the target", "pw:7.6.3"))
    told += [Row("Target behind", effect.name, "pw:7.11") for effect in found.behind]
    if origin.element is not None:
        told += _sighting(view, origin.element, target)
    return tuple(told)


def _measured(view: WarState, origin: End, target: End) -> Iterator[Row]:
    way = bearing(origin.at, target.at)
    told = metres(gsu_between(origin.at, target.at))
    if target.element is not None:
        told += f", {measure.range_to(origin.at, target.element):g} to its edge"
    yield Row("Distance", told, "pw:1.1")
    heading = heading_of(way)
    yield Row("Bearing", f"{way:.0f} degrees: {compass_name(heading)}, heading {heading} of 48", "pw:1.3")
    if origin.element is not None:
        yield Row("Off its front", _off(origin.element, way), "pw:7.2")
    if target.element is not None and target.element.kind is Kind.VEHICLE:
        back = bearing(target.at, origin.at)
        yield Row("Shows", aspects(view, target.element, back), "pw:9.1")


def _off(element: Element, way: float) -> str:
    told = f"{off_angle(element.heading, way):.0f} degrees"
    if element.turret is not None and element.turret != element.heading:
        told += f", {off_angle(element.turret, way):.0f} off its turret at {degrees_of(element.turret):g}"
    return told


def aspects(view: WarState, vehicle: Element, way: float) -> str:
    """Which sides of hull and turret a vehicle shows to whom is on a bearing from it (pw:9.1)."""
    zone = hull_zone(view.charts.damage, vehicle.heading, way)
    beside = f", {zone.other} on {zone.other_from}+ of a D6" if zone.other else ""
    turret = f"; turret {turret_aspect(turret_heading(vehicle), way).value}" if vehicle.turret is not None else ""
    return f"hull {zone.aspect}{beside}{turret}"


def _line(view: WarState, origin: End, target: End) -> tuple[Line, Refusal | None]:
    """The line of sight, and what blocks it: ground, or smoke."""
    if origin.element is not None and target.element is not None:
        found = lines.between(view, origin.element, target.element)
    else:
        foot = any(one.element is None or one.element.foot for one in (origin, target))
        parked = origin.element is not None and origin.element.travel.motion not in MOVING
        found = lines.line(view, origin.at, target.at, origin.height, target.height, parked=parked, foot=foot)
    return found, found.refusal or screens.screen(view, found).refusal


def _why(found: Line, refused: Refusal) -> str:
    where = f" in {found.where}, after {found.at:.0f} GSU" if found.refusal is not None and found.where else ""
    return f"{refused.reason}{where}"


def _sighting(view: WarState, observer: Element, target: End) -> Iterator[Row]:
    """By what an element would sight a target, or a vehicle that stands at a place (pw:7.6.3)."""
    other = target.element or plain(target.at)
    what = other.name if target.element is not None else "a vehicle that stands there"
    found = glances.glance(view, observer, other, When.EVER)
    if isinstance(found, Refusal):
        yield Row("Sighting", f"nothing of {what}: {found.reason}", found.rule, tone=_BLOCKED)
        return
    factor = found.factor
    chance = glances.chance(view, found)
    at_once = glances.auto_sighted(view, found)
    told = "without a roll" if at_once else f"{chance:.0%} by its own roll" if chance else "too far for it alone"
    yield Row("Sighting", f"{what}: {told}", "pw:7.6.3", tone=_SEEN if chance else _BLOCKED)
    class_ = observers.sighting_class(view, observer).value
    reach = f"{glances.normal(view, [found]):.0f} GSU, {glances.farthest(view, found):.0f} at most"
    yield Row("Factor", f"{factor.total} in class {class_}: {reach}", "pw:7.4.2")
    for reason in factor.reasons:
        yield Row(f"  {reason.amount:+d}", reason.label, reason.rule)
    if found.share < 1:
        yield Row("", f"{found.share:.0%} of that: suppressed, or in the dark", "pw:7.8")
    for limit in found.limits:
        yield Row("At most", f"{limit.gsu:g} GSU: {limit.why}", limit.rule)


def layer(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    """The ruler on the map, from an element to an enemy in a hex or to its centre: seen as far as the line is clear."""
    if element is None or element.at is None or hex_ is None or hex_ not in view.board:
        return Overlay(KIND.id, KIND.title, {}, (("dim", "point at an element of yours, then anywhere"),))
    origin = End(element.where, element.name, heights.height(view, element), element)
    target = end(view, hex_, _aimed_at(view, element, hex_))
    if origin.at == target.at:
        return Overlay(KIND.id, "Ruler", {}, (("dim", f"from {element.name}: move the cursor"),))
    found, refused = _line(view, origin, target)
    far, way = gsu_between(origin.at, target.at), bearing(origin.at, target.at)
    seen = 0.0 if refused is not None and found.refusal is None else found.at if refused is not None else far
    path = Path(origin.at, (target.at,))
    cells: dict[Hex, OverlayCell] = {}
    told = f"{metres(far)}, {way:.0f} degrees ({compass_name(heading_of(way))}, heading {heading_of(way)})"
    why = "in sight" if refused is None else _why(found, refused)
    for tone, piece in ((_SEEN, path.cut(seen)), (_BLOCKED, path.rest(seen))):
        for at, stroke in strokes(piece.points, tone):
            cell = OverlayCell("", "", why, "" if refused is None else refused.rule, (stroke,))
            cells[at] = cell.over(cells[at]) if at in cells else cell
    cells[hex_] = evolve(cells[hex_], text=f"{far:.0f}"[:3])
    tone = _SEEN if refused is None else _BLOCKED
    legend = ((tone, f"to {target.name}: {told}: {'seen' if refused is None else 'not seen'}"),)
    return Overlay(KIND.id, f"Ruler from {element.name}", cells, legend, element.at)


def _aimed_at(view: WarState, element: Element, hex_: Hex) -> str | None:
    """Who is meant in a hex: an enemy in sight, the one that is listed first."""
    there = (e.id for e in view.on_table() if e.side != element.side and hex_at(e.where) == hex_)
    return min(there, default=None)
