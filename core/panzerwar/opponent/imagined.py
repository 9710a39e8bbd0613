"""What a side may take the whole table to be, from its own view alone: the enemy that it does not see stands where he
is likely to.

He is taken to have set up as a computer player would in his place, and, if he attacks, to have come on since as far as
he could without being seen. He is as he was at first, but for what is seen of him.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from attrs import evolve

from core import secrecy
from core.dice import SeededDice
from core.event import Event, SideId, UnitId
from core.panzerwar.chapters import BOOK
from core.panzerwar.course import set_up
from core.panzerwar.ground import lines
from core.panzerwar.opponent import picture
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.watch import Sighting
from core.panzerwar.state import SET_UP, WarState, initial_state
from core.plane import Point, gsu_between, hex_at

#: How far an enemy who attacks comes on in a turn, in GSU, and the parts of that which are tried, the farthest first.
_PACE: Final = 60.0
_PARTS: Final = (1.0, 0.75, 0.5, 0.25, 0.0)
#: Within this, in GSU, what can be seen is taken to be seen, and how high it stands.
_SEEN: Final = 900.0
_HEIGHT: Final = 1.0
#: Set-ups that are kept, and the orders that one takes at most for each element.
_KEPT: Final = 4
_MOST: Final = 8


def imagined(view: WarState, side: SideId) -> WarState:
    """A state from which play can go on, and that `side` cannot tell from the real one."""
    made, enemy = view.copy(), view.enemy(side)
    first = opened(view)
    theirs = {id_: one for id_, one in first.organisations.items() if one.side == enemy}
    made.organisations = {**theirs, **view.organisations}
    made.elements = {**view.elements, **_enemies(view, side, first)}
    made.organisations.update(_led(made, theirs.values()))
    if view.turn > 0:
        for element in [e for e in made.elements.values() if e.side == enemy and e.id not in view.elements]:
            _stand(made, view, side, element)
    _complete(made, enemy, first)
    return made


def opened(view: WarState) -> WarState:
    """The engagement once both sides have set up, as computer players would, from what everybody knows of it."""
    return _set_up(view.engagement, view.options)


@lru_cache(maxsize=_KEPT)  # a state holds its engagement, so nothing that goes with that may hold it
def _set_up(engagement: Engagement, options: frozenset[str]) -> WarState:
    from core.panzerwar.opponent.judgement import JUDGEMENTS

    state, dice = initial_state(engagement, ()), SeededDice("imagined")
    state.options = options

    def go_on(events: Iterable[Event]) -> None:
        for event in events:
            BOOK.evolve(state, event)

    go_on(BOOK.advance(state, dice))
    for _ in range(_MOST * len(state.elements)):
        if state.step != SET_UP or set_up.over(state) or not (acting := BOOK.acting(state)):
            break
        seen = secrecy.view(state, acting[0])
        go_on(BOOK.decide(state, acting[0], JUDGEMENTS[BOOK.judgement(seen)](seen, acting[0], dice), dice))
        if not set_up.over(state):
            go_on(BOOK.advance(state, dice))
    return state


# -- the enemy --------------------------------------------------------------------------------------


def _enemies(view: WarState, side: SideId, first: WarState) -> Mapping[UnitId, Element]:
    """All that the enemy has: what is seen as it is seen, with what is not known of it as it was at first."""
    enemy = view.enemy(side)
    found = {}
    for id_, element in first.elements.items():
        if element.side != enemy:
            continue
        seen = view.elements.get(id_)
        if seen is not None:
            found[id_] = _whole(seen, element)
        elif id_ in view.left:
            found[id_] = evolve(element, presence=Presence.EXITED)
        else:
            found[id_] = element
    for id_, element in view.elements.items():  # crews that have left their guns and vehicles
        if element.side == enemy and id_ not in found:
            found[id_] = _whole(element, _nearest(found.values(), element))
    return found


def _whole(seen: Element, first: Element) -> Element:
    return evolve(
        seen, organisation=first.organisation, command=first.command, ammunition=first.ammunition, apparent=False
    )


def _nearest(elements: Iterable[Element], to: Element) -> Element:
    """Of whose unit somebody is that came up in play."""
    return min(elements, key=lambda e: (gsu_between(e.at, to.at) if e.at and to.at else float("inf"), e.id))


def _led(state: WarState, units: Iterable[Organisation]) -> Iterator[tuple[str, Organisation]]:
    """The enemy's units, without commanders who are known to be gone."""
    for unit in units:
        leader = state.elements.get(unit.command) if unit.command is not None else None
        gone = leader is not None and leader.presence not in (Presence.ON_TABLE, Presence.ABOARD, Presence.WAITING)
        yield unit.id, evolve(unit, command=None) if gone and unit.off_board is None else unit


