"""AP fire with hits that are located (na:6.5.2, min:8.4): all that decides a shot before its dice."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from core.alike import Alike
from core.hexes import distance
from core.panzer.ap import lower_hull, turret_hits
from core.panzer.ap.hits import DECK, TRACK, Plate, armor_at
from core.panzer.ap.modifiers import ap_tally, net_modifier
from core.panzer.ap.penetration import poor_shells, variation
from core.panzer.ap.reach import basic_row, has_special, row_of
from core.panzer.armament import armament
from core.panzer.firing import burning
from core.panzer.firing.hit_angles import hit_angles, inclination
from core.panzer.firing.hull_down import Masking, masking
from core.panzer.firing.track_damage import shot_spares_tracks
from core.panzer.ground.heights import standing_in
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination, VehicleCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import HullDown
from core.panzer.pieces.weapons import ApRow, MountedWeapon, RangeFactor
from core.panzer.state import PanzerState
from core.tally import Tally


@frozen(eq=False, repr=False)
class ApTerms(Alike):
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
    tally = ap_tally(state, shot, factor, overwatch=overwatch, short=short, moving=moving)
    net = net_modifier(tally)
    penetration = row.penetration[factor.value] if factor is not None else 0
    how = inclination(state, shooter, target)
    card = state.vehicle(target.id)
    spared = shot_spares_tracks(state, shot.shooter, mounted, card)
    masked = {
        angle: masking(state, target, shooter, angle)
        for angle in hit_angles(target, origin, state.edition.hit_angle_sections)
    }
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
            angle: turret_hits.thickest(
                plate_of(
                    state,
                    card,
                    angle,
                    how,
                    why.kind,
                    penetration,
                    row,
                    spared=spared,
                    poor=poor_shells(state, shooter.id),
                    lower=lower_hull.shown(state, shooter, target, why.kind, overwatch=overwatch),
                    turret=turret,
                )
                for turret in turret_hits.angles(state, target, origin, angle)
            )
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
    *,
    spared: bool = False,
    poor: bool = False,
    lower: str = "",
    turret: HitAngle | None = None,
) -> Plate:
    """What a hit meets: falling shots on tens digit 1 strike the deck, others never do (na:6.5.2.2.2, min:8.4.5.4).

    spared: whether its tracks are too heavy for the gun (or:7.21); poor: whether the shells are (or:7.12a); lower: the
    rule by which hits on the hull front strike it lower (or:7.13); turret: the Hit Angle of the turret, None = that of
    the hull (or:7.8.2, min:8.4.5.2).
    """
    edition = state.edition
    locations = state.advanced.hit_locations[angle]
    if how is Inclination.FALLING and not (edition.armor_by_table and card.type == "S"):
        locations = (DECK, *locations[1:])
    shaped = state.has(Switch.CE_TYPES) and row.energy == "CE"  # or:7.10.1, and or:7.10.2 of soft vehicles
    soft = card.type == "S" and not shaped
    armor = tuple(_armor(state, card, angle, how, where, shaped=shaped) for where in locations)
    if lower:
        armor = tuple(
            lower_hull.armor(card, angle, shaped=shaped) if where.startswith(lower_hull.HULL_FRONT) else factor
            for where, factor in zip(locations, armor, strict=True)
        )
    if turret is not None:
        there = turret_hits.locations(state, locations, turret)
        armor = tuple(
            _armor(state, card, turret, how, where, shaped=shaped) if turret_hits.of_turret(where) else factor
            for where, factor in zip(there, armor, strict=True)
        )
        locations = there
    return Plate(
        angle=angle,
        inclination=how,
        locations=locations,
        armor=armor,
        masked=masked,
        penetration=penetration,
        damage=row.damage,
        shift=(0 if edition.damaged_parts else row.d) - (edition.soft_steps if soft else 0),
        spared=spared,
        burns=burning.more(state, card) > 0,
        variation=variation(state, penetration, poor=poor),
        lower_hull=lower,
        turret=turret,
        starred=edition.one_hull_down,
        whole=not edition.damaged_parts,
    )


def _armor(
    state: PanzerState, card: VehicleCard, angle: HitAngle, how: Inclination, where: str, *, shaped: bool
) -> int:
    """The Armor Factor that a shot meets: by the rows of the card (na:6.5.2.3.1), or by the Rising/Falling Armor Table,
    which the Basic Game does not know (min:16.1.3, min:16.1.3.2)."""
    if where == TRACK:
        return 0
    if not state.edition.armor_by_table:
        return armor_at(card, angle, how, where, shaped=shaped)
    basis = armor_at(card, angle, Inclination.LEVEL, where, shaped=shaped)
    slope = card.armor.slope
    if where == DECK or slope is None or not basis or how is Inclination.LEVEL or not has_special(state):
        return basis
    change = state.advanced.rising_falling[basis, slope]
    return basis + change if how is Inclination.RISING else max(0, basis - change)
