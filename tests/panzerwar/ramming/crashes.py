"""Vehicles on their way into others, for the tests of ramming."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from core.event import Event, UnitId
from core.panzerwar.damage import evolve as damage
from core.panzerwar.infantry import evolve as infantry
from core.panzerwar.movement import evolve as movement
from core.panzerwar.movement.events import Moved
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.moves import Priced
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.ramming import evolve as ramming
from core.panzerwar.ramming import meeting
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import ByPurpose, rolling

_APPLY = (damage.APPLY, infantry.APPLY, movement.APPLY, ramming.APPLY)


def happen(state: WarState, events: Iterable[Event]) -> list[Event]:
    """What happened, after it has changed the state."""
    found = []
    for event in events:
        for apply in _APPLY:
            if type(event) in apply:
                apply[type(event)](state, event)
        found.append(event)
    return found


def mad(card: str = "pz4h", where: str = "C9", **changes: Any) -> Element:
    """A blue vehicle, facing north, whose crew is berserk."""
    return an_element("rammer", card, BLUE, where, **changes).with_harm(crazed=9, berserk=True)


def target(card: str = "t34-85", where: str = "C5", **changes: Any) -> Element:
    """A red element."""
    return an_element("target", card, RED, where, **changes)


def facing(*elements: Element, **changes: Any) -> WarState:
    """A state in which all see each other."""
    return a_state(*elements, see=[e.id for e in elements], **{"step": "c3", **changes})


def drives(
    state: WarState,
    id_: str,
    *to: Point | str,
    segment: str = "c3",
    motion: Motion = Motion.FULL,
    spent: float = 100.0,
    **plan: Any,
) -> Plan:
    """An element has gone a way by a plan in a movement segment."""
    state.step = segment
    element = state.element(id_)
    way = (element.where, *(at(one) if isinstance(one, str) else one for one in to))
    made = Plan(element=element.id, **plan)
    state.plans = {**state.plans, element.id: made}
    state.moves = evolve(state.moves, priced={**state.moves.priced, element.id: Priced(motion, spent)})
    heading = element.heading
    happen(state, [Moved(side=element.side, element=element.id, segment=segment, way=way, heading=heading)])
    state.moves = evolve(state.moves, done=state.moves.done | {element.id})
    return made


def meets(state: WarState, id_: str, plan: Plan, dice: ByPurpose | None = None) -> list[Event]:
    """What comes of it at the end of its way."""
    return happen(state, meeting.meets(state, UnitId(id_), plan, dice or rolling()))
