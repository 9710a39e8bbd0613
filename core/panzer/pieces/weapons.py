"""Weapons as the offensive section of a data card prints them: rows by range factor (na:1.6, na:5.7, na:6.5.4.1)."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import UnitId

Five = tuple[int, int, int, int, int]


class RangeFactor(Enum):
    """Column of a gunnery row: Pointblank, Short, Medium, Long, Extreme (na:4.4.3.2.1a)."""

    P = 0
    S = 1
    M = 2
    L = 3
    E = 4


_FACTORS: Final = tuple(RangeFactor)


class FieldOfFire(Enum):
    """Field-of-Fire of a weapon (na:4.4.3.1)."""

    ALL_ROUND = "360"
    FRONT = "front"
    REAR = "rear"


def _column(ranges: Five, distance: int) -> RangeFactor | None:
    """The first column whose range reaches a distance in hexes; None beyond the last."""
    for at, reach in enumerate(ranges):
        if distance <= reach:
            return _FACTORS[at]
    return None


@frozen(eq=False, repr=False)
class ApRow(Alike):
    """One ammunition of a weapon used for AP fire, by range factor P, S, M, L, E.

    range: outer edge of each column in hexes; penetration: AP Penetration Factor in each column; energy: KE or CE
    (na:6.5.2.3.4); damage: result for the units digit 1 to 10 (na:6.5.2.5); d: what is added to that digit first, where
    one table serves all weapons (min:8.4.7.1); available: the month from which it is issued, "" = always (na:5.16.1).
    """

    type: str
    energy: str
    range: Five
    penetration: Five
    damage: tuple[str, ...] = ()
    d: int = 0
    available: str = ""
    source: str = "derived"

    def at(self, distance: int) -> RangeFactor | None:
        """The range factor at a distance in hexes; None out of range."""
        return _column(self.range, distance)


@frozen(eq=False, repr=False)
class GpRow(Alike):
    """GP gunnery by range factor (na:6.5.4.1).

    effectiveness: maximum GP Effectiveness Factor (na:6.5.4.4.2c), 0 for Small Arms; small_arms: na:5.7;
    star: limited fire signature; min_range in hexes (na:5.6).
    """

    range: Five
    factor: Five
    effectiveness: int
    small_arms: bool
    star: bool = False
    min_range: int = 1
    source: str = "derived"

    def at(self, distance: int) -> RangeFactor | None:
        """The range factor at a distance in hexes; None out of range or nearer than the minimum range."""
        found = _column(self.range, distance) if distance >= self.min_range else None
        return found if found is not None and self.factor[found.value] > 0 else None


@frozen(eq=False, repr=False)
class AaRow(Alike):
    """Anti-aircraft gunnery by range factor; modifier: printed on the card (na:6.7.4.2a); high: whether it may fire at
    aircraft at High Altitude, else the card says N/A (na:6.7.4.1.2); min_range in hexes (na:5.6)."""

    range: Five
    factor: Five
    modifier: int = 0
    high: bool = True
    min_range: int = 1

    def at(self, distance: int) -> RangeFactor | None:
        """The range factor at a distance in hexes; None out of range or nearer than the minimum range."""
        return _column(self.range, distance) if distance >= self.min_range else None


class AirAttack(Enum):
    """How an aircraft attacks with a weapon (na:6.7.3)."""

    STRAFE = "strafe"
    BOMB = "bomb"
    ROCKET = "rocket"


@frozen(eq=False, repr=False)
class AirRow(Alike):
    """An aircraft weapon: GP Factor, effectiveness as in `GpRow` (na:6.7.3.2 to na:6.7.3.4)."""

    attack: AirAttack
    factor: int
    effectiveness: int
    small_arms: bool


@frozen(eq=False, repr=False)
class Weapon(Alike):
    """A gun as the offensive section of a data card prints it. `ap` holds a row per ammunition.

    rof: N, Q, R or F (na:6.5.2.1); gp, gp_if: direct and indirect GP gunnery (na:6.5.1a); smoke, illumination:
    whether it has such rounds (na:6.1.4.3.10a).
    """

    id: str
    name: str
    nation: str
    kind: str
    caliber_mm: float
    rof: str
    ap: tuple[ApRow, ...] = ()
    gp: GpRow | None = None
    gp_if: GpRow | None = None
    aa: AaRow | None = None
    air: AirRow | None = None
    small_arms: bool = False
    min_range: int = 1
    smoke: bool = False
    illumination: bool = False
    note: str = ""
    source: str = "derived"

    @cached_property
    def basic_ap(self) -> ApRow | None:
        """The row labelled AP, the only one that the Basic Game uses (na:4.4.3.2.1a)."""
        return next((row for row in self.ap if row.type == "AP"), None)


@frozen(eq=False, repr=False)
class MountedWeapon(Alike):
    """A weapon of a unit: its mount and its own Field-of-Fire (na:4.4.3.2.1b).

    dual_fire: shown in reverse image, so that the Dual Fire modifier is its (na:5.14b); limited: it cannot fire from
    a Hull Down position (na:6.1.4.1.2b).
    """

    weapon: Weapon
    mount: str
    field_of_fire: FieldOfFire
    dual_fire: bool = False
    limited: bool = False

    @property
    def hand_held(self) -> bool:
        """Whether it is a hand-held anti-tank weapon, whose HEAT rounds are its GP fire too (na:5.1.3.4)."""
        return self.mount == "attached" and any(row.type == "HEAT" for row in self.weapon.ap)


# -- weapons that fail (or:7.25) ---------------------------------------------------------------------


class Condition(Enum):
    """How a weapon that has failed is: still so, repaired but not used before the next turn, or lost for good."""

    MALFUNCTION = "Malfunction"
    REPAIRED = "repaired"
    OUT_OF_ACTION = "Out of Action"


@frozen(eq=False, repr=False)
class Malfunction(Alike):
    """A weapon of a unit, by its place among the unit's own or its attached ones, and how it is."""

    weapon: str
    condition: Condition = Condition.MALFUNCTION


@frozen(eq=False, repr=False)
class Failing(Alike):
    """A weapon that has failed in a combat which is not over yet."""

    unit: UnitId
    weapon: str
