"""AP fire of the Basic Game (na:4.4.3): fields of fire, hit, penetration and damage."""

from __future__ import annotations

from attrs import frozen

from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import UnitId
from core.hexes import Hex, distance, in_front_arc, in_rear_arc, off_axis
from core.panzer.armament import armament
from core.panzer.cards import VehicleCard
from core.panzer.events import ApFireResolved
from core.panzer.hit_angles import facing_of, standing_in
from core.panzer.line_of_sight import brew_up_smoke_crossed
from core.panzer.reference import Cover
from core.panzer.spotting import spots
from core.panzer.stacking import over_stacked
from core.panzer.state import Aspect, PanzerState, Shot
from core.panzer.terrain import best_cover, terrain_in
from core.panzer.transported_fire import fire_refusal, vehicle_of
from core.panzer.unit import Command, CommandFace, Presence, Unit
from core.panzer.weapons import ApRow, FieldOfFire, MountedWeapon, RangeFactor
from core.tally import Tally

MOVING = frozenset({Command.MOVE, Command.SHORT_HALT})
_FACTORS = tuple(RangeFactor)
_COVER = {Cover.LIGHT: "cover-light", Cover.MEDIUM: "cover-medium", Cover.HEAVY: "cover-heavy"}


@frozen
class ShotTerms:
    """All that decides a shot before its dice.

    range: in hexes; net: Net Modifier clamped to +5 .. -10; hit_number: on d100, 0 = no hit possible;
    aspects: the aspect that is hit, or both if the line runs exactly between them; armor: factor by aspect.
    """

    shot: Shot
    overwatch: bool
    weapon: MountedWeapon
    range: int
    factor: RangeFactor
    tally: Tally
    net: int
    hit_number: int
    penetration: int
    aspects: tuple[Aspect, ...]
    armor: dict[Aspect, int]

    def result(self, aspect: Aspect, table: tuple[tuple[int, int, str], ...]) -> str:
        """What a hit on this aspect does: "no effect", "DM", "KO" or "BU" (na:4.4.3.2.6)."""
        x = self.penetration - self.armor[aspect]
        return next(result for low, high, result in table if low <= x <= high)

    @property
    def thicker(self) -> Aspect:
        """Of the aspects that may be hit, the one with the most armor."""
        return max(self.aspects, key=lambda a: self.armor[a])


# -- who may fire at whom ------------------------------------------------------------------------


def ap_weapons(state: PanzerState, unit: UnitId) -> tuple[tuple[int, MountedWeapon, ApRow], ...]:
    """The weapons of a unit that have an AP row, with their index in its armament (na:4.4.3)."""
    rows = ((index, mounted, mounted.weapon.basic_ap) for index, mounted in enumerate(armament(state, unit)))
    return tuple((index, mounted, row) for index, mounted, row in rows if row is not None)


def range_factor(row: ApRow, range_: int) -> RangeFactor | None:
    """First column whose range reaches the target; None beyond Extreme (na:4.4.3.2.1a, na:3.5.2)."""
    return next((factor for factor, reach in zip(_FACTORS, row.range, strict=True) if reach >= range_), None)


def in_field_of_fire(field: FieldOfFire, origin: Hex, facing: int, target: Hex) -> bool:
    """Whether a hex lies in a Field-of-Fire; only all-round fire reaches the own hex.

    Turrets and pivot mounts fire all round (na:4.4.3.1.1, na:4.4.3.1.2), fixed guns ahead or astern (na:4.4.3.1.3).
    """
    if field is FieldOfFire.ALL_ROUND:
        return True
    return (in_front_arc if field is FieldOfFire.FRONT else in_rear_arc)(origin, facing, target)


def weapon_refusal(state: PanzerState, shooter: Unit, target: Unit, index: int) -> Refusal | None:
    """Why a weapon cannot reach a target from where both stand: no AP row, range, Field-of-Fire; None if it can."""
    weapons = armament(state, shooter.id)
    if not 0 <= index < len(weapons):
        return Refusal(f"{state.name(shooter.id)} has weapons 0 to {len(weapons) - 1}, not {index}", "na:4.4.3.2.1b")
    if not isinstance(state.card(target.id), VehicleCard):
        return Refusal(f"{state.name(target.id)} is no vehicle; AP is fired at vehicles", "na:6.5.2")
    mounted = weapons[index]
    row = mounted.weapon.basic_ap
    if row is None:
        return Refusal(f"{mounted.weapon.name} has no AP ammunition", "na:4.4.3")
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        return Refusal("both must be on the map", "na:4.4.3")
    if shooter.presence is Presence.CARRIED and mounted.weapon.kind == "hand-held anti-tank weapon":
        return Refusal(f"{mounted.weapon.name} is not fired while transported", "na:5.1.3.4")
    range_ = distance(origin, target.hex)
    if range_factor(row, range_) is None:
        return Refusal(f"range {range_} is beyond the {row.range[4]} hexes of the {mounted.weapon.name}", "na:3.5.2")
    if not in_field_of_fire(mounted.field_of_fire, origin, facing_of(state, shooter), target.hex):
        rule = "na:4.4.3.1.4" if mounted.field_of_fire is FieldOfFire.FRONT else "na:4.4.3.1.5"
        return Refusal(f"the target is outside the {mounted.field_of_fire.value} Field-of-Fire", rule)
    return None


