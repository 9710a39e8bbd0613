"""Questions about AP fire of the Advanced Game and what masks its targets (na:6.5.2, na:6.1.4.1, na:5.16.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, with_total
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.ap import hits, odds, reach, spreading
from core.panzer.ap import terms as ap_terms
from core.panzer.armament import armament
from core.panzer.asks import OfShot
from core.panzer.firing import hit_angles, hull_down
from core.panzer.ground import heights
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.cards import Inclination
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.unit import HullDown, Unit
from core.panzer.state import PanzerState

ANGLE = {"is": "angle"}


@frozen(kw_only=True)
class ApShot(OfShot):
    """What decides an AP shot before its dice (na:6.5.2).

    ammo: the row fired, short: failed ammo limit checks; moving: assume it of the target instead of what is known.
    """

    ammo: str = "AP"
    short: int = 0
    moving: bool | None = None

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range, factor, rate, net, hit_number, penetration, energy, inclination, angles, masked, armor, tally.

        d: what is added to the digit of the damage where one table serves all weapons (min:8.4.7.1).
        """
        shot = self.shot(self.ammo)
        terms = ap_terms.ap_terms(state, shot, overwatch=self.overwatch, moving=self.moving, short=self.short)
        return {
            "range": terms.range,
            "factor": terms.factor.name if terms.factor is not None else None,
            "rate": terms.rate,
            "net": terms.net,
            "hit_number": terms.hit_number,
            "penetration": terms.penetration,
            "d": terms.row.d,
            "energy": terms.row.energy,
            "inclination": terms.inclination,
            "angles": tuple(terms.plates),
            "thicker": terms.thicker,
            "masked": {angle: why.kind for angle, why in terms.masked.items()},
            "armor": {
                angle: {
                    where.rstrip("*"): armor
                    for where, armor in zip(plate.locations, plate.armor, strict=True)
                    if where != hits.TRACK
                }
                for angle, plate in terms.plates.items()
            },
            **with_total(terms.tally),
        }


