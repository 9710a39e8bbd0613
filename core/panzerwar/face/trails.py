"""The ways that elements have gone in this turn, as a view knows them (pw:3.2.C)."""

from __future__ import annotations

from core.event import UnitId
from core.hexes import Hex
from core.panzerwar.state import WarState
from core.panzerwar.words import along
from core.presentation import Trail


def trails(view: WarState) -> tuple[Trail, ...]:
    """Of each element that has moved the hexes of its way: all of it for its owner, what was seen of it for others."""
    found = []
    for id_, pieces in view.trails.items():
        hexes: list[Hex] = []
        for piece in pieces:
            gone = along(piece.points)
            hexes += gone[1:] if hexes and hexes[-1] == gone[0] else gone
        if hexes:
            found.append(Trail(id_, _side(view, id_), tuple(hexes)))
    return tuple(found)


def _side(view: WarState, id_: UnitId) -> str | None:
    """Whose way it is, also of an element that is out of sight by now."""
    element = view.elements.get(id_) or next((e for e in view.engagement.elements if e.id == id_), None)
    return element.side if element is not None else None
