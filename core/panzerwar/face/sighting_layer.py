"""The layer of sighting: how likely an element sights a plain vehicle that stands in each hex, and why not (pw:7.6)."""

from __future__ import annotations

from typing import Final

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.sighting import glances
from core.panzerwar.sighting.factors import When
from core.panzerwar.sighting.observers import sighting_class
from core.panzerwar.state import WarState
from core.plane import Point, centre, hex_at
from core.presentation import Overlay, OverlayCell, OverlayKind

KIND: Final = OverlayKind("spotting", "Sighting from here", "s", "unit")
_LEGEND: Final = (
    ("band-1", "sighted at once"),
    ("band-2", "sighted by a roll: the chance in percent"),
    ("band-3", "too far for one alone"),
    ("blocked", "hidden, or out of its arc"),
)
#: Nobody's.
_OTHERS: Final = SideId("")


def layer(view: WarState, side: SideId | None, hex_: Hex | None, element: Element | None) -> Overlay:
    """For each hex whether a stationary vehicle of middle size in its middle would be sighted by an element alone."""
    if element is None or element.at is None:
        return Overlay(KIND.id, KIND.title)
    cells = {h: _cell(view, element, h) for h in view.board.cells if h != hex_at(element.where)}
    title = f"{KIND.title}: {element.name}, class {sighting_class(view, element).value}"
    return Overlay(KIND.id, title, cells, _LEGEND, element.at, element.heading)


def _cell(view: WarState, element: Element, hex_: Hex) -> OverlayCell:
    found = glances.glance(view, element, plain(centre(hex_)), When.MOVEMENT)
    if isinstance(found, Refusal):
        return OverlayCell("blocked", "", found.reason, found.rule)
    factor = found.factor
    why = f"{found.gsu:.0f} GSU, factor {factor}: {glances.normal(view, [found]):.0f}"
    if glances.auto_sighted(view, found):
        return OverlayCell("band-1", "", why, "pw:7.5")
    chance = glances.chance(view, found)
    if not chance:
        return OverlayCell("band-3", "", why, "pw:7.6.3")
    return OverlayCell("band-2", f"{100 * chance:.0f}", why, "pw:7.6.3")


def plain(at: Point) -> Element:
    """A vehicle of middle size that stands at a point and is nobody's."""
    return Element(
        id=UnitId(""),
        side=_OTHERS,
        organisation="",
        kind=Kind.VEHICLE,
        card="",
        name="a vehicle",
        presence=Presence.ON_TABLE,
        at=at,
    )
