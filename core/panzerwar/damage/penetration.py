"""Whether a shell defeats what it strikes: variable penetration against armour and protection (pw:9.4, pw:9.16).

The D6 with overs chooses a line of the shell's Variable Penetration Table, the plate its column. What a column does not
count comes off the die (pw:9.4.5): a wall, and of two things of which no column tells both, the smaller.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.armour import BARE, Armour
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.charts.damage import Change, DamageCharts, PenetrationTable, Plate
from core.panzerwar.pieces.strike import Strike
from core.tally import Reason

#: What a direct HE shell has through the slit of a bunker on a 9 (pw:15.7.2.2).
SLIT: Final = 4
_SLIT_DIE: Final = 9
#: What a shell rated SE gains on underlined armour (pw:DN.underlined).
_SPECIAL: Final = 1.25


@frozen(eq=False, repr=False)
class Obstruction(Alike):
    """What a shell must defeat. deflected: the hit is a deflection hit (pw:9.1.4, pw:9.2.4, pw:9.4.3); covered: it is
    hull-down protected, by so many cm, infinite behind a hill, wall: by a wall (pw:9.17.5); slit: it has the slit of a
    bunker (pw:15.7.2.2).
    """

    armour: Armour = BARE
    deflected: bool = False
    covered: bool = False
    protection: float = 0.0
    wall: bool = False
    slit: bool = False


class Pierced(NamedTuple):
    """What a shell did. penetration: adjusted, in cm; needed: what it had to defeat, in cm; gear: the running gear is
    pierced, through: the armour is."""

    penetration: float
    needed: float
    gear: bool
    through: bool


class Reading(NamedTuple):
    """How the Variable Penetration Tables are read: the table, the column, and what comes off the die, with why."""

    table: PenetrationTable
    plate: Plate
    why: tuple[Reason, ...]

    @property
    def off(self) -> int:
        """What comes off the die, 0 or less."""
        return sum(reason.amount for reason in self.why)


def reading(strike: Strike, at: Obstruction) -> Reading:
    """Which table, which column, and what is taken off the die besides (pw:9.4.1, pw:9.4.2, pw:9.4.4, pw:9.4.5).

    Anti-tank rifles meet spaced armour as sub-calibre shot that deflects (pw:DN.atr). HEAT is neither deflected nor
    turned by round armour, but where armour is spaced it loses 1 for either (pw:DN.spaced).
    """
    armour = at.armour
    rifle = strike.rifle and armour.spaced
    table = PenetrationTable.SUB_CALIBRE if rifle else DamageCharts.table_of(strike.shell)
    deflected, rounded = at.deflected or rifle, armour.rounded
    why: list[Reason] = []
    if strike.heat:
        plate = Plate.PLAIN
        if armour.spaced and (deflected or rounded):
            why.append(Reason("spaced and oblique", -1, "pw:DN.spaced"))
    elif armour.highly_sloped and table is PenetrationTable.SUB_CALIBRE:
        plate = Plate.HIGHLY_SLOPED
        if rounded:
            why.append(Reason("rounded", -rounded, "pw:9.4.5"))
        if deflected:
            why.append(Reason("deflection", -1, "pw:9.4.2"))
    elif rounded > 1:
        plate = Plate.DOUBLY_ROUNDED
        if deflected:
            why.append(Reason("deflection", -1, "pw:9.4.2"))
    elif deflected:
        plate = Plate.DEFLECTION_AND_ROUNDED if rounded else Plate.DEFLECTION
    else:
        plate = Plate.ROUNDED if rounded else Plate.PLAIN
    if at.wall:
        why.append(Reason("wall", -1, "pw:9.17.6.5"))
    return Reading(table, plate, tuple(why))


def critical(charts: Charts, strike: Strike, at: Obstruction, die: int) -> bool:
    """Whether a D6 with overs is a critical hit, after all that makes it less (pw:9.16, pw:9.16.1 to pw:9.16.3).

    A column that makes it less has no more than the whole penetration where the plain one has more.
    """
    return _critical(strike, _change(charts, reading(strike, at), die))


def adjusted(charts: Charts, strike: Strike, at: Obstruction, die: int) -> float:
    """The adjusted penetration of a D6 with overs, in cm, not rounded (pw:9.4, pw:9.4.6, pw:9.16)."""
    read = reading(strike, at)
    return _adjusted(strike, at, read, _change(charts, read, die), die)


def basis(charts: Charts, strike: Strike, at: Obstruction, *, is_critical: bool = False) -> float:
    """What a shell must defeat, in cm: armour and protection together (pw:9.17.5, pw:9.17.7, pw:DN.spaced).

    A critical hit by anything but HE and HEAT meets the first of two bolted plates alone (pw:DN.bolted).
    """
    armour = at.armour
    if strike.heat:
        return armour.against_heat + at.protection + (charts.number("hull-down-heat") if at.covered else 0.0)
    plates = armour.base
    if is_critical and armour.bolted is not None and not strike.explosive:
        plates = armour.bolted
    return plates + at.protection


def pierce(charts: Charts, strike: Strike, at: Obstruction, *, die: int, running_gear: bool = False) -> Pierced:
    """What a D6 with overs makes of a hit: at least the armour basis pierces (pw:9.4, pw:9.4.6)."""
    return pierce_by(charts, strike, at, reading(strike, at), die=die, running_gear=running_gear)


def pierce_by(
    charts: Charts, strike: Strike, at: Obstruction, read: Reading, *, die: int, running_gear: bool = False
) -> Pierced:
    """The same with the tables read already.

    Of running gear with the side behind it, as much as both together pierces both (pw:DN.track, pw:9.3.2).
    """
    change = _change(charts, read, die)
    found = _adjusted(strike, at, read, change, die)
    needed = basis(charts, strike, at, is_critical=_critical(strike, change))
    reaches = strike.destruction is not None and found >= needed
    if not running_gear:
        return Pierced(found, needed, False, reaches)
    behind = inf if at.armour.behind is None else needed - at.armour.base + at.armour.behind
    return Pierced(found, needed, reaches, reaches and found >= behind)


def _change(charts: Charts, read: Reading, die: int) -> Change:
    return charts.damage.variable_penetration(read.table, read.plate, die + read.off)


def _critical(strike: Strike, change: Change) -> bool:
    return not strike.explosive and (change.percent > 100 or change.plus > 0)


def _adjusted(strike: Strike, at: Obstruction, read: Reading, change: Change, die: int) -> float:
    if at.slit and strike.explosive and strike.direct and die + read.off >= _SLIT_DIE:
        return strike.penetration * SLIT
    if strike.penetration <= 0:  # beyond the list of its ranges a shell pierces nothing, whatever the die
        return 0.0
    found = change.of(strike.penetration)
    return found * _SPECIAL if strike.special and at.armour.highly_sloped else found
