"""What stands on the tables of the Game Cards (na:1.4, na:1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.turrets import Mount, OverwatchLine

#: The cost of terrain that takes a whole allowance, more than any unit has (min:17.2.3.1.5).
WHOLE_ALLOWANCE: Final = 99


class Cover(Enum):
    """Cover type of terrain (na:4.1.3a). OTHER: that of the other terrain in the hex (na:4.1.3g)."""

    # by identity: what is spotted from where is kept by it, and the hash of Enum is worked out anew
    __hash__ = object.__hash__

    NONE = "None"
    LIGHT = "Light"
    MEDIUM = "Medium"
    HEAVY = "Heavy"
    OTHER = "Other"

    @property
    def rank(self) -> int:
        """0 for none to 3 for heavy; OTHER counts as none."""
        return _COVER_RANKS[self]


_COVER_RANKS: Final = {Cover.NONE: 0, Cover.LIGHT: 1, Cover.MEDIUM: 2, Cover.HEAVY: 3, Cover.OTHER: 0}


@frozen(eq=False, repr=False)
class TerrainEffect(Alike):
    """A line of the Terrain Effects Table.

    kind: "hex", "overlay", "height", "hexside", "counter" or "position"; height in levels; los: "none",
    "blocks", "building", "depression", "modifier" or "with hill"; cost: by traction letter, None =
    prohibited; turn: cost of turning 2 or 3 hexsides, None = prohibited or not printed; added: whether the
    costs are added to those of the other terrain ("+n").
    """

    id: str
    name: str
    kind: str
    height: int
    los: str
    cover_spotting: Cover
    cover_combat: Cover
    cost: Mapping[str, int | None]
    turn: int | None
    added: bool
    note: str = ""


@frozen(eq=False, repr=False)
class PenetrationRow(Alike):
    """A row of the AP Penetration (OR) Table (or:7.12).

    For AP Penetration Factors from `first` to `last`: what each result 1 to 10 of a d10 adds, how much two of them come
    to at most.
    """

    first: int
    last: int
    adjustments: tuple[int, ...]
    most: int


@frozen(eq=False, repr=False)
class Tables:
    """The tables that the Basic Game uses, by the ids of the content."""

    #: AP Hit Number by net modifier (+5 to -10) and range factor; None = no hit possible.
    ap_hit: Mapping[int, tuple[int | None, ...]]
    #: AP Hit Modifiers by id.
    ap_hit_modifiers: Mapping[str, int]
    #: Basic Game damage: (from, to, result) by penetration minus armor; result "no effect", "DM", "KO", "BU".
    ap_damage_basic: tuple[tuple[int, int, str], ...]
    #: Spotting range in hexes by row (+2 to -5) and column V, L, S.
    spotting_ranges: Mapping[int, Mapping[str, int]]
    #: Spotting modifiers by id.
    spotting_modifiers: Mapping[str, int]
    #: Blind zone divisors by height of the lower unit; None = fixed 1 hex.
    blind_zone: Mapping[int, tuple[int | None, ...]]
    #: Terrain Effects Table by terrain id.
    terrain: Mapping[str, TerrainEffect]
    #: The edition that they are of.
    edition: Edition = HEX
    #: How AP Penetration varies (or:7.12).
    ap_penetration: tuple[PenetrationRow, ...] = ()
    #: Vehicles in a hex from which it counts as over-stacked.
    over_stacked_from: int = 6
    #: Rules of the hex edition that this one has under ids of its own, by id; empty in the hex edition.
    rule_names: Mapping[str, str] = field(factory=dict)
    #: Rules of the AP Hit Modifiers by id, as this edition has them.
    ap_hit_rules: Mapping[str, str] = field(factory=dict)
    #: Where each table comes from (source and note), by table id.
    provenance: Mapping[str, str] = field(factory=dict)
    #: Spotting range in hexes by conditions, spotter ("vehicle", "other"), Cover and column V, L, S (min:5.4); empty in
    #: the edition that has rows.
    spotting_by_cover: Mapping[tuple[str, str, Cover, str], int] = field(factory=dict)
    #: What those are multiplied by, by id (min:5.4.2.6).
    spotting_multipliers: Mapping[str, Fraction] = field(factory=dict)
    #: Least Height of an obstacle that blocks, closer, midway and farther, by the Heights of both units from -1 to +5;
    #: None where no line is possible (min:5.5.2.4.1); empty in the edition that has blind zones.
    line_of_sight: Mapping[tuple[int, int], tuple[int, int, int] | None] = field(factory=dict)
    #: Modifiers of Overwatch Fire by the mount of the gun (min:8.4.2.9); empty in the edition without traverse speeds.
    overwatch: Mapping[Mount, OverwatchLine] = field(factory=dict)
