"""One hit of AP fire: its location, penetration and damage, and how many there are.

(na:6.5.2.1 to na:6.5.2.5, min:8.4.4 to min:8.4.7)
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.event import UnitId
from core.panzer.ap.events import ApHit
from core.panzer.ap.penetration import Variation, effective, varied
from core.panzer.pieces.advanced_tables import HitAngle, HitsRow
from core.panzer.pieces.cards import Inclination, VehicleCard
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import HullDown, Unit

#: Locations that are neither of the turret nor of the hull.
TRACK = "TK"
DECK = "DK"
#: What saves tracks that are no worse hidden than the rest (or:7.21).
TOO_HEAVY = "too heavy for the gun"
#: A Knock-Out of a vehicle that burns easily is read again so many digits higher, at most at the last (or:7.11).
_BURNS = 2
_LAST = 10


def number_of_hits(table: Sequence[HitsRow], rate: str, hit_number: int, roll: int) -> int:
    """How many hits a to-hit roll gives at a rate of fire; 0 = a miss.

    N never gives more than one (na:6.5.2.1a); Q, R and F by the row of the AP Hit Number (na:6.5.2.1b).
    """
    if roll > hit_number:
        return 0
    row = next((r for r in table if r.first <= hit_number <= r.last), None)
    steps = row.hits.get(rate, ()) if row is not None else ()
    return next((hits for highest, hits in steps if roll <= highest), 1)


@frozen(eq=False, repr=False)
class Plate(Alike):
    """All that decides what one hit from a Hit Angle does, but for the condition that its target is in.

    locations: by tens digit 1 to 10, with the deck where falling shots strike it (na:6.5.2.2.2); armor: Armor Factor
    of each; masked: what turns hits into misses, starred: on the locations marked * alone, whatever it is called
    (min:8.4.5.5); damage: the AP Damage row; shift: how many digits higher it is read, but for a 1: lower for an S-Type
    target (na:6.5.2.5), but for CE where it suffers as others do (or:7.10.2), and by the D of the ammunition
    (min:8.4.7.2); spared: whether the tracks are too heavy for the gun (or:7.21); burns: whether a Knock-Out may become
    a Brew Up (or:7.11); variation: how the penetration varies (or:7.12); lower_hull: the rule by which hits on the hull
    front strike it lower (or:7.13); turret: the Hit Angle of the turret, where it is another than that of the hull
    (or:7.8.2); whole: Damage is of the whole vehicle (min:8.4.7.4).
    """

    angle: HitAngle
    inclination: Inclination
    locations: tuple[str, ...]
    armor: tuple[int, ...]
    masked: HullDown | None
    penetration: int
    damage: tuple[str, ...]
    shift: int = 0
    spared: bool = False
    burns: bool = False
    variation: Variation | None = None
    lower_hull: str = ""
    turret: HitAngle | None = None
    starred: bool = False
    whole: bool = False

    def misses(self, location: str) -> bool:
        """Whether Hull Down turns a hit on a location into a miss (na:6.5.2.2.3).

        All of hull and tracks is masked when Hull Down, tracks and what is marked * when Partial Hull Down, and by the
        only Hull Down of the other edition (min:8.4.5.5).
        """
        if self.spared and location == TRACK:
            return True
        if self.masked is None or location == DECK:
            return False
        if location == TRACK:
            return True
        return location[0] == "H" if self.masked is HullDown.FULL and not self.starred else location.endswith("*")

    def harm(self, digit: int) -> tuple[int, int, Result]:
        """What a hit does that has penetrated, by its units digit: where the AP Damage row is read, how much of that is
        for a vehicle that burns easily, and the result (na:6.5.2.5, or:7.11)."""
        digit = digit if digit == 1 else max(1, min(_LAST, digit + self.shift))
        result = Result(self.damage[digit - 1])
        if not self.burns or result is not Result.KNOCKED_OUT:
            return digit, 0, result
        higher = min(_LAST, digit + _BURNS)
        return higher, higher - digit, Result(self.damage[higher - 1])

    @property
    def thickness(self) -> int:
        """How much armor it shows, summed over the tens digits; what is masked counts as out of reach."""
        beyond = 100
        return sum(
            beyond if self.misses(where) else factor for where, factor in zip(self.locations, self.armor, strict=True)
        )


def armor_at(
    card: VehicleCard, angle: HitAngle, inclination: Inclination, location: str, *, shaped: bool = False
) -> int:
    """The Armor Factor of a location, by Hit Angle and inclination of the shot.

    S-Type vehicles have none (na:6.5.2.3), the deck one for all (na:6.5.2.2.2). From Front and Rear other columns
    count (na:6.5.2.3.2) than from between them (na:6.5.2.3.3), and from the Side its own (min:8.4.6.1.1); KE and CE
    meet the same (na:6.5.2.3.4), unless skirts count against the shaped charge of CE (or:7.10.1).
    """
    if card.type == "S" or location == TRACK:
        return 0
    if location == DECK:
        return card.armor.deck
    square = angle in (HitAngle.FRONT, HitAngle.REAR)
    where = location.rstrip("*")
    times = card.armor.skirts.get(where, 1) if shaped else 1
    if angle is HitAngle.SIDE:
        return times * card.armor.side[where]
    return times * (card.armor.front if square else card.armor.front_side)[inclination][where]


@frozen(eq=False, repr=False)
class Condition(Alike):
    """What of its target's condition matters to a hit: Damaged already, tracks hit already."""

    hurt: bool = False
    tracked: bool = False

    @classmethod
    def of(cls, unit: Unit) -> Condition:
        """The condition of a unit."""
        return cls(unit.hurt, unit.track_hit)

    def after(self, hit: ApHit) -> Condition:
        """The condition after a hit that has not eliminated the target."""
        return Condition(self.hurt or hit.result is Result.DAMAGE, self.tracked or hit.result is Result.TRACK_HIT)


