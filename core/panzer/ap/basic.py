"""AP fire of the Basic Game (na:4.4.3): hit, penetration and damage."""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.dice import Dice, Roll
from core.hexes import Hex, distance, off_axis
from core.panzer.ap.events import ApFireResolved
from core.panzer.ap.modifiers import ap_tally, net_modifier
from core.panzer.ap.penetration import Variation, effective, poor_shells, variation, varied
from core.panzer.armament import armament
from core.panzer.firing.ammunition import check_ap
from core.panzer.ground.heights import standing_in
from core.panzer.pieces.ap import Aspect
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import MountedWeapon, RangeFactor
from core.panzer.state import PanzerState
from core.tally import Tally


@frozen(eq=False, repr=False)
class ShotTerms(Alike):
    """All that decides a shot before its dice.

    short: failed ammo limit checks (na:5.16.2.1); moving: what was assumed of the target instead of what is known;
    range: in hexes; net: Net Modifier clamped to +5 .. -10; hit_number: on d100, 0 = no hit possible;
    aspects: the aspect that is hit, or both if the line runs exactly between them; armor: factor by aspect; variation:
    how the penetration varies (or:7.12).
    """

    shot: Shot
    overwatch: bool
    short: int
    moving: bool | None
    weapon: MountedWeapon
    range: int
    factor: RangeFactor
    tally: Tally
    net: int
    hit_number: int
    penetration: int
    aspects: tuple[Aspect, ...]
    armor: dict[Aspect, int]
    variation: Variation | None = None

    def result(self, aspect: Aspect, table: tuple[tuple[int, int, str], ...], adjustment: int = 0) -> Result:
        """What a hit on this aspect does: NO_EFFECT, DAMAGE, KNOCKED_OUT or BREW_UP (na:4.4.3.2.6).

        adjustment: what two dice have made of its penetration (or:7.12).
        """
        x = effective(self.penetration, adjustment) - self.armor[aspect]
        return Result(next(result for low, high, result in table if low <= x <= high))

    @property
    def thicker(self) -> Aspect:
        """Of the aspects that may be hit, the one with the most armor."""
        return max(self.aspects, key=lambda a: self.armor[a])


def aspects_hit(target: Unit, firer: Hex) -> tuple[Aspect, ...]:
    """Front within less than 90 degrees of the target's facing, Rear beyond, both at exactly 90 (na:4.4.3.2.4)."""
    if target.hex is None:
        raise ValueError("the target must be on the map")
    ahead, _ = off_axis(target.hex, target.facing, firer)
    if ahead == 0:
        return (Aspect.FRONT, Aspect.REAR)
    return (Aspect.FRONT,) if ahead > 0 else (Aspect.REAR,)


def shot_terms(
    state: PanzerState, shot: Shot, *, overwatch: bool, moving: bool | None = None, short: int = 0
) -> ShotTerms:
    """Everything about a legal shot but its dice (na:4.4.3.2.1 to na:4.4.3.2.5).

    moving: assume that of the target instead of what is known; short: failed ammo limit checks.
    """
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        raise ValueError("shooter and target must be on the map")
    weapon = armament(state, shot.shooter)[shot.weapon]
    row = weapon.weapon.basic_ap
    range_ = distance(origin, target.hex)
    factor = row.at(range_) if row else None
    if row is None or factor is None:
        raise ValueError(f"{weapon.weapon.name} cannot fire AP at range {range_}")
    tally = ap_tally(state, shot, factor, overwatch=overwatch, short=short, moving=moving)
    net = net_modifier(tally)
    card = state.vehicle(shot.target)
    return ShotTerms(
        shot=shot,
        overwatch=overwatch,
        short=short,
        moving=moving,
        weapon=weapon,
        range=range_,
        factor=factor,
        tally=tally,
        net=net,
        hit_number=state.tables.ap_hit[net][factor.value] or 0,
        penetration=row.penetration[factor.value],
        aspects=aspects_hit(target, origin),
        armor={Aspect.FRONT: card.basic_front, Aspect.REAR: card.basic_rear},
        variation=variation(state, row.penetration[factor.value], poor=poor_shells(state, shooter.id)),
    )


def resolve_shot(state: PanzerState, terms: ShotTerms, aspect: Aspect, dice: Dice) -> ApFireResolved:
    """Check the ammunition, roll for the hit and find what it does (na:5.16.2b, na:4.4.3.2.3 to na:4.4.3.2.6)."""
    terms, rolls, hit = fired(state, terms, dice)
    more, adjustment = varied(terms.variation, dice) if hit else ((), 0)
    return effect(state, terms, aspect, (*rolls, *more), hit=hit, adjustment=adjustment)


def fired(state: PanzerState, terms: ShotTerms, dice: Dice) -> tuple[ShotTerms, tuple[Roll, ...], bool]:
    """Check the ammunition and roll for the hit: the terms with what ran short, the rolls, whether it hit."""
    used = check_ap(state, terms.shot, dice)
    if used.short != terms.short:
        terms = shot_terms(state, terms.shot, overwatch=terms.overwatch, moving=terms.moving, short=used.short)
    if not terms.hit_number:
        return terms, used.rolls, False
    roll = dice.roll("d100", "AP hit", "na:4.4.3.2.3")
    return terms, (*used.rolls, roll), roll.result <= terms.hit_number


def effect(
    state: PanzerState, terms: ShotTerms, aspect: Aspect, rolls: tuple[Roll, ...], *, hit: bool, adjustment: int
) -> ApFireResolved:
    """What a shot does that has hit or missed, with what two dice made of its penetration (or:7.12)."""
    target = state.units[terms.shot.target]
    if target.hex is None:
        raise ValueError("the target must be on the map")
    result = terms.result(aspect, state.tables.ap_damage_basic, adjustment) if hit else Result.MISS
    return ApFireResolved(
        shooter=terms.shot.shooter,
        target=terms.shot.target,
        weapon=terms.shot.weapon,
        overwatch=terms.overwatch,
        short=terms.short,
        range=terms.range,
        factor=terms.factor.name,
        net=terms.net,
        hit_number=terms.hit_number,
        aspect=aspect if hit else None,
        penetration=effective(terms.penetration, adjustment) if hit else None,
        armor=terms.armor[aspect] if hit else None,
        result=result,
        second_damage=result is Result.DAMAGE and target.hurt,
        target_hex=target.hex,
        rolls=rolls,
        tally=terms.tally.reasons,
        adjustment=adjustment,
    )
