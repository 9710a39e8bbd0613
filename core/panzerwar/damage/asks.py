"""Questions about hits: aspects, penetration, chances, bail-out, dead zones (pw:9.0)."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, with_total
from core.panzerwar.damage import bail_out, dead_zones, odds
from core.panzerwar.damage.aspects import hull_zone, turret_aspect, turret_heading
from core.panzerwar.damage.gun_hits import gun_target
from core.panzerwar.damage.penetration import Obstruction, critical, pierce, reading
from core.panzerwar.damage.strikes import of_shell
from core.panzerwar.damage.stun import stun_number
from core.panzerwar.damage.targets import target_of
from core.panzerwar.pieces.armour import armour
from core.panzerwar.pieces.strike import Aim, Strike
from core.panzerwar.pieces.weapons import ShellType
from core.panzerwar.state import WarState
from core.plane import bearing


def _bearing(state: WarState, unit: str, of: str, degrees: float) -> float:
    """The bearing of a firer from what he hits: of an element, or as it is given."""
    return bearing(state.element(unit).where, state.element(of).where) if of else degrees


def _strike(state: WarState, ask: HitChancesOf | GunHitChancesOf) -> Strike:
    weapon = state.cards.weapons[ask.weapon]
    shell = next(iter(weapon.of(ShellType(ask.shell))))
    degrees = _bearing(state, ask.unit, ask.of, ask.bearing)
    return of_shell(weapon, shell, ask.range, degrees, higher=ask.higher, aim=Aim(ask.aim))


@frozen(kw_only=True)
class Aspects:
    """From where a vehicle is hit: by an element (`of`), or from a bearing in degrees (pw:9.1)."""

    unit: str = field(metadata=UNIT)
    of: str = field(default="", metadata=UNIT)
    bearing: float = 0.0

    def answer(self, system: Any, state: WarState) -> Answer:
        """zone, deflection, aspect, other from which D6 on, thicker: of the hull; turret: its aspect."""
        element = state.element(self.unit)
        degrees = _bearing(state, self.unit, self.of, self.bearing)
        zone = hull_zone(state.charts.damage, element.heading, degrees)
        return {
            "zone": zone.zone,
            "deflection": zone.deflection,
            "aspect": zone.aspect,
            "other": zone.other,
            "other_from": zone.other_from,
            "thicker": zone.thicker,
            "turret": turret_aspect(turret_heading(element), degrees).value,
        }


@frozen(kw_only=True)
class Pierces:
    """What a D6 with overs makes of a shell against armour, in cm (pw:9.4, pw:9.16, pw:9.17.5)."""

    armour: str
    penetration: float
    die: int
    shell: str = "AP"
    deflected: bool = False
    protection: float | None = None
    wall: bool = False
    rifle: bool = False
    running_gear: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """penetration: adjusted, needed, gear, pierced; critical; column, off: of the Variable Penetration Table."""
        strike = Strike(
            name="shell",
            shell=ShellType(self.shell),
            penetration=self.penetration,
            destruction=6,
            stun=10,
            rifle=self.rifle,
        )
        covered = self.protection is not None
        at = Obstruction(armour(self.armour), self.deflected, covered, self.protection or 0.0, self.wall)
        found = pierce(state.charts, strike, at, die=self.die, running_gear=self.running_gear)
        read = reading(strike, at)
        return {
            "penetration": round(found.penetration, 3),
            "needed": round(found.needed, 3),
            "gear": found.gear,
            "pierced": found.through,
            "critical": critical(state.charts, strike, at, self.die),
            "table": read.table.value,
            "column": read.plate.value,
            "off": read.off,
        }


@frozen(kw_only=True)
class HitChancesOf:
    """The chances of one direct hit on a vehicle by a shell (pw:9.0). of: the element that fires, else its bearing."""

    unit: str = field(metadata=UNIT)
    weapon: str
    shell: str
    range: float
    of: str = field(default="", metadata=UNIT)
    bearing: float = 0.0
    higher: float = 0.0
    aim: str = "normal"

    def answer(self, system: Any, state: WarState) -> Answer:
        """destroyed, damaged, only_stunned, nothing, which sum to 1; pierced, stunned, out; damage: by its name."""
        element = state.element(self.unit)
        found = odds.chances(state.charts, target_of(state, element), _strike(state, self), element.grade)
        return {
            "destroyed": found.destroyed,
            "damaged": found.damaged,
            "only_stunned": found.only_stunned,
            "nothing": found.nothing,
            "pierced": found.pierced,
            "stunned": found.stunned,
            "out": found.out,
            "damage": {damage.value: chance for damage, chance in found.damage.items()},
        }


@frozen(kw_only=True)
class GunHitChancesOf:
    """The chances of one direct hit on a towed gun by a shell (pw:9.22.4)."""

    unit: str = field(metadata=UNIT)
    weapon: str
    shell: str
    range: float
    of: str = field(default="", metadata=UNIT)
    bearing: float = 0.0
    higher: float = 0.0
    aim: str = "normal"

    def answer(self, system: Any, state: WarState) -> Answer:
        """destroyed, carriage, stunned; crew: by the killpower at which it is attacked, as text."""
        element = state.element(self.unit)
        target = gun_target(state.cards.guns[element.card], element)
        found = odds.gun_chances(state.charts, target, _strike(state, self))
        return {
            "destroyed": found.destroyed,
            "carriage": found.carriage,
            "stunned": found.stunned,
            "crew": {str(killpower): chance for killpower, chance in found.crew.items()},
        }


@frozen(kw_only=True)
class BailOut:
    """The number at which the crew of a vehicle bails out, as it is damaged now (pw:9.14.1)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally; chance; due: whether it tests for damage of this segment."""
        element = state.element(self.unit)
        harm = element.harm
        tally = bail_out.bail_out_number(state.charts, harm.damage, element.grade, stunned=harm.stunned)
        chance = bail_out.bail_out_chance(state.charts, tally.total)
        return {**with_total(tally), "chance": chance, "due": element in bail_out.crews_to_test(state)}


@frozen(kw_only=True)
class StunNumber:
    """The D10 at which a shell of an S number stuns a vehicle (pw:9.15.8)."""

    unit: str = field(metadata=UNIT)
    stun: int

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally."""
        card = state.cards.vehicles[state.element(self.unit).card]
        return with_total(stun_number(state.charts, self.stun, card.weight_class))


@frozen(kw_only=True)
class DeadZone:
    """The dead zone of a hull-down vehicle: slope behind it, in degrees; below: how many mm lower (pw:9.19)."""

    unit: str = field(metadata=UNIT)
    slope: float
    below: float
    hull_gun: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """gsu: its length, None where it does not end; blocked: whether its hull gun is."""
        element = state.element(self.unit)
        card = state.cards.vehicles[element.card]
        length = dead_zones.dead_zone(
            state.charts, card, element.posture, self.slope, self.below, hull_gun=self.hull_gun
        )
        return {
            "gsu": None if length == inf else length,
            "blocked": dead_zones.hull_gun_blocked(element.posture, self.below),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "aspects": Aspects,
    "bail-out": BailOut,
    "dead-zone": DeadZone,
    "gun-hit-chances": GunHitChancesOf,
    "hit-chances": HitChancesOf,
    "pierces": Pierces,
    "stun-number": StunNumber,
}
