"""What a mine does to the vehicle that trips it (pw:15.2, pw:15.3)."""

from __future__ import annotations

from attrs import evolve

from core.dice import Dice
from core.panzerwar.damage.hit import roll_penetration, soft_hit, struck_at
from core.panzerwar.damage.location_damage import broken_track, roll_track
from core.panzerwar.damage.locations import Struck, bottom, lowest_track, uncovered_side
from core.panzerwar.damage.penetration import Obstruction, Pierced
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.strikes import of_mine
from core.panzerwar.damage.stun import roll_stun
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.armour import Armour
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Aspect, Effect, Part, Strike


def mine_hit(charts: Charts, target: Target, kind: str, dice: Dice) -> Effect:
    """What a mine does to a vehicle. kind: "at" or "ap"."""
    return anti_tank_mine(charts, target, dice) if kind == "at" else anti_personnel_mine(charts, target, dice)


def anti_tank_mine(charts: Charts, target: Target, dice: Dice) -> Effect:
    """An anti-tank mine under a vehicle (pw:15.2).

    Piercing the track disables it, and then the bottom is attacked; a track that holds keeps the mine off. A soft
    vehicle is attacked as by the shell.
    """
    record, strike = Record(dice), of_mine(charts, "at")
    if target.card.soft:
        return soft_hit(charts, target, strike, record)
    found = roll_penetration(charts, strike, track(target, record), record)
    if not found.gear:
        return _no_further(charts, target, strike, found, frozenset(), record)
    damage = broken_track(record) - target.damage
    effect = struck_at(charts, target, strike, bottom(target, record), record)
    return evolve(effect, gear=True, damage=frozenset() if effect.destroyed else effect.damage | damage)


def anti_personnel_mine(charts: Charts, target: Target, dice: Dice) -> Effect:
    """An anti-personnel mine under a vehicle: it hurts tracks and wheels alone, as a shell that hits them (pw:15.3)."""
    record, strike = Record(dice), of_mine(charts, "ap")
    found = roll_penetration(charts, strike, track(target, record), record)
    damage: frozenset[Damage] = frozenset()
    if found.gear and strike.destruction is not None:
        damage = roll_track(charts, strike.destruction, record)
    return _no_further(charts, target, strike, found, damage, record)


def track(target: Target, record: Record) -> Struck:
    """The running gear that goes over a mine; that of a soft vehicle is as its card says."""
    if target.card.soft:
        thick = target.card.track_armour
        return Struck(Part.TRACK, Aspect.BOTTOM, obstruction=Obstruction(Armour(f"{thick:g}", thick, thick)))
    return uncovered_side(target, lowest_track(target), record)


def _no_further(
    charts: Charts, target: Target, strike: Strike, found: Pierced, damage: frozenset[Damage], record: Record
) -> Effect:
    """What a mine did that went no further than the running gear; it may stun (pw:9.15)."""
    weight_class = target.card.weight_class
    stunned = not (target.stunned or target.card.soft) and roll_stun(charts, strike.stun, weight_class, record)
    return record.effect(
        part=Part.TRACK,
        aspect=Aspect.BOTTOM,
        penetration=round(found.penetration, 3),
        armour=round(found.needed, 3),
        gear=found.gear,
        damage=damage - target.damage,
        stunned=stunned,
    )
