"""What is seen from a hex, and which hexes enemy guns bear on (pb:PB-LOS-1, pb:PB-OBST-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from core.event import SideId
from core.hexes import Hex, distance, within_range
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.sight.line_of_sight import line_between
from core.panzerblitz.state import BlitzState


@lru_cache(maxsize=16384)
def seen_from(situation: Situation, real_space: bool, where: Hex, reach: int) -> frozenset[Hex]:
    """Hexes within so many hexes that are seen from one."""
    board = situation.board
    return frozenset(
        h
        for h in within_range(where, reach)
        if h in board and h != where and line_between(situation, where, h, real_space).seen
    )


@lru_cache(maxsize=64)
def _fire_on(
    situation: Situation, real_space: bool, guns: tuple[tuple[Hex, int, int], ...]
) -> Mapping[Hex, tuple[int, int]]:
    found: dict[Hex, tuple[int, int]] = {}
    for where, reach, attack in guns:
        for hex_ in seen_from(situation, real_space, where, reach):
            count, total = found.get(hex_, (0, 0))
            found[hex_] = (count + 1, total + attack)
    return found


def threat(state: BlitzState, side: SideId) -> Mapping[Hex, tuple[int, int]]:
    """Hexes under enemy fire: how many enemy units bear on each, and their Attack Factors in all."""
    return _fire_on(state.situation, state.has(REAL_SPACE), tuple(sorted(_guns(state, side))))


def fire_on(state: BlitzState, side: SideId, hex_: Hex) -> tuple[int, int]:
    """How many enemy units bear on one hex, and their Attack Factors in all."""
    attacks = [
        attack
        for where, reach, attack in _guns(state, side)
        if 0 < distance(where, hex_) <= reach and line_between(state.situation, where, hex_, state.has(REAL_SPACE)).seen
    ]
    return len(attacks), sum(attacks)


def _guns(state: BlitzState, side: SideId) -> Iterator[tuple[Hex, int, int]]:
    """The enemy units that can fire: hex, range and Attack Factor of each."""
    for unit in state.of(state.situation.enemy(side)):
        type_ = state.type(unit.id)
        if type_.attack and unit.hex is not None and unit.carrier is None and not unit.dispersed:
            yield unit.hex, type_.range, type_.attack
