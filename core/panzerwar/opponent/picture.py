"""What a computer player makes of its view: where it wants to go, whom it fears, how much is left of the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId
from core.hexes import Hex
from core.panzerwar.command.near import known_enemies
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import Goal, GoalKind, Stance
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import Point, centre, gsu_between, hex_at, within

#: How far vehicles and guns reach that are feared, in GSU.
REACH: Final = 1200
#: What a goal is worth for each GSU that it is away: far goals are left to others.
_FAR: Final = 0.1
#: So many of those that watch a way count.
_WATCHERS: Final = 3


def attacks(state: WarState, side: SideId) -> bool:
    """Whether a side is there to go somewhere: who defends waits."""
    return state.engagement.side(side).stance is not Stance.DEFENCE and not state.temper.waits


def goals(state: WarState, side: SideId) -> Iterator[Goal]:
    """The places that score for a side."""
    return (goal for goal in state.engagement.goals if goal.side in (None, side))


def middle(elements: list[Element]) -> Point:
    """The place that elements have about them; the list is not empty."""
    return Point(sum(e.where.x for e in elements) // len(elements), sum(e.where.y for e in elements) // len(elements))


def standing(state: WarState, organisation: Organisation) -> list[Element]:
    """The elements of a unit that stand on the table."""
    found = (state.elements.get(e) for e in organisation.members)
    return [e for e in found if e is not None and e.on_table]


def held(state: WarState, side: SideId, goal: Goal) -> bool:
    """Whether a side has an element in a place."""
    return any(e.side == side and within(e.where, goal.at, goal.radius) for e in state.on_table())


def goal_of(state: WarState, organisation: Organisation) -> Goal | None:
    """The place that a unit makes for: that which is worth most for its way; units of a side part by their numbers, so
    that not all go to the same."""
    side, mine = organisation.side, standing(state, organisation)
    if not mine:
        post = state.engagement.posted.get(organisation.id)
        if post is None or not post.hexes:
            return None
        hexes = [centre(h) for h in post.hexes]
        at = Point(sum(p.x for p in hexes) // len(hexes), sum(p.y for p in hexes) // len(hexes))
    else:
        at = middle(mine)
    wanted = sorted(goals(state, side), key=lambda goal: (_FAR * gsu_between(at, goal.at) - _points(goal), goal.id))
    if not wanted:
        return None
    if organisation.objective is not None:  # what it was sent to, or the next from where it was to stop
        on = organisation.objective
        return min(wanted, key=lambda goal: (gsu_between(on, goal.at), goal.id))
    alike = [o.id for o in state.organisations.values() if o.side == side and o.mechanised is organisation.mechanised]
    place = alike.index(organisation.id) if organisation.id in alike else 0
    near = [goal for goal in wanted if gsu_between(at, goal.at) <= 2 * gsu_between(at, wanted[0].at) + REACH / 4]
    return near[place % len(near)]


def _points(goal: Goal) -> int:
    return goal.points * (goal.limit or 1) if goal.kind is GoalKind.EXIT else goal.points


def objective(state: WarState, goal: Goal) -> Point:
    """The point that an order names for a goal: the centre of a hex of the table."""
    hex_ = hex_at(goal.at)
    if hex_ in state.board:
        return centre(hex_)
    return min((centre(h) for h in state.board.cells), key=lambda at: (gsu_between(at, goal.at), at))


def armed(state: WarState, element: Element) -> bool:
    """Whether an enemy has a gun that is feared."""
    card = state.cards[element.card]
    if isinstance(card, Vehicle):
        return card.gun is not None and not element.harm.stunned
    return element.kind is Kind.GUN


def fires(state: WarState, element: Element) -> bool:
    """Whether an element has anything to fire with."""
    card = state.cards[element.card]
    if isinstance(card, Vehicle):
        return card.gun is not None or bool(card.machine_guns)
    return element.kind in (Kind.SQUAD, Kind.GUN) or bool(element.weapon)


def threats(state: WarState, side: SideId, at: Point, far: float = REACH) -> list[Element]:
    """The known enemies with guns within reach of a point."""
    return [e for e in known_enemies(state, side) if armed(state, e) and within(e.where, at, far)]


def guns(state: WarState, side: SideId, at: Point, far: float = REACH) -> list[Point]:
    """Where the known enemies with guns within reach of a point are, and where others that may have them were seen last
    and not long ago; the nearest first."""
    found = [e.where for e in threats(state, side, at, far)]
    found += [where for where in glimpses(state, side) if within(where, at, far)]
    return sorted(found, key=lambda where: (gsu_between(where, at), where))


def glimpses(state: WarState, side: SideId) -> Iterator[Point]:
    """Where enemies were seen last that have been lost from sight in the last turns (pw:7.10)."""
    since = state.turn - state.temper.remembers
    sightings = state.watch.sightings.get(side, {})
    for id_, where in state.glimpsed.get(side, {}).items():
        sighting = sightings.get(id_)
        if sighting is not None and sighting.lost > since and id_ not in state.sighted.get(side, ()):
            yield where


def watchers(state: WarState, organisation: Organisation) -> tuple[Hex, ...]:
    """The hexes of those whose sight a unit that attacks would keep out of on its way: the nearest known enemies with
    guns."""
    side, mine = organisation.side, standing(state, organisation)
    if not state.temper.watched or not mine or state.engagement.side(side).stance is not Stance.ATTACK:
        return ()
    at = middle(mine)
    known = sorted(threats(state, side, at), key=lambda e: (gsu_between(e.where, at), e.id))
    return tuple(sorted({hex_at(e.where) for e in known[:_WATCHERS]}))
