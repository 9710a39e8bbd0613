"""Charts of damage: variable penetration, locations, bail-out, hull-down protection, ramming (pw:9.0 to pw:9.22)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.charts.rows import clamped
from core.panzerwar.pieces.posture import Shield
from core.panzerwar.pieces.weapons import FULL_CALIBRE, SUB_CALIBRE, ShellType


class Plate(Enum):
    """Columns of the Variable Penetration Tables, by what is hit (pw:9.4.2, pw:9.4.4, pw:9.4.5)."""

    PLAIN = "plain"
    DEFLECTION = "deflection"
    ROUNDED = "r"
    DOUBLY_ROUNDED = "rr"
    DEFLECTION_AND_ROUNDED = "deflection and r"
    HIGHLY_SLOPED = "u (highly sloped)"


class PenetrationTable(Enum):
    """The three Variable Penetration Tables (pw:9.4.1)."""

    AP = "ap"
    SUB_CALIBRE = "apcr"
    HE = "he"


class DamageRow(Enum):
    """What a penetration may destroy, the rows of the Location Damage Chart (pw:9.5)."""

    FIRE = "Fire"
    MOBILITY = "Mobility"
    GUN = "Gun"
    COMMANDER = "TC"
    HULL_GUN = "HG"
    PASSENGERS = "Pas"


class DamageColumn(Enum):
    """Columns of the Location Damage Chart (pw:9.5.3)."""

    FRONT_HULL = "Front Hull"
    TURRET = "Turret"
    REAR_HULL = "Rear Hull"
    CUPOLA = "cupola"
    TOP_TURRET = "top turret (T)"
    TOP_DECK = "top deck (D)"


#: What is added to D where the chart says that it happens without a roll.
ALWAYS: Final = -99


@frozen(eq=False, repr=False)
class Change(Alike):
    """What a die of variable penetration does: percent of the normal penetration, and cm (pw:9.4, pw:9.16)."""

    percent: int
    plus: int = 0

    def of(self, penetration: float) -> float:
        """The adjusted penetration in cm, not rounded."""
        return penetration * self.percent / 100 + self.plus


@frozen(eq=False, repr=False)
class GunHit(Alike):
    """A line of the Location Damage on Towed Artillery (pw:9.22.3).

    shield: the shell must defeat the shield first. destroyed: what is added to D to destroy the gun, None if it cannot;
    towing: then it cannot be towed any more, no worse. crew: what is added to the killpower against the crew. ap_crew:
    the killpower of a shell without HE against the crew; None if only HE hurts it.
    """

    die_from: int
    die_to: int
    location: str
    shield: bool
    destroyed: int | None
    towing: bool
    crew: int | None
    ap_crew: int | None


@frozen(eq=False, repr=False)
class Protection(Alike):
    """What a cover gives to hull-down locations, in cm (pw:9.17.6): D6 x times; endless where times is None."""

    shield: Shield
    times: int | None
    wall: bool

    def of(self, die: int) -> float:
        """The protection in cm at a D6; infinite behind a hill."""
        return float("inf") if self.times is None else float(die * self.times)


@frozen(eq=False, repr=False)
class AspectZone(Alike):
    """A zone of bearings from a hull's front, in degrees (pw:9.1.4 to pw:9.1.6).

    aspect: which is hit but for `other_from`: on a D6 of so much it is `other`. thicker: the aspect whose armour counts
    1.5 times; "" if none does. deflection: whether every hit is a deflection hit.
    """

    bearing_from: int
    bearing_to: int
    zone: str
    aspect: str
    other: str
    other_from: int
    thicker: str

    @property
    def deflection(self) -> bool:
        """Whether every hull hit from there is a deflection hit (pw:9.1.4)."""
        return bool(self.other)


@frozen(eq=False, repr=False)
class Ram(Alike):
    """A line of the Ramming/Crushing Table (pw:14.3.1): D and S numbers by role."""

    difference_from: int
    difference_to: int
    moving_destruction: int
    moving_stun: int
    rammed_destruction: int
    rammed_stun: int


@frozen(eq=False, repr=False)
class DamageCharts(Alike):
    """The charts of damage."""

    #: By table, column and adjusted die 1 to 9 (pw:9.4, pw:9.16).
    penetration: Mapping[tuple[PenetrationTable, Plate], Mapping[int, Change]]
    #: What is added to the destruction number, ALWAYS without a roll; what cannot happen is not there (pw:9.5.1).
    locations: Mapping[tuple[DamageRow, DamageColumn], int]
    towed: tuple[GunHit, ...]
    #: Bail-out factors by key: fire, track, mobility, gun, tc, hull-gun, stunned, and grades (pw:9.14.3).
    bail_out: Mapping[str, int]
    protections: Mapping[Shield, Protection]
    zones: tuple[AspectZone, ...]
    rams: tuple[Ram, ...]

    @staticmethod
    def table_of(shell: ShellType) -> PenetrationTable:
        """Which Variable Penetration Table a shell uses (pw:9.4.1)."""
        if shell in SUB_CALIBRE:
            return PenetrationTable.SUB_CALIBRE
        return PenetrationTable.AP if shell in FULL_CALIBRE or shell is ShellType.HEAT else PenetrationTable.HE

    def variable_penetration(self, table: PenetrationTable, plate: Plate, die: int) -> Change:
        """What a D6 with overs does to a shell's penetration (pw:9.4); under 1 it is read as 1."""
        return clamped(self.penetration[table, plate], die)

    def needed(self, row: DamageRow, column: DamageColumn, destruction: int) -> int | None:
        """The D10 from which a damage happens at a destruction number D; None if it cannot (pw:9.5.1)."""
        offset = self.locations.get((row, column))
        return None if offset is None else destruction + offset

    def gun_hit(self, die: int) -> GunHit:
        """What a D10 hits on a towed gun (pw:9.22.4)."""
        return next(one for one in self.towed if one.die_from <= die <= one.die_to)

    def zone(self, bearing: float) -> AspectZone:
        """The zone of a bearing of 0 to 180 degrees from the front (pw:9.1.4).

        At exactly 30, 60, 120 and 150 it is the pure aspect, at 45 and 135 the side deflection zone.
        """
        if bearing <= 30:
            return self.zones[0]
        if bearing >= 150:
            return self.zones[-1]
        if 60 <= bearing <= 120:
            return self.zones[3]
        if bearing < 60:
            return self.zones[1 if bearing < 45 else 2]
        return self.zones[4 if bearing <= 135 else 5]

    def ram(self, own: float, other: float) -> Ram:
        """The line of a vehicle of so many tons against another; differences are rounded to whole tons (pw:14.3)."""
        difference = int((own - other) // 1 + ((own - other) % 1 >= 0.5))
        return next(one for one in self.rams if one.difference_from <= difference <= one.difference_to)
