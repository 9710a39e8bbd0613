"""Fire by killpower alone: small arms, machine guns, auto-cannon at men and soft targets (pw:8.5.4, pw:8.5.5, pw:12.4
to pw:12.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, UnitId
from core.panzerwar.combat import arms, zones
from core.panzerwar.combat import places as ways
from core.panzerwar.combat.events import Fired, SoftStruck
from core.panzerwar.damage.resolving import strike_vehicle
from core.panzerwar.damage.strikes import of_burst
from core.panzerwar.infantry import adjustments, attacks
from core.panzerwar.infantry.contact import touching
from core.panzerwar.infantry.killpower import Attack, reason
from core.panzerwar.losses import companions
from core.panzerwar.pieces.cards import Squad, Team, Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.extended import d10
from core.panzerwar.pieces.shots import Arm, ArmKind, Shot
from core.panzerwar.pieces.weapons import ShellType
from core.panzerwar.state import WarState
from core.plane import within
from core.tally import Reason

#: The circle of a machine gun is 19 mm across; bases that touch it are this near to its centre (pw:12.8.1), and it is
#: laid no nearer to the firer than this, in GSU (pw:12.8.5).
CIRCLE, CLEAR_OF_FIRER = 15.9, 34.9
#: So many teams count as one squad under the circle (pw:12.8.4).
TEAMS: Final = 4
#: How many elements canister attacks under its circle, as a heavy machine gun does (pw:8.9.6, pw:12.8.3).
CANISTER_AT: Final = 3
#: The id of the arm that the main gun of a vehicle is.
MAIN_GUN: Final = "gun"
#: Automatic small arms are not less at each team of a target (pw:12.8.7).
AUTOMATIC: Final = frozenset({"SMG", "SAR", "AR"})


def killpower(state: WarState, firer: Element, arm: Arm, target: Element, range_: float) -> int | None:
    """The base killpower of a weapon at a range; None beyond it (pw:12.4.2, pw:12.5, pw:12.12, pw:12.12.1)."""
    card = state.cards[firer.card]
    if arm.kind is ArmKind.SMALL and isinstance(card, Squad | Team):
        return card.contact if touching(firer, target) else card.firepower(range_)
    machine_gun = state.cards.machine_guns.get(arm.weapon)
    if machine_gun is not None:
        return machine_gun.contact if touching(firer, target) else machine_gun.killpower(range_)
    flame = state.cards.infantry_weapons.get(arm.weapon)
    if flame is not None:
        if range_ > flame.maximum:
            return None
        return flame.touching if touching(firer, target) else flame.killpower
    weapon = state.cards.weapons.get(arm.weapon)
    if weapon is None:
        return None
    if weapon.kind == "auto-cannon":
        return state.cards.machine_guns["20mm"].killpower(range_)
    found = [s.killpower for s in arms.shells(state, firer, arm) if s.killpower is not None and s.reaches(range_)]
    return max(found, default=None)


def kind_of(firer: Element, arm: Arm) -> str:
    """As what a firer on the move is less: small arms, vehicle guns, heavy weapons (pw:8.5.4 to pw:8.5.6)."""
    if arm.kind is ArmKind.SMALL:
        return "small"
    return "vehicle" if not firer.foot else "heavy"


def canister(state: WarState, arm: Arm, shell: str) -> bool:
    """Whether a shell of a gun is canister, which is fired as a heavy machine gun is (pw:8.9.6, pw:12.8.3)."""
    weapon = state.cards.weapons.get(arm.weapon) if shell else None
    return weapon is not None and any(one.name == shell for one in weapon.of(ShellType.CANISTER))


def most(state: WarState, arm: Arm, shell: str = "") -> int:
    """How many elements a burst may affect: two of an LMG, three of an MMG or HMG, of the flame of a vehicle and of
    canister, one of small arms and of a flamethrower on foot (pw:12.8 to pw:12.8.3, pw:12.12, pw:12.12.2, pw:8.9.6)."""
    if canister(state, arm, shell):
        return CANISTER_AT
    machine_gun = state.cards.machine_guns.get(arm.weapon)
    if machine_gun is not None:
        return machine_gun.targets
    flame = state.cards.infantry_weapons.get(arm.weapon)
    return 3 if flame is not None and flame.base_to_hit is not None else 1


def attack_of(
    state: WarState, firer: Element, arm: Arm, target: Element, place: int, segment: int, *, coax: bool = False
) -> Attack | None:
    """The attack of a burst on the element in a place of its row, 0 = the first; None beyond its range (pw:12.4.2)."""
    found = zones.bearing_on(state, firer, target, segment)
    base = killpower(state, firer, arm, target, found.range)
    if base is None:
        return None
    there = ways.there(state, firer, target, found.at)
    why = [*adjustments.of_target(state, there, found.line), *_of_burst(state, firer, arm, target, place, coax=coax)]
    return Attack(name(state, arm), base, tuple(why), suppresses=arm.kind is not ArmKind.SMALL)


def _of_burst(
    state: WarState, firer: Element, arm: Arm, target: Element, place: int, *, coax: bool
) -> Iterator[Reason]:
    """What adjusts an attack that is not of the element attacked: first sight, the firer, its place (pw:12.4.2)."""
    yield from adjustments.first_sight(state, firer, target)
    yield from adjustments.of_firer(state, firer, kind_of(firer, arm))
    if arm.kind is ArmKind.SMALL and not place:
        yield from adjustments.sniper(state, firer)
    if place and arm.kind is not ArmKind.SMALL:
        yield from of_place(state, place)
    elif place and not automatic(state, firer):
        yield Reason(f"team {place + 1}", -place, "pw:12.8.7")
    if coax:
        yield from reason(state.charts, "coax", "pw:8.17.3")


def of_place(state: WarState, place: int) -> Iterator[Reason]:
    """What the second and the third target under a circle are less, 0 = the first (pw:12.8.2, pw:12.8.3)."""
    if place:
        yield from reason(state.charts, "second-target" if place == 1 else "third-target", "pw:12.8.3")


def beside_main_gun(state: WarState, firer: UnitId, arm: Arm) -> bool:
    """Whether a burst is of the co-axial machine gun, beside the main gun in the same segment (pw:8.17.3)."""
    return arm.kind is ArmKind.COAX and MAIN_GUN in arms.declared(state, firer)


def automatic(state: WarState, firer: Element) -> bool:
    """Whether all of a squad's small arms are automatic or self-loading (pw:12.8.7)."""
    card = state.cards[firer.card]
    return isinstance(card, Squad | Team) and bool(card.arms) and set(card.arms) <= AUTOMATIC


