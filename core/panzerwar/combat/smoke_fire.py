"""Smoke that elements lay in a fire segment: shells, turret dischargers, grenades (pw:11.1.3, pw:11.3, pw:11.4,
pw:11.8).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.combat import arms, when, zones
from core.panzerwar.combat.events import FireDeclared, SmokeFired
from core.panzerwar.combat.fire_zone import FireZone
from core.panzerwar.combat.orders import Discharge, FireSmoke, SmokeGrenades
from core.panzerwar.ground import lines
from core.panzerwar.ground.heights import MEN
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.ground.views import view
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import GUNS, Arm, Fires, Shot
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import Shell, ShellType, Smoke
from core.panzerwar.sighting import light
from core.panzerwar.smoke import devices, shells
from core.panzerwar.smoke.clouds import RADIUS
from core.panzerwar.state import WarState
from core.plane import Point, bearing, degrees_of, hex_at, within

RULE: Final = "pw:11.1"
#: What a shot is called that is no weapon's.
DISCHARGERS, GRENADES = "dischargers", "grenades"
SMOKES: Final = frozenset({Fires.SMOKE, Fires.DISCHARGE, Fires.GRENADE})


def carried(state: WarState, firer: Element, arm: Arm) -> tuple[Shell, ...]:
    """The smoke shells that a gun has left, by date."""
    weapon = state.cards.weapons.get(arm.weapon)
    if weapon is None or arm.kind not in GUNS:
        return ()
    today = (state.engagement.year, state.engagement.month)
    return tuple(
        one
        for one in weapon.shells
        if one.smoke is not None
        and not one.area_only
        and one.date <= today
        and firer.ammunition.get(f"{arm.weapon} {one.name}", 1) > 0
    )


def shell_refusal(state: WarState, firer: Element, arm: Arm, shell: Shell, at: Point) -> Refusal | None:
    """Why a gun may not lay a smoke shell at a point: it is fired directly, at ground that the gun sees (pw:11.3,
    pw:11.4)."""
    if shell.smoke is None:
        return Refusal(f"{shell.name} makes no smoke", RULE)
    if hex_at(at) not in state.board:
        return Refusal("that point is not on the table", RULE)
    refused = zones.zone_refusal(state, firer, arm, bearing(firer.where, at))
    refused = refused or shells.aim_refusal(state, firer, at, shell.smoke, farthest(state, arm, shell, at))
    if refused is None and not lines.clear(state, firer.where, at):
        return Refusal("it does not see that point", "pw:11.4" if shell.smoke is Smoke.WP else "pw:11.3")
    return refused


def shell_hexes(state: WarState, firer: Element, arm: Arm, shell: Shell) -> Iterator[Hex]:
    """The hexes, in order, at whose centres a gun may lay a smoke shell: as `shell_refusal` says of each."""
    kind = shell.smoke
    if kind is None:
        return
    zone, seen, places = FireZone.of(state, firer, arm), view(state, firer.where, MEN), country_now(state).places
    for number in seen.ahead(zone.arc):
        hex_, at = places[number]
        if hex_ not in state.board or not zone.bears(at):
            continue
        most = farthest(state, arm, shell, at)
        if shells.aim_refusal(state, firer, at, kind, most) is None and seen.shows(number):
            yield hex_


def farthest(state: WarState, arm: Arm, shell: Shell, at: Point) -> float:
    """How far a smoke shell is laid: phosphorus as far as HE, base-eject as far as anything is sighted there, by the
    weather and the light (pw:11.3, pw:11.4, pw:7.6.2)."""
    if shell.smoke is not Smoke.WP:
        most = max(state.charts.sighting.ranges.values())
        return float(min([most, *(limit.gsu for limit in light.limits(state, at))]))
    weapon = state.cards.weapons[arm.weapon]
    reach = [weapon.to_hit_list(one, arm.sight) for one in weapon.of(ShellType.HE)]
    return float(max((ranges[-1] for ranges in reach if ranges), default=shell.maximum or 0))


def _open(state: WarState, side: SideId, element: UnitId) -> Element:
    if side in state.ended or state.resolved:
        raise IllegalOrder("the fire of this segment is declared", "pw:8.4.2")
    return own_unit(state, side, element, RULE)


def check_smoke(state: WarState, side: SideId, order: FireSmoke) -> None:
    """IllegalOrder unless the element has such a shell and the point is within its reach (pw:11.3, pw:11.4)."""
    firer = _open(state, side, order.element)
    arm = arms.arm(state, firer, order.arm)
    shell = next((one for one in carried(state, firer, arm) if one.name == order.shell), None) if arm else None
    if arm is None or shell is None:
        raise IllegalOrder(f"{firer.name} has no {order.shell} to fire so", RULE)
    refuse(may_fire_now(state, firer, arm) or shell_refusal(state, firer, arm, shell, order.at))


def may_fire_now(state: WarState, firer: Element, arm: Arm) -> Refusal | None:
    """Why a weapon may not be fired in this segment, at whatever it is (pw:8.0.4, pw:7.1.4, pw:11.8)."""
    busy = arms.busy_refusal(state, firer, arm)
    if busy is not None:
        return busy
    if not firer.on_table:
        return Refusal(f"{firer.name} is not on the table by itself", RULE)
    if (unable := arms.refusal(state, firer, arm)) is not None:
        return unable
    segment = sequence.segment(state)
    if when.may_fire_now(state, firer, arm, segment, first=False):
        return None
    found = when.segments(state, firer, arm, first=False)
    said = ", ".join(f"E{number}" for number in found) or "no segment"
    return Refusal(f"after its movement it fires in {said}", "pw:8.7.8")


def smoke(state: WarState, side: SideId, order: FireSmoke, dice: Dice) -> Iterator[Event]:
    """It is declared."""
    shot = Shot(side=side, element=order.element, arm=order.arm, fires=Fires.SMOKE, shell=order.shell, at=order.at)
    yield FireDeclared(side=side, shot=shot)


def discharge_refusal(state: WarState, firer: Element, heading: int, puffs: int) -> Refusal | None:
    """Why a vehicle may not fire its dischargers: they point elsewhere, are empty, or its main weapon is not fired in
    this segment, whatever its rate of fire, it fires nothing at all, or sees nothing (pw:11.8, pw:11.8.1, pw:11.9.3,
    pw:7.1.4, pw:11.4.3)."""
    if not firer.on_table or firer.harm.stunned:
        return Refusal("it is not on the table, or stunned", "pw:11.8")
    if firer.harm.blind(state.turn):
        return Refusal("it is blinded by phosphorus", "pw:11.4.3")
    shut = arms.shut_refusal(firer)
    if shut is not None:
        return shut
    if not 0 <= heading < 48 or puffs not in (1, 2):
        return Refusal("a heading of 48, and one or two puffs", "pw:11.8.1")
    if sequence.segment(state) not in segments(state, firer):
        return Refusal("its main weapon is not fired in this segment", "pw:11.8")
    return devices.discharge_refusal(state, firer, degrees_of(heading), puffs)


def segments(state: WarState, firer: Element) -> tuple[int, ...]:
    """The fire segments of the main weapon of a vehicle, as if it were quick (pw:11.8)."""
    fast = arms.AUTOMATIC
    return tuple(int(name[1]) for name in state.charts.fire.fire_segments(fast, firer.travel.motion))


def check_discharge(state: WarState, side: SideId, order: Discharge) -> None:
    """IllegalOrder unless the vehicle may."""
    refuse(discharge_refusal(state, _open(state, side, order.element), order.heading, order.puffs))


def discharge(state: WarState, side: SideId, order: Discharge, dice: Dice) -> Iterator[Event]:
    """It is declared."""
    firer = state.elements[order.element]
    at = zones.toward(firer.where, order.heading)
    shot = Shot(side=side, element=order.element, arm=DISCHARGERS, fires=Fires.DISCHARGE, at=at, puffs=order.puffs)
    yield FireDeclared(side=side, shot=shot)


def grenades_refusal(state: WarState, firer: Element, at: Point) -> Refusal | None:
    """Why a squad may not throw smoke grenades at a point: it is stunned, fires in its segment alone, or has none
    (pw:11.1.3, pw:9.15.2)."""
    if not firer.on_table or firer.nerve.broken:
        return Refusal("it is not on the table, or broken", "pw:11.1.3")
    if firer.harm.stunned:
        return Refusal("it is stunned", "pw:9.15.2")
    if hex_at(at) not in state.board:
        return Refusal("that point is not on the table", "pw:11.1.3")
    still = firer.travel.motion in (Motion.STATIONARY, Motion.SHIFT)
    if sequence.segment(state) != (1 if still else when.LAST):
        return Refusal(f"it throws them in E{1 if still else when.LAST}", "pw:12.7.1")
    return devices.grenade_refusal(state, firer, at)


def check_grenades(state: WarState, side: SideId, order: SmokeGrenades) -> None:
    """IllegalOrder unless the squad may."""
    refuse(grenades_refusal(state, _open(state, side, order.element), order.at))


def throw(state: WarState, side: SideId, order: SmokeGrenades, dice: Dice) -> Iterator[Event]:
    """It is declared."""
    shot = Shot(side=side, element=order.element, arm=GRENADES, fires=Fires.GRENADE, at=order.at)
    yield FireDeclared(side=side, shot=shot)


def at_first_sight(state: WarState, firer: Element, at: Point) -> bool:
    """Whether smoke is fired at a target at first sight: one lies under the puff at its point of aim (pw:11.3.6,
    pw:11.4.4)."""
    found = (state.elements.get(id_) for id_ in state.sighted_now.get(firer.side, frozenset()))
    return any(e is not None and e.on_table and within(e.where, at, RADIUS) for e in found)


def resolve(state: WarState, firer: Element, shot: Shot, segment: int, dice: Dice) -> Iterator[Event]:
    """The smoke is there, or will be."""
    if shot.at is None:
        return
    if shot.fires is Fires.DISCHARGE:
        yield from devices.discharge(state, firer, bearing(firer.where, shot.at), shot.puffs, segment)
        return
    if shot.fires is Fires.GRENADE:
        yield from devices.throw(state, firer, shot.at, segment)
        return
    arm = arms.arm(state, firer, shot.arm)
    shell = next((one for one in carried(state, firer, arm) if one.name == shot.shell), None) if arm else None
    if arm is None or shell is None or shell.smoke is None:
        return
    moved = firer.travel.motion not in (Motion.STATIONARY, Motion.SHIFT)
    shifts = moved or at_first_sight(state, firer, shot.at)
    yield from shells.fire_smoke(state, firer, shot.at, shell.smoke, segment, dice, shifts=shifts)
    rounds = f"{arm.weapon} {shell.name}"
    yield SmokeFired(side=shot.side, element=firer.id, arm=shot.arm, segment=segment, rounds=rounds)
