"""Layers over the map: reach, lines of sight with reasons, weapon range, spotting, enemy fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_hexes, within_range
from core.panzerblitz.close.choices_overrun import in_reach
from core.panzerblitz.ground.terrain import hides
from core.panzerblitz.movement.move import allowance, move_refusal, points
from core.panzerblitz.movement.over_stacking import end_refusal
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sight.fields_of_fire import threat
from core.panzerblitz.sight.line_of_sight import line_of_sight
from core.panzerblitz.sight.spotting import fire_refusal, spotters
from core.panzerblitz.state import BlitzState
from core.presentation import Overlay, OverlayCell, OverlayKind

KINDS: Final = (
    OverlayKind("reach", "Hexes in reach", "r", "unit"),
    OverlayKind("sight", "Line of sight from here", "l", "hex"),
    OverlayKind("range", "Weapon range", "b", "unit"),
    OverlayKind("spotting", "Woods and towns that are spotted", "s", ""),
    OverlayKind("threat", "Hexes under enemy fire", "t", ""),
)
_Layer = Callable[[BlitzState, SideId | None, Hex | None, Unit | None], Overlay]


def overlay(view: BlitzState, side: SideId | None, kind: str, hex_: Hex | None, unit: UnitId | None) -> Overlay:
    """Compute one layer; an empty one with a legend that says what is missing. ValueError if there is no such layer."""
    found = next((k for k in KINDS if k.id == kind), None)
    if found is None:
        raise ValueError(f"there is no layer {kind!r}; there are {', '.join(k.id for k in KINDS)}")
    chosen = view.units.get(unit) if unit else None
    if found.needs == "unit" and chosen is None:
        return Overlay(kind, found.title, {}, (("dim", "choose a unit first"),))
    return _LAYERS[kind](view, side, hex_, chosen)


def _reach(view: BlitzState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    title = "Hexes in reach"
    if unit is None:
        return Overlay("reach", title)
    refusal = move_refusal(view, unit)
    if refusal is not None:
        return Overlay("reach", title, {}, (("dim", f"{refusal.reason} ({refusal.rule})"),))
    total = points(allowance(view, unit.id))
    cells = {}
    for h, cost in reach(view, unit.id).costs.items():
        no = end_refusal(view, unit.id, h)
        why = f"costs {points(cost)} of {total}" + (f"; may not end there: {no.reason}" if no else "")
        cells[h] = OverlayCell("reach" if no is None else "maybe", _short(cost), why, no.rule if no else "pb:PB-MOVE-C")
    legend = [("reach", f"movement points to enter, of {total}"), ("maybe", "only to pass through")]
    for h in in_reach(view, unit):
        cells[h] = OverlayCell("warning", "!", "can be overrun", "pb:PB-OVR-A")
        legend[2:] = [("warning", "can be overrun")]
    return Overlay("reach", f"{title}: {view.name(unit.id)}", cells, tuple(legend))


def _short(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def _sight(view: BlitzState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    origin = hex_ or (unit.hex if unit else None)
    title = "Line of sight"
    if origin is None or origin not in view.board:
        return Overlay("sight", title, {}, (("dim", "choose a hex of the map first"),))
    cells = {}
    for h in view.board.cells:
        found = line_of_sight(view, origin, h)
        if found.seen:
            tone = "maybe" if hides(view.cell(h)) and found.range > 1 else "seen"
            why = "seen, but units there must be spotted" if tone == "maybe" else found.reason
            cells[h] = OverlayCell(tone, "", why, "pb:PB-SPOT-1" if tone == "maybe" else found.rule)
        else:
            cells[h] = OverlayCell("blocked", "", found.reason, found.rule)
    legend = (("seen", "seen"), ("maybe", "seen if spotted"), ("blocked", "obstructed"))
    return Overlay("sight", f"{title} from {origin}", cells, legend)


def _range(view: BlitzState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    title = "Weapon range"
    if unit is None or unit.hex is None or not view.type(unit.id).attack:
        return Overlay("range", title, {}, (("dim", "choose an armed unit on the map first"),))
    type_ = view.type(unit.id)
    cells = {}
    for h in within_range(unit.hex, type_.range):
        if h not in view.board or h == unit.hex:
            continue
        far = distance(unit.hex, h)
        refusal = fire_refusal(view, unit.id, h)
        if refusal is not None:
            cells[h] = OverlayCell("blocked", "", refusal.reason, refusal.rule)
            continue
        tone = "band-1" if far <= type_.half_range else "band-3"
        cells[h] = OverlayCell(tone, str(far), in_hexes(far), "pb:PB-WEC-2")
    legend = (
        ("band-1", f"within half range, {type_.half_range}"),
        ("band-3", f"within range, {type_.range}"),
        ("blocked", "in range, not to be fired at"),
    )
    return Overlay("range", f"{title}: {view.name(unit.id)}", cells, legend)


def _spotting(view: BlitzState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    title = "Woods and towns that are spotted"
    if side is None:
        return Overlay("spotting", title, {}, (("dim", "seen from a side only"),))
    cells = {}
    for h, cell in view.board.cells.items():
        if not hides(cell):
            continue
        by = [view.name(u.id) for u in spotters(view, side, h)]
        if by:
            cells[h] = OverlayCell("seen", "", f"spotted by {', '.join(by)}", "pb:PB-SPOT-A")
        else:
            cells[h] = OverlayCell("blocked", "", "nobody stands next to it", "pb:PB-SPOT-1")
    return Overlay("spotting", title, cells, (("seen", "spotted"), ("blocked", "not spotted")))


def _threat(view: BlitzState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    title = "Hexes under enemy fire"
    if side is None:
        return Overlay("threat", title, {}, (("dim", "seen from a side only"),))
    cells = {
        h: OverlayCell("threat", str(count), f"{count} enemy units, Attack Factors {total} in all", "pb:PB-OBST-1")
        for h, (count, total) in threat(view, side).items()
    }
    return Overlay("threat", title, cells, (("threat", "number of enemy units that could fire there"),))


_LAYERS: Final[dict[str, _Layer]] = {
    "reach": _reach,
    "sight": _sight,
    "range": _range,
    "spotting": _spotting,
    "threat": _threat,
}
