"""Aimed fire with a to-hit roll: at vehicles and guns, and of guns at men (pw:8.0.1, pw:8.4, pw:8.11, pw:8.13,
pw:9.22).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from core.dice import Dice
from core.event import Event, UnitId
from core.panzerwar.combat import arms, jams, places, trailers, zones
from core.panzerwar.combat.at_men import canister, killpower, of_place
from core.panzerwar.combat.at_men import places as under
from core.panzerwar.combat.events import CommanderLost, Fired, HeldOnWay
from core.panzerwar.combat.to_hit import ALONE, Company, base, company, number, rate
from core.panzerwar.damage import crew
from core.panzerwar.damage.resolving import strike_gun, strike_vehicle
from core.panzerwar.damage.strikes import of_burst, of_shell
from core.panzerwar.damage.stun import coasts
from core.panzerwar.infantry import adjustments, attacks
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.knowledge import as_seen
from core.panzerwar.obstacles.bunker_hits import strike_bunker
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.extended import HIGHEST, d10
from core.panzerwar.pieces.shots import GUNS, Arm, ArmKind, Shot
from core.panzerwar.pieces.strike import Strike
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import FULL_CALIBRE, SUB_CALIBRE, Shell, ShellType, Smoke
from core.panzerwar.sighting.observers import closed
from core.panzerwar.smoke import shells
from core.panzerwar.state import WarState
from core.plane import Point
from core.tally import Reason

#: A vehicle that moved more than half scores no further hits (pw:8.11.4).
_NO_MORE: Final = frozenset({Motion.FULL, Motion.BONUS, Motion.BURST})
#: Shells against armour.
_PIERCING: Final = frozenset({*FULL_CALIBRE, *SUB_CALIBRE, ShellType.HEAT})


def needs_roll(state: WarState, arm: Arm, target: Element) -> bool:
    """Whether fire of a weapon at a target needs a to-hit roll: guns always, anti-tank weapons at what is no infantry,
    flame at vehicles; machine guns and small arms never (pw:8.0.2, pw:8.5.4, pw:8.5.5, pw:8.5.6, pw:12.12.3)."""
    if arm.kind in GUNS:
        weapon = state.cards.weapons.get(arm.weapon)
        return not (target.foot and weapon is not None and weapon.kind == "auto-cannon")
    if arm.kind is ArmKind.FLAME:
        return target.kind is Kind.VEHICLE
    return arm.kind is ArmKind.TUBE and not target.foot


def under_circle(state: WarState, arm: Arm, target: Element, shell: str = "") -> bool:
    """Whether a shot is a burst or canister at men, which has a circle; all else spreads (pw:12.8.1, pw:8.9.6,
    pw:8.11.3)."""
    return target.foot and (not needs_roll(state, arm, target) or canister(state, arm, shell))


def usable(state: WarState, firer: Element, arm: Arm, target: Element, range_: float) -> tuple[Shell, ...]:
    """The shells that reach a target and can do it anything: HE and HEAT at men and guns, anything at vehicles,
    phosphorus at these alone (pw:8.9, pw:8.13, pw:11.4.3)."""
    if arm.kind is ArmKind.FLAME:
        return ()
    found = [one for one in arms.shells(state, firer, arm) if _reaches(state, arm, one, range_)]
    if target.foot:
        return tuple(one for one in found if one.killpower is not None and one.type not in FULL_CALIBRE)
    vehicle = target.kind is Kind.VEHICLE
    return tuple(one for one in found if one.type is not ShellType.CANISTER and (vehicle or one.smoke is not Smoke.WP))


def _reaches(state: WarState, arm: Arm, shell: Shell, range_: float) -> bool:
    if shell.smoke is Smoke.WP and range_ < state.charts.artillery.smoke[Smoke.WP.value].least:
        return False
    if shell.type is ShellType.CANISTER:
        return range_ <= state.charts.fire.canister[arm.weapon].range
    return base(state, arm, shell, range_) is not None


def default_shell(state: WarState, firer: Element, arm: Arm, target: Element, range_: float) -> Shell | None:
    """The shell that is fired if nothing is said: AP at an AFV, HE at everything else (pw:8.9.7)."""
    found = usable(state, firer, arm, target, range_)
    card = state.cards[target.card]
    armoured = isinstance(card, Vehicle) and card.armoured
    if armoured:
        by = [one for one in found if one.type in FULL_CALIBRE] or [one for one in found if one.type in _PIERCING]
    else:
        by = [one for one in found if one.type is ShellType.HE] or [one for one in found if one.killpower is not None]
    return next(iter(by or found), None)


def resolve(
    state: WarState, before: WarState, firer: Element, arm: Arm, shot: Shot, segment: int, dice: Dice
) -> Iterator[Event]:
    """Roll to hit; each hit is resolved on the primary target first, further ones on the group (pw:8.4.2, pw:8.6.1,
    pw:8.11.3)."""
    target = before.elements[shot.target]  # type: ignore[index]
    shell = arms.shell(before, firer, arm, shot.shell)
    if shell is not None and shell.type is ShellType.CANISTER:
        yield from _canister(state, before, firer, arm, shell, shot, segment, dice)
        return
    found = zones.bearing_on(before, firer, target, segment)
    tally = number(before, firer, arm, shell, target, found, aim=shot.aim, beside=company(before, shot))
    if tally is None:
        return
    needed = tally.total
    die = d10(dice, f"{firer.name} fires at {target.name}", "pw:8.4")
    jammed, more = jams.jams(before, firer, arm, die, dice)
    beside = company(before, shot)
    hits = hits_of(before, firer, arm, needed, die.result, shell, beside)
    name = shell.name if shell is not None else arm.kind.value
    yield Fired(
        side=shot.side,
        element=shot.element,
        arm=shot.arm,
        what=f"{_weapon_name(before, arm)} {name}".strip(),
        kind=sound(before, arm),
        segment=segment,
        target=target.id,
        range=round(found.range, 1),
        needed=needed,
        rolled=die.result,
        hits=hits,
        jams=jammed,
        rounds=arms.spent(before, arm, shell),
        aimed=shot.aim.value != "normal",
        rolls=(*die.rolls, *more),
        tally=tally.reasons,
    )
    if not hits and shell is not None and shell.smoke is Smoke.WP:
        yield from shells.phosphorus_misses(state, firer, target, segment, dice)
    for hit in range(hits):
        whom = _whom(state, before, shot, hit)
        if whom is not None:
            yield from _hit(state, before, firer, arm, shell, whom, shot, segment, dice)


def _canister(
    state: WarState, before: WarState, firer: Element, arm: Arm, shell: Shell, shot: Shot, segment: int, dice: Dice
) -> Iterator[Event]:
    """Canister needs no roll to hit: it attacks the target and who is with it under a circle, the second and third
    with less, as a heavy machine gun does (pw:8.9.6, pw:12.8.3)."""
    yield Fired(
        side=shot.side,
        element=shot.element,
        arm=shot.arm,
        what=f"{_weapon_name(before, arm)} {shell.name}",
        kind=sound(before, arm),
        segment=segment,
        target=shot.target,  # type: ignore[arg-type]
        range=round(zones.bearing_on(before, firer, before.elements[shot.target], segment).range, 1),  # type: ignore[index]
        needed=None,
        rolled=None,
        rounds=arms.spent(before, arm, shell),
    )
    for id_, place in under(before, arm, shot):
        struck = state.elements.get(id_)
        if struck is not None and struck.on_table:
            found = zones.bearing_on(before, firer, before.elements[id_], segment)
            there = places.there(before, firer, struck, found.at)
            made = attack_on_men(before, firer, there, found, shell, strike_of(before, arm, shell, found, shot))
            less = tuple(of_place(before, place))
            yield from attacks.attack(state, id_, evolve(made, why=(*made.why, *less)), dice)


def hits_of(
    state: WarState,
    firer: Element,
    arm: Arm,
    needed: int,
    rolled: int,
    shell: Shell | None = None,
    beside: Company = ALONE,
) -> int:
    """How many hits a roll is (pw:8.11, pw:8.11.1, pw:8.11.2, pw:8.11.4); phosphorus hits once (pw:11.4.3)."""
    once = arm.kind in (ArmKind.TUBE, ArmKind.FLAME) or (shell is not None and shell.smoke is Smoke.WP)
    if once or firer.travel.motion in _NO_MORE:
        return int(rolled >= needed)
    return state.charts.fire.hits_of(rate(state, firer, arm, beside), needed, rolled)


def further_hits(
    state: WarState, firer: Element, arm: Arm, needed: int, shell: Shell | None = None, beside: Company = ALONE
) -> tuple[int, ...]:
    """The rolls that are needed for two hits, three hits and so on; none that overs do not reach (pw:8.11,
    pw:8.11.2)."""
    hits = {roll: hits_of(state, firer, arm, needed, roll, shell, beside) for roll in range(needed, HIGHEST + 1)}
    return tuple(roll for roll, found in hits.items() if found > max(1, hits.get(roll - 1, 1)))


def _whom(state: WarState, before: WarState, shot: Shot, hit: int) -> Element | None:
    """Who takes a hit: the primary target the first, then the group in its order, and whoever is left (pw:8.6.1,
    pw:8.11.3)."""
    row = [e for e in (shot.target, *shot.others) if e is not None]
    order = row[min(hit, len(row) - 1) :] + row[: min(hit, len(row) - 1)]
    for id_ in order:
        found = state.elements.get(id_)
        if found is not None and found.on_table:
            return found
    return None


def _hit(
    state: WarState,
    before: WarState,
    firer: Element,
    arm: Arm,
    shell: Shell | None,
    target: Element,
    shot: Shot,
    segment: int,
    dice: Dice,
) -> Iterator[Event]:
    """One hit: by what the target is (pw:8.0.1, pw:8.0.2, pw:6.9.5)."""
    found = zones.bearing_on(before, firer, before.elements[target.id], segment)
    if arm.kind is ArmKind.FLAME:
        yield from trailers.flame(state, target, killpower(before, firer, arm, target, found.range) or 0, dice)
        return
    strike = strike_of(before, arm, shell, found, shot)
    if shell is not None and shell.smoke is Smoke.WP:
        yield from _phosphorus(state, firer, target, strike, segment, dice)
    elif target.kind is Kind.VEHICLE:
        riders = on_riders(state, target, strike)
        struck = strike_vehicle(state, places.there(before, firer, target, found.at), strike, dice)
        yield struck
        yield from trailers.strike_trailer(state, struck, strike, dice)
        yield from held_on_way(state, firer, target, found)
        yield from _attack_riders(state, riders, dice)
    elif target.kind is Kind.BUNKER:
        yield from strike_bunker(state, target, strike, dice)
    elif target.kind is Kind.GUN:
        event = strike_gun(state, target, strike, dice)
        yield event
        if event.effect.crew is not None and state.elements[target.id].on_table:
            why = of_crew(state, target, found)
            yield from attacks.attack(state, target.id, Attack(strike.name, event.effect.crew, why), dice)
    elif strike.killpower is not None:
        there = places.there(before, firer, target, found.at)
        yield from attacks.attack(state, target.id, attack_on_men(before, firer, there, found, shell, strike), dice)


def of_shell_at(
    state: WarState, firer: Element, target: Element, found: zones.Bearing, shell: Shell | None
) -> tuple[Reason, ...]:
    """The killpower adjustments of a shell at men; of canister all are tripled (pw:8.9.6)."""
    why = (*adjustments.of_target(state, target, found.line), *adjustments.first_sight(state, firer, target))
    if shell is None or shell.type is not ShellType.CANISTER:
        return why
    return tuple(evolve(one, amount=3 * one.amount) for one in why)


def attack_on_men(
    state: WarState, firer: Element, target: Element, found: zones.Bearing, shell: Shell | None, strike: Strike
) -> Attack:
    """The attack of a shell that hits men (pw:8.13, pw:12.4.2)."""
    return Attack(strike.name, strike.killpower or 0, of_shell_at(state, firer, target, found, shell))


def of_crew(state: WarState, target: Element, found: zones.Bearing) -> tuple[Reason, ...]:
    """The killpower adjustments of a hit on a gun at its crew: no shield covers it that was pierced (pw:9.22.4)."""
    return tuple(adjustments.of_target(state, target, found.line, shield=False))


def held_on_way(state: WarState, firer: Element, target: Element, found: zones.Bearing) -> Iterator[Event]:
    """A target that is fired at on its way and immobilised stays there (pw:8.7.6, pw:8.14.5); one that is stunned there
    goes no farther than 10 from it (pw:9.15.4)."""
    now = state.elements[target.id]
    if not now.on_table or now.where == found.at:
        return
    if now.harm.immobile and not target.harm.immobile:
        yield _held(state, firer, now, found.at)
    elif now.harm.stunned and not target.harm.stunned:
        path = places.path_of(state, target)
        at = found.at if path is None else path.at(coasts(state.charts, places.gone(path, found.at), path.length)[1])
        yield _held(state, firer, now, at)


def _held(state: WarState, firer: Element, target: Element, at: Point) -> HeldOnWay:
    """Whom it did not see any more its side has in sight again where he is held."""
    heading, turret = places.facing(places.path_of(state, target), target, at)
    again = None if state.sees(firer.side, target.id) else as_seen(places.held(state, target, at, heading, turret))
    return HeldOnWay(
        side=target.side, element=target.id, at=at, by=firer.id, seen=again, heading=heading, turret=turret
    )


def _phosphorus(
    state: WarState, firer: Element, target: Element, strike: Strike, segment: int, dice: Dice
) -> Iterator[Event]:
    """Phosphorus on a vehicle: it is blinded by a puff, its riders are attacked, an exposed commander is killed
    (pw:11.4.3)."""
    yield from shells.phosphorus_hits(state, firer, target, segment)
    if burns_commander(state, target):
        yield CommanderLost(side=target.side, element=target.id)
    yield from _attack_riders(state, on_riders(state, target, strike), dice)


def burns_commander(state: WarState, target: Element) -> bool:
    """Whether phosphorus on a vehicle kills its commander: he lives, and is in the open (pw:11.4.3)."""
    card = state.cards[target.card]
    return isinstance(card, Vehicle) and not closed(state, target) and crew.commanded(target.harm)


def strike_of(state: WarState, arm: Arm, shell: Shell | None, found: zones.Bearing, shot: Shot) -> Strike:
    """The hit of a shot, before it is known where (pw:9.0); phosphorus attacks men as HE does (pw:11.4.3)."""
    if shell is None:
        gun = state.cards.machine_guns[arm.weapon]
        return of_burst(gun, found.range, found.from_, higher=found.higher, aim=shot.aim)
    weapon = state.cards.weapons[arm.weapon]
    strike = of_shell(weapon, shell, found.range, found.from_, higher=found.higher, aim=shot.aim)
    return evolve(strike, killpower=weapon.as_high_explosive(shell).power(found.range))


def on_riders(state: WarState, target: Element, strike: Strike) -> tuple[tuple[UnitId, Attack], ...]:
    """The attacks that a hit on a vehicle is on those who ride on it, whatever becomes of it: of shot at a killpower
    of 0, which does not suppress (pw:6.9.5, pw:12.8.9, pw:15.7.2.1)."""
    power, bursts = strike.killpower or 0, strike.killpower is not None
    return tuple(
        (rider.id, Attack(strike.name, power, tuple(adjustments.of_target(state, rider, None)), suppresses=bursts))
        for rider in state.aboard(target.id)
        if rider.foot and rider.outside
    )


def _attack_riders(state: WarState, riders: Iterable[tuple[UnitId, Attack]], dice: Dice) -> Iterator[Event]:
    for id_, made in riders:
        yield from attacks.attack(state, id_, made, dice)


def _weapon_name(state: WarState, arm: Arm) -> str:
    return state.cards.arm(arm.weapon).name if arm.weapon else arm.kind.value


def sound(state: WarState, arm: Arm) -> str:
    """By what an element that fires is sighted: a gun of 20 mm or more, a machine gun, small arms (pw:7.6.3)."""
    if arm.kind in (*GUNS, ArmKind.TUBE, ArmKind.FLAME):
        return "gun"
    return "small" if arm.kind is ArmKind.SMALL else "mg"
