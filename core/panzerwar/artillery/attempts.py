"""Area fire as attempts: whether there is a possible hit; what it does is not weighed (pw:10.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from core.attempt import Attempt
from core.event import Event, SideId
from core.panzerwar.artillery.events import AreaAttacked, StructureStruck
from core.panzerwar.state import WarState

#: The chance that one of its dice is a possible hit.
_ONE: Final = 0.1


def _attacked(state: WarState, event: AreaAttacked, after: Sequence[Event]) -> Attempt:
    """Of the enemy of who is in the area, whoever's fire it is: it strikes friend and foe alike (pw:10.0)."""
    return Attempt(
        kind="area fire",
        side=state.enemy(SideId(event.side)),
        at=(event.element,),
        chance=_chance(state, event),
        effect=event.hits > 0,
        why="losses by area fire",
    )


def _chance(state: WarState, event: AreaAttacked) -> float:
    """Of one possible hit or more, by each die or by one D100 for all (pw:2.4)."""
    table = state.charts.artillery.aggregate.get((1, event.dice))
    if table is not None and event.rolls and event.rolls[0].die == "d100":
        return min(1.0, max(table) / 100)
    return 1 - (1 - _ONE) ** event.dice


def _structure(state: WarState, event: StructureStruck, after: Sequence[Event]) -> Attempt:
    return Attempt(
        kind="fire at buildings", side=event.side, effect=event.left < event.strength, why="fire at buildings"
    )


#: What the events of this chapter say to who looks back on a game.
ATTEMPTS: Final[Mapping[type[Event], Callable[[WarState, Any, Sequence[Event]], Attempt | None]]] = {
    AreaAttacked: _attacked,
    StructureStruck: _structure,
}
