"""With what a unit may fire AP at whom, in the Basic and the Advanced Game: ammunition, range, Field-of-Fire.

(na:4.4.3, na:5.16.1, na:6.5.2)
"""

from __future__ import annotations

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import distance
from core.panzer.armament import armament
from core.panzer.firing import dual_fire, malfunction, platform_mounts, turret_fire
from core.panzer.firing.aim import stuck, target_refusal, target_refused
from core.panzer.firing.ammunition import SPECIAL, available, heat_only, late_german
from core.panzer.firing.hull_down import cannot_depress
from core.panzer.ground.buildings import on_roof
from core.panzer.ground.heights import standing_in
from core.panzer.pieces.cards import LegCard, VehicleCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.pieces.weapons import ApRow, FieldOfFire, MountedWeapon, Weapon
from core.panzer.state import PanzerState

#: The ammunition that is no special one: what is fired when special ammunition fails (na:5.16.2.2).
BASIC = "AP"


def is_located(state: PanzerState) -> bool:
    """Whether hits are counted and located: in the Advanced Game (na:6.5.2), in the other edition always (min:8.4)."""
    return state.edition.located_hits or has_special(state)


def has_special(state: PanzerState) -> bool:
    """Whether special ammunition is fired, as in the Advanced Game alone (na:4.4.3.2.1a, min:8.1)."""
    return state.has(Switch.ADVANCED_AP)


# -- ammunition ----------------------------------------------------------------------------------


def row_of(weapon: Weapon, ammo: str) -> ApRow | None:
    """The AP row of a weapon for an ammunition; None if it has none."""
    return next((row for row in weapon.ap if row.type == ammo), None)


def basic_row(weapon: Weapon) -> ApRow | None:
    """The row labelled AP, or the only one that there is if that is HEAT (na:5.16.2.1)."""
    return weapon.basic_ap or (weapon.ap[0] if weapon.ap else None)


def ammunition(state: PanzerState, weapon: Weapon, side: SideId) -> tuple[ApRow, ...]:
    """The rows that a weapon of a side may fire on the scenario's date, the basic one first (na:5.16.1).

    In the Basic Game the one labelled AP alone (na:4.4.3.2.1a); so too where the scenario gives the side no other.
    """
    if not has_special(state):
        return (weapon.basic_ap,) if weapon.basic_ap is not None else ()
    if not weapon.ap:
        return ()
    rows = [r for r in weapon.ap if available(r, state.scenario.date) and not _withheld(state, weapon, r.type, side)]
    return tuple(sorted(rows, key=lambda row: row.type != BASIC))


def _withheld(state: PanzerState, weapon: Weapon, ammo: str, side: SideId) -> bool:
    """Whether an ammunition is a special one and the side has none (min:23.3.6); HEAT alone is no special one.

    Players may agree that there is no German APCR from 1944 on (min:16.1.2.1).
    """
    if _agreed_away(state, ammo, side):
        return True
    return ammo in SPECIAL and not state.scenario.side(side).special_ammo and not heat_only(weapon)


def _agreed_away(state: PanzerState, ammo: str, side: SideId) -> bool:
    return ammo == "APCR" and state.has(Switch.NO_GERMAN_APCR) and late_german(state, side)


def ap_weapons(state: PanzerState, unit: UnitId) -> tuple[tuple[MountedWeapon, ApRow], ...]:
    """The weapons of a unit that may fire AP, each with the row that it fires as a rule (na:4.4.3)."""
    side = state.units[unit].side
    rows = ((mounted, ammunition(state, mounted.weapon, side)) for mounted in armament(state, unit))
    return tuple((mounted, found[0]) for mounted, found in rows if found)


# -- who may fire at whom ------------------------------------------------------------------------


