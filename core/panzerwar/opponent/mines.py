"""Mines: a belt across the way to a place that counts (pw:15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId
from core.hexes import Hex
from core.order import Order
from core.panzerwar.obstacles import laying
from core.panzerwar.obstacles.orders import LayMines
from core.panzerwar.pieces.engagement import GoalKind, Minefield
from core.panzerwar.state import WarState
from core.plane import Point, bearing, centre, degrees_of, gsu_between, offset

#: So far before a place the mines lie, in GSU.
BEFORE: Final = 120.0
#: So many of the hexes that are nearest to there are tried.
_TRIED: Final = 12


def lay(state: WarState, side: SideId) -> Order | None:
    """The next minefield that is not laid, as long as it may be; None when all are, or none can be."""
    for mines in laying.fields(state, side):
        if mines.id in state.mines.laid or not mines.hexes:
            continue
        found = max(_belts(state, side, mines), key=lambda hexes: (len(hexes), hexes), default=())
        if found:
            return LayMines(field=mines.id, hexes=found, marked=mines.grade == 0)
    return None


def _belts(state: WarState, side: SideId, mines: Minefield) -> Iterator[tuple[Hex, ...]]:
    """Belts about the place where mines are wanted, across the way that the enemy comes."""
    heading = _front(state, side)
    place = offset(_place(state, mines), heading, BEFORE)
    near = sorted(mines.hexes, key=lambda hex_: (gsu_between(centre(hex_), place), hex_))
    for hex_ in near[:_TRIED]:
        for direction in range(6):
            to = hex_.neighbour(direction)
            if abs((bearing(centre(hex_), centre(to)) - heading + 180) % 180 - 90) > 35:
                continue  # it would lie along the way
            start = hex_
            for _ in range(mines.size // 2):
                back = start.neighbour((direction + 3) % 6)
                start = back if back in mines.hexes else start
            belt = laying.belt(mines.hexes, start, direction, mines.size)
            if laying.refusal(state, mines, belt, marked=mines.grade == 0) is None:
                yield belt
                return


def _place(state: WarState, mines: Minefield) -> Point:
    """The place that a field covers: what counts most."""
    goals = [goal for goal in state.engagement.goals if goal.kind is not GoalKind.EXIT]
    best = max(goals, key=lambda goal: (goal.points, goal.id), default=None)
    return best.at if best is not None else centre(min(mines.hexes))


def _front(state: WarState, side: SideId) -> float:
    """The way that a side looks, in degrees."""
    mine = {unit.id for unit in state.engagement.organisations if unit.side == side}
    posting = next((p for p in state.engagement.postings if p.organisation in mine), None)
    return degrees_of(posting.heading) if posting is not None else 0.0
