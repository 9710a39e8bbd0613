"""What a ram does to each of the two that collide, and crushing (pw:14.3, pw:6.8.1, pw:6.8.2)."""

from __future__ import annotations

from typing import Final

from core.dice import Dice
from core.panzerwar.damage.aspects import hull_aspect, hull_zone
from core.panzerwar.damage.location_damage import Wreckage, roll_damage, roll_track
from core.panzerwar.damage.locations import part_at
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import roll_stun
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Effect, Part

#: The D numbers at which a vehicle that drives over them destroys a soft vehicle and a gun (pw:6.8.1, pw:6.8.2).
CRUSHED_VEHICLE: Final = 2
CRUSHED_GUN: Final = 3

_RULE: Final = "pw:14.3.2"


def ram_numbers(charts: Charts, own: float, other: float, *, ramming: bool) -> tuple[int, int]:
    """D and S of one of two that collide, by its weight and the other's in tons (pw:14.3, pw:14.3.1).

    ramming: it moved to ram; of two that ram each other both did (pw:14.3.4).
    """
    line = charts.damage.ram(own, other)
    if ramming:
        return line.moving_destruction, line.moving_stun
    return line.rammed_destruction, line.rammed_stun


def ram_damage(charts: Charts, target: Target, other: float, bearing: float, dice: Dice, *, ramming: bool) -> Effect:
    """What a ram does to one vehicle: no penetration, a D6 for location, then damage and stun (pw:14.3, pw:14.3.2,
    pw:14.3.3).

    other: the weight of the other in tons; bearing: where it is, in degrees; ramming: whether this one rammed. Against
    a running gear the D number is that of a track (pw:9.3.2). A soft vehicle that is rammed is crushed (pw:6.8.2).
    """
    record = Record(dice)
    if target.card.soft and not ramming:
        return crushed(target, record)
    destruction, stun = ram_numbers(charts, target.card.weight, other, ramming=ramming)
    if target.card.soft:
        gone = record.reached("ram", destruction, "pw:14.3", "destroyed")
        return record.effect(part=Part.BODY, destroyed=gone, passengers=target.carried if gone else ())
    number = record.plain("d6", "location", _RULE)
    zone = hull_zone(charts.damage, target.heading, bearing)
    aspect, _ = hull_aspect(zone, record.plain("d6", "aspect", "pw:9.1.4") if zone.other else 0)
    struck = part_at(target, number, aspect, zone.zone)
    record.tell("location", number, f"{struck.part.value}, {aspect.value}", _RULE)
    wreckage = Wreckage()
    if struck.running_gear:
        damage: frozenset[Damage] = roll_track(charts, destruction, record)
    else:
        wreckage = roll_damage(charts, target, struck, destruction, record)
        damage = wreckage.damage
    stunned = not (wreckage.exploded or target.stunned) and roll_stun(charts, stun, target.card.weight_class, record)
    return record.effect(
        part=struck.part,
        location=number,
        aspect=aspect,
        zone=zone.zone,
        damage=damage - target.damage,
        destroyed=wreckage.exploded,
        stunned=stunned,
        passengers=wreckage.passengers,
    )


def crushed(target: Target, record: Record) -> Effect:
    """A soft vehicle that is driven over (pw:6.8.2)."""
    gone = record.reached("crushed", CRUSHED_VEHICLE, "pw:6.8.2", "destroyed")
    return record.effect(part=Part.BODY, destroyed=gone, passengers=target.carried if gone else ())