def strike(plate: Plate, target: UnitId, condition: Condition, dice: Dice) -> tuple[tuple[Roll, ...], ApHit]:
    """Roll for what the penetration of one hit gains or loses, if it varies, then for the hit itself (or:7.12)."""
    rolls, adjustment = varied(plate.variation, dice)
    roll, hit = strike_with(plate, target, condition, adjustment, dice)
    return (*rolls, roll), hit


def on_wreck(hit: ApHit) -> ApHit:
    """A hit on a vehicle that had been knocked out before: it burns, or is none the worse (min:8.3.1)."""
    if hit.result is Result.BREW_UP or hit.result is Result.MISS:
        return hit
    return evolve(hit, result=Result.NO_EFFECT, part="", second_damage=False, again=False)


def strike_with(plate: Plate, target: UnitId, condition: Condition, adjustment: int, dice: Dice) -> tuple[Roll, ApHit]:
    """Roll for the location of one hit and find what it does (na:6.5.2.2a, na:6.5.2.5).

    The units digit of the same roll gives the damage: none (na:6.5.2.5a), Damage to the turret, where the deck
    belongs, or to the hull (na:6.5.2.5b), a Knock-Out (na:6.5.2.5c) or a Brew Up (na:6.5.2.5d).
    """
    roll = dice.roll("d100", "hit location", "na:6.5.2.2a")
    tens, digit = roll.result // 10 % 10 or 10, roll.result % 10 or 10
    location, armor = plate.locations[tens - 1], plate.armor[tens - 1]
    masked, result, part, looked_up, burning = "", Result.NO_EFFECT, "", 0, 0
    penetration = effective(plate.penetration, adjustment)
    if plate.misses(location):
        masked, result = plate.masked.value if plate.masked is not None else TOO_HEAVY, Result.MISS
    elif location == TRACK:
        result = Result.TRACK_HIT
    elif penetration >= armor:
        looked_up, burning, result = plate.harm(digit)
        if result is Result.DAMAGE and not plate.whole:
            part = "hull" if location[0] == "H" else "turret"
    compared = not masked and location != TRACK
    return roll, ApHit(
        target=target,
        roll=roll.result,
        angle=plate.angle,
        inclination=plate.inclination,
        location=location,
        masked=masked,
        penetration=penetration if compared else None,
        armor=armor if compared else None,
        digit=looked_up,
        burning=burning,
        result=result,
        part=part,
        second_damage=result is Result.DAMAGE and condition.hurt,
        again=result is Result.TRACK_HIT and condition.tracked,
        adjustment=adjustment if compared else 0,
        turret=plate.turret if location[0] == "T" and location != TRACK else None,
        lower_hull=plate.lower_hull if compared and location.startswith("HF") else "",
    )
