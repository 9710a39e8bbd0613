"""What stands on counters and charts: unit types, and the tables of the inner lid (pb:PB-FACT-5, pb:PB-COMP-1).

How boards say it: `Cell.terrain` is the terrain drawn, a line of the Terrain Effects Chart ("clear", "woods",
"town", "swamp", "gully", "stream", "ford", "pond"); `Cell.marks` names every further terrain of which the hex
has a part (pb:PB-TERR-1), such as "woods" in a gully hex, or "shore" where the pond covers part of it;
`Cell.level` is its `Elevation`; `Cell.sides` has the SYMBOLS and POND_SIDE, on both hexes of a hexside;
`Cell.routes["road"]` its road. "partial" marks a half hex of the edge of the map, "seam" a half hex that two
boards share. Adjacent gully, stream and ford hexes always follow one bed; a gully or stream hex with a road is
a crossing, which is clear terrain (pb:PB-GULLY-C). "plateau" marks the hilltops without Orange hexsides between
them (pb:PB-LOSN-I).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from typing import Final

from attrs import field, frozen

from core.alike import Alike

#: Odds columns of the Combat Results Table, the worst for the attacker first (pb:PB-COMBAT-A).
ODDS: Final = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1")

#: Kinds of hexside as boards mark them (pb:PB-TERR-2): obstacle symbols by colour, and the water of a pond.
GREEN, GRAY, BROWN, ORANGE, POND_SIDE = "green", "gray", "brown", "orange", "pond"
SYMBOLS: Final = frozenset((GREEN, GRAY, BROWN, ORANGE))

#: The kind of route on the boards (pb:PB-ROAD-1).
ROAD: Final = "road"


class WeaponClass(Enum):
    """Weapons Class of a counter (pb:PB-WEAP-1). NONE: wagons, trucks, command posts, fortifications."""

    I = "I"  # noqa: E741 - the letter on the counter
    A = "A"
    H = "H"
    M = "M"
    NONE = "-"


class Kind(Enum):
    """What a unit is, as far as a rule asks for it; the value is its name on the unit card."""

    INFANTRY = "infantry"
    ENGINEER = "engineer"
    CAVALRY = "cavalry"
    GUN = "gun"
    MORTAR = "mortar"
    MACHINE_GUN = "heavy machine gun"
    COMMAND_POST = "command post"
    WAGON = "wagon"
    TRUCK = "truck"
    HALFTRACK = "halftrack"
    ARMORED_CAR = "armored car"
    TANK = "tank"
    TANK_DESTROYER = "tank destroyer"
    ASSAULT_GUN = "assault gun"
    SELF_PROPELLED_ARTILLERY = "self-propelled artillery"
    FORTIFICATION = "fortification"
    MINEFIELD = "minefield"
    BLOCK = "block"


class Mover(Enum):
    """Column of the Terrain Effects Chart that a unit pays by (pb:PB-TEC-CLEAR).

    CAVALRY pays as a vehicle but may cross Green hexsides (reading of pb:PB-TEC-WOODS).
    """

    FOOT = "foot"
    TRUCK = "truck"
    VEHICLE = "vehicle"
    CAVALRY = "cavalry"


class Elevation(IntEnum):
    """Elevation of a hex, which is `Cell.level` of the boards (pb:PB-OBST-4); a gully counts as ground."""

    GROUND = 0
    SLOPE = 1
    HILLTOP = 2


class Result(Enum):
    """Cell of the Combat Results Table (pb:PB-CRT-1)."""

    NONE = "-"
    DISPERSED = "D"
    SPECIAL_DISPERSED = "DD"
    ELIMINATED = "X"


@frozen(eq=False, repr=False)
class UnitType(Alike):
    """A kind of counter (pb:PB-FACT-5).

    attack, range, defense, movement: its four factors, range and movement in hexes; carrier: a C unit
    (pb:PB-TRANS-1); capacity: units that it can carry; transportable: whether it can be carried;
    code_group and codes: its Program Identity Codes (pb:PB-PICS-1); count: counters supplied, 0 if unknown;
    mover: its column of the Terrain Effects Chart; manned: whether it counts for victory, since it has men (reading
    of pb:PB-WIN-1).
    """

    id: str
    name: str
    nation: str
    kind: Kind
    size: str
    weapon_class: WeaponClass
    attack: int
    range: int
    defense: int
    movement: int
    vehicular: bool
    armored: bool
    carrier: bool
    capacity: int
    transportable: bool
    close_assault: bool
    overrun: bool
    codes: tuple[str, ...]
    count: int
    short: str = ""
    code_group: str = ""
    role: str = ""
    composition: str = ""
    note: str = ""
    source: str = "derived"
    certainty: str = ""
    mover: Mover = field(init=False)
    manned: bool = field(init=False)

    @mover.default
    def _mover(self) -> Mover:
        if self.kind is Kind.TRUCK:
            return Mover.TRUCK
        if self.kind is Kind.CAVALRY:
            return Mover.CAVALRY
        return Mover.VEHICLE if self.vehicular else Mover.FOOT

    @manned.default
    def _manned(self) -> bool:
        return self.kind not in (Kind.FORTIFICATION, Kind.MINEFIELD, Kind.BLOCK)

    @property
    def half_range(self) -> int:
        """Half of the printed range, fractions dropped (pb:PB-WEC-2)."""
        return self.range // 2

    @property
    def indirect(self) -> bool:
        """Whether it may fire indirectly under that option (pb:PB-OPT-IF-1)."""
        return self.weapon_class is WeaponClass.M or self.kind is Kind.SELF_PROPELLED_ARTILLERY


@frozen(eq=False, repr=False)
class TerrainEffect(Alike):
    """A line of the Terrain Effects Chart. Costs are in HALVES of a movement point: 1 MF = 2.

    enter: cost of entering by mover, None = prohibited (except by road); a mover that the line does not
    name pays the other terrain of the hex. leave: added on leaving (gullies). die: added to the
    attacker's roll. halved: whether attackers are halved (pb:PB-HILL-A to pb:PB-HILL-C).
    """

    id: str
    name: str
    rule: str
    enter: Mapping[Mover, int | None]
    leave: Mapping[Mover, int] = field(factory=dict)
    die: int = 0
    halved: bool = False
    note: str = ""


@frozen(eq=False, repr=False)
class Sight(Alike):
    """A cell of the Target Elevation Table: symbols that always obstruct, and the notes that apply ("ADE")."""

    symbols: frozenset[str]
    notes: str


@frozen(eq=False, repr=False)
class Tables(Alike):
    """The play charts by the ids of the content."""

    #: Combat Results Table by modified roll -2 to 7, a result for each of ODDS.
    crt: Mapping[int, tuple[Result, ...]]
    #: Weapons Effectiveness Chart: by class, armored target, within half range, the HALVES of the Attack
    #: Factor that count (4 double, 2 normal, 1 half); None = no attack allowed.
    wec: Mapping[tuple[WeaponClass, bool, bool], int | None]
    #: Terrain Effects Chart by terrain id; "slope", "hilltop" and "road" are lines of it too.
    tec: Mapping[str, TerrainEffect]
    #: Target Elevation Table by elevation of firer and target.
    tet: Mapping[tuple[Elevation, Elevation], Sight]
    #: Die roll modifiers by id: town, woods, swamp, overrun, close-assault, dispersed.
    modifiers: Mapping[str, int]
    #: Odds columns gained, by id: overrun, engineers.
    shifts: Mapping[str, int]
    #: Units that may stack in a hex, by nation (pb:PB-STACK-A, pb:PB-STACK-B).
    stacking: Mapping[str, int]
    #: Wrecks that a hex may hold, by nation; "all" for both together (pb:PB-WRECK-E).
    wrecks: Mapping[str, int]
    #: Single numbers by id, such as "mine-removal" = 1.
    numbers: Mapping[str, int]
    #: Odds column of a minefield's attack (pb:PB-MINE-E).
    mine_odds: str = "2-1"
    #: Where each table comes from, by table id.
    provenance: Mapping[str, str] = field(factory=dict)

    def result(self, odds: str, roll: int) -> Result:
        """The result of a modified roll; rolls beyond the table use its first or last line (pb:PB-CRT-1)."""
        row = self.crt[max(min(self.crt), min(roll, max(self.crt)))]
        return row[ODDS.index(odds)]
