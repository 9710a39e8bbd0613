"""Minefields as values: what a scenario grants, what is laid and found, who has come upon it (or:7.31)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.works import Work, WorkKind
from core.secrecy import ALL, OWN_SIDE, keeps_secrets, known

_ALL: Final = known(ALL)

#: The counters of minefields, Hasty and Deliberate.
COUNTERS: Final = frozenset({WorkKind.MINES_HASTY, WorkKind.MINES_DELIBERATE})


class MineType(Enum):
    """Against whom mines are: vehicles, or dismounted leg and towed units (or:7.31)."""

    VEHICULAR = "anti-vehicular"
    PERSONNEL = "anti-personnel"


@frozen(eq=False, repr=False)
class Minefield(Alike):
    """A minefield that a scenario grants a side.

    kind: Hasty or Deliberate; types: its mines; size: how many hexes it covers at most; area: where its owner may lay
    it; hexes: where the scenario itself has laid it, none = its owner lays it; visible: from the beginning on; defense:
    its GP Defense Factor, None = that of its kind (or:7.31.3); overlaps: whether the scenario allows it to lie where
    another does that may too, in spite of min:20.6.1 (min:23.3.5).
    """

    id: str
    side: SideId
    kind: WorkKind
    types: frozenset[MineType]
    size: int
    area: frozenset[Hex] = frozenset()
    hexes: tuple[Hex, ...] = ()
    visible: bool = False
    defense: int | None = None
    overlaps: bool = False

    @property
    def kind_word(self) -> str:
        """Hasty or Deliberate."""
        return "Hasty" if self.kind is WorkKind.MINES_HASTY else "Deliberate"

    @property
    def name(self) -> str:
        """What it is in words: Deliberate, its types, minefield."""
        return f"{self.kind_word} {type_words(self.types)} minefield"

    def may_cover(self, hex_: Hex) -> bool:
        """Whether it may lie in a hex, for all that everybody knows."""
        return not self.visible if self.hexes else hex_ in self.area


def type_words(types: Iterable[MineType]) -> str:
    """Types of mines in words."""
    there = set(types)
    return " and ".join(t.value for t in MineType if t in there)


@frozen(eq=False, repr=False)
class MinedHex(Alike):
    """A hex of a minefield, or of one type of its mines. cleared: whether they have been eliminated (or:7.31.3)."""

    field: str
    side: SideId
    kind: WorkKind
    types: frozenset[MineType]
    hex: Hex
    cleared: bool = False


@frozen(eq=False, repr=False)
class Entry(Alike):
    """A unit that has come into a hex, or moved in it, where its enemy may have mines (or:7.31.2).

    quick: by Quickmarch (or:7.31.2.2); passed: the minefields that have attacked it for this hex too (min:20.6.2);
    leaving: whether its move began in the hex, so that what it has left of a minefield attacks it (min:20.6.2).
    """

    unit: UnitId
    hex: Hex
    quick: bool = False
    passed: frozenset[str] = frozenset()
    leaving: bool = False


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Minefields(Alike):
    """All that minefields add to the state of a game.

    laid: hexes that only their owner knows; found: what everybody knows, each type of mines by itself, those that are
    cleared too; entered: who waits to be told whether there are mines;
    free: hexes in which a side is known to have no mines of a type; asked: in which hex each unit was told last;
    stretches: for how many further hexes of its move a minefield that attacked a unit does not again (min:20.6.2).
    """

    laid: tuple[MinedHex, ...] = field(default=(), metadata=known(OWN_SIDE))
    found: tuple[MinedHex, ...] = field(default=(), metadata=_ALL)
    entered: tuple[Entry, ...] = field(default=(), metadata=_ALL)
    free: frozenset[tuple[SideId, Hex, MineType]] = field(default=frozenset(), metadata=_ALL)
    asked: Mapping[UnitId, Hex] = field(factory=dict, metadata=_ALL)
    stretches: Mapping[UnitId, Mapping[str, int]] = field(factory=dict, metadata=_ALL)

    def passed(self, unit: UnitId) -> frozenset[str]:
        """The minefields that do not attack a unit in the next hex of its move (min:20.6.2)."""
        return frozenset(self.stretches.get(unit, ()))

    def in_force(self, hex_: Hex, type_: MineType) -> tuple[MinedHex, ...]:
        """The mines of a type in a hex that everybody knows, of either side."""
        return tuple(m for m in self.found if m.hex == hex_ and type_ in m.types and not m.cleared)


#: Where nothing is laid.
NO_MINEFIELDS: Final = Minefields()


@frozen(eq=False, repr=False)
class MinefieldEffects(Alike):
    """The rows of the Minefield Effects Table for one kind of minefield, as the highest rolls (or:7.31.2).

    damage, track: by the column of a vehicle, GPD 1 to 3, 4 to 6, 7 and more; effective: against leg and towed units.
    """

    damage: tuple[int, int, int]
    track: tuple[int, int, int]
    effective: int

    def against(self, gp_defense: int) -> tuple[int, int]:
        """The highest rolls that Damage a vehicle with this number of its GP Defense, and that hit its Tracks."""
        column = 0 if gp_defense <= 3 else 1 if gp_defense <= 6 else 2
        return self.damage[column], self.track[column]


def granted(fields: Iterable[Minefield], *, on: bool) -> tuple[tuple[MinedHex, ...], tuple[MinedHex, ...]]:
    """What a scenario itself has laid: hexes that only their owner knows, and those that everybody does."""
    laid: list[MinedHex] = []
    found: list[MinedHex] = []
    for one in fields if on else ():
        for hex_ in one.hexes:
            if one.visible:
                found += [
                    MinedHex(one.id, one.side, one.kind, frozenset({t}), hex_) for t in MineType if t in one.types
                ]
            else:
                laid.append(MinedHex(one.id, one.side, one.kind, one.types, hex_))
    return tuple(laid), tuple(found)


def counter(fields: Iterable[Minefield], field_id: str, kind: WorkKind, hex_: Hex) -> Work:
    """The terrain counter of mines that everybody knows, with the GP Defense Factor of their field (or:7.31.3)."""
    return Work(kind, hex_, gp_defense=next((m.defense for m in fields if m.id == field_id), None))
