"""HIDDEN UNIT counters as values: where they stand is known to all, what they hold to their owner alone (or:7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.unit import Command, Spot
from core.secrecy import ALL, OWN_SIDE, OWNER, PARTS, keeps_secrets, known

_ALL: Final = known(ALL)
#: Columns of the Spotting Ranges Table, then those of units in Full Cover, what is seen from farthest first (na:6.1.3a,
#: na:6.1.3.2).
VEHICLE, LARGE, SMALL = "V", "L", "S"
FULL_COVER: Final = "+FC"
LOOKS: Final = (VEHICLE, LARGE, SMALL, LARGE + FULL_COVER, SMALL + FULL_COVER)


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class HiddenCounter(Alike):
    """A HIDDEN UNIT counter on the map.

    number: the one that is printed on it; spot: its SPOT counter; way: the hexes into which it has moved this turn;
    fast: whether it has ever moved as only a vehicle could, so that it passes for nothing else (or:7.2.2.2); largest:
    as which of `LOOKS` it may be spotted at most, for all that everybody knows, since nobody has spotted it who would
    have spotted more (or:7.2.2.1); struck: whether its hex is attacked, so that it is revealed (or:7.2.2.3);
    began: whether it has stood where it is since the set-up (na:5.16.2.4a).
    holds: the units that it stands for, none of a fake, passengers not named; riding: those of them that have mounted
    under it, each with its vehicle; covered: those in Full Cover; handled: how many halves of its move mounting and
    dismounting have taken this turn; command: what it is ordered to do;
    group: with whom its units share that command once they are placed, "" = with nobody.
    """

    side: SideId = field(metadata=_ALL)
    number: int = field(metadata=_ALL)
    hex: Hex = field(metadata=_ALL)
    holds: tuple[UnitId, ...] = field(default=(), metadata=known(OWNER, ()))
    riding: tuple[tuple[UnitId, UnitId], ...] = field(default=(), metadata=known(OWNER, ()))
    covered: tuple[UnitId, ...] = field(default=(), metadata=known(OWNER, ()))
    handled: int = field(default=0, metadata=known(OWNER, 0))
    command: Command | None = field(default=None, metadata=known(OWNER))
    group: str = field(default="", metadata=known(OWNER, ""))
    spot: Spot | None = field(default=None, metadata=_ALL)
    way: tuple[Hex, ...] = field(default=(), metadata=_ALL)
    fast: bool = field(default=False, metadata=_ALL)
    largest: str = field(default=VEHICLE, metadata=_ALL)
    struck: bool = field(default=False, metadata=_ALL)
    began: bool = field(default=False, metadata=_ALL)

    @property
    def id(self) -> str:
        """Its side and number, by which orders and events name it."""
        return f"{self.side}-{self.number}"

    @property
    def units(self) -> tuple[UnitId, ...]:
        """All that it stands for, those too that have mounted under it."""
        return (*self.holds, *(unit for unit, _ in self.riding))


@frozen(eq=False, repr=False)
class Revealed(Alike):
    """A counter that was revealed, whose owner places its units (or:7.2.2.1).

    units: those that are still to be placed; column: of the Spotting Ranges Table, one unit of which goes into the hex
    of the counter first; there: those that have been placed; moving: whether the counter was moving, so that they may
    be fired at on Overwatch; began: as of the counter.
    """

    side: SideId
    number: int
    hex: Hex
    units: tuple[UnitId, ...]
    column: str
    there: tuple[UnitId, ...] = ()
    moving: bool = False
    began: bool = False

    @property
    def placed(self) -> bool:
        """Whether the first of them has been placed."""
        return bool(self.there)


@frozen(eq=False, repr=False)
class Hiding(Alike):
    """What a side has planned to hide in the present step: units on the map under a counter in a hex (or:7.2.3)."""

    side: SideId
    number: int
    hex: Hex
    units: tuple[UnitId, ...]


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class HiddenUnits(Alike):
    """All that HIDDEN UNIT counters add to the state of a game.

    revealed: the counter whose units are being placed; watched: a unit that was placed where its counter was moving,
    at which there may be Overwatch Fire; plans: what sides have planned to hide; hid: the sides whose plans of this
    turn are carried out.
    """

    counters: tuple[HiddenCounter, ...] = field(default=(), metadata=known(PARTS))
    revealed: Revealed | None = field(default=None, metadata=_ALL)
    watched: UnitId | None = field(default=None, metadata=_ALL)
    plans: tuple[Hiding, ...] = field(default=(), metadata=known(OWN_SIDE))
    hid: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)

    def of(self, side: SideId) -> Iterator[HiddenCounter]:
        """The counters of a side."""
        return (counter for counter in self.counters if counter.side == side)

    def named(self, id_: str) -> HiddenCounter | None:
        """The counter with this side and number; None if there is none on the map."""
        return next((counter for counter in self.counters if counter.id == id_), None)

    def holding(self, unit: UnitId) -> HiddenCounter | None:
        """The counter that stands for a unit, as far as that is known."""
        return next((counter for counter in self.counters if unit in counter.units), None)


#: Where nothing is hidden.
NO_HIDDEN_UNITS: Final = HiddenUnits()
