"""What happens in a state, as all chapters that there are have it change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.event import Event
from core.panzerwar.combat import evolve as combat
from core.panzerwar.command import evolve as command
from core.panzerwar.communication import evolve as communication
from core.panzerwar.course import evolve as course
from core.panzerwar.damage import evolve as damage
from core.panzerwar.infantry import evolve as infantry
from core.panzerwar.morale import evolve as morale
from core.panzerwar.movement import evolve as movement
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.sighting import evolve as sighting
from core.panzerwar.state import WarState

_CHAPTERS = (damage, infantry, command, communication, sighting, movement, combat, morale, course)
_APPLY: tuple[Mapping[type[Event], Callable[[WarState, Any], None]], ...] = tuple(one.APPLY for one in _CHAPTERS)


def happen(state: WarState, events: Iterable[Event]) -> list[Event]:
    """What happened, after each chapter in its order has changed the state by it, event by event."""
    found = []
    for event in events:
        for apply in _APPLY:
            if type(event) in apply:
                apply[type(event)](state, event)
        found.append(event)
    return found


def a_unit(id_: str, *elements: Element, **changes: Any) -> Organisation:
    """A platoon of elements, whose command element is the first that is said to be one."""
    return Organisation(
        **{
            "id": id_,
            "name": id_,
            "side": elements[0].side if elements else "blue",
            "echelon": Echelon.PLATOON,
            "members": tuple(e.id for e in elements),
            "command": next((e.id for e in elements if e.command), None),
            "mechanised": not (elements and elements[0].foot),
            "strength": len(elements),
            **changes,
        }
    )
