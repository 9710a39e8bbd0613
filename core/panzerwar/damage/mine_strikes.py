"""What a mine does to the vehicle that trips it (pw:15.2, pw:15.3)."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from core.dice import Dice
from core.panzerwar.damage.hit import roll_penetration, soft_hit, struck_at
from core.panzerwar.damage.location_damage import broken_track, roll_track
from core.panzerwar.damage.locations import Struck, bottom, lowest_track, uncovered_side
from core.panzerwar.damage.penetration import Obstruction
from core.panzerwar.damage.record import Record
from core.panzerwar.damage.stun import roll_stun
from core.panzerwar.damage.targets import Target
from core.panzerwar.pieces.armour import Armour
from core.panzerwar.pieces.damage_charts import DamageCharts
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Aspect, Effect, Part, Strike
from core.panzerwar.pieces.weapons import ShellType

#: An anti-tank mine is a 120 mm HE shell (pw:15.2); its killpower, against what is soft, is that of the shell.
ANTI_TANK: Final = Strike(
    name="anti-tank mine",
    shell=ShellType.HE,
    penetration=6,
    destruction=2,
    stun=7,
    killpower=6,
    direct=False,
)
#: An anti-personnel mine is the HE shell of a 50 mm mortar (pw:15.3).
ANTI_PERSONNEL: Final = Strike(
    name="anti-personnel mine",
    shell=ShellType.HE,
    penetration=1,
    destruction=5,
    stun=12,
    killpower=2,
    direct=False,
)


def anti_tank_mine(charts: DamageCharts, target: Target, dice: Dice) -> Effect:
    """An anti-tank mine under a vehicle (pw:15.2).

    Piercing the track disables it, and then the bottom is attacked; a track that holds keeps the mine off. A soft
    vehicle is attacked as by the shell.
    """
    record = Record(dice)
    if target.card.soft:
        return soft_hit(target, ANTI_TANK, record)
    found = roll_penetration(charts, ANTI_TANK, track(target, record), record)
    if not found.gear:
        return _on_track(target, ANTI_TANK, found.penetration, found.needed, frozenset(), record)
    damage = broken_track(record) - target.damage
    effect = struck_at(charts, target, ANTI_TANK, bottom(target, record), record)
    return effect if effect.destroyed else evolve(effect, gear=True, damage=effect.damage | damage)


def anti_personnel_mine(charts: DamageCharts, target: Target, dice: Dice) -> Effect:
    """An anti-personnel mine under a vehicle: it hurts tracks and wheels alone, as a shell that hits them (pw:15.3)."""
    record = Record(dice)
    found = roll_penetration(charts, ANTI_PERSONNEL, track(target, record), record)
    damage: frozenset[Damage] = frozenset()
    if found.gear and ANTI_PERSONNEL.destruction is not None:
        damage = roll_track(ANTI_PERSONNEL.destruction, record)
    return _on_track(target, ANTI_PERSONNEL, found.penetration, found.needed, damage, record)


def track(target: Target, record: Record) -> Struck:
    """The running gear that goes over a mine; that of a soft vehicle is as its card says."""
    if target.card.soft:
        thick = target.card.track_armour
        return Struck(Part.TRACK, Aspect.BOTTOM, obstruction=Obstruction(Armour(f"{thick:g}", thick, thick)))
    return uncovered_side(target, lowest_track(target), record)


def _on_track(
    target: Target, strike: Strike, penetration: float, needed: float, damage: frozenset[Damage], record: Record
) -> Effect:
    """What a mine did that went no further than the running gear; it may stun."""
    stunned = not (target.stunned or target.card.soft) and roll_stun(strike.stun, target.card.weight_class, record)
    return record.effect(
        part=Part.TRACK,
        aspect=Aspect.BOTTOM,
        penetration=round(penetration, 3),
        armour=round(needed, 3),
        gear=penetration >= needed,
        damage=damage - target.damage,
        stunned=stunned,
    )
