"""What the ground covers: against killpower, aimed fire and being seen (pw:6.14.7, pw:12.4.2, pw:15.6).

Of all that covers an element one thing counts, the best. Woods, walls, hedges and banks cover against direct fire
alone, and what stands on a hexside against what comes over that side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.panzerwar.ground.lines import Line
from core.panzerwar.ground.terrain import BUILT_UP, RUBBLE, WOODS, effect, ground
from core.panzerwar.pieces.charts.ground import TerrainEffect
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import WarState
from core.plane import Point
from core.remembered import remembered
from core.tally import Reason

_DUG: Final = {Digging.FOXHOLES: "foxholes", Digging.TRENCH: "trench"}
#: Whom works of the ground cover: all but vehicles.
_DIGGERS: Final = frozenset({Kind.GUN, Kind.SQUAD, Kind.TEAM, Kind.CREW})


def around(state: WarState, at: Point) -> tuple[TerrainEffect, ...]:
    """The lines of the annex that hold at a point."""
    return ground(state, at).effects


def covers(state: WarState, element: Element, line: Line | None = None) -> tuple[TerrainEffect, ...]:
    """All that may cover an element: its ground, what it has dug, and what it is directly behind on a line to it."""
    found = list(around(state, element.where))
    if element.where in ruins(state):
        found.append(effect(state, RUBBLE))
    if element.kind in _DIGGERS and element.posture.dug in _DUG:
        found.append(effect(state, _DUG[element.posture.dug]))
    return (*found, *(line.behind if line is not None else ()))


@remembered(of=("elements",))
def ruins(state: WarState) -> frozenset[Point]:
    """Where bunkers stood that have fallen in: there is rubble (pw:15.7.3.3)."""
    return frozenset(
        e.at
        for e in state.elements.values()
        if e.kind is Kind.BUNKER and e.presence is Presence.DESTROYED and e.at is not None
    )


def against_killpower(
    state: WarState, element: Element, line: Line | None = None, *, direct: bool = True
) -> Reason | None:
    """The best single cover of an element against killpower (pw:12.4.2); None if nothing covers it.

    line: by which it is fired at; direct: the fire is aimed, so that woods and walls cover too.
    """
    found = [one for one in covers(state, element, line) if direct or not _of_aimed_fire(one)]
    best = min(found, key=lambda one: one.cover, default=None)
    return Reason(_told(best), best.cover, "pw:12.4.2") if best is not None and best.cover else None


def against_aim(state: WarState, element: Element, line: Line | None = None) -> Reason | None:
    """What the ground adds to the number needed to hit an element (pw:8.4); None if nothing."""
    best = max(covers(state, element, line), key=lambda one: one.to_hit)
    return Reason(_told(best), best.to_hit, "pw:8.4") if best.to_hit else None


def against_sight(state: WarState, at: Point, behind: Iterable[TerrainEffect] = ()) -> Reason | None:
    """What the ground at a point takes from the sighting factor of who looks at it (pw:7.6.3): foliage, buildings,
    rocks, and of what lies directly before it on the line the best."""
    best = min((*around(state, at), *behind), key=lambda one: one.sighting)
    return Reason(_told(best), best.sighting, "pw:7.6.3") if best.sighting else None


def in_the_open(state: WarState, at: Point) -> bool:
    """Whether men who move there move in the open (pw:12.4.2): nothing of the ground covers them."""
    return not any(one.cover or one.sighting for one in around(state, at))


def _of_aimed_fire(found: TerrainEffect) -> bool:
    return found.id in WOODS or found.kind == "line"


def _told(found: TerrainEffect) -> str:
    if found.kind == "line":
        return f"target behind {found.name.lower()}"
    if found.kind == "work":
        return f"target in {found.name.lower()}"
    if found.id in WOODS or found.id in BUILT_UP or found.id == RUBBLE:
        return f"target in {found.name.lower()}"
    return f"target on {found.name.lower()}"
