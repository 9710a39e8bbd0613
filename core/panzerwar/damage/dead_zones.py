"""The dead zone before a hull-down vehicle, and its hull guns (pw:9.19, pw:9.11.1, pw:9.17.6.4)."""

from __future__ import annotations

from math import ceil, inf
from typing import Final

from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.posture import Posture

#: mm of a step that a target lies below (pw:9.19.2).
STEP: Final = 25
#: Degrees of back slope up to which the first column holds, and the second (pw:9.19.1).
GENTLE: Final = 3
STEEP: Final = 6
#: The factor from which a hull gun cannot fire at what is lower, and from which not at all (pw:9.11.1, pw:9.17.6.4).
LOW_HULL_GUN: Final = 5
NO_HULL_GUN: Final = 6

_WESTERN: Final = frozenset({"German", "British", "US"})


def kind_of(card: Vehicle) -> str:
    """The line of the dead zone table (pw:9.19.1)."""
    if card.nation not in _WESTERN:
        return "other"
    return "western open" if card.open_top else "western closed"


def dead_zone(
    charts: Charts, card: Vehicle, posture: Posture, slope: float, below: float, *, hull_gun: bool = False
) -> float:
    """How far from a hull-down vehicle it cannot fire at a lower target, in GSU; 0 = no dead zone, infinite = nowhere
    (pw:9.19, pw:9.19.1, pw:9.19.2, pw:9.19.4).

    slope: of the back slope that it stands on, in degrees; below: how many mm the target lies under it; hull_gun: of a
    gun in hull or sponson. On level ground behind something small there is none (pw:9.19.3).
    """
    if not posture.hull_down or posture.level or below <= 0:
        return 0.0
    steps = ceil(below / STEP)
    if hull_gun:
        return float(charts.fire.dead_zone("hull gun", posture.hull_down, steps=steps) or 0)
    if slope > STEEP:
        return inf
    length = charts.fire.dead_zone(kind_of(card), posture.hull_down, steep=slope > GENTLE, steps=steps)
    return inf if length is None else float(length)


def hull_gun_blocked(posture: Posture, below: float) -> bool:
    """Whether cover takes the hull machine gun or sponson gun its fire, at a target that lies `below` mm lower
    (pw:9.11.1, pw:9.17.6.4).
    """
    return posture.hull_down >= NO_HULL_GUN or (posture.hull_down >= LOW_HULL_GUN and below > 0)