def possible(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> tuple[Shot, ...]:
    """Every weapon and ammunition with which a unit may fire AP at a target now."""
    if target_refused(state, shooter, target, overwatch=overwatch) is not None:
        return ()
    return reaching(state, shooter, target, overwatch=overwatch)


def reaching(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool = False) -> tuple[Shot, ...]:
    """Every weapon and ammunition that reaches a target from where both stand, whoever has spotted or fired."""
    firing, fired_at = state.units[shooter], state.units[target]
    origin = standing_in(state, firing)
    if origin is None or fired_at.hex is None or not isinstance(state.card(target), VehicleCard):
        return ()
    range_, found = distance(origin, fired_at.hex), list[Shot]()
    for index, mounted in enumerate(armament(state, shooter)):
        for row in ammunition(state, mounted.weapon, firing.side):
            if row.at(range_) is None:  # told from the range alone, of most
                continue
            if (
                malfunction.refusal(state, shooter, index) is None
                and dual_fire.after_smoke(state, shooter, mounted) is None
                and _laid_refusal(state, firing, fired_at, mounted, row, overwatch=overwatch) is None
            ):
                found.append(Shot(shooter, target, index, row.type))
    return tuple(found)


def has_ap(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has an AP weapon with ammunition on the scenario's date."""
    return bool(ap_weapons(state, unit))


def refusal(state: PanzerState, shot: Shot, *, overwatch: bool) -> Refusal | None:
    """Why an AP shot is not allowed now; None if it is. Whose turn it is, is checked elsewhere."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    return target_refusal(state, shooter, target, overwatch=overwatch) or reach_refusal(
        state, shooter, target, shot.weapon, shot.ammo, overwatch=overwatch
    )


def reach_refusal(
    state: PanzerState, shooter: Unit, target: Unit, index: int, ammo: str, *, overwatch: bool = False
) -> Refusal | None:
    """Why an ammunition cannot reach a target from where both stand; None if it can.

    Any unit with an AP row may fire it, at vehicles alone (na:6.5.2); not all weapons from everywhere, and none beyond
    its range or below its minimum (na:3.5.2, na:5.6, min:4.5.2).
    """
    mounts = armament(state, shooter.id)
    if not 0 <= index < len(mounts):
        return Refusal(f"{state.name(shooter.id)} has weapons 0 to {len(mounts) - 1}, not {index}", "na:4.4.3.2.1b")
    if jammed := malfunction.refusal(state, shooter.id, index):
        return jammed
    mounted = mounts[index]
    if smoked := dual_fire.after_smoke(state, shooter.id, mounted):
        return smoked
    weapon = mounted.weapon
    advanced = has_special(state)
    row = row_of(weapon, ammo)
    if ammo != BASIC and not advanced:
        return Refusal(f"{ammo} is ammunition of the Advanced Game", "na:4.4.3.2.1a")
    if row is None:
        return Refusal(f"{weapon.name} has no {ammo} ammunition", "na:6.5.2" if advanced else "na:4.4.3")
    if not available(row, state.scenario.date):
        return Refusal(f"{ammo} for the {weapon.name} is issued from {row.available} on", "na:5.16.1")
    if _withheld(state, weapon, ammo, shooter.side):
        if _agreed_away(state, ammo, shooter.side):
            return Refusal("by agreement German units have no APCR from 1944 on", "min:16.1.2.1")
        return Refusal(f"{state.scenario.side(shooter.side).name} has no special ammunition here", "min:23.3.6")
    if not isinstance(state.card(target.id), VehicleCard):
        return Refusal(f"{state.name(target.id)} is no vehicle; AP is fired at vehicles", "na:6.5.2")
    return _laid_refusal(state, shooter, target, mounted, row, overwatch=overwatch)


def _laid_refusal(
    state: PanzerState, shooter: Unit, target: Unit, mounted: MountedWeapon, row: ApRow, *, overwatch: bool
) -> Refusal | None:
    """Why a weapon cannot be laid on a target with an ammunition that it has: range, Field-of-Fire, place."""
    weapon = mounted.weapon
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        return Refusal("both must be on the map", "na:4.4.3")
    range_ = distance(origin, target.hex)
    bounded = state.scenario.switches or state.edition.minimum_in_basic_game  # na:5.6, min:4.5.2
    if bounded and range_ < weapon.min_range:
        return Refusal(f"range {range_} is nearer than the minimum of {weapon.min_range}", "na:5.6")
    if row.at(range_) is None:
        return Refusal(f"range {range_} is beyond the {row.range[4]} hexes of {weapon.name} {row.type}", "na:3.5.2")
    return _mount_refusal(state, shooter, target, mounted, overwatch=overwatch)


def _mount_refusal(
    state: PanzerState, shooter: Unit, target: Unit, mounted: MountedWeapon, *, overwatch: bool
) -> Refusal | None:
    """Why a weapon cannot be laid on a target: its Field-of-Fire, its place, what masks its muzzle."""
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        return Refusal("both must be on the map", "na:4.4.3")
    field, rule = field_of_fire(state, shooter, mounted)
    if not turret_fire.bears(state, shooter, field, target.hex, turning=overwatch, mounted=mounted):
        if turret_fire.in_the_turret(state, shooter, field):
            return turret_fire.refusal(state, shooter, turning=overwatch)
        return Refusal(f"the target is outside the {field.value} Field-of-Fire", rule)
    hand_held = mounted.weapon.kind == "hand-held anti-tank weapon"
    if hand_held and shooter.presence is Presence.CARRIED and not state.edition.attached_fire_mounted:
        return Refusal(f"{mounted.weapon.name} is not fired while transported", "na:5.1.3.4")
    if hand_held and shooter.floor and not on_roof(state, shooter):  # na:6.1.4.3.1f
        return Refusal(f"{mounted.weapon.name} is not fired from upper floors", "na:6.1.4.3.1e")
    stuck = cannot_depress(state, shooter, mounted, target.hex)
    if stuck.kind is not None:
        return Refusal(f"{mounted.weapon.name} is Limited and cannot fire {stuck.reason}", "na:6.1.4.1.2b")
    return None


def field_of_fire(state: PanzerState, shooter: Unit, mounted: MountedWeapon) -> tuple[FieldOfFire, str]:
    """The Field-of-Fire of a weapon now, and the rule that limits it; a Suppressed leg unit has the front (na:5.1)."""
    if shooter.suppressed and isinstance(state.card(shooter.id), LegCard):
        return FieldOfFire.FRONT, "na:5.1"
    if stuck(shooter, mounted):
        return FieldOfFire.FRONT, "or:7.23.2"
    field = platform_mounts.field_of_fire(state, shooter.id, mounted)
    return field, "na:4.4.3.1.5" if field is FieldOfFire.REAR else "na:4.4.3.1.4"
