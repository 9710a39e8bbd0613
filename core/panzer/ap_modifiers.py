"""The AP Hit modifiers of the Advanced Game, on top of the Basic ones (na:4.4.3.2.2, na:6.5.2.4)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.hexes import Hex, in_front_arc, in_rear_arc
from core.panzer.ap_fire import known_moving
from core.panzer.armament import armament
from core.panzer.cards import VehicleCard
from core.panzer.cover import combat_cover_of
from core.panzer.hindrances import ap_hindrances
from core.panzer.hit_angles import facing_of, standing_in
from core.panzer.modules import Module
from core.panzer.reference import Cover
from core.panzer.state import DualFire, PanzerState, Shot
from core.panzer.sun import blinded
from core.panzer.unit import Command, Presence, Unit
from core.panzer.weapons import FieldOfFire, MountedWeapon, RangeFactor
from core.tally import Tally

_COVER: Final = {Cover.LIGHT: "cover-light", Cover.MEDIUM: "cover-medium", Cover.HEAVY: "cover-heavy"}


@frozen
class Circumstances:
    """What the modifiers of a shot depend on besides where all stand.

    range: in hexes; factor: its AP Range Factor; short: failed ammo limit checks (na:5.16.2.2); moving: assume that
    of the target instead of what is known.
    """

    overwatch: bool
    range: int
    factor: RangeFactor | None
    short: int = 0
    moving: bool | None = None


def target_cover(state: PanzerState, target: Unit) -> Cover:
    """Cover of a vehicle against AP fire: of the building or the Improved Position that it is in, or of its hex.

    A Wood building is Light Cover, a Brick one Medium, a Stone one Heavy (na:6.1.4.3.1b).
    """
    return combat_cover_of(state, target)


def ap_tally(state: PanzerState, shot: Shot, about: Circumstances) -> Tally:
    """The AP Hit modifiers of a shot, summed: all are cumulative (na:6.5.2.4)."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        raise ValueError("shooter and target must be on the map")
    tally = _of_target(state, target, about)
    tally = _of_shooter(state, shooter, tally)
    tally = Tally((*tally.reasons, *ap_hindrances(state, origin, target.hex).reasons))
    modifier = state.advanced.ap_modifiers
    mounted = armament(state, shot.shooter)[shot.weapon]
    if about.overwatch:
        tally = _overwatch(state, shooter, mounted, target.hex, tally)
    if about.short:
        key = "ammo-limit" if about.short == 1 else "ammo-limit-double"
        tally = tally.add("Ammo Limit", modifier[key], "na:6.5.2.4f")
    if state.has(Module.HEAT_HAZE) and about.range >= state.advanced.heat_haze["V"]:
        tally = tally.add("Heat Haze", modifier["heat-haze"], "na:6.5.2.4h")
    sun = state.scenario.sun
    if sun is not None and state.has(Module.SUN_BLINDING) and blinded(state.board, sun, origin, target.hex):
        tally = tally.add("Sun Blinding", sun.ap, "na:6.5.2.4i")
    if shot.dual is DualFire.SAME:
        tally = tally.add("Dual Fire, same target", modifier["dual-fire-same"], "na:6.5.2.4j")
    elif shot.dual is DualFire.DIFFERENT:
        tally = tally.add("Dual Fire, different target", modifier["dual-fire-different"], "na:6.5.2.4j")
    if state.has(Module.GRADES) and about.factor is not None:
        grade = state.scenario.by_id[shooter.id].grade
        tally = tally.add(f"Unit Grade {grade.value}", state.advanced.ap_grade[grade][about.factor], "na:6.5.2.4m")
    return tally


def _of_target(state: PanzerState, target: Unit, about: Circumstances) -> Tally:
    """Its size, whether it is moving, and its Cover (na:4.4.3.2.2a to na:4.4.3.2.2c)."""
    modifier = state.advanced.ap_modifiers
    tally = Tally().add("target size", state.vehicle(target.id).size, "na:4.4.3.2.2a")
    if known_moving(target) if about.moving is None else about.moving:
        tally = tally.add("target moving", modifier["target-moving"], "na:4.4.3.2.2b")
    cover = target_cover(state, target)
    if cover in _COVER:
        tally = tally.add(f"target in {cover.value} Cover", modifier[_COVER[cover]], "na:4.4.3.2.2c")
    return tally


def _of_shooter(state: PanzerState, shooter: Unit, tally: Tally) -> Tally:
    """Its command and condition (na:4.4.3.2.2d, na:6.5.2.2.4, na:6.5.2.4a, na:6.5.2.4g).

    Damage to the hull does not hinder its fire. A passenger has no SHORT HALT, whatever its vehicle has (na:6.6.7.2).
    A vehicle with a Track hit fires as on SHORT HALT if that is its command (na:6.5.2.2.1a).
    """
    modifier = state.advanced.ap_modifiers
    carried = shooter.presence is Presence.CARRIED
    if shooter.command is Command.SHORT_HALT and not carried:
        tally = tally.add("SHORT HALT", modifier["short-halt"], "na:4.4.3.2.2d")
    if shooter.turret_damaged or shooter.damaged:
        tally = tally.add("shooter damaged", modifier["shooter-damaged"], "na:4.4.3.2.2e")
    if shooter.suppressed:
        tally = tally.add("shooter suppressed", modifier["shooter-suppressed"], "na:6.5.2.4a")
    if carried:
        tally = tally.add("Transported Fire", modifier["transported-fire"], "na:6.5.2.4g")
    return tally


def _overwatch(state: PanzerState, shooter: Unit, mounted: MountedWeapon, target: Hex, tally: Tally) -> Tally:
    """Overwatch ahead, or Overwatch Adjust to the sides of a turret; leg units are never to one side.

    (na:4.4.3.2.2g, na:4.4.3.2.2h)
    """
    modifier = state.advanced.ap_modifiers
    origin = standing_in(state, shooter)
    ahead = in_rear_arc if mounted.field_of_fire is FieldOfFire.REAR else in_front_arc
    turned = isinstance(state.card(shooter.id), VehicleCard) and mounted.field_of_fire is FieldOfFire.ALL_ROUND
    if not turned or (origin is not None and ahead(origin, facing_of(state, shooter), target)):
        return tally.add("Overwatch", modifier["overwatch-front"], "na:4.4.3.2.2g")
    return tally.add("Overwatch Adjust", modifier["overwatch-adjust"], "na:4.4.3.2.2h")