def shot_refusal(state: PanzerState, shot: Shot, *, overwatch: bool) -> Refusal | None:
    """Why a shot is not allowed now; None if it is. Whose turn it is, is checked elsewhere."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    return target_refusal(state, shooter, target, overwatch=overwatch) or weapon_refusal(
        state, shooter, target, shot.weapon
    )


def target_refusal(state: PanzerState, shooter: Unit, target: Unit, *, overwatch: bool) -> Refusal | None:
    """Why a unit may not fire at a target now, whatever its weapons; None if it may.

    Direct fire needs a target that the shooter itself spotted in this turn's Spotting Phase (na:4.4.1b),
    Overwatch one that it spots at this moment (na:4.4.2b).
    """
    carried = vehicle_of(state, shooter) is not None
    if not (shooter.on_map or carried) or not target.on_map:
        return Refusal("shooter and target must be on the map", "na:4.4.3")
    if carried and (refused := fire_refusal(state, shooter, overwatch=overwatch)):
        return refused
    if shooter.bailed_out or target.bailed_out:
        crew = state.name(shooter.id if shooter.bailed_out else target.id)
        return Refusal(f"the crew of {crew} has bailed out", "na:5.15c")
    if shooter.side == target.side:
        return Refusal("the target is of the same side", "na:4.4.3")
    if not state.card(shooter.id).armed:
        return Refusal(f"{state.name(shooter.id)} is unarmed", "na:4.2.1e")
    if shooter.fired:
        return Refusal(f"{state.name(shooter.id)} has fired this turn", "na:4.4.1c")
    if overwatch:
        if not spots(state, shooter.id, target.id):
            return Refusal(f"{state.name(shooter.id)} does not spot {state.name(target.id)} now", "na:4.4.2b")
    elif target.id not in state.sighted.get(shooter.id, frozenset()):
        return Refusal(
            f"{state.name(shooter.id)} did not spot {state.name(target.id)} in this turn's Spotting Phase", "na:4.4.1b"
        )
    return None


def usable_weapons(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> tuple[int, ...]:
    """Indices of the weapons with which a unit may fire at a target now; empty if with none."""
    firing, fired_at = state.units[shooter], state.units[target]
    able = tuple(
        index for index, _, _ in ap_weapons(state, shooter) if weapon_refusal(state, firing, fired_at, index) is None
    )
    return able if able and target_refusal(state, firing, fired_at, overwatch=overwatch) is None else ()


# -- what decides a shot -------------------------------------------------------------------------


def combat_cover(state: PanzerState, hex_: Hex) -> Cover:
    """Cover of a target against AP fire; none in an over-stacked hex (na:4.4.3.2.2c)."""
    cover = best_cover(effect.cover_combat for effect in terrain_in(state.tables, state.cell(hex_)))
    return Cover.NONE if cover is not Cover.NONE and over_stacked(state, hex_) else cover


def known_moving(unit: Unit) -> bool:
    """Whether the Target Moving modifier applies: a MOVE or SHORT HALT that has been shown (na:4.4.3.2.2b)."""
    return unit.command in MOVING and unit.command_face is not CommandFace.DOWN


def hidden_moving(unit: Unit) -> bool:
    """Whether the owner could show a hidden MOVE or SHORT HALT for the modifier (na:4.4.3.2.2b)."""
    return unit.command in MOVING and unit.command_face is CommandFace.DOWN


def ap_hit_tally(state: PanzerState, shot: Shot, *, overwatch: bool, moving: bool | None = None) -> Tally:
    """The AP Hit modifiers of a shot, summed (na:3.7a, na:4.4.3.2.2).

    moving: assume that of the target instead of what is known.
    """
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        raise ValueError("shooter and target must be on the map")
    modifier = state.tables.ap_hit_modifiers
    tally = Tally().add("target size", state.vehicle(target.id).size, "na:4.4.3.2.2a")
    if known_moving(target) if moving is None else moving:
        tally = tally.add("target moving", modifier["target-moving"], "na:4.4.3.2.2b")
    cover = combat_cover(state, target.hex)
    if cover in _COVER:
        tally = tally.add(f"target in {cover.value} Cover", modifier[_COVER[cover]], "na:4.4.3.2.2c")
    if shooter.presence is Presence.CARRIED:
        tally = tally.add("Transported Fire", state.advanced.ap_modifiers["transported-fire"], "na:6.5.2.4g")
    elif shooter.command is Command.SHORT_HALT:
        tally = tally.add("SHORT HALT", modifier["short-halt"], "na:4.4.3.2.2d")
    if shooter.damaged:
        tally = tally.add("shooter damaged", modifier["shooter-damaged"], "na:4.4.3.2.2e")
    for where in brew_up_smoke_crossed(origin, target.hex, state.smoke()):
        tally = tally.add(f"Brew-Up Smoke in {where}", modifier["brew-up-smoke"], "na:4.4.3.2.2f")
    if overwatch:
        field = armament(state, shooter.id)[shot.weapon].field_of_fire
        ahead = in_rear_arc if field is FieldOfFire.REAR else in_front_arc
        if ahead(origin, facing_of(state, shooter), target.hex):
            tally = tally.add("Overwatch", modifier["overwatch-front"], "na:4.4.3.2.2g")
        else:
            tally = tally.add("Overwatch Adjust", modifier["overwatch-adjust"], "na:4.4.3.2.2h")
    return tally


def aspects_hit(target: Unit, firer: Hex) -> tuple[Aspect, ...]:
    """Front within less than 90 degrees of the target's facing, Rear beyond, both at exactly 90 (na:4.4.3.2.4)."""
    if target.hex is None:
        raise ValueError("the target must be on the map")
    ahead, _ = off_axis(target.hex, target.facing, firer)
    if ahead == 0:
        return (Aspect.FRONT, Aspect.REAR)
    return (Aspect.FRONT,) if ahead > 0 else (Aspect.REAR,)