def name(state: WarState, arm: Arm) -> str:
    """A weapon in words."""
    return state.cards.arm(arm.weapon).name if arm.weapon else arm.kind.value


def circle_refusal(
    state: WarState, firer: Element, arm: Arm, target: Element, others: Sequence[UnitId]
) -> Refusal | None:
    """Why the circle of a burst may not be laid over a group: it would cover a friend, or it is too near to the firer
    (pw:12.8.5), of small arms at several teams too (pw:12.8.7). Who fires at one element alone needs no circle."""
    if not others or not target.foot:
        return None
    if within(firer.where, target.where, CLEAR_OF_FIRER):
        return Refusal("the circle would be within 19 of the firer", "pw:12.8.5")
    for friend in state.on_table():
        if friend.side == firer.side and friend.id != firer.id and within(friend.where, target.where, CIRCLE):
            return Refusal(f"the circle would cover {friend.name}", "pw:12.8.5")
    return None


def row(state: WarState, arm: Arm, shot: Shot) -> Iterator[UnitId]:
    """The elements under the circle of a burst, the target first, as many as it may affect (pw:12.8.1)."""
    return (id_ for id_, _ in places(state, arm, shot))


def places(state: WarState, arm: Arm, shot: Shot) -> Iterator[tuple[UnitId, int]]:
    """The elements of the row, each with its place, by which its killpower is less: up to four teams count as one
    squad and share a place, a crew is as many men as a squad (pw:12.8.2 to pw:12.8.4, pw:12.8.6, pw:12.0.4). Small arms
    affect one squad, or the teams of one, of which each has a place of its own (pw:12.8, pw:12.8.7)."""
    if shot.target is None:
        return
    target = state.elements[shot.target]
    yield shot.target, 0
    if arm.kind is ArmKind.SMALL and target.kind is not Kind.TEAM:
        return
    used, team, teams = 1, 0, int(target.kind is Kind.TEAM)
    for id_ in shot.others:
        other = state.elements.get(id_)
        if other is None or not within(other.where, target.where, CIRCLE):
            continue
        if other.kind is Kind.TEAM and teams % TEAMS:
            teams += 1
            yield id_, teams - 1 if arm.kind is ArmKind.SMALL else team
        elif arm.kind is not ArmKind.SMALL and used < most(state, arm, shot.shell):
            if other.kind is Kind.TEAM:
                team, teams = used, teams + 1
            yield id_, used
            used += 1


