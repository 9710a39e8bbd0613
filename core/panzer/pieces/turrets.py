"""Turrets that face their own way: how many ways there are, and how the mounts of guns traverse (or:7.8, min:8.2.1)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.hexes import DIRECTION_NAMES, Hex, in_front_arc, quadrant

_QUARTERS: Final = 4


@frozen(kw_only=True, cache_hash=True)
class Turrets:
    """The ways in which turrets may face, counted clockwise from the front of the hull, which is 0.

    names: of each way; six are the hexsides, each with its arc of 60 degrees (or:7.8.1), four the quarters
    (min:8.2.1.1). measure: what they are counted in; of_map: whether orders and players name a way by the hexside of
    the map that it looks to, not by the side of the hull. fires, adjusts, limits, follows: the rules by which turrets
    fire where they face, are adjusted, turn no farther, and stay where they turned to on Overwatch.
    """

    names: tuple[str, ...]
    measure: str
    of_map: bool
    fires: str
    adjusts: str
    limits: str
    follows: str

    @property
    def positions(self) -> int:
        """How many ways there are."""
        return len(self.names)

    def holds(self, origin: Hex, facing: int, turret: int, other: Hex) -> bool:
        """Whether a hex lies in the arc of a turret of a hull with a facing; the own hex lies in each."""
        if origin == other:
            return True
        if self.positions == _QUARTERS:
            return quadrant(origin, facing, other) == turret
        return in_front_arc(origin, (facing + turret) % 6, other)

    def towards(self, origin: Hex, facing: int, turret: int, other: Hex) -> int:
        """The way in which a hex lies; of two that both hold it the one that needs less of a turn."""
        ways = [way for way in range(self.positions) if self.holds(origin, facing, way, other)]
        return min(ways, key=lambda way: (self.apart(turret, way), way))

    def apart(self, one: int, other: int) -> int:
        """By how many positions two ways differ, around the nearer side."""
        turn = (other - one) % self.positions
        return min(turn, self.positions - turn)

    def degrees(self, turret: int) -> int:
        """How far a turret is turned clockwise against its hull."""
        return turret * (360 // self.positions)

    def named(self, facing: int, turret: int) -> int:
        """A way as orders name it, of a hull with a facing."""
        return (facing + turret) % self.positions if self.of_map else turret

    def of(self, facing: int, named: int) -> int:
        """The way that an order names, of a hull with a facing."""
        return (named - facing) % self.positions if self.of_map else named

    def label(self, facing: int, turret: int) -> str:
        """The name of a way, of a hull with a facing."""
        return DIRECTION_NAMES[self.named(facing, turret)] if self.of_map else self.names[turret]

    def called(self, facing: int, turret: int) -> str:
        """A way within a sentence, of a hull with a facing."""
        return self.label(facing, turret) if self.of_map else f"the {self.label(facing, turret)}"


#: The hexsides of the hex edition (or:7.8).
HEXSIDES: Final = Turrets(
    names=("Front", "Right Front", "Right Rear", "Rear", "Left Rear", "Left Front"),
    measure="hexsides",
    of_map=True,
    fires="or:7.8",
    adjusts="or:7.8.1",
    limits="or:7.8.1",
    follows="or:7.8.4",
)
#: The quarters of the miniatures edition (min:8.2.1.1).
QUARTERS: Final = Turrets(
    names=("Front", "Right Side", "Rear", "Left Side"),
    measure="quarters",
    of_map=False,
    fires="min:8.2.1.1",
    adjusts="min:10.2",
    limits="min:10.2.2",
    follows="min:8.4.2.10.7",
)


class Mount(Enum):
    """How the gun of a unit turns, as the table of Overwatch modifiers names it (min:8.4.2.10, min:8.4.2.11)."""

    FAST = "Fast turret"
    NORMAL = "Normal turret"
    SLOW = "Slow turret or Damaged"
    PIVOT = "Turretless 360"
    FIXED_FRONT = "Fixed front"
    FIXED_REAR = "Fixed rear"
    LEG = "Leg"
    TOWED = "Towed"


#: Traverse speeds by the turret turn of a data card (min:8.2.1.1).
TRAVERSE: Final = {1: Mount.SLOW, 2: Mount.NORMAL, 3: Mount.FAST}


@frozen(eq=False, repr=False)
class OverwatchLine(Alike):
    """The modifiers of Overwatch Fire to the front, a side and the rear of a gun, on the AP Hit Table and on the GP
    roll; None where it may not fire (min:8.4.2.9 to min:8.4.2.11, min:16.7.2.13 to min:16.7.2.15)."""

    ap: tuple[int | None, int | None, int | None]
    gp: tuple[int | None, int | None, int | None]