def _stand(made: WarState, view: WarState, side: SideId, element: Element) -> None:
    """Put an element that is not seen where it is likely to be, with all that it carries."""
    if not element.on_table:
        return
    glimpsed = view.glimpsed.get(side, {}).get(element.id)
    for at in (glimpsed,) if glimpsed is not None else _ways(made, view, element):
        hex_ = hex_at(at)
        spot = set_up.free_spot(made, element.id, hex_) if hex_ in made.board else None
        if spot is not None and _stands(made, element, spot) and (glimpsed is not None or not _seen(view, side, spot)):
            break
    else:
        return
    for one in (element, *made.aboard(element.id)):
        made.elements[one.id] = evolve(one, at=spot)
        made.forget()


def _ways(made: WarState, view: WarState, element: Element) -> Iterator[Point]:
    """Where an element may have come by now, the farthest first."""
    start = element.where
    goal = picture.goal_of(made, made.organisation(element)) if picture.attacks(made, element.side) else None
    away = gsu_between(start, goal.at) if goal is not None else 0.0
    if goal is None or away == 0:
        yield start
        return
    far = min(1.0, _PACE * max(0, view.turn - 1) / away)
    for part in _PARTS:
        along = far * part
        yield Point(start.x + round((goal.at.x - start.x) * along), start.y + round((goal.at.y - start.y) * along))


def _stands(state: WarState, element: Element, at: Point) -> bool:
    ground = state.charts.ground.terrain[state.cell(hex_at(at)).terrain]
    return bool(ground.infantry if element.foot else ground.passable)


def _seen(view: WarState, side: SideId, at: Point) -> bool:
    """Whether somebody who stood in a place would be seen by a side, as far as lines go."""
    return any(
        gsu_between(one.where, at) <= _SEEN and lines.clear(view, one.where, at, _HEIGHT)
        for one in view.of(side)
        if one.on_table
    )


# -- what only the enemy knows -----------------------------------------------------------------------


def _complete(made: WarState, enemy: SideId, first: WarState) -> None:
    """What the enemy knows and has noted: what he sees is in sight, and he has asked for nothing yet."""
    mine = made.enemy(enemy)
    sighted = frozenset(e.id for e in made.of(mine) if e.on_table and _seen(made, enemy, e.where))
    made.sighted = {**made.sighted, enemy: sighted}
    since = Sighting(turn=made.turn, step="")
    made.watch = evolve(made.watch, sightings={**made.watch.sightings, enemy: dict.fromkeys(sighted, since)})
    services = {id_: one for id_, one in first.artillery.services.items() if one.side == enemy}
    references = tuple(one for one in first.artillery.references if one.side == enemy)
    made.artillery = evolve(
        made.artillery,
        services={**services, **made.artillery.services},
        references=(*made.artillery.references, *references),
    )
    theirs = {one.id for one in first.engagement.organisations if one.side == enemy}
    made.arrivals = {**{id_: turn for id_, turn in first.arrivals.items() if id_ in theirs}, **made.arrivals}