def shot_terms(state: PanzerState, shot: Shot, *, overwatch: bool, moving: bool | None = None) -> ShotTerms:
    """Everything about a legal shot but its dice (na:4.4.3.2.1 to na:4.4.3.2.5)."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        raise ValueError("shooter and target must be on the map")
    weapon = armament(state, shot.shooter)[shot.weapon]
    row = weapon.weapon.basic_ap
    range_ = distance(origin, target.hex)
    factor = range_factor(row, range_) if row else None
    if row is None or factor is None:
        raise ValueError(f"{weapon.weapon.name} cannot fire AP at range {range_}")
    tally = ap_hit_tally(state, shot, overwatch=overwatch, moving=moving)
    net = max(-10, min(5, tally.total))
    card = state.vehicle(shot.target)
    return ShotTerms(
        shot=shot,
        overwatch=overwatch,
        weapon=weapon,
        range=range_,
        factor=factor,
        tally=tally,
        net=net,
        hit_number=state.tables.ap_hit[net][factor.value] or 0,
        penetration=row.penetration[factor.value],
        aspects=aspects_hit(target, origin),
        armor={Aspect.FRONT: card.basic_front, Aspect.REAR: card.basic_rear},
    )


def resolve_shot(state: PanzerState, terms: ShotTerms, aspect: Aspect, dice: Dice) -> ApFireResolved:
    """Roll for the hit and find what it does (na:4.4.3.2.3 to na:4.4.3.2.6)."""
    target = state.units[terms.shot.target]
    if target.hex is None:
        raise ValueError("the target must be on the map")
    rolls: tuple[Roll, ...] = ()
    hit = False
    if terms.hit_number:
        roll = dice.roll("d100", "AP hit", "na:4.4.3.2.3")
        rolls = (roll,)
        hit = roll.result <= terms.hit_number
    result = terms.result(aspect, state.tables.ap_damage_basic) if hit else "miss"
    return ApFireResolved(
        shooter=terms.shot.shooter,
        target=terms.shot.target,
        weapon=terms.shot.weapon,
        overwatch=terms.overwatch,
        range=terms.range,
        factor=terms.factor.name,
        net=terms.net,
        hit_number=terms.hit_number,
        aspect=aspect if hit else None,
        penetration=terms.penetration if hit else None,
        armor=terms.armor[aspect] if hit else None,
        result=result,
        second_damage=result == "DM" and target.damaged,
        target_hex=target.hex,
        rolls=rolls,
        tally=terms.tally.reasons,
    )
