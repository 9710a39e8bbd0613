"""AP fire of the Advanced Game (na:6.5.2): ammunition, who may fire, and all that decides a shot before its dice."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from core.choice import Refusal
from core.event import UnitId
from core.hexes import distance
from core.panzer.advanced_tables import HitAngle
from core.panzer.ammo_limits import available
from core.panzer.ap_fire import in_field_of_fire, target_refusal
from core.panzer.ap_hits import DECK, TRACK, Plate, armor_at
from core.panzer.ap_modifiers import Circumstances, ap_tally
from core.panzer.armament import armament
from core.panzer.cards import Inclination, LegCard, VehicleCard
from core.panzer.hit_angles import facing_of, hit_angles, inclination, standing_in
from core.panzer.hull_down import Masking, cannot_depress, masking
from core.panzer.state import PanzerState, Shot
from core.panzer.unit import HullDown, Presence, Unit
from core.panzer.weapons import ApRow, FieldOfFire, MountedWeapon, RangeFactor, Weapon
from core.tally import Tally

#: The ammunition that is no special one: what is fired when special ammunition fails (na:5.16.2.2).
BASIC = "AP"


@frozen
class ApTerms:
    """All that decides an AP shot before its dice.

    row: the ammunition that it is really fired with, short: failed ammo limit checks (na:5.16.2.2); rate: N, Q, R or
    F; range: in hexes; factor: None if the row does not reach; net: Net Modifier clamped to +5 .. -10; hit_number:
    on d100, 0 = no hit possible; plates: what a hit meets, by Hit Angle; two where the line runs exactly between
    (na:6.5.2.2); masked: why by Hit Angle.
    """

    shot: Shot
    overwatch: bool
    weapon: MountedWeapon
    row: ApRow
    short: int
    rate: str
    range: int
    factor: RangeFactor | None
    tally: Tally
    net: int
    hit_number: int
    penetration: int
    inclination: Inclination
    plates: Mapping[HitAngle, Plate]
    masked: Mapping[HitAngle, Masking]

    @property
    def thicker(self) -> HitAngle:
        """Of the Hit Angles from which it may arrive, the one that shows the most armor."""
        return max(self.plates, key=lambda angle: self.plates[angle].thickness)


# -- ammunition ----------------------------------------------------------------------------------


def row_of(weapon: Weapon, ammo: str) -> ApRow | None:
    """The AP row of a weapon for an ammunition; None if it has none."""
    return next((row for row in weapon.ap if row.type == ammo), None)


def basic_row(weapon: Weapon) -> ApRow | None:
    """The row labelled AP, or the only one that there is if that is HEAT (na:5.16.2.1)."""
    return weapon.basic_ap or (weapon.ap[0] if weapon.ap else None)


def ammunition(state: PanzerState, weapon: Weapon) -> tuple[ApRow, ...]:
    """The rows that a weapon may fire on the scenario's date, the basic one first (na:5.16.1)."""
    rows = [row for row in weapon.ap if available(row, state.scenario.date)]
    return tuple(sorted(rows, key=lambda row: row.type != BASIC))


# -- who may fire at whom ------------------------------------------------------------------------


