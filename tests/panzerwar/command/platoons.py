"""Platoons under orders, for the tests of command: three German tanks, or three squads, before a Russian tank."""

from __future__ import annotations

from typing import Any

from core.panzerwar.command import demands
from core.panzerwar.command.tactical import order_refusal
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Doctrine, Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.communication.companies import a_force
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at


def east(of: str, gsu: float) -> Point:
    """A point so far to the east of the centre of a hex."""
    here = at(of)
    return Point(here.x + round(gsu * 10), here.y)


def tanks(count: int = 3, where: str = "O20", **changes: Any) -> tuple[Element, ...]:
    """Tanks in a column, 25 from each other; the first commands."""
    here = at(where)
    return tuple(
        an_element(f"t{n}", "pz4h", BLUE, Point(here.x, here.y + 250 * n), organisation="p", command=n == 0, **changes)
        for n in range(count)
    )


def squads(count: int = 3, where: str = "O20", **changes: Any) -> tuple[Element, ...]:
    """Squads in a column, 25 from each other; the first commands."""
    here = at(where)
    return tuple(
        an_element(
            f"t{n}", "ger-rifle-44", BLUE, Point(here.x, here.y + 250 * n), organisation="p", command=n == 0, **changes
        )
        for n in range(count)
    )


def ordered(
    elements: tuple[Element, ...] | None = None,
    *,
    enemy: float | None = 900.0,
    seen: bool = True,
    doctrine: Doctrine = Doctrine.ART,
    nation: str = "Germany",
    turn: int = 5,
    game: dict[str, Any] | None = None,
    **unit: Any,
) -> WarState:
    """A platoon whose first element has an enemy so far to its east, None = nowhere near; unit: of its organisation."""
    mine = elements if elements is not None else tanks()
    there = Point(mine[0].where.x + round((enemy if enemy is not None else 5000) * 10), mine[0].where.y)
    foe = an_element("foe", "t34-43", RED, there, organisation="foe", command=True)
    sides = (a_force(BLUE, nation, doctrine=doctrine), a_force(RED, "Russia", doctrine=Doctrine.SCIENCE))
    rest = {"board": a_board(80, 60), "sides": sides, "turn": turn, "step": "orders", **(game or {})}
    known = ("foe",) if seen and enemy is not None else ()
    units = (a_unit("p", *mine, **unit), a_unit("foe", foe))
    return a_state(*mine, foe, organisations=units, see=known, **rest)


def refused(state: WarState, order: Tactical, unit: str = "p") -> str | None:
    """The rule by which a unit may not be given an order; None if it may."""
    found = order_refusal(state, state.organisations[unit], order)
    return None if found is None else found.rule


def movement(
    state: WarState,
    *gsu: float,
    motion: Motion = Motion.HALF,
    spent: float | None = None,
    allowance: float = 200.0,
    way: Way = Way.MARCH,
    element: str = "t0",
    south: float = 0.0,
) -> str | None:
    """The rule by which its order forbids an element a way of legs to the east, each so long (south: that far to the
    south in all); None if it may."""
    mine = state.element(element)
    points = [mine.where]
    for number, one in enumerate(gsu, 1):
        down = mine.where.y + round(south * 10 * number / len(gsu))
        points.append(Point(points[-1].x + round(one * 10), down))
    cost = sum(abs(one) for one in gsu) if spent is None else spent
    found = demands.refusal(state, mine, demands.Movement(motion, cost, allowance, tuple(points), way))
    return None if found is None else found.rule


def must_move(state: WarState, element: str = "t0") -> str | None:
    """The rule by which its order makes an element move; None if it may stay."""
    found = demands.must_move(state, state.element(element))
    return None if found is None else found.rule
