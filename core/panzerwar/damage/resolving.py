"""Hits on elements in play, each as the event that tells what came of it (pw:9.0).

Every function resolves one hit on what the state says of the element now; whoever has several hits evolves each event
before he asks for the next.
"""

from __future__ import annotations

from attrs import evolve

from core.dice import Dice
from core.panzerwar.damage.area_hits import possible_hit
from core.panzerwar.damage.events import GunStruck, VehicleStruck
from core.panzerwar.damage.gun_hits import direct_hit_from_above, gun_target, hit_gun, ram_gun
from core.panzerwar.damage.hit import hit
from core.panzerwar.damage.mine_strikes import mine_hit
from core.panzerwar.damage.rams import ram_damage
from core.panzerwar.damage.strikes import of_mine
from core.panzerwar.damage.targets import target_of
from core.panzerwar.losses import companions, lost_with
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.strike import Effect, GunEffect, Strike
from core.panzerwar.state import WarState


def strike_vehicle(state: WarState, element: Element, strike: Strike, dice: Dice) -> VehicleStruck:
    """One direct hit on a vehicle (pw:9.0)."""
    return told(state, element, strike.name, hit(state.charts, target_of(state, element), strike, dice))


def blast_vehicle(state: WarState, element: Element, strike: Strike, dice: Dice) -> VehicleStruck:
    """One possible hit on a vehicle by area fire (pw:10.3.1)."""
    return told(state, element, strike.name, possible_hit(state.charts, target_of(state, element), strike, dice))


def mine_vehicle(state: WarState, element: Element, kind: str, dice: Dice) -> VehicleStruck:
    """One mine tripped by a vehicle, "at" or "ap" (pw:15.2, pw:15.3)."""
    name = of_mine(state.charts, kind).name
    return told(state, element, name, mine_hit(state.charts, target_of(state, element), kind, dice))


def ram_vehicle(
    state: WarState, element: Element, other: float, bearing: float, dice: Dice, *, ramming: bool
) -> VehicleStruck:
    """One of two vehicles in a ram (pw:14.3).

    other: tons of the other; bearing: where it is from this one, in degrees; ramming: this one moved to ram.
    """
    effect = ram_damage(state.charts, target_of(state, element), other, bearing, dice, ramming=ramming)
    return told(state, element, "ram", effect)


def strike_gun(state: WarState, element: Element, strike: Strike, dice: Dice) -> GunStruck:
    """One direct hit on a towed gun (pw:9.22). Its crew is attacked by who asked (`effect.crew`)."""
    target = gun_target(state.cards.guns[element.card], element)
    return gun_told(element, strike.name, hit_gun(state.charts, target, strike, dice))


def blast_gun(state: WarState, element: Element, strike: Strike, dice: Dice) -> GunStruck:
    """One direct hit on a towed gun by area fire (pw:10.3.9.1)."""
    target = gun_target(state.cards.guns[element.card], element)
    return gun_told(element, strike.name, direct_hit_from_above(state.charts, target, strike, dice))


def crush_gun(state: WarState, element: Element, dice: Dice) -> GunStruck:
    """A towed gun that is driven over (pw:14.3.2, pw:6.8.1)."""
    return gun_told(element, "tracks", ram_gun(state.charts, dice))


def told(state: WarState, element: Element, by: str, effect: Effect) -> VehicleStruck:
    """The event of a hit on a vehicle. With a soft vehicle all infantry is lost that it carries (pw:6.9.4)."""
    killed = effect.passengers
    if effect.destroyed and state.cards.vehicles[element.card].soft:
        killed = companions(state, element.id)
    return VehicleStruck(
        side=element.side,
        element=element.id,
        by=by,
        effect=evolve(effect, rolls=()),
        lost=lost_with(state, element.id, killed) if effect.destroyed else killed,
        rolls=effect.rolls,
    )


def gun_told(element: Element, by: str, effect: GunEffect) -> GunStruck:
    """The event of a hit on a gun."""
    return GunStruck(side=element.side, element=element.id, by=by, effect=evolve(effect, rolls=()), rolls=effect.rolls)
