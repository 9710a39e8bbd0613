"""What a game is won by: places held, elements gone, elements brought off (pw:3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.event import Event, SideId
from core.game_end import GameEnded
from core.panzerwar.course.events import Held
from core.panzerwar.knowledge import gone
from core.panzerwar.pieces.cards import Drive, Vehicle
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.pieces.engagement import Counted, Goal, GoalKind
from core.panzerwar.state import WarState
from core.plane import within
from core.presentation import Row, Standing

RULE: Final = "pw:3.3"
#: A lead of less than this share of the larger total is a draw, of less than that marginal, in percent.
DRAW, MARGINAL = 10, 30
#: Presences that score for the enemy: destroyed, bailed out, surrendered, routed off.
LOST: Final = frozenset(
    {
        Presence.DESTROYED,
        Presence.BAILED_OUT,
        Presence.KILLED,
        Presence.DISPERSED,
        Presence.SURRENDERED,
        Presence.ROUTED_OFF,
        Presence.ABANDONED,
    }
)


def lost(state: WarState, side: SideId) -> Iterator[Element]:
    """The elements of a side that score for the other."""
    return (e for e in state.elements.values() if e.side == side and (e.presence in LOST or _spoiled(state, e)))


def _spoiled(state: WarState, element: Element) -> bool:
    """Whether an element was a gun, which its own crew destroyed (pw:13.5.2)."""
    return element.kind is not state.engagement.by_id.get(element.id, element).kind


def worth(state: WarState, element: Element) -> int:
    """The points of an element, as its card had them when the game began."""
    return state.cards[state.engagement.by_id.get(element.id, element).card].points


def holds(state: WarState, element: Element) -> bool:
    """Whether an element can hold a place: it is neither broken nor stunned; of a bunker who is in it does."""
    sound = element.on_table and not element.nerve.broken and not element.harm.stunned
    return sound and element.kind is not Kind.BUNKER


def holder(state: WarState, goal: Goal) -> SideId | None:
    """The side that alone has such elements in a place now; None if nobody has, or both have."""
    there = {e.side for e in state.on_table() if holds(state, e) and within(e.where, goal.at, goal.radius)}
    return next(iter(there)) if len(there) == 1 else None


def held_now(state: WarState) -> Iterable[Event]:
    """The places that a side holds alone at the end of a turn and did not hold last."""
    for goal in state.engagement.goals:
        if goal.kind is GoalKind.LAST and (side := holder(state, goal)) is not None and state.held.get(goal.id) != side:
            yield Held(side=side, goal=goal.id)


def scored(state: WarState, goal: Goal) -> tuple[SideId | None, int]:
    """Whom a goal scores for now, and how much."""
    if goal.kind is GoalKind.EXIT:
        left = [e for e in state.elements.values() if e.side == goal.side and counts(state, e, goal)]
        return goal.side, goal.points * min(len(left), goal.limit or len(left))
    side = holder(state, goal) if goal.kind is GoalKind.HOLD else state.held.get(goal.id)
    return side, goal.points if side is not None and goal.side in (None, side) else 0


def counts(state: WarState, element: Element, goal: Goal) -> bool:
    """Whether an element has left by a goal and counts there: any, a tank, a half-track with infantry aboard."""
    if state.left.get(element.id) != goal.id:
        return False
    card = state.cards[element.card]
    if goal.counted is Counted.ALL:
        return element.aboard is None
    if not isinstance(card, Vehicle):
        return False
    tank = card.armoured and card.turreted and card.gun is not None and card.drive is Drive.TRACKS
    loaded = card.drive is Drive.HALF_TRACK and any(cargo.foot for cargo in state.aboard(element.id))
    return tank or (goal.counted is Counted.TANKS_AND_LOADED and loaded)


def score(state: WarState, side: SideId) -> int:
    """The points of a side: its goals, and the elements that the other has lost."""
    found = (scored(state, goal) for goal in state.engagement.goals)
    goals = sum(points for whose, points in found if whose == side)
    return goals + sum(worth(state, e) for e in lost(state, state.enemy(side)))


def standings(state: WarState) -> tuple[Standing, ...]:
    """The score of each side, with what it comes of."""
    found = []
    for look in state.engagement.sides:
        rows = [
            Row(goal.name, f"{points} points", RULE)
            for goal in state.engagement.goals
            for whose, points in (scored(state, goal),)
            if whose == look.id and points
        ]
        rows += [
            Row(e.name, f"{e.presence.value}: {worth(state, e)} points", RULE)
            for e in lost(state, state.enemy(look.id))
        ]
        found.append(Standing(look.id, score(state, look.id), tuple(rows)))
    return tuple(found)


def decided(state: WarState) -> bool:
    """Whether a side has nothing left that is on the table or is to come, but empty bunkers and batteries off it."""
    return any(all(_out(e) for e in state.elements.values() if e.side == side.id) for side in state.engagement.sides)


def _out(element: Element) -> bool:
    return gone(element) or element.presence is Presence.OFF_BOARD or element.kind is Kind.BUNKER


def verdict(state: WarState) -> GameEnded:
    """Who has won, and by how much."""
    scores = tuple((side.id, score(state, side.id)) for side in state.engagement.sides)
    (first, one), (second, two) = scores
    larger, lead = max(one, two), abs(one - two)
    winner = first if one > two else second
    if larger == 0 or lead * 100 < DRAW * larger:
        return GameEnded(winner=None, level="Draw", text=f"a draw at {one} to {two}", rule=RULE, scores=scores)
    level = "Marginal victory" if lead * 100 < MARGINAL * larger else "Decisive victory"
    name = state.engagement.side(winner).name
    text = f"{level.lower()} of {name} at {max(one, two)} to {min(one, two)}"
    return GameEnded(winner=winner, level=level, text=text, rule=RULE, scores=scores)
