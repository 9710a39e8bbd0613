"""What shots are worth to a computer player: exact for shots on the board, from the tables for those that may come.

A vehicle is worth more than its victory points as long as it fights: the scale is `FRESH` for an unharmed one,
`HARMED` for a damaged one and 0 for one eliminated, in shares of its value.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from attrs import frozen

from core.hexes import Hex, distance, in_front_arc
from core.panzer import shots
from core.panzer.advanced_tables import HitAngle
from core.panzer.ap_advanced import plate_of
from core.panzer.ap_fire import ShotTerms, in_field_of_fire, shot_terms
from core.panzer.ap_hits import Condition
from core.panzer.ap_odds import hit_chances
from core.panzer.cards import Inclination, UnitCard, VehicleCard
from core.panzer.scenario import Scenario
from core.panzer.shot_odds import shot_odds
from core.panzer.state import PanzerState, Shot, Unit
from core.panzer.weapons import ApRow, FieldOfFire

FRESH = 1.3
HARMED = 0.7

# -- shots on the board --------------------------------------------------------------------------


@frozen
class Chance:
    """Chances of one shot: that it harms its target at all, and that it eliminates it."""

    harm: float
    kill: float


_CHANCES: WeakKeyDictionary[Scenario, dict[tuple[int, str, bool], Chance]] = WeakKeyDictionary()


def chance_of(state: PanzerState, terms: ShotTerms) -> Chance:
    """The chances of a shot by its real resolution, which depends on hit number, effect and damage alone."""
    known = _CHANCES.setdefault(state.scenario, {})
    effect = terms.result(terms.thicker, state.tables.ap_damage_basic)
    key = (terms.hit_number, effect, state.units[terms.shot.target].damaged)
    found = known.get(key)
    if found is None:
        odds = shot_odds(state, terms)
        kill = odds.get("KO", 0.0) + odds.get("BU", 0.0)
        found = known[key] = Chance(kill + odds.get("DM", 0.0), kill)
    return found


def chance_of_shot(state: PanzerState, shot: Shot, *, overwatch: bool) -> Chance:
    """The chances of a shot of any kind."""
    if not shots.is_advanced(state) and shot.ammo != shots.GP:
        return chance_of(state, shot_terms(state, shot, overwatch=overwatch))
    found = shots.prospect(state, shot, overwatch=overwatch)
    return Chance(found.harm, found.kill)


@frozen
class Fate:
    """How likely a target is still unharmed, or damaged, after shots at it."""

    fresh: float
    harmed: float

    @property
    def worth(self) -> float:
        """Its expected worth, as a share of its value."""
        return FRESH * self.fresh + HARMED * self.harmed

    @property
    def alive(self) -> float:
        """The chance that it still fights."""
        return self.fresh + self.harmed

    def after(self, chance: Chance) -> Fate:
        """Its fate after one more shot. A second Damage eliminates (na:4.4.3.2.6a)."""
        fresh = self.fresh * (1 - chance.harm)
        return Fate(fresh, self.harmed * (1 - chance.harm) + self.fresh * (chance.harm - chance.kill))


def fate_of(target: Unit) -> Fate:
    """The fate of a target before any shot."""
    return Fate(0.0, 1.0) if target.hurt else Fate(1.0, 0.0)


# -- shots that may come -------------------------------------------------------------------------


@frozen
class _Barrel:
    """One weapon against one kind of target: by range, the column and the share lost on a Front and a Rear hit."""

    field: FieldOfFire
    by_range: tuple[tuple[int, float, float], ...]


_BARRELS: WeakKeyDictionary[Scenario, dict[tuple[str, str, bool], tuple[_Barrel, ...]]] = WeakKeyDictionary()


def _barrels(state: PanzerState, shooter: VehicleCard, target: VehicleCard, harmed: bool) -> tuple[_Barrel, ...]:
    known = _BARRELS.setdefault(state.scenario, {})
    key = (shooter.id, target.id, harmed)
    found = known.get(key)
    if found is None:
        found = known[key] = tuple(_lay(state, shooter, target, harmed))
    return found


def _lay(state: PanzerState, shooter: VehicleCard, target: VehicleCard, harmed: bool) -> list[_Barrel]:
    barrels = []
    for mounted in shooter.weapons:
        row = mounted.weapon.basic_ap
        if row is None:
            continue
        shares = [_shares(state, row, penetration, target, harmed) for penetration in row.penetration]
        columns = [row.at(range_) for range_ in range(row.range[4] + 1)]
        by_range = tuple((factor.value, *shares[factor.value]) for factor in columns if factor is not None)
        barrels.append(_Barrel(mounted.field_of_fire, by_range))
    return barrels


def _shares(state: PanzerState, row: ApRow, penetration: int, target: VehicleCard, harmed: bool) -> tuple[float, float]:
    """The shares of its value that a hit on its Front and on its Rear takes from a target."""
    if shots.is_advanced(state):
        front, rear = (_share(state, row, penetration, target, angle, harmed) for angle in _ENDS)
        return front, rear
    lost = {"no effect": 0.0, "DM": HARMED if harmed else FRESH - HARMED}
    whole = HARMED if harmed else FRESH
    found = []
    for armor in (target.basic_front, target.basic_rear):
        x = penetration - armor
        result = next(r for low, high, r in state.tables.ap_damage_basic if low <= x <= high)
        found.append(lost.get(result, whole))
    return found[0], found[1]


_ENDS = (HitAngle.FRONT, HitAngle.REAR)
#: What a Track hit, and a crew that has to check, take from a vehicle as it stands.
TRACKED, SHAKEN = 0.35, 0.2


def _share(
    state: PanzerState, row: ApRow, penetration: int, target: VehicleCard, angle: HitAngle, harmed: bool
) -> float:
    """The share that a hit of the Advanced Game takes, by its real resolution, level and unmasked."""
    plate = plate_of(state, target, angle, Inclination.LEVEL, None, penetration, row)
    whole = HARMED if harmed else FRESH
    lost = {"ND": SHAKEN * whole, "TK": TRACKED * whole, "DM": FRESH - HARMED, "KO": whole, "BU": whole}
    hits = hit_chances(plate, Condition(hurt=harmed))
    return sum(lost.get(hit.fatal or hit.result, 0.0) * share for hit, share in hits)


def gun_range(card: UnitCard) -> int:
    """The longest AP range of a vehicle in hexes; -1 without a gun."""
    return max((w.weapon.basic_ap.range[4] for w in card.weapons if w.weapon.basic_ap), default=-1)


@frozen
class Aim:
    """A shot that may come: from a hex, with a facing, at a hex in which its target shows an armor or another.

    range: in hexes; modifier: on the AP Hit Table, beside size and the shooter's damage.
    """

    origin: Hex
    facing: int
    target: Hex
    range: int
    modifier: int


def share_lost(state: PanzerState, shooter: Unit, target: Unit, aim: Aim) -> tuple[float, float]:
    """Expected share of the target's value that a shot takes, on its Front and on its Rear.

    Weapons whose Field-of-Fire would need a turn of the vehicle first count for less.
    """
    card = state.vehicle(target.id)
    net = (
        card.size
        + aim.modifier
        + (state.tables.ap_hit_modifiers["shooter-damaged"] if shooter.damaged or shooter.turret_damaged else 0)
    )
    row = state.tables.ap_hit[max(-10, min(5, net))]
    front = rear = 0.0
    for barrel in _barrels(state, state.vehicle(shooter.id), card, target.hurt):
        if aim.range < len(barrel.by_range):
            column, on_front, on_rear = barrel.by_range[aim.range]
            chance = (row[column] or 0) / 100
            if barrel.field is not FieldOfFire.ALL_ROUND and not in_field_of_fire(
                barrel.field, aim.origin, aim.facing, aim.target
            ):
                chance *= 0.5
            front, rear = max(front, chance * on_front), max(rear, chance * on_rear)
    return front, rear


def overwatch_modifier(state: PanzerState, origin: Hex, facing: int, target: Hex) -> int:
    """The modifier of Overwatch Fire at a hex: less ahead than to the sides (na:4.4.3.2.2g, na:4.4.3.2.2h)."""
    ahead = in_front_arc(origin, facing, target)
    return state.tables.ap_hit_modifiers["overwatch-front" if ahead else "overwatch-adjust"]


def aim_at(origin: Hex, facing: int, target: Hex, modifier: int) -> Aim:
    """The aim from one hex at another."""
    return Aim(origin, facing, target, distance(origin, target), modifier)
