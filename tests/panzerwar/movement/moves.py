"""Plans carried out on small boards: the movement segments of Panzer War with scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from core.dice import ScriptedDice
from core.event import Event, UnitId
from core.order import Order
from core.panzerwar.combat import evolve as combat
from core.panzerwar.command import evolve as command
from core.panzerwar.course import evolve as course
from core.panzerwar.course.events import StepBegun
from core.panzerwar.damage import evolve as damage
from core.panzerwar.infantry import evolve as infantry
from core.panzerwar.movement import evolve as movement
from core.panzerwar.movement import planning
from core.panzerwar.movement.chapter import CHAPTER
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.movement.pricing import Price
from core.panzerwar.obstacles import evolve as obstacles
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.sighting import evolve as sighting
from core.panzerwar.sighting import losing
from core.panzerwar.smoke import evolve as smoke
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.kit import at

_ALL = (smoke, damage, infantry, obstacles, command, sighting, movement, combat, course)
#: The movement segments in their order.
SEGMENTS = ("c1", "c2", "c3", "c4", "c5", "c6")


def apply(state: WarState, event: Event) -> None:
    """What all chapters make of an event, in their order."""
    for module in _ALL:
        change = module.APPLY.get(type(event))
        if change is not None:
            change(state, event)


def happen(state: WarState, events: Iterable[Event]) -> list[Event]:
    """Apply events one by one."""
    found = []
    for event in events:
        apply(state, event)
        found.append(event)
    return found


def place(text: str | Point) -> Point:
    return at(text) if isinstance(text, str) else text


def a_plan(element: str, *legs: str | Point, second: Iterable[str | Point] = (), **changes: Any) -> Plan:
    """A plan to some places."""
    return Plan(
        element=UnitId(element),
        legs=tuple(Leg(place(one)) for one in legs),
        second=tuple(Leg(place(one)) for one in second),
        **changes,
    )


def _rushes(state: WarState, plan: Plan) -> None:
    """Who moves in haste is under an order that lets him (pw:4.4, pw:4.7.3)."""
    if plan.way in (Way.BONUS, Way.BURST):
        state.reorganise(state.elements[plan.element].organisation, order=Tactical.RUSH)


def priced(state: WarState, plan: Plan) -> Price:
    """What a plan comes to, which may be."""
    _rushes(state, plan)
    found = planning.examined(state, state.elements[plan.element], plan)
    assert isinstance(found, Price), found
    return found


def refusal(state: WarState, plan: Plan) -> tuple[str, str]:
    """Why a plan may not be: rule and reason."""
    _rushes(state, plan)
    found = planning.examined(state, state.elements[plan.element], plan)
    assert not isinstance(found, Price), found
    return found.rule, found.reason


def write(state: WarState, *plans: Plan) -> None:
    """Write plans down, as their sides may."""
    state.step = "plan"
    for plan in plans:
        _rushes(state, plan)
        order, side = WritePlan(plan=plan), state.elements[plan.element].side
        planning.check_plan(state, side, order)
        happen(state, planning.plan(state, side, order, ScriptedDice([])))


def give(state: WarState, order: Order, dice: Iterable[int] = ()) -> list[Event]:
    """Give an order of the chapter for the side whose element it names."""
    kind = next(kind for kind in CHAPTER.orders if isinstance(order, kind.order))
    side = state.elements[order.element].side  # type: ignore[attr-defined]
    kind.check(state, side, order)
    return happen(state, kind.decide(state, side, order, ScriptedDice(dice)))


def segment(state: WarState, step: str, dice: ScriptedDice) -> Iterator[Event]:
    """One segment, until it is over or somebody is asked."""
    if state.step != step:
        yield from happen(state, [StepBegun(step=step)])
        if losing.due(state):
            yield from happen(state, losing.happens(state, dice))
    rules = CHAPTER.steps[step]
    while not (state.moves.asking or state.moves.adapting):
        happening = rules.happens(state, dice)
        if happening is None:
            break
        yield from happen(state, happening)
        if rules.alone(state):
            break


def carry_out(state: WarState, dice: Iterable[int] = (), *, until: str = "c6", since: str = "c1") -> list[Event]:
    """The movement segments, to the end of one or until somebody is asked; all dice must be rolled by then."""
    scripted, found = ScriptedDice(dice), []
    for step in SEGMENTS[SEGMENTS.index(since) : SEGMENTS.index(until) + 1]:
        found += list(segment(state, step, scripted))
        if state.moves.asking or state.moves.adapting:
            break
    assert not scripted.results
    return found


def of(kind: type[Event], events: Iterable[Event]) -> list[Any]:
    """The events of a kind."""
    return [one for one in events if isinstance(one, kind)]
