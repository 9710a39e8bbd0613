"""Smoke: of dischargers and grenades before who is in trouble, of shells before guns that command the ground which own
units cross (pw:11.1, pw:11.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId
from core.order import Order
from core.panzerwar.artillery import batteries
from core.panzerwar.combat import arms, smoke_fire
from core.panzerwar.combat.orders import Discharge, FireSmoke, SmokeGrenades
from core.panzerwar.combat.smoke_fire import DISCHARGERS, GRENADES
from core.panzerwar.opponent import danger, picture
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Forced, Organisation, Tactical
from core.panzerwar.pieces.shots import Fires
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, heading_of, hex_at, offset, within

#: Guns within this are hidden from, in GSU.
NEAR: Final = 800.0
#: A screen lies so far before the gun that it blinds, in GSU; smoke nearer than that to it will do.
BEFORE, THERE = 60.0, 90.0
#: Own elements that go forward are screened when they are this near to a gun, in GSU.
_CROSSING: Final = 900.0
#: How far grenades are thrown, in GSU, rounded down.
_THROWN: Final = 24.0
#: What keeps a vehicle from fighting on.
_TROUBLE: Final = frozenset({Damage.GUN, Damage.LEFT_TRACK, Damage.RIGHT_TRACK, Damage.MOBILITY, Damage.COMMANDER})
_FORWARD: Final = frozenset({Tactical.ADVANCE, Tactical.RUSH, Tactical.BOUND, Tactical.CHARGE})
_BACK: Final = frozenset({Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW})


def hidden(state: WarState, side: SideId) -> Order | None:
    """The next puff before an element in trouble: a vehicle that can fight no more, or one that goes back."""
    for element in state.of(side):
        if not element.on_table or element.kind not in (Kind.VEHICLE, Kind.SQUAD):
            continue
        foe = gun_on(state, element) if in_trouble(state, element) else None
        if foe is None or _smokes(state, foe.where, element.where):
            continue
        taken = {shot.arm for shot in state.shots if shot.element == element.id}
        found = _discharge(state, element, foe, taken) or _grenades(state, element, foe, taken)
        if found is not None:
            return found
    return None


def in_trouble(state: WarState, element: Element) -> bool:
    """Whether an element goes back, or is a vehicle that can fight or move no more."""
    organisation = state.organisations.get(element.organisation)
    if organisation is not None and (organisation.forced in _BACK or organisation.order is Tactical.WITHDRAW):
        return True
    return element.kind is Kind.VEHICLE and bool(element.harm.damage & _TROUBLE)


def gun_on(state: WarState, element: Element) -> Element | None:
    """The nearest enemy with a gun that an element sees."""
    near = sorted(
        picture.threats(state, element.side, element.where, NEAR),
        key=lambda e: (gsu_between(e.where, element.where), e.id),
    )
    return next((e for e in near if e.where != element.where and danger.sees(state, e.where, element.where)), None)


def _smokes(state: WarState, foe: Point, at: Point) -> bool:
    """Whether smoke lies already before one of the two."""
    puffs = [puff for cloud in state.smoke.clouds.values() for puff in cloud.puffs]
    return any(
        within(puff, end, THERE) and gsu_between(puff, other) < gsu_between(foe, at)
        for puff in puffs
        for end, other in ((foe, at), (at, foe))
    )


def _discharge(state: WarState, element: Element, foe: Element, taken: set[str]) -> Discharge | None:
    heading = heading_of(bearing(element.where, foe.where))
    if DISCHARGERS in taken:
        return None
    for puffs in (2, 1):
        if smoke_fire.discharge_refusal(state, element, heading, puffs) is None:
            return Discharge(element=element.id, heading=heading, puffs=puffs)
    return None


def _grenades(state: WarState, element: Element, foe: Element, taken: set[str]) -> SmokeGrenades | None:
    at = offset(element.where, bearing(element.where, foe.where), _THROWN)
    if GRENADES in taken or smoke_fire.grenades_refusal(state, element, at) is not None:
        return None
    return SmokeGrenades(element=element.id, at=at)


# -- screens ---------------------------------------------------------------------------------------


def screen(state: WarState, side: SideId) -> Order | None:
    """The next smoke shell of a gun that has nothing better to fire."""
    points = tuple(wanted(state, side))
    if not points:
        return None
    for element in state.of(side):
        if not element.on_table or any(shot.element == element.id for shot in state.shots):
            continue
        for arm in arms.arms(state, element):
            for shell in smoke_fire.carried(state, element, arm):
                if smoke_fire.may_fire_now(state, element, arm) is not None:
                    continue
                for at in points:
                    if smoke_fire.shell_refusal(state, element, arm, shell, at) is None:
                        return FireSmoke(element=element.id, arm=arm.id, at=at, shell=shell.name)
    return None


def wanted(state: WarState, side: SideId) -> Iterator[Point]:
    """Where screens are wanted: before each enemy with a gun that commands the ground which own units cross."""
    movers = [e for o in state.organisations.values() if o.side == side and goes(o) for e in picture.standing(state, o)]
    if not movers:
        return
    laid = [shot.at for shot in state.shots if shot.fires is Fires.SMOKE and shot.at is not None]
    for foe in picture.threats(state, side, picture.middle(movers), _CROSSING):
        near = min(movers, key=lambda e: (gsu_between(e.where, foe.where), e.id))
        if near.where == foe.where or gsu_between(near.where, foe.where) < 2 * BEFORE:
            continue
        at = offset(foe.where, bearing(foe.where, near.where), BEFORE)
        if hex_at(at) not in state.board or any(within(one, at, THERE) for one in laid):
            continue
        seen = any(danger.sees(state, foe.where, e.where) for e in movers[:6])
        if seen and not _smokes(state, foe.where, near.where):
            yield at


def goes(organisation: Organisation) -> bool:
    """Whether a unit crosses ground toward the enemy."""
    return organisation.forced is None and organisation.order in _FORWARD


def shell_of(state: WarState, organisation: Organisation) -> str | None:
    """The smoke shell of a battery; None if it has none."""
    fired = batteries.battery_weapon(state, organisation)
    found = batteries.shells(state, fired) if fired is not None else ()
    return next((shell.name for shell in found if shell.smoke is not None), None)
