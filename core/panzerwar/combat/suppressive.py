"""Suppressive fire at an area where the enemy is suspected (pw:8.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.hexes import Hex
from core.panzerwar import sequence
from core.panzerwar.combat import aimed, arms, at_men, when, zones
from core.panzerwar.combat.events import KeptDown, Suppressed
from core.panzerwar.combat.fire_zone import FireZone
from core.panzerwar.combat.to_hit import at_area
from core.panzerwar.damage.gun_hits import in_the_open
from core.panzerwar.ground import lines
from core.panzerwar.ground.heights import MEN
from core.panzerwar.ground.terrain import built_up, country_now, ground, wooded
from core.panzerwar.ground.views import view
from core.panzerwar.infantry import adjustments, attacks
from core.panzerwar.infantry.killpower import SUPPRESSES, Attack
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.shots import GUNS, Arm, ArmKind, Shot
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, hex_at, within
from core.tally import Tally

#: The adjusted to-hit number for the range may be no more than this (pw:8.12).
AT_MOST: Final = 6
#: The area is a circle of 19 mm; bases that touch it are this near to its centre.
AREA: Final = 15.9
#: What a machine gun, which has no to-hit number, reaches so: half of its range.
_SHARE: Final = 0.5


def refusal(state: WarState, firer: Element, arm: Arm, at: Point, shell: str) -> Refusal | None:
    """Why an element may not fire so: its whole turn is for it, and the to-hit number for the range must be 6 or less
    (pw:8.12)."""
    if hex_at(at) not in state.board:
        return Refusal("that point is not on the table", "pw:8.12")
    refused = weapon_refusal(state, firer, arm) or zones.zone_refusal(state, firer, arm, bearing(firer.where, at))
    if refused is not None:
        return refused
    if not lines.clear(state, firer.where, at):
        return Refusal("it does not see that point", "pw:8.12")
    return _number_refusal(state, firer, arm, gsu_between(firer.where, at), shell, at)


def hexes(state: WarState, firer: Element, arm: Arm, shell: str, most: float) -> Iterator[Hex]:
    """The hexes no more than so many GSU away, in order, at whose centres an element may fire so: as `refusal` says of
    each."""
    if weapon_refusal(state, firer, arm) is not None:
        return
    zone, seen = FireZone.of(state, firer, arm), view(state, firer.where, MEN)
    far = most if arm.kind in GUNS else min(most, _reach(state, arm))
    for place, (hex_, at) in enumerate(country_now(state).places):
        range_ = gsu_between(firer.where, at)
        if range_ > far or hex_ not in state.board or not zone.bears(at):
            continue
        if seen.shows(place) and _number_refusal(state, firer, arm, range_, shell, at) is None:
            yield hex_


def weapon_refusal(state: WarState, firer: Element, arm: Arm) -> Refusal | None:
    """Why an element may not suppress any area with a weapon in this segment (pw:8.12)."""
    if any(id_ == arm.id for id_, _ in firer.gunnery.rounds):
        return Refusal("suppressive fire takes the whole turn", "pw:8.12")
    if sequence.segment(state) not in when.segments(state, firer, arm, first=False)[:1]:
        return Refusal("it is fired in the first segment in which the weapon fires", "pw:8.12")
    if arm.kind in (ArmKind.TUBE, ArmKind.FLAME):
        return Refusal(f"not with {arm.kind.value}", "pw:8.12")
    return None


def _number_refusal(state: WarState, firer: Element, arm: Arm, range_: float, shell: str, at: Point) -> Refusal | None:
    if arm.kind in GUNS:
        found = arms.shell(state, firer, arm, shell)
        if found is None or found.killpower is None:
            return Refusal("it takes a shell with killpower", "pw:8.12")
        tally = number(state, firer, arm, range_, shell, at)
        if tally is None or tally.total > AT_MOST:
            return Refusal(f"the to-hit number at {range_:.0f} is more than {AT_MOST}", "pw:8.12")
        return None
    reach = _reach(state, arm)
    return Refusal(f"it reaches {reach:.0f} so", "pw:8.12") if range_ > reach else None


def _reach(state: WarState, arm: Arm) -> float:
    machine_gun = state.cards.machine_guns.get(arm.weapon)
    return machine_gun.maximum * _SHARE if machine_gun is not None else 100.0


def number(state: WarState, firer: Element, arm: Arm, range_: float, shell: str, at: Point) -> Tally | None:
    """The number to hit of a gun for the range to an area; None of what has none, or beyond its reach (pw:8.12)."""
    found = arms.shell(state, firer, arm, shell) if arm.kind in GUNS else None
    return None if found is None else at_area(state, firer, arm, found, range_, at)


def killpower(state: WarState, firer: Element, arm: Arm, at: Point, shell: str) -> int:
    """The killpower by which an area is suppressed, with what adjusts it of the firer (pw:8.12, pw:12.9, pw:8.5.4 to
    pw:8.5.6)."""
    less = adjustments.of_firer(state, firer, at_men.kind_of(firer, arm)) if arm.kind not in GUNS else ()
    return _power(state, firer, arm, at, shell) + sum(one.amount for one in less)


def _power(state: WarState, firer: Element, arm: Arm, at: Point, shell: str) -> int:
    range_ = gsu_between(firer.where, at)
    if arm.kind in GUNS:
        found = arms.shell(state, firer, arm, shell)
        return (found.power(range_) or 0) if found is not None else 0
    machine_gun = state.cards.machine_guns.get(arm.weapon)
    if machine_gun is not None:
        return machine_gun.killpower(range_) or 0
    card = state.cards[firer.card]
    return getattr(card, "firepower", lambda far: 0)(range_) or 0


def inside(state: WarState, side: SideId, at: Point) -> list[Element]:
    """The enemies of a side whose bases touch the area, seen or not, and who rides on the outside of one; a bunker
    and who is in it are not reached so (pw:8.12, pw:8.12.3, pw:15.7.2.1)."""
    return [e for e in state.elements.values() if e.side != side and _exposed(state, e) and within(e.where, at, AREA)]


def _exposed(state: WarState, element: Element) -> bool:
    """Whether an element is on the table in the open air, or rides on the outside of another (pw:6.9.5)."""
    if element.on_table:
        return element.kind is not Kind.BUNKER and not element.posture.bunker
    return element.presence is Presence.ABOARD and element.at is not None and element.outside and element.foot


def resolve(state: WarState, firer: Element, arm: Arm, shot: Shot, segment: int, dice: Dice) -> Iterator[Event]:
    """One D10 for the weapon: up to killpower + 4 the whole area is suppressed; a natural 10 attacks who is in it
    (pw:8.12, pw:8.12.4)."""
    if shot.at is None:
        return
    power = killpower(state, firer, arm, shot.at, shot.shell)
    needed = power + SUPPRESSES
    die = dice.roll("d10", f"{firer.name} suppresses an area on {needed} or less", "pw:8.12")
    yield Suppressed(
        side=shot.side,
        element=shot.element,
        arm=shot.arm,
        at=shot.at,
        segment=segment,
        needed=needed,
        rolled=die.result,
        kind=aimed.sound(state, arm),
        rolls=(die,),
    )
    for element in inside(state, shot.side, shot.at):
        card = state.cards.find(element.card)
        armoured = element.kind is Kind.VEHICLE and isinstance(card, Vehicle) and card.armoured
        if die.result <= needed and not armoured and not _behind_shield(state, element):
            yield KeptDown(side=element.side, element=element.id)
        if die.result != 10:
            continue
        attack = _attack(state, firer, arm, element, power, segment)
        if element.kind is not Kind.VEHICLE:
            yield from attacks.attack(state, element.id, attack, dice)
        elif isinstance(card, Vehicle) and card.soft:
            yield at_men.soft(state, element, attack, dice)


def _attack(state: WarState, firer: Element, arm: Arm, element: Element, power: int, segment: int) -> Attack:
    """The attack on an element in the area, by killpower with what adjusts it of the element: movement in the open,
    riding, charging through, cover (pw:8.12.4, pw:12.4.2). Small arms do not suppress (pw:12.8.9)."""
    line = zones.bearing_on(state, firer, element, segment).line if element.on_table else None
    why = tuple(adjustments.of_target(state, element, line))
    return Attack(at_men.name(state, arm), power, why, suppresses=arm.kind is not ArmKind.SMALL)


def _behind_shield(state: WarState, element: Element) -> bool:
    """Whether a gun is not in the open, for suppression: it has a shield, or stands in cover (pw:9.22.4)."""
    card = state.cards.guns.get(element.card)
    if element.kind is not Kind.GUN or card is None:
        return False
    here = ground(state, element.where)
    covered = wooded(here) or built_up(here) or element.posture.dug is not Digging.NONE
    return not in_the_open(card, covered=covered)