def possible(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> tuple[Shot, ...]:
    """Every weapon and ammunition with which a unit may fire AP at a target now."""
    firing, fired_at = state.units[shooter], state.units[target]
    shots = reaching(state, firing, fired_at)
    return shots if shots and target_refusal(state, firing, fired_at, overwatch=overwatch) is None else ()


def reaching(state: PanzerState, shooter: Unit, target: Unit) -> tuple[Shot, ...]:
    """Every weapon and ammunition that reaches a target from where both stand, whoever has spotted or fired."""
    return tuple(
        Shot(shooter.id, target.id, index, row.type)
        for index, mounted in enumerate(armament(state, shooter.id))
        for row in ammunition(state, mounted.weapon)
        if reach_refusal(state, shooter, target, index, row.type) is None
    )


def has_ap(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has an AP weapon with ammunition on the scenario's date."""
    return any(ammunition(state, mounted.weapon) for mounted in armament(state, unit))


def refusal(state: PanzerState, shot: Shot, *, overwatch: bool) -> Refusal | None:
    """Why an AP shot is not allowed now; None if it is. Whose turn it is, is checked elsewhere."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    return target_refusal(state, shooter, target, overwatch=overwatch) or reach_refusal(
        state, shooter, target, shot.weapon, shot.ammo
    )


def reach_refusal(state: PanzerState, shooter: Unit, target: Unit, index: int, ammo: str) -> Refusal | None:
    """Why an ammunition cannot reach a target from where both stand; None if it can.

    Any unit with an AP row may fire it, at vehicles alone (na:6.5.2); not all weapons from everywhere.
    """
    mounts = armament(state, shooter.id)
    if not 0 <= index < len(mounts):
        return Refusal(f"{state.name(shooter.id)} has weapons 0 to {len(mounts) - 1}, not {index}", "na:4.4.3.2.1b")
    mounted = mounts[index]
    weapon = mounted.weapon
    row = row_of(weapon, ammo)
    if row is None:
        return Refusal(f"{weapon.name} has no {ammo} ammunition", "na:6.5.2")
    if not available(row, state.scenario.date):
        return Refusal(f"{ammo} for the {weapon.name} is issued from {row.available} on", "na:5.16.1")
    if not isinstance(state.card(target.id), VehicleCard):
        return Refusal(f"{state.name(target.id)} is no vehicle; AP is fired at vehicles", "na:6.5.2")
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        return Refusal("both must be on the map", "na:4.4.3")
    range_ = distance(origin, target.hex)
    if range_ < weapon.min_range:
        return Refusal(f"range {range_} is nearer than the minimum of {weapon.min_range}", "na:5.6")
    if row.at(range_) is None:
        return Refusal(f"range {range_} is beyond the {row.range[4]} hexes of {weapon.name} {ammo}", "na:3.5.2")
    return _mount_refusal(state, shooter, target, mounted)


def _mount_refusal(state: PanzerState, shooter: Unit, target: Unit, mounted: MountedWeapon) -> Refusal | None:
    """Why a weapon cannot be laid on a target: its Field-of-Fire, its place, what masks its muzzle."""
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        return Refusal("both must be on the map", "na:4.4.3")
    field, rule = field_of_fire(state, shooter, mounted)
    if not in_field_of_fire(field, origin, facing_of(state, shooter), target.hex):
        return Refusal(f"the target is outside the {field.value} Field-of-Fire", rule)
    hand_held = mounted.weapon.kind == "hand-held anti-tank weapon"
    if hand_held and shooter.presence is Presence.CARRIED:
        return Refusal(f"{mounted.weapon.name} is not fired while transported", "na:5.1.3.4")
    if hand_held and shooter.floor:
        return Refusal(f"{mounted.weapon.name} is not fired from upper floors", "na:6.1.4.3.1e")
    stuck = cannot_depress(state, shooter, mounted, target)
    if stuck.kind is not None:
        return Refusal(f"{mounted.weapon.name} is Limited and cannot fire {stuck.reason}", "na:6.1.4.1.2b")
    return None


def field_of_fire(state: PanzerState, shooter: Unit, mounted: MountedWeapon) -> tuple[FieldOfFire, str]:
    """The Field-of-Fire of a weapon now, and the rule that limits it; a Suppressed leg unit has the front (na:5.1)."""
    if shooter.suppressed and isinstance(state.card(shooter.id), LegCard):
        return FieldOfFire.FRONT, "na:5.1"
    field = mounted.field_of_fire
    return field, "na:4.4.3.1.5" if field is FieldOfFire.REAR else "na:4.4.3.1.4"


# -- what decides a shot -------------------------------------------------------------------------


def ap_terms(
    state: PanzerState,
    shot: Shot,
    *,
    overwatch: bool,
    moving: bool | None = None,
    fired: str | None = None,
    short: int = 0,
) -> ApTerms:
    """Everything about a legal shot but its dice (na:4.4.3.2.1 to na:4.4.3.2.3, na:6.5.2.2, na:6.5.2.3).

    moving: assume that of the target instead of what is known; fired: the row that it is really fired with, short:
    failed ammo limit checks, which leave the weapon a rate of fire of N (na:5.16.2.1).
    """
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    mounted = armament(state, shot.shooter)[shot.weapon]
    row = row_of(mounted.weapon, fired or shot.ammo) or basic_row(mounted.weapon)
    origin = standing_in(state, shooter)
    if row is None or origin is None or target.hex is None:
        raise ValueError(f"{mounted.weapon.name} cannot fire AP from {origin} at {target.hex}")
    range_ = distance(origin, target.hex)
    factor = row.at(range_)
    tally = ap_tally(state, shot, Circumstances(overwatch, range_, factor, short, moving))
    net = max(-10, min(5, tally.total))
    penetration = row.penetration[factor.value] if factor is not None else 0
    how = inclination(state, shooter, target)
    masked = {angle: masking(state, target, shooter, angle) for angle in hit_angles(target, origin)}
    return ApTerms(
        shot=shot,
        overwatch=overwatch,
        weapon=mounted,
        row=row,
        short=short,
        rate="N" if short else mounted.weapon.rof,
        range=range_,
        factor=factor,
        tally=tally,
        net=net,
        hit_number=(state.tables.ap_hit[net][factor.value] or 0) if factor is not None else 0,
        penetration=penetration,
        inclination=how,
        plates={
            angle: plate_of(state, state.vehicle(target.id), angle, how, why.kind, penetration, row)
            for angle, why in masked.items()
        },
        masked=masked,
    )


def in_words(terms: ApTerms) -> str:
    """A shot in one line: weapon, ammunition, range, rate of fire, AP Hit Number."""
    factor = terms.factor.name if terms.factor is not None else "out of range"
    rate = "" if terms.rate == "N" else f", rate {terms.rate}"
    weapon = terms.weapon.weapon.name
    return f"{weapon} {terms.row.type}, range {terms.range} {factor}, hits on {terms.hit_number}{rate}"


def plate_of(
    state: PanzerState,
    card: VehicleCard,
    angle: HitAngle,
    how: Inclination,
    masked: HullDown | None,
    penetration: int,
    row: ApRow,
) -> Plate:
    """What a hit meets: falling shots on tens digit 1 strike the deck, others never do (na:6.5.2.2.2)."""
    printed = state.advanced.hit_locations[angle]
    locations = (DECK, *printed[1:]) if how is Inclination.FALLING else printed
    armor = tuple(0 if where == TRACK else armor_at(card, angle, how, where) for where in locations)
    return Plate(angle, how, locations, armor, masked, penetration, row.damage, soft=card.type == "S")
