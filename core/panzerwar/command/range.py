"""Command range, and the delay of elements out of it (pw:4.13)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from core.panzerwar.command.doctrine import doctrine, leader
from core.panzerwar.ground import lines
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Organisation, Radio, Tactical
from core.panzerwar.state import WarState
from core.plane import Point, within

#: Hills of so many contours and more are tall (pw:5.0.5).
TALL: Final = 3


def command_range(state: WarState, organisation: Organisation, leader: Element, element: Element) -> float:
    """How far an element may be from its command element, in GSU: by troops, less out of sight, doubled for prepared
    defenders that have not moved (pw:4.13, pw:4.13.1, pw:4.13.4.1)."""
    found = state.charts.command.ranges["mechanised" if organisation.mechanised else "infantry"]
    sees = lines.between(state, leader, element).clear
    limit = float(found.in_sight if sees else found.out_of_sight)
    return limit * 2 if leader.posture.prepared else limit


def in_command(state: WarState, element: Element) -> bool:
    """Whether an element is within the command range of its unit; a unit without a command element has none to be out
    of (pw:4.13)."""
    organisation = state.organisations.get(element.organisation)
    if organisation is None:
        return True
    found = leader(state, organisation)
    if found is None or found.id == element.id or found.at is None or element.at is None:
        return True
    return within(found.where, element.where, command_range(state, organisation, found, element))


def combat_radio(state: WarState, radio: Radio) -> float:
    """The range of a combat radio over open ground, in GSU; 0 without one (pw:5.0.1)."""
    return 0.0 if radio is Radio.NONE else float(state.charts.command.ranges[radio.value].in_sight)


def left_of_radio(state: WarState, radio: Radio, one: Point, two: Point) -> float:
    """The share of a radio's range that hills between two points leave (pw:5.0.5)."""
    rise = lines.hills_between(state, one, two)
    row = state.charts.command.radio["clear" if rise == 0 else "low hills" if rise < TALL else "tall hills"]
    return row.am if radio is Radio.AM else row.fm


def radio_range(state: WarState, radio: Radio, one: Element, two: Element) -> float:
    """The range of combat radios between two elements, less across hills (pw:4.13.3, pw:5.0.1, pw:5.0.5)."""
    return combat_radio(state, radio) * left_of_radio(state, radio, one.where, two.where)


def linked(state: WarState, organisation: Organisation) -> bool:
    """Whether the command elements of a unit and of the unit above it are within radio range of each other, or so near
    that they need none (pw:5.0); above the company, in the Science of War above the battalion, range does not matter
    (pw:4.13.3, pw:4.13.4). The range of prepared defenders is double (pw:4.13.4.1).
    """
    parent = state.organisations.get(organisation.parent) if organisation.parent is not None else None
    if parent is None or (parent.echelon is Echelon.BATTALION and doctrine(state, parent.side) is Doctrine.ART):
        return True
    one, two = leader(state, organisation), leader(state, parent)
    if one is None or two is None or one.at is None or two.at is None:
        return True
    limit = radio_range(state, state.engagement.side(organisation.side).radio, one, two)
    if two.posture.prepared:
        limit *= 2
    near = command_range(state, parent, two, one)
    return within(one.where, two.where, max(limit, near))


def delayed(state: WarState, element: Element) -> bool:
    """Whether an element moves half a turn late: out of command range, under another order than last turn's
    (pw:4.13.2, pw:4.13.2.1, pw:4.13.2.2). A unit whose command element is out of range of the one above it gets its
    order late as a whole (pw:4.13.3).
    """
    organisation = state.organisations.get(element.organisation)
    if organisation is None or organisation.since != state.turn or organisation.order is organisation.before:
        return False
    return not in_command(state, element) or not linked(state, organisation)


class Late(Enum):
    """What command range takes of a vehicle's movement: nothing, what is beyond half of it, or all (pw:4.13.2.2)."""

    NOT = "in command"
    HALF = "at most half"
    STAYS = "none"


#: Orders of half movement or less (pw:4.3, pw:4.8.2).
_SLOW: Final = frozenset({Tactical.ADVANCE, Tactical.COVER})


def late(state: WarState, element: Element) -> Late:
    """What a vehicle out of command range has left of its movement: an order of full movement is cut to half, with one
    of half or less it stays in this turn and moves no more than half in the next (pw:4.13.2.2)."""
    organisation = state.organisations.get(element.organisation)
    if element.marches or organisation is None or organisation.forced is not None:
        return Late.NOT
    if delayed(state, element):
        return Late.STAYS if organisation.order in _SLOW else Late.HALF
    return Late.HALF if element.travel.delayed else Late.NOT
