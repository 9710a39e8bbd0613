"""Who may know what of a game of Panzer War: a side knows its own elements and those that it has sighted (pw:7.0)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve

from core.event import SideId, UnitId
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.travel import Motion, Travel
from core.plane import Point
from core.secrecy import Share

#: The steps in which what disappeared in the movement of the turn may still be fired at (pw:8.7.3).
_STILL: Final = frozenset({"sighting", "e1", "e2"})
#: How much an element moved that was seen to move in a segment.
_SEEN_TO_MOVE: Final = {"c3": Motion.FULL, "c4": Motion.HALF, "c5": Motion.SHIFT}
#: What the owner alone knows of an element that is sighted.
_NO_ROUNDS: Final[Mapping[str, int]] = MappingProxyType({})


def knows(state: Any, side: str | None, element: UnitId) -> bool:
    """Whether a side knows of an element now: it is its own, it is sighted, or it lies there destroyed where it was
    sighted (pw:7.10)."""
    found = state.elements.get(element)
    return found is not None and (
        found.side == side or (side is not None and element in state.sighted.get(SideId(side), ()))
    )


def in_sight(state: Any, side: str, element: UnitId) -> bool:
    """Whether a side has an enemy element in sight."""
    return element in state.sighted.get(SideId(side), ())


def as_seen(element: Element) -> Element:
    """A sighted element, as the other side knows it: markers of damage are open, ammunition and tricks are not, nor who
    commands, nor in which unit it is by now, nor what its orders still ask of it (pw:4.0.4, pw:4.9.1)."""
    gunnery = evolve(element.gunnery, target=None, acquired=None, acquired_in=0, acquired_at=None)
    gunnery = evolve(gunnery, shots=frozenset(), ranged=frozenset(), mark="", aimed=0)
    posture = evolve(element.posture, hidden=False)
    travel = evolve(element.travel, delayed=False, rested=False)
    hidden: dict[str, Any] = {"ammunition": _NO_ROUNDS, "gunnery": gunnery, "posture": posture, "travel": travel}
    return evolve(element, **hidden, organisation="", command=False, apparent=True)


def kept(element: Element) -> Element:
    """An element after an event, as the state keeps it in which it stands: of what is known as it is seen nothing comes
    to be known besides."""
    return as_seen(element) if element.apparent else element


def disappeared(state: Any, side: str | None, element: UnitId) -> bool:
    """Whether an enemy element was in sight of a side before this turn and moved out of it in this turn, and may still
    be fired at (pw:8.7, pw:8.7.3)."""
    if side is None or state.step not in _STILL or in_sight(state, side, element):
        return False
    sighting = state.watch.sightings.get(SideId(side), {}).get(element)
    if sighting is None or sighting.lost != state.turn or sighting.turn >= state.turn:
        return False
    vanished = element in state.watch.vanished.get(SideId(side), {})
    return vanished and bool(seen_way(state, SideId(side), element))


def seen_way(state: Any, side: SideId, element: UnitId) -> tuple[Point, ...]:
    """The way of this turn on which a side saw an enemy element move, point by point."""
    points: list[Point] = []
    for piece in state.trails.get(element, ()):
        if side in piece.seen:
            points += piece.points if not points or points[-1] != piece.points[0] else piece.points[1:]
    return tuple(points)


def as_last_seen(state: Any, side: SideId, element: UnitId) -> Element:
    """An element that has disappeared: as it was seen last and where, moving as much as it was seen to, whatever has
    befallen it since (pw:8.7)."""
    pieces = [piece for piece in state.trails[element] if side in piece.seen]
    motion = _SEEN_TO_MOVE.get(pieces[-1].segment, Motion.HALF)
    last: Element = state.watch.vanished[side][element]
    return evolve(last, at=pieces[-1].points[-1], travel=Travel(motion=motion))


def _elements(state: Any, value: Mapping[UnitId, Element], side: str | None) -> Mapping[UnitId, Element]:
    seen: dict[UnitId, Element] = {}
    for id_, element in value.items():
        if element.side == side:
            seen[id_] = element
        elif knows(state, side, id_):
            seen[id_] = as_seen(element)
        elif disappeared(state, side, id_):
            seen[id_] = as_last_seen(state, SideId(side or ""), id_)
    return seen


#: The elements that a side knows, of the enemy's those that it has sighted, as it sees them.
ELEMENTS: Final = Share(_elements)


def seen(state: Any, event: Any, side: str | None) -> Any:
    """Of an event of an element: all of it for its owner and for who has it in sight, nothing for others."""
    return event if event.side == side or knows(state, side, event.element) else None


def seen_without_element(state: Any, event: Any, side: str | None) -> Any:
    """Of what somebody did that all can see: for those who do not see him, all of it but who it was and at what he
    aimed; how much he has left of it he alone knows."""
    if event.side == side:
        return event
    if event.element and not knows(state, side, event.element):
        return evolve(event, element=UnitId(""), aim=None, puffs=0)
    return evolve(event, puffs=0)


def trips_mines(state: Any, event: Any, side: str | None) -> Any:
    """Of mines that were rolled for: all of it for who owns the field and sees the element, and that some went off for
    who walked into them or sees it. That none did tells who does not know the field nothing, nor whether it is real."""
    laid = state.mines.laid.get(event.field)
    owner = laid is not None and laid.side == side
    if not (event.side == side or knows(state, side, event.element)):
        return evolve(event, element=UnitId("")) if owner and event.tripped else None
    return event if owner or event.tripped else None


def area_seen(state: Any, event: Any, side: str | None) -> Any:
    """Of area fire: all see where it falls, and with what; who fired is known to who has him in sight, and the point of
    aim, the battery and the scatter to its own side (pw:10.1.2)."""
    if event.side == side:
        return event
    visible = tuple(e for e in event.elements if knows(state, side, e))
    hidden = {"battery": "", "mission": "", "aim": event.coa, "scattered": 0.0, "direction": 0}
    return evolve(event, **hidden, elements=visible, rolls=(), told=False)


def gone(element: Element) -> bool:
    """Whether an element is out of the game for good."""
    return element.presence not in THERE and element.presence.value not in ("waiting", "off board")
