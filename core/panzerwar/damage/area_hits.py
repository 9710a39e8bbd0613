"""Hits by area fire on vehicles: from a possible hit to an actual one, and what it does (pw:10.3.1 to pw:10.3.3)."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from core.dice import Dice
from core.panzerwar.damage.hit import soft_hit, struck_at
from core.panzerwar.damage.locations import Struck, barrel_of, lowest_track, top_part, uncovered_side
from core.panzerwar.damage.penetration import pierce
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import roll_stun
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import BARRELS, Effect, Part, Strike

#: The location of the side that a 1 hits (pw:10.3.1).
LOW_SIDE: Final = 2

_RULE: Final = "pw:10.3.1"


def possible_hit(charts: Charts, target: Target, strike: Strike, dice: Dice) -> Effect:
    """What becomes of one possible hit (Ph) on a vehicle (pw:10.3.1).

    A 1 or a 10 is an actual hit, and the under or over of the same die says of what; any other is near, and stuns at
    most (pw:9.15). No cover protects from what comes down (pw:9.2.1). A soft vehicle is attacked by each (pw:10.3.9.3).
    """
    record = Record(dice)
    if target.card.soft:
        return soft_hit(charts, target, strike, record)
    rolled = record.d10("actual hit", _RULE)
    if 1 < rolled < 10:
        record.tell("actual hit", rolled, "beside it", _RULE)
        return near_hit(charts, target, strike, record)
    struck = blasted(target, strike, rolled, record)
    record.tell("actual hit", rolled, f"{struck.part.value}, {struck.aspect.value}", _RULE)
    effect = struck_at(charts, target, strike, struck, record, stuns=not struck.running_gear)
    if effect.destroyed:
        return effect
    barrel = blast_on_barrel(charts, target, strike, record)
    damage = effect.damage | (barrel - target.damage)
    return evolve(effect, damage=damage, trials=tuple(record.trials), rolls=tuple(record.rolls))


def near_hit(charts: Charts, target: Target, strike: Strike, record: Record) -> Effect:
    """A shell that comes down beside a vehicle: it may be stunned (pw:9.15)."""
    stunned = not target.stunned and roll_stun(charts, strike.stun, target.card.weight_class, record)
    return record.effect(part=Part.BESIDE, stunned=stunned)


def blasted(target: Target, strike: Strike, rolled: int, record: Record) -> Struck:
    """What an actual hit strikes: by the D10 with overs and unders the track, the side low down, turret top or deck
    (pw:10.3.1). rolled: 1 or less, 10 or more.
    """
    if rolled <= 1:
        return uncovered_side(target, LOW_SIDE if rolled == 1 else lowest_track(target), record)
    return top_part(target, turret=rolled == 10, deflected=not strike.explosive)


def blast_on_barrel(charts: Charts, target: Target, strike: Strike, record: Record) -> frozenset[Damage]:
    """After an actual hit, the gun whose barrel the blast destroys: a 9, backed up by a 9 or 10, that pierces it
    (pw:10.3.3, pw:9.9.3). Of several guns an even choice is rolled for.
    """
    calibres = {
        Part.BARREL: target.calibre,
        Part.SPONSON_BARREL: target.sponson_calibre,
        Part.SECOND_BARREL: target.second_calibre,
    }
    guns = [part for part, calibre in calibres.items() if calibre]
    if not guns:
        return frozenset()
    needed = charts.whole("barrel-hit")
    rolled = record.plain("d10", "barrel", "pw:10.3.3")
    if rolled != needed:
        record.tell("barrel", rolled, "not the barrel", "pw:10.3.3", needed)
        return frozenset()
    backed = record.plain("d10", "barrel, backed up", "pw:10.3.3")
    came = "barrel" if backed >= needed else "not the barrel"
    record.tell("barrel", backed, came, "pw:10.3.3", needed)
    if backed < needed:
        return frozenset()
    part = guns[0]
    if len(guns) > 1:
        die = record.plain("d6", "which gun", "pw:10.3.3")
        part = guns[(die - 1) * len(guns) // 6]
        record.tell("which gun", die, part.value, "pw:10.3.3")
    die = record.d6("penetration of the barrel", "pw:9.9.3")
    found = pierce(charts, strike, barrel_of(charts, calibres[part]), die=die)
    came = f"{found.penetration:g} cm against {found.needed:g} cm"
    record.tell("penetration of the barrel", die, came, "pw:9.9.3")
    return frozenset((BARRELS[part],)) if found.through else frozenset()
