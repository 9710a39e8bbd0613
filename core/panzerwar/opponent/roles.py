"""What units are for in an attack: carriers stay behind, tanks wait for the infantry that goes with them."""

from __future__ import annotations

from typing import Final

from core.event import SideId, UnitId
from core.panzerwar.movement import loading
from core.panzerwar.opponent import field, picture
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import Point, centre, gsu_between, hex_at, within

#: Who has nothing to fight with stays so far from the goal of its unit, tanks wait so far for their infantry, in GSU.
BEHIND, WAITING = 450.0, 300.0
#: Infantry is with the tanks when it is this near to the goal.
_WITH: Final = 330.0
#: In the last turns nobody waits.
_LAST: Final = 5
#: So many squads are an infantry that tanks wait for.
_SQUADS: Final = 2
#: Infantry gets off before a goal, and before known guns, so far from them, in GSU.
_OFF: Final = 250.0
OFF_BEFORE_GUNS: Final = 500.0
#: It gets on again so far from every goal, and from known guns.
ON: Final = 450.0
ON_FROM_GUNS: Final = 900.0


def stops_short(state: WarState, organisation: Organisation, goal: Goal) -> float:
    """How far before its goal a unit stops for now, in GSU; 0 = it goes there."""
    mine = picture.standing(state, organisation)
    if goal.kind is GoalKind.EXIT or not mine:
        return 0.0
    if not any(fights(state, e) for e in mine) and not any(e.kind is Kind.SQUAD for e in cargo(state, mine)):
        return BEHIND
    if state.engagement.turns - state.turn <= _LAST or any(e.foot for e in mine):
        return 0.0
    squads = [e for e in state.on_table() if e.side == organisation.side and able(e)]
    if len(squads) < _SQUADS or min(gsu_between(e.where, goal.at) for e in squads) <= _WITH:
        return 0.0
    return WAITING


def able(element: Element) -> bool:
    """Whether a squad goes forward."""
    return element.kind is Kind.SQUAD and not element.nerve.broken


def fights(state: WarState, element: Element) -> bool:
    """Whether an element is of use at the front: squads, teams with weapons, vehicles with guns."""
    card = state.cards[element.card]
    if isinstance(card, Vehicle):
        return card.gun is not None
    return element.kind is Kind.SQUAD or bool(element.weapon)


def cargo(state: WarState, elements: list[Element]) -> tuple[Element, ...]:
    """What is aboard of some elements."""
    return tuple(one for e in elements for one in state.aboard(e.id))


def short_of(state: WarState, organisation: Organisation, goal: Goal) -> Point:
    """The point that a unit makes for: its goal, or where it stops on the way to it."""
    there, stops = picture.objective(state, goal), stops_short(state, organisation, goal)
    mine = picture.standing(state, organisation)
    if not stops or not mine:
        return there
    far = field.field_to(state, hex_at(there), foot=False)
    way = field.ahead(far, picture.middle(mine), most=400)
    return next((centre(hex_) for hex_ in way if gsu_between(centre(hex_), goal.at) <= stops), there)


def gets_off(state: WarState, carrier: Element, at: Point) -> tuple[Element, ...]:
    """The squads and teams aboard that get off where a carrier comes to: near its goal, or before guns."""
    aboard = [e for e in state.aboard(carrier.id) if e.foot and "observer" not in e.role]
    if not aboard:
        return ()
    near = goal_near(state, carrier.side, at) is not None
    return tuple(aboard) if near or picture.threats(state, carrier.side, at, OFF_BEFORE_GUNS) else ()


def goal_near(state: WarState, side: SideId, at: Point) -> Goal | None:
    """The goal of a side for which infantry gets off at a point; None if there is none."""
    goals = (goal for goal in picture.goals(state, side) if goal.kind is not GoalKind.EXIT)
    return next((goal for goal in goals if gsu_between(at, goal.at) <= _OFF), None)


def gets_on(state: WarState, carrier: Element) -> tuple[UnitId, ...]:
    """The squad beside a carrier that stands far from guns and from every goal, if there is room for it."""
    card = state.cards[carrier.card]
    if not isinstance(card, Vehicle) or not card.passengers or carrier.harm.immobile or not carrier.on_table:
        return ()
    goals = picture.goals(state, carrier.side)
    if not picture.attacks(state, carrier.side) or any(gsu_between(carrier.where, g.at) <= ON for g in goals):
        return ()
    if picture.threats(state, carrier.side, carrier.where, ON_FROM_GUNS):
        return ()
    beside = (e for e in state.of(carrier.side) if e.on_table and able(e) and e.id not in state.plans)
    near = (e for e in beside if within(e.where, carrier.where, loading.TOGETHER))
    taken = sum(loading.size(e) for e in state.aboard(carrier.id) if e.foot)
    return tuple(e.id for e in near if taken + loading.size(e) <= loading.room(state, carrier))[:1]
