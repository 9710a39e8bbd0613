"""What comes of rams and overruns in the fire segment in which they take effect (pw:14.1, pw:14.3 to pw:14.3.4,
pw:6.8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.damage.resolving import crush_gun, ram_vehicle
from core.panzerwar.infantry import adjustments, assault, attacks
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.pieces.cards import Gun, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.moves import Collision
from core.panzerwar.ramming.events import Rammed, RamStopped
from core.panzerwar.ramming.ways import TOUCH
from core.panzerwar.state import WarState
from core.plane import Path, Point, bearing, degrees_of, gsu_between, within

#: The killpower of tracks against men (chart Ramming/Crushing Table, pw:6.8.1).
TRACKS: Final = 4
#: A rammer that is stopped by fire stands so far along its way, where such fire finds it (pw:14.2, pw:8.14.4).
HALF_WAY: Final = 0.5


def due(state: WarState) -> tuple[Collision, ...]:
    """The rams and overruns of the present segment: E3 of who moved half or less, E4 of others (pw:14.1.1,
    pw:14.1.2)."""
    segment = sequence.segment(state)
    return tuple(sorted((one for one in state.collisions if one.segment == segment), key=lambda one: one.element))


def resolve(state: WarState, dice: Dice) -> Iterator[Event]:
    """Carry out all that are due, after the fire of the segment (pw:14.1, pw:14.2)."""
    for one in due(state):
        if one in state.collisions:
            yield from _resolve(state, one, dice)


def _resolve(state: WarState, one: Collision, dice: Dice) -> Iterator[Event]:
    element, target = state.elements[one.element], state.elements[one.target]
    why = stopped(element) or held_back(state, element, target)
    if why:
        there = element.on_table and target.at is not None and within(element.where, target.at, TOUCH)
        at = fallen_back(state, element) if there else None
        yield RamStopped(side=element.side, element=element.id, target=target.id, why=why, at=at)
        return
    if not target.on_table:
        yield RamStopped(side=element.side, element=element.id, target=target.id, why="its target is gone")
        return
    both = mutual(state, one)
    yield Rammed(side=element.side, element=element.id, target=target.id, overrun=one.overrun, mutual=both)
    if target.foot:
        yield from _over_men(state, element, target, dice)
    else:
        yield from _into(state, element, target, dice, both=both)


def stopped(element: Element) -> str:
    """Why an element does not come to ram: it is out of the game, or was immobilised before; "" if it does (pw:14.1,
    pw:14.2)."""
    if not element.on_table:
        return f"it is {element.presence.value}"
    return "it was immobilised before it got there" if element.harm.immobile else ""


def held_back(state: WarState, element: Element, target: Element) -> str:
    """Why a rammer does not get to its target though it can move: fire stunned it on its way, and it stands there
    (pw:14.2, pw:9.15.4); "" if it does."""
    way = [point for piece in state.trails.get(element.id, ()) for point in piece.points]
    if not (way and element.harm.stunned and target.at is not None) or within(element.where, target.at, TOUCH):
        return ""
    short = gsu_between(way[0], element.where) < gsu_between(way[0], target.at)
    return "it was stunned before it got there" if short else ""


def fallen_back(state: WarState, element: Element) -> Point | None:
    """The place of its way at which a rammer was stopped (pw:14.2); None if it went no way."""
    points: list[Point] = []
    for piece in state.trails.get(element.id, ()):
        points += piece.points if not points else piece.points[1:]
    return Path(points[0], tuple(points[1:])).fraction(HALF_WAY) if len(points) > 1 else None


def mutual(state: WarState, one: Collision) -> bool:
    """Whether the target rams its rammer, and nothing has stopped it (pw:14.3.4)."""
    rams = any(other.element == one.target and other.target == one.element for other in state.collisions)
    return rams and not stopped(state.elements[one.target])


def tons(state: WarState, element: Element) -> float:
    """What a vehicle or a gun weighs, in metric tons (pw:14.3); 0 of men."""
    card = state.cards.find(element.card)
    return card.weight if isinstance(card, Vehicle | Gun) else 0.0


def _into(state: WarState, element: Element, target: Element, dice: Dice, *, both: bool) -> Iterator[Event]:
    """Each of the two takes its own damage, by its own line of the table (pw:14.3, pw:14.3.2, pw:14.3.3)."""
    if element.where == target.where:  # driven over: it lies ahead
        ahead = degrees_of(element.heading)
    else:
        ahead = bearing(element.where, target.where)
    mine = ram_vehicle(state, element, tons(state, target), ahead, dice, ramming=True)
    if target.kind is Kind.GUN:
        yield crush_gun(state, target, dice)
        yield from attacks.attack(state, target.id, _tracks(state, target), dice)
    else:
        yield ram_vehicle(state, target, tons(state, element), (ahead + 180.0) % 360.0, dice, ramming=both)
    yield mine


def _over_men(state: WarState, element: Element, target: Element, dice: Dice) -> Iterator[Event]:
    """Men who are driven over: a squad that can may assault first; then they are attacked (pw:6.8.1)."""
    if assault.who_refusal(state, target) is None:
        yield from assault.make(state, target, element, "", 0, dice)
    if not stopped(state.elements[element.id]):
        yield from attacks.attack(state, target.id, _tracks(state, target), dice)


def _tracks(state: WarState, target: Element) -> Attack:
    why = tuple(adjustments.of_target(state, target, None, direct=False, shield=False))
    return Attack("tracks", TRACKS, why, suppresses=False)
