"""Counters in play: where they are, what they did in this Player-Turn (pb:PB-COMP-3)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.event import SideId, UnitId
from core.hexes import Hex


class Presence(Enum):
    """Where a counter is: not yet on the map, on it, gone for good, or off the map by an edge."""

    WAITING = "waiting"
    ON_MAP = "on map"
    ELIMINATED = "eliminated"
    EXITED = "exited"


class Operation(Enum):
    """What transport did in this Player-Turn; one of them only (pb:PB-TRANS-A)."""

    LOADED = "loaded"
    UNLOADED = "unloaded"


@frozen(slots=False)
class Unit:
    """One counter in play. Its type stands in the Situation.

    inside:    in the fortification of its hex, not on top of it (pb:PB-FORT-J).
    carrier:   the unit that carries it; it lies in the same hex, or waits with it off the map.
    dispersed: face down (pb:PB-CRT-D); struck: dispersed in this very Player-Turn (pb:PB-CRT-DD).
    fired:     its Attack Factor is used for this Player-Turn (pb:PB-COMBAT-E).
    spent:     HALVES of movement points used in this Player-Turn, in impulses in the present one.
    entered:   hexes entered in this Player-Turn; road: at road rate for any of them.
    stopped:   it may go no further (pb:PB-MINE-D, pb:PB-BLOCK-B, pb:PB-OVR-B).
    start:     its hex when this Player-Turn began.
    trail:     the hexes out of which it has driven at the cost of the terrain in this Player-Turn; after a step along
               the road only those since, behind its own id. Who joins others has theirs.
    upon:      units on the road in its hex, none of them hidden, on to whom it came there (pb:PB-ROAD-E).
    mined:     it came undispersed through the attack of the minefield that it still stands on (pb:PB-MINE-E).
    jumped:    the hex whose stack it must assault after jumping off (pb:PB-OPT-PBA-1).
    exits:     edges by which it left, in order; left_from, left_on: hex and Game-Turn of the last time.
    """

    id: UnitId
    side: SideId
    hex: Hex | None = None
    presence: Presence = Presence.WAITING
    inside: bool = False
    carrier: UnitId | None = None
    dispersed: bool = False
    struck: bool = False
    fired: bool = False
    spent: int = 0
    entered: int = 0
    road: bool = False
    stopped: bool = False
    start: Hex | None = None
    trail: tuple[str, ...] = ()
    upon: tuple[UnitId, ...] = ()
    operation: Operation | None = None
    mined: bool = False
    jumped: Hex | None = None
    hidden: bool = False
    exits: tuple[str, ...] = ()
    left_from: Hex | None = None
    left_on: int = 0

    @property
    def on_map(self) -> bool:
        """Whether it lies on the map."""
        return self.presence is Presence.ON_MAP