@frozen(kw_only=True)
class MayFireAp(OfShot):
    """Whether a unit may fire an ammunition at a target now, and what else it could fire (na:6.5.2, na:5.16.1)."""

    ammo: str = "AP"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; ammunition: of this weapon on that date; shots: "weapon/ammo"."""
        shot = self.shot(self.ammo)
        refusal = reach.refusal(state, shot, overwatch=self.overwatch)
        weapon, side = armament(state, shot.shooter)[self.weapon].weapon, state.units[shot.shooter].side
        shots = reach.possible(state, shot.shooter, shot.target, overwatch=self.overwatch)
        return {
            **permission(refusal),
            "ammunition": [row.type for row in reach.ammunition(state, weapon, side)],
            "shots": [f"{s.weapon}/{s.ammo}" for s in shots],
        }


@frozen(kw_only=True)
class NumberOfHits:
    """How many hits a to-hit roll gives (na:6.5.2.1)."""

    rate: str
    hit_number: int
    roll: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """hits: 0 = a miss."""
        table = state.advanced.number_of_hits
        return {"hits": hits.number_of_hits(table, self.rate, self.hit_number, self.roll)}


@frozen(kw_only=True)
class HitLocation:
    """What a hit location roll gives at a Hit Angle (na:6.5.2.2a, na:6.5.2.2.2, na:6.5.2.2.3).

    falling: a shot from above; masked: "Hull Down" or "Partial Hull Down".
    """

    angle: str = field(metadata=ANGLE)
    roll: int
    falling: bool = False
    masked: str = ""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """location, without its *; units: the digit kept for the damage; miss: whether masking makes it one."""
        tens, units = self.roll // 10 % 10 or 10, self.roll % 10 or 10
        angle = HitAngle(self.angle)
        printed = state.advanced.hit_locations[angle]
        locations = (hits.DECK, *printed[1:]) if self.falling else printed
        kind = HullDown(self.masked) if self.masked else None
        how = Inclination.FALLING if self.falling else Inclination.LEVEL
        plate = hits.Plate(angle, how, locations, (0,) * 10, kind, 0, (), starred=state.edition.one_hull_down)
        where = locations[tens - 1]
        return {"location": where.rstrip("*"), "units": units, "miss": plate.misses(where)}


@frozen(kw_only=True)
class ArmorAt:
    """The Armor Factor of a location of a vehicle (na:6.5.2.3)."""

    unit: str = field(metadata=UNIT)
    angle: str = field(metadata=ANGLE)
    inclination: str = "level"
    location: str

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """armor; type: A, P or S."""
        card = state.vehicle(UnitId(self.unit))
        how = Inclination(self.inclination)
        return {"armor": hits.armor_at(card, HitAngle(self.angle), how, self.location), "type": card.type}


def _angles(state: PanzerState, target: Unit, origin: Hex) -> tuple[HitAngle, ...]:
    return hit_angles.hit_angles(target, origin, state.edition.hit_angle_sections)


@frozen(kw_only=True)
class HitAngleFrom:
    """From which Hit Angle a shot from a hex arrives at a unit (na:6.5.2.2, min:8.4.5.1.1)."""

    target: str = field(metadata=UNIT)
    from_: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """angles: two where the owner chooses."""
        return {"angles": _angles(state, state.unit(self.target), a_hex(state, self.from_))}


@frozen(kw_only=True)
class MaskedFrom:
    """What of a target is masked against fire of a shooter (na:6.1.4.1)."""

    shooter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """masked: by Hit Angle, "Hull Down", "Partial Hull Down" or none; rules: that say so, by Hit Angle."""
        shooter, target = state.unit(self.shooter), state.unit(self.target)
        origin = heights.standing_in(state, shooter)
        if origin is None:
            raise IllegalOrder(f"{shooter.id} is not on the map", "na:4.5.1.1.9")
        found = {a: hull_down.masking(state, target, shooter, a) for a in _angles(state, target, origin)}
        return {
            "masked": {angle: why.kind for angle, why in found.items()},
            "rules": {angle: why.rule for angle, why in found.items()},
        }


@frozen(kw_only=True)
class SpreadTo(OfShot):
    """To which other vehicles a shot that hits may spread its hits (na:6.5.2.1c)."""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range: in hexes from the original target; others: vehicles."""
        shot = self.shot()
        terms = ap_terms.ap_terms(state, shot, overwatch=self.overwatch)
        scored = ScoredHits(terms.row.type, 0, terms.hit_number, (shot.target, shot.target))
        return {
            "range": spreading.spread_range(state, shot.shooter),
            "others": spreading.others(state, shot, scored, overwatch=self.overwatch),
        }


@frozen(kw_only=True)
class ApOdds:
    """The chances of AP shots, one after the other, at one target (na:6.5.2).

    ammo: of all of them.
    """

    target: str = field(metadata=UNIT)
    shooters: tuple[str, ...] = field(metadata=UNIT)
    ammo: str = "AP"
    overwatch: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """first: miss, no effect, ND, TK, DM, BAIL, KO, BU of the first shot; all: untouched, the worst after all."""
        shots = [Shot(UnitId(s), UnitId(self.target), 0, self.ammo) for s in self.shooters]
        return {
            "first": odds.shot_odds(state, shots[0], overwatch=self.overwatch),
            "all": odds.batch_odds(state, shots, overwatch=self.overwatch),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "ap-armor": ArmorAt,
    "ap-odds": ApOdds,
    "ap-shot": ApShot,
    "hit-angle": HitAngleFrom,
    "hit-location": HitLocation,
    "hull-down": MaskedFrom,
    "may-fire-ap": MayFireAp,
    "number-of-hits": NumberOfHits,
    "spread": SpreadTo,
}
