"""Dust behind vehicles that move fast over dry ground, where the scenario has it (na:6.1.4.3.12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from attrs import evolve

from core.dice import Dice
from core.event import Event
from core.hexes import Hex, direction_between
from core.panzer.ground.costs import terrain_costs
from core.panzer.ground.events import DustRaised
from core.panzer.ground.terrain import vehicle_terrain
from core.panzer.movement.allowance import allowance_of
from core.panzer.pieces.cards import Kind, VehicleCard
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

#: Terrain that raises dust where it is entered, Paths and Tracks among it (na:6.1.4.3.12b).
DUSTY: Final = frozenset({"clear", "brush", "scrub", "path", "track"})


def threshold(state: PanzerState, move: ActiveMove) -> int:
    """What a move must spend to raise dust: half the unreduced allowance of its rate, rounded down (na:6.1.4.3.12a)."""
    unit = evolve(
        state.units[move.unit],
        command=None,
        damaged=False,
        hull_damaged=False,
        suppression=None,
        morale=None,
        track_hit=False,
    )
    whole, _ = allowance_of(state.vehicle(move.unit), unit, _rate(move), move.path, move.road)
    return whole // 2


def _rate(move: ActiveMove) -> Rate:
    return Rate.CROSS_COUNTRY if move.denied else move.rate


def raises_dust(state: PanzerState, move: ActiveMove) -> bool:
    """Whether a move is fast enough; the 1-hex minimum move of a slowed vehicle counts (na:6.1.4.3.12a)."""
    unit, card = state.units[move.unit], state.card(move.unit)
    if not move.trail or not isinstance(card, VehicleCard) or card.kind is not Kind.VEHICLE:
        return False
    if move.spent >= threshold(state, move):
        return True
    reduced, _ = allowance_of(card, unit, _rate(move), move.path, move.road)
    return len(move.trail) == 1 and move.spent >= reduced


def dusty_hexes(state: PanzerState, move: ActiveMove) -> tuple[Hex, ...]:
    """The hexes in which a move leaves dust: each that it left for dusty ground, whatever that hex is (na:6.1.4.3.12b).

    What is entered along a Road, Path or Track is that, and not the ground beside it.
    """
    costs = terrain_costs(state.board, state.tables, state.vehicle(move.unit).traction)
    stood = (*(() if move.start is None else (move.start,)), *move.trail)
    found: list[Hex] = []
    for left, entered in pairwise(stood):
        direction = direction_between(left, entered)
        route = costs.route(left, direction) if direction is not None else None
        if (route or vehicle_terrain(state.tables, state.cell(entered)).id) in DUSTY:
            found.append(left)
    return tuple(dict.fromkeys(found))


def trailing(state: PanzerState) -> bool:
    """Whether the dust of a move has still to settle that ended with the loss of its vehicle (na:6.1.4.3.12a)."""
    move = state.moves.cut
    return move is not None and state.has(Switch.DUST) and raises_dust(state, move) and bool(dusty_hexes(state, move))


def behind_the_lost(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """The dust of that move."""
    if state.moves.cut is not None:
        yield from settle(state, state.moves.cut)


def settle(state: PanzerState, move: ActiveMove) -> Iterator[Event]:
    """The dust of a completed move; it counts only after the step (na:6.1.4.3.12a, na:6.1.4.3.12c)."""
    if state.has(Switch.DUST) and raises_dust(state, move) and (hexes := dusty_hexes(state, move)):
        yield DustRaised(unit=move.unit, hexes=hexes)
