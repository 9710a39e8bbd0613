"""Platoons that have taken losses, for the tests of general morale."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at


def tanks(count: int, lost: int = 0, name: str = "p", where: str = "C10", **changes: Any) -> tuple[Element, ...]:
    """German tanks in a column, the first of them the command element; the last are destroyed."""
    found = []
    for number in range(count):
        there = Point(at(where).x, at(where).y + 300 * number)
        gone = Presence.DESTROYED if number >= count - lost else Presence.ON_TABLE
        found.append(
            an_element(
                f"{name}{number}", "pz4h", BLUE, there, organisation=name, command=number == 0, presence=gone, **changes
            )
        )
    return tuple(found)


def squads(count: int, lost: int = 0, name: str = "s", where: str = "C10", **changes: Any) -> tuple[Element, ...]:
    """German squads in a column; the last are killed."""
    found = []
    for number in range(count):
        there = Point(at(where).x, at(where).y + 300 * number)
        gone = Presence.KILLED if number >= count - lost else Presence.ON_TABLE
        found.append(
            an_element(f"{name}{number}", "ger-rifle-44", BLUE, there, organisation=name, presence=gone, **changes)
        )
    return tuple(found)


def enemy(where: str = "M10", **changes: Any) -> Element:
    """A Russian tank: in M10 it is 225 away from C10."""
    return an_element("enemy", "t34-43", RED, where, organisation="enemy", **changes)


def a_battle(
    *units: Organisation, elements: tuple[Element, ...], foe: Element | None = None, **changes: Any
) -> WarState:
    """Units of ours before an enemy tank that they see, in the morale phase of turn 5. changes: of the engagement."""
    other = foe if foe is not None else enemy()
    mine = (*elements, other)
    organisations = (*units, a_unit("enemy", other))
    rest = {"step": "morale", "turn": 5, "see": ("enemy",), "board": a_board(40, 40), **changes}
    return a_state(*mine, organisations=organisations, **rest)


def a_platoon(count: int, lost: int = 0, **changes: Any) -> WarState:
    """A tank platoon with losses, under attack in this turn. changes: of its organisation."""
    found = tanks(count, lost)
    return a_battle(a_unit("p", *found, **{"attacked": 5, "under_fire": 1, **changes}), elements=found)


def alter(state: WarState, element: str, **parts: Any) -> None:
    """Change an element of a state."""
    state.put(evolve(state.element(element), **parts))
