"""Hits on towed guns: shield, near misses, mount, sight and crew (pw:9.22)."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.dice import Dice
from core.panzerwar.damage.aspects import turret_aspect
from core.panzerwar.damage.penetration import Obstruction, pierce, reading
from core.panzerwar.damage.rams import CRUSHED_GUN
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import roll_stun
from core.panzerwar.pieces.armour import Armour
from core.panzerwar.pieces.cards import Gun
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.charts.damage import GunHit
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.strike import Aspect, GunEffect, Strike
from core.tally import Reason

#: What makes a D6 the location of what hits a gun from above or rams it (pw:10.3.9.1, pw:14.3.2).
FROM_ABOVE: Final = 4
#: Guns weigh less than 10 tons, which counts for stun (pw:9.15.8).
WEIGHT_CLASS: Final = 0


@frozen(kw_only=True, eq=False, repr=False)
class GunTarget(Alike):
    """A towed gun that may be hit: its card, where it points in 48 steps, whether its carriage is damaged or it is
    stunned."""

    card: Gun
    heading: int = 0
    stunned: bool = False


def gun_target(card: Gun, element: Element) -> GunTarget:
    """A gun in play, as a hit finds it."""
    return GunTarget(card=card, heading=element.heading, stunned=element.harm.stunned)


def shield(target: GunTarget, bearing: float) -> Armour:
    """The shield towards a bearing, by the 45 degree lines as of a turret (pw:9.22.2)."""
    aspect, card = turret_aspect(target.heading, bearing), target.card
    if aspect is Aspect.FRONT:
        return card.shield_front
    return card.shield_side if aspect is Aspect.SIDE else card.shield_rear


def plate_of(target: GunTarget, line: GunHit, strike: Strike) -> Armour | None:
    """The shield that a hit on a line of the chart must pierce; None if there is none (pw:9.22.2, pw:9.22.3)."""
    if not (line.shield and strike.direct) or strike.bearing is None:
        return None
    found = shield(target, strike.bearing)
    return found if found.base > 0 else None


def shielded(card: Gun) -> bool:
    """Whether a gun has a shield at all (pw:9.22.2)."""
    return any(one.base > 0 for one in (card.shield_front, card.shield_side, card.shield_rear))


def in_the_open(card: Gun, *, covered: bool) -> bool:
    """Whether its crew is in the open, for suppression: without a shield, and neither in woods, buildings or rubble nor
    dug in (pw:9.22.4). covered: by one of these.
    """
    return not (covered or shielded(card))


def hit_gun(charts: Charts, target: GunTarget, strike: Strike, dice: Dice) -> GunEffect:
    """What one direct hit does to a gun and its crew: a D10 for location (pw:9.22, pw:9.22.3, pw:9.22.4)."""
    record = Record(dice)
    rolled = record.plain("d10", "location", "pw:9.22.4")
    return _struck(charts, target, strike, charts.damage.gun_hit(rolled), rolled, record)


def direct_hit_from_above(charts: Charts, target: GunTarget, strike: Strike, dice: Dice) -> GunEffect:
    """What a direct hit by area fire does, when whatever is overhead is pierced: a D6 and 4 (pw:10.3.9.1)."""
    record = Record(dice)
    rolled = record.plain("d6", "location", "pw:10.3.9.1") + FROM_ABOVE
    return _struck(charts, target, strike, charts.damage.gun_hit(rolled), rolled, record)


def ram_gun(charts: Charts, dice: Dice) -> GunEffect:
    """What becomes of a gun that is driven over: a D6 and 4, and no shield helps (pw:14.3.2, pw:6.8.1).

    Its crew is overrun, which is not told here.
    """
    record = Record(dice)
    rolled = record.plain("d6", "location", "pw:14.3.2") + FROM_ABOVE
    line = charts.damage.gun_hit(rolled)
    record.tell("location", rolled, line.location, "pw:14.3.2")
    return _told(record, _damaged(GunEffect(location=line.location), line, CRUSHED_GUN, record))


def _struck(charts: Charts, target: GunTarget, strike: Strike, line: GunHit, rolled: int, record: Record) -> GunEffect:
    """What a hit on a line of the chart does. A shield must be pierced for anything to come of it, and a shield that is
    struck may stun (pw:9.22.2, pw:9.15.6)."""
    record.tell("location", rolled, line.location, "pw:9.22.3")
    plate = plate_of(target, line, strike)
    effect = GunEffect(location=line.location)
    if plate is not None:
        effect = _at_shield(charts, strike, plate, effect, record)
    if effect.pierced:
        if strike.destruction is not None:
            effect = _damaged(effect, line, strike.destruction, record)
        effect = evolve(effect, crew=crew_attack(line, strike))
    if effect.shield and not effect.destroyed and not target.stunned:
        effect = evolve(effect, stunned=roll_stun(charts, strike.stun, WEIGHT_CLASS, record))
    return _told(record, effect)


def _at_shield(charts: Charts, strike: Strike, plate: Armour, effect: GunEffect, record: Record) -> GunEffect:
    """Whether a shell pierces the shield (pw:9.22.2, pw:9.4.7)."""
    at = Obstruction(plate)
    die = record.d6("penetration", "pw:9.4")
    found = pierce(charts, strike, at, die=die)
    came = f"{found.penetration:g} cm against {found.needed:g} cm: {'pierced' if found.through else 'not pierced'}"
    record.tell("penetration", die, came, "pw:9.22.2", None, reading(strike, at).why)
    return evolve(
        effect,
        shield=True,
        pierced=found.through,
        penetration=round(found.penetration, 3),
        armour=round(found.needed, 3),
    )


def _damaged(effect: GunEffect, line: GunHit, destruction: int, record: Record) -> GunEffect:
    """The gun is destroyed from D on, or more, as the line says; a carriage can then be towed no more (pw:9.22.3)."""
    if line.destroyed is None:
        return effect
    why = [Reason("D of the shell", destruction, "pw:9.5.1")]
    if line.destroyed:
        why.append(Reason(line.location, line.destroyed, "pw:9.22.3"))
    came = "cannot be towed" if line.towing else "destroyed"
    gone = record.reached("gun", destruction + line.destroyed, "pw:9.22.3", came, tuple(why))
    return evolve(effect, destroyed=gone and not line.towing, carriage=gone and line.towing)


def crew_attack(line: GunHit, strike: Strike) -> int | None:
    """The killpower against the crew, before the adjustments of infantry (pw:9.22.4).

    Solid shot hurts it only where it is the gun itself that is struck.
    """
    if line.crew is None:
        return None
    if strike.killpower is None:
        return None if line.ap_crew is None else line.ap_crew + line.crew
    return strike.killpower + line.crew


def _told(record: Record, effect: GunEffect) -> GunEffect:
    return evolve(effect, trials=tuple(record.trials), rolls=tuple(record.rolls))
