"""SHEAF Patterns: which hexes indirect fire strikes (na:6.5.1.5)."""

from __future__ import annotations

from core.board import Board
from core.hexes import Hex, within_range
from core.panzer.pieces.missions import Aim, FireType, Sheaf

#: Radius in hexes of the round patterns of off-map batteries, and how far a Closed Linear one runs out.
RADIUS = {Sheaf.CLOSED: 1, Sheaf.OPEN: 2}
LENGTH = 6


def pattern(aim: Aim, *, on_map: bool) -> frozenset[Hex]:
    """The hexes of a SHEAF, on the board or not: of an on-map unit always the Target Point alone (na:6.5.1.5).

    Closed Linear is read as a line of six more hexes in one direction, which its player announces.
    """
    if on_map:
        return frozenset({aim.hex})
    if aim.sheaf is not Sheaf.LINEAR:
        return frozenset(within_range(aim.hex, RADIUS[aim.sheaf]))
    found, at = [aim.hex], aim.hex
    for _ in range(LENGTH):
        at = at.neighbour(aim.direction)
        found.append(at)
    return frozenset(found)


def hexes(board: Board, aim: Aim, *, on_map: bool) -> frozenset[Hex]:
    """The hexes of the board that a SHEAF covers."""
    return frozenset(h for h in pattern(aim, on_map=on_map) if h in board)


def counts_as_open(aim: Aim, *, on_map: bool) -> bool:
    """Whether its Barrage or smoke is that of an Open SHEAF; Closed Linear counts as Closed (na:6.5.1.5)."""
    return aim.sheaf is Sheaf.OPEN and not on_map


def allowed(type_: FireType) -> tuple[Sheaf, ...]:
    """The SHEAFs that a type of fire may use (na:6.5.1.6.1): Illumination only the Closed one (na:6.5.1.6.2)."""
    return (Sheaf.CLOSED,) if type_ is FireType.ILLUMINATION else tuple(Sheaf)