def affects(
    state: WarState, firer: Element, arm: Arm, target: Element, others: tuple[UnitId, ...], shell: str = ""
) -> bool:
    """Whether a burst affects all of a group, the last of it too, and its circle may be laid there (pw:12.8.2 to
    pw:12.8.5, pw:12.8.7)."""
    shot = Shot(side=firer.side, element=firer.id, arm=arm.id, target=target.id, others=others, shell=shell)
    return others[-1] in row(state, arm, shot) and circle_refusal(state, firer, arm, target, others) is None


def resolve(
    state: WarState, before: WarState, firer: Element, arm: Arm, shot: Shot, segment: int, dice: Dice
) -> Iterator[Event]:
    """A burst: each element under it is attacked by killpower; what is armoured, by penetration (pw:12.8)."""
    target = before.elements[shot.target]  # type: ignore[index]
    found = zones.bearing_on(before, firer, target, segment)
    yield Fired(
        side=shot.side,
        element=shot.element,
        arm=shot.arm,
        what=name(before, arm),
        kind="small" if arm.kind is ArmKind.SMALL else "mg",
        rounds=arms.spent(before, arm, None),
        segment=segment,
        target=target.id,
        range=round(found.range, 1),
        needed=None,
        rolled=None,
    )
    coax = beside_main_gun(before, shot.element, arm)
    for id_, place in places(before, arm, shot):
        struck = state.elements.get(id_)
        if struck is None or not struck.on_table:
            continue
        if struck.kind is Kind.VEHICLE:
            yield from _at_vehicle(state, before, firer, arm, struck, place, segment, dice, coax=coax)
        else:
            attack = attack_of(before, firer, arm, before.elements[id_], place, segment, coax=coax)
            if attack is not None:
                yield from attacks.attack(state, id_, attack, dice)


def _at_vehicle(
    state: WarState,
    before: WarState,
    firer: Element,
    arm: Arm,
    target: Element,
    place: int,
    segment: int,
    dice: Dice,
    *,
    coax: bool,
) -> Iterator[Event]:
    """A burst at a vehicle: killpower against what is soft, penetration against light armour (pw:8.0.2, pw:12.7)."""
    card = state.cards[target.card]
    attack = attack_of(before, firer, arm, before.elements[target.id], place, segment, coax=coax)
    if attack is None or not isinstance(card, Vehicle):
        return
    if card.soft:
        yield soft(state, target, attack, dice)
        return
    machine_gun = before.cards.machine_guns.get(arm.weapon)
    found = zones.bearing_on(before, firer, before.elements[target.id], segment)
    more = tuple(_of_burst(before, firer, arm, before.elements[target.id], place, coax=coax))
    riders = on_riders(state, target, evolve(attack, why=more))  # whatever becomes of what they ride on
    if machine_gun is not None and machine_gun.penetration(found.range) > 0:
        burst = of_burst(machine_gun, found.range, found.from_, higher=found.higher)
        yield strike_vehicle(state, ways.there(before, firer, target, found.at), burst, dice)
    for id_, made in riders:
        yield from attacks.attack(state, id_, made, dice)


def on_riders(state: WarState, target: Element, attack: Attack) -> tuple[tuple[UnitId, Attack], ...]:
    """The attacks that a burst at a vehicle is on those who ride on it; attack: without what adjusts it for them
    (pw:6.9.5)."""
    return tuple(
        (rider.id, evolve(attack, why=(*adjustments.of_target(state, rider, None), *attack.why)))
        for rider in state.aboard(target.id)
        if rider.foot and rider.outside
    )


def burst_on_riders(
    state: WarState, firer: Element, arm: Arm, target: Element, segment: int, *, coax: bool
) -> tuple[tuple[UnitId, Attack], ...]:
    """The attacks on riders of a burst whose first target is what they ride on (pw:6.9.5)."""
    card = state.cards[target.card]
    attack = attack_of(state, firer, arm, target, 0, segment, coax=coax)
    if attack is None or (isinstance(card, Vehicle) and card.soft):
        return ()
    return on_riders(state, target, evolve(attack, why=tuple(_of_burst(state, firer, arm, target, 0, coax=coax))))


def soft(state: WarState, target: Element, attack: Attack, dice: Dice) -> SoftStruck:
    """A soft vehicle is destroyed by a D10 up to the killpower (pw:8.0.2)."""
    die = d10(dice, f"{attack.what} at {target.name}", "pw:8.0.2", overs=False)
    destroyed = die.result <= attack.net
    return SoftStruck(
        side=target.side,
        element=target.id,
        net=attack.net,
        rolled=die.result,
        destroyed=destroyed,
        lost=companions(state, target.id) if destroyed else (),
        rolls=die.rolls,
        tally=attack.tally.reasons,
    )
