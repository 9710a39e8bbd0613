"""Ways of going over the ground: by Mode of Traction, on foot, pushed, on motorcycles (na:4.5.1.1.1a, na:6.6.4)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.hexes import Hex
from core.panzer.pieces.cards import Traction


@frozen(cache_hash=True)
class Going:
    """A way of going over the ground.

    column: of the Terrain Effects Table; name: in refusals; heights: how many one move of 1 hex may change at most;
    rule: which says so, and what terrain is prohibited; bars: hexsides and counters that are closed to it whatever the
    table says; indoors: whether it goes into the buildings of a hex and not into the alleys between them
    (na:6.1.4.3.1d); long_gun: whether its gun sticks out to one side, so that it gets among houses and trees on a Road
    or Path alone (or:7.20); closed_bridges: those that do not bear its weight; breaks_ice: whether that of frozen
    streams does not (or:7.32); swims: whether it goes into water that bars others (or:7.34).
    """

    column: str
    name: str
    heights: int
    rule: str = ""
    bars: frozenset[str] = frozenset()
    indoors: bool = False
    long_gun: bool = False
    closed_bridges: frozenset[Hex] = frozenset()
    breaks_ice: bool = False
    swims: bool = False

    @property
    def drives(self) -> bool:
        """Whether Paths and Roads have an allowance for it, and lead it up and down for less (na:4.5.1.1.5f,
        min:9.5.6)."""
        return self.column in _DRIVEN


#: The columns of all but leg and towed units.
_DRIVEN: Final = frozenset({"T", "H", "W"})


#: Vehicles by their Mode of Traction (na:4.5.1.1.2b); those with legs are limbers, which move as leg units (na:6.6.7).
BY_TRACTION: Final = {
    Traction.TRACKED: Going("T", "tracked vehicles", 2),
    Traction.HALF_TRACK: Going("H", "half-tracked vehicles", 2),
    Traction.WHEELED: Going("W", "wheeled vehicles", 1),
    Traction.LEG: Going("leg", "limbers", 2, "na:6.6.4.1"),
}
#: Squads, half-squads and sections without attached weapons (na:6.6.4.1).
ON_FOOT: Final = Going("leg", "leg units", 2, "na:6.6.4.1", indoors=True)
#: Sections with attached weapons, which are not named where the Heights are limited: as towed units (na:6.6.4.1).
BURDENED: Final = Going("leg", "sections with attached weapons", 1, "na:6.6.4.1", indoors=True)
#: Guns that their crews push (na:6.6.5).
MANHANDLED: Final = Going("towed", "towed units", 1, "na:6.6.5", frozenset({"wall", "defilade"}))
#: Leg units on motorcycles, which go as wheeled vehicles do (na:6.6.4.4).
MOTORCYCLES: Final = Going("W", "motorcycle units", 1, "na:6.6.4.4", frozenset({"wall", "defilade"}))
