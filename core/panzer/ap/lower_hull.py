"""Hits on the lower hull, where the armor of the front is thinner (or:7.13, or:7.13.1, or:7.13.2).

A hit on the hull front then meets half the Armor Factor that a rising shot does, whatever the inclination of this one.
"""

from __future__ import annotations

from typing import Final

from core.hexes import direction_between, distance
from core.panzer.ap.hits import armor_at
from core.panzer.ground.heights import height_of, standing_in
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination, VehicleCard
from core.panzer.pieces.movement import MoveStep, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import HullDown, Unit
from core.panzer.state import PanzerState

#: The location that it is about.
HULL_FRONT: Final = "HF"
#: Out of which a vehicle shows its belly as it climbs (or:7.13.1).
_HOLLOWS: Final = frozenset({"stream", "ford", "gully"})
#: From how many Heights above the gun a vehicle does (or:7.13.2).
_ABOVE: Final = 2


def shown(state: PanzerState, shooter: Unit, target: Unit, masked: HullDown | None, *, overwatch: bool) -> str:
    """The rule by which a shot may strike the lower hull of a vehicle; "" if it may not."""
    if not state.has(Switch.LOWER_HULL) or masked is HullDown.FULL:
        return ""
    if overwatch and _climbing(state, target) and height_of(state, shooter) == height_of(state, target):
        return "or:7.13.1"
    return "or:7.13.2" if _high_above(state, shooter, target) else ""


def _climbing(state: PanzerState, target: Unit) -> bool:
    """Whether the last step of a moving vehicle took it across a Wall, or out of a hollow."""
    move = state.moves.of(target.id)
    if move is None or target.hex is None or move.came_from is None or not move.steps:
        return False
    turned = move.turned or MoveStep.read(move.steps[-1]).kind is StepKind.TURN
    if not move.trail or move.trail[-1] != target.hex or turned:
        return False
    left = state.cell(move.came_from)
    side = direction_between(target.hex, move.came_from)
    if side is not None and "wall" in state.board.side(target.hex, side):
        return True
    return left.under is None and left.terrain in _HOLLOWS and state.cell(target.hex).terrain not in _HOLLOWS


def _high_above(state: PanzerState, shooter: Unit, target: Unit) -> bool:
    """Whether it is 2 or more Heights above, near enough, and not so near that it is Partially Hull Down by that."""
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        return False
    above = height_of(state, target) - height_of(state, shooter)
    return above >= _ABOVE and above < distance(origin, target.hex) <= 2 * above


def armor(card: VehicleCard, angle: HitAngle, *, shaped: bool) -> int:
    """The Armor Factor of the lower hull: half of that of the hull front against a rising shot, at least 1."""
    if card.type == "S":
        return 0
    return max(1, armor_at(card, angle, Inclination.RISING, HULL_FRONT, shaped=shaped) // 2)
