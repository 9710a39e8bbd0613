"""One hit on a vehicle, from the location to stun (pw:9.0)."""

from __future__ import annotations

from math import inf
from typing import Final

from core.dice import Dice
from core.panzerwar.damage.location_damage import Wreckage, commander, roll_damage, roll_track
from core.panzerwar.damage.locations import Struck, locate
from core.panzerwar.damage.penetration import Pierced, pierce, reading
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import roll_stun
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Effect, Part, Strike
from core.tally import NOTHING, Tally

#: The locations at which a direct hit kills an exposed commander: of any shell, and of HE (pw:9.10.4, pw:9.10.5).
EXPOSED: Final = frozenset({10})
EXPOSED_TO_HE: Final = frozenset({8, 9, 10})


def hit(charts: Charts, target: Target, strike: Strike, dice: Dice) -> Effect:
    """What one direct hit does to a vehicle (pw:9.0). Area fire, mines and rams have rules of their own."""
    record = Record(dice)
    if target.card.soft:
        return soft_hit(charts, target, strike, record)
    return struck_at(charts, target, strike, locate(charts, target, strike, record), record)


def struck_at(
    charts: Charts, target: Target, strike: Strike, struck: Struck, record: Record, *, stuns: bool = True
) -> Effect:
    """What a hit does that strikes there: penetration, damage, stun (pw:9.4, pw:9.5, pw:9.15)."""
    found = roll_penetration(charts, strike, struck, record)
    damage: set[Damage] = set()
    if rule := exposed(target, strike, struck):
        record.tell("tank commander", struck.location, "killed, he was exposed", rule)
        damage |= commander(target)
    wreckage = Wreckage()
    if found.gear and strike.destruction is not None:
        damage |= roll_track(charts, strike.destruction, record)
    if found.through and strike.destruction is not None:
        wreckage = roll_damage(charts, target, struck, strike.destruction, record)
        damage |= wreckage.damage
    stunned = (
        stuns
        and not wreckage.exploded
        and not target.stunned
        and stunnable(target, struck)
        and roll_stun(charts, strike.stun, target.card.weight_class, record)
    )
    return record.effect(
        part=struck.part,
        location=struck.location,
        aspect=struck.aspect,
        zone=struck.zone,
        penetration=round(found.penetration, 3),
        armour=None if found.needed == inf else round(found.needed, 3),
        gear=found.gear,
        pierced=found.through,
        damage=frozenset() if wreckage.exploded else frozenset(damage) - target.damage,
        destroyed=wreckage.exploded,
        stunned=stunned,
        passengers=wreckage.passengers,
        engine=wreckage.engine,
    )


def roll_penetration(charts: Charts, strike: Strike, struck: Struck, record: Record) -> Pierced:
    """Roll the D6 with overs of variable penetration (pw:9.4, pw:9.16)."""
    read = reading(strike, struck.obstruction)
    die = record.d6("penetration", "pw:9.4")
    found = pierce(charts, strike, struck.obstruction, die=die, running_gear=struck.running_gear)
    armour = "what no shell pierces" if found.needed == inf else f"{found.needed:g} cm"
    pierced = "pierced" if found.gear or found.through else "not pierced"
    if struck.running_gear and found.through:
        pierced = "pierced, and the side behind it"
    came = f"{found.penetration:g} cm against {armour}: {pierced}"
    record.tell("penetration", die, came, "pw:9.4.6", None, read.why)
    return found


def exposed(target: Target, strike: Strike, struck: Struck) -> str:
    """The rule by which a direct hit high up kills the commander who is in the open; "" if none does (pw:9.10.4,
    pw:9.10.5).
    """
    if not (strike.direct and target.open) or Damage.COMMANDER in target.damage:
        return ""
    if struck.location in EXPOSED:
        return "pw:9.10.4"
    return "pw:9.10.5" if strike.explosive and struck.location in EXPOSED_TO_HE else ""


def stunnable(target: Target, struck: Struck) -> bool:
    """Whether a hit there may stun: of a partly soft vehicle, in an armoured location alone (pw:9.15.5)."""
    return not target.partly_soft or struck.obstruction.armour.base > 0


def soft_hit(charts: Charts, target: Target, strike: Strike, record: Record) -> Effect:
    """A hit on a vehicle without armour: killpower and two more; solid shot has none of its own (pw:8.0.2, pw:9.4.7,
    pw:10.3.9.3).

    D10 with unders; who is aboard is lost with it (pw:6.9.4).
    """
    tally = soft_killpower(charts, strike)
    rolled = record.d10("killpower", "pw:10.3.9.3")
    destroyed = rolled <= tally.total
    came = "destroyed" if destroyed else "no effect"
    record.tell("killpower", rolled, came, "pw:10.3.9.3", tally.total, tally.reasons)
    return record.effect(part=Part.BODY, destroyed=destroyed, passengers=target.carried if destroyed else ())


def soft_killpower(charts: Charts, strike: Strike) -> Tally:
    """The D10 up to which a soft vehicle is destroyed (pw:10.3.9.3)."""
    more = charts.fire.killpower["soft-area"]
    return NOTHING.add("killpower", strike.killpower or 0, "pw:8.0.2").add("soft vehicle", more, "pw:10.3.9.3")
