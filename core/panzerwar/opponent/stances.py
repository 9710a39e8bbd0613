"""What the state of a unit calls for: to press on by bounds, to charge, to get away, to reform (pw:4.5 to pw:4.10)."""

from __future__ import annotations

from typing import Final

from core.event import UnitId
from core.panzerwar.command import regroup, tactical
from core.panzerwar.command.doctrine import before_orders
from core.panzerwar.command.near import known_enemies
from core.panzerwar.opponent import danger, picture, roles
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.state import WarState
from core.plane import Point, centre, gsu_between, hex_at, within

#: Guns within this stop men on foot, in GSU; farther ones do not.
ON_FOOT: Final = 1200.0
#: So much nearer than the enemy one is to a place that is gone to before he gets there, in GSU.
_AHEAD: Final = 100.0
#: So many mobile elements bound, half of them at a time.
_BOUND: Final = 2
#: Enemies with guns are too many when they are this near, in GSU.
_FLEES: Final = 900.0
#: A unit reforms with no enemy nearer than this, in GSU, and so many turns before the end.
_ALONE, _TURNS = 700.0, 4
#: Men charge at no more than so many enemies for each squad.
_EACH: Final = 0.7
#: In the last turns of a game every element fights for itself.
_LAST: Final = 1


def guns(state: WarState, organisation: Organisation, at: Point) -> list[Point]:
    """Where the guns are that a unit has to reckon with on its way, the nearest first."""
    foot = all(e.foot for e in picture.standing(state, organisation))
    return picture.guns(state, organisation.side, at, ON_FOOT if foot else picture.REACH)


def within_grasp(state: WarState, organisation: Organisation, goal: Goal, away: float) -> bool:
    """Whether a unit that is `away` GSU from a place is at it before any known enemy, and not to be stopped so short
    of it."""
    if goal.kind is GoalKind.EXIT or away > state.temper.grasp:
        return False
    known = known_enemies(state, organisation.side)
    return all(gsu_between(e.where, goal.at) > max(away, goal.radius) + _AHEAD for e in known)


def stands(state: WarState, organisation: Organisation, at: Point) -> bool:
    """Whether a unit of vehicles stands to fire, as it sees guns near, rather than move before them; but not in the
    last turns, and not without guns of its own (pw:4.8)."""
    left = state.engagement.turns - state.turn
    if not state.temper.stands or left <= _LAST or not organisation.mechanised:
        return False
    mine = [e for e in picture.standing(state, organisation) if _armed(state, e)]
    near = picture.threats(state, organisation.side, at, state.temper.stands)
    return any(danger.sees(state, foe.where, e.where) for foe in near for e in mine)


def presses(state: WarState, organisation: Organisation) -> bool:
    """Whether a unit is of any use before the enemy: who has nothing to fight with stays away from guns."""
    mine = picture.standing(state, organisation)
    return any(roles.fights(state, e) for e in mine) or any(e.kind is Kind.SQUAD for e in roles.cargo(state, mine))


def last(state: WarState) -> bool:
    """Whether no turn is left in which disorder would tell (pw:4.7.2)."""
    return state.engagement.turns - state.turn <= _LAST


def bounds(state: WarState, organisation: Organisation) -> bool:
    """Whether a unit goes on by bounds, the other half covering: vehicles that can (pw:4.5)."""
    return organisation.mechanised and len(tactical.mobile(state, organisation)) >= _BOUND


def half(state: WarState, organisation: Organisation) -> tuple[UnitId, ...]:
    """The half of a unit that bounds next: those that stayed behind, farthest from the objective (pw:4.5.1); none
    where the halves that are apart cannot be equal any more."""
    was = before_orders(state, organisation)
    able = [UnitId(e) for e in tactical.mobile(state, organisation)]
    up = [e for e in able if e not in was.moving] if was.apart else able
    goal = picture.goal_of(state, organisation)
    if goal is not None:
        up.sort(key=lambda e: (-gsu_between(state.elements[e].where, goal.at), e))
    found = tuple(up[: len(able) // 2])
    return found if found and abs(2 * len(found) - len(able)) <= 1 else ()


def outgunned(state: WarState, organisation: Organisation) -> bool:
    """Whether a unit of vehicles gets away: enemies see it, and it has next to nothing to fire back with. Who holds a
    place that counts stays."""
    mine = picture.standing(state, organisation)
    if not organisation.mechanised or not mine or _holds(state, mine):
        return False
    if not tactical.mobile(state, organisation):
        return False
    foes = picture.threats(state, organisation.side, picture.middle(mine), _FLEES)
    foes = [foe for foe in foes if any(danger.sees(state, foe.where, e.where) for e in mine[:4])]
    guns = sum(_armed(state, e) for e in mine)
    if not foes:
        return False
    if not guns:
        return not any(e.kind is Kind.SQUAD for e in roles.cargo(state, mine))
    return len(foes) > state.temper.too_many * guns and not last(state)


def _armed(state: WarState, element: Element) -> bool:
    card = state.cards[element.card]
    return isinstance(card, Vehicle) and card.gun is not None and not element.harm.stunned


def _holds(state: WarState, mine: list[Element]) -> bool:
    goals = [goal for goal in state.engagement.goals if goal.kind is not GoalKind.EXIT]
    return any(within(e.where, goal.at, goal.radius) for e in mine for goal in goals)


def charge(state: WarState, organisation: Organisation) -> Point | None:
    """The place that men charge at: enemies on foot or guns near them, of whom there are fewer (pw:4.6.1); None where
    they do not."""
    if organisation.mechanised or tactical.order_refusal(state, organisation, Tactical.CHARGE) is not None:
        return None
    squads = [e for e in picture.standing(state, organisation) if roles.able(e) and not e.nerve.pinned(state.turn)]
    if not squads:
        return None
    at = picture.middle(squads)
    near = [e for e in known_enemies(state, organisation.side) if within(e.where, at, tactical.CHARGE_INFANTRY)]
    foes = [e for e in near if e.kind is not Kind.VEHICLE and not e.nerve.broken]
    if not foes or len(near) > _EACH * len(squads) or not picture.attacks(state, organisation.side):
        return None
    return centre(hex_at(min(foes, key=lambda e: (gsu_between(e.where, at), e.id)).where))


def reforms(state: WarState, organisation: Organisation) -> bool:
    """Whether a unit that has come to rest reforms, so that its losses are forgotten (pw:4.9.1)."""
    if organisation.order is Tactical.REGROUP and organisation.regroups > 0:
        return True
    mine = picture.standing(state, organisation)
    if not mine or not regroup.losses(state, organisation) or state.engagement.turns - state.turn < _TURNS:
        return False
    near = picture.middle(mine)
    return not any(within(e.where, near, _ALONE) for e in known_enemies(state, organisation.side))
