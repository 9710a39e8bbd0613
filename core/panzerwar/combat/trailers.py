"""Flame on vehicles and on those who ride on them; the trailer of a flame tank: struck from behind it may go up
(pw:12.12.3, pw:12.12.5, pw:6.9.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, UnitId
from core.panzerwar.combat.events import TrailerStruck
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.damage.hit import roll_penetration
from core.panzerwar.damage.locations import Struck
from core.panzerwar.damage.penetration import Obstruction
from core.panzerwar.damage.record import Record
from core.panzerwar.infantry import adjustments, attacks
from core.panzerwar.infantry.assault import struck
from core.panzerwar.infantry.assault_results import effect_of
from core.panzerwar.infantry.killpower import Attack
from core.panzerwar.pieces.armour import Armour
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.strike import Aspect, Part, Strike
from core.panzerwar.state import WarState

#: Its armour on all sides, in cm (pw:12.12.5).
ARMOUR: Final = 3.0
#: What it stands behind: hits there, from the rear, strike it.
BEFORE: Final = frozenset({Part.TRACK, Part.HULL, Part.SUPERSTRUCTURE})
#: The name under which it is counted with what an element has left.
TRAILER: Final = "flame trailer"
#: The flamethrower of vehicles among the weapons of infantry (pw:12.12.1).
VEHICLE_FLAME: Final = "vehicle flamethrower"


def has_trailer(state: WarState, element: Element) -> bool:
    """Whether a vehicle still tows its flame trailer (pw:12.12.5)."""
    card = state.cards.vehicles.get(element.card)
    return card is not None and card.flame_trailer and element.ammunition.get(TRAILER, 1) > 0


def strike_trailer(state: WarState, hit: VehicleStruck, strike: Strike, dice: Dice) -> Iterator[Event]:
    """After a hit on a flame tank from the rear, low enough: a trailer that is pierced explodes, which is a flame
    attack on the vehicle (pw:12.12.5, pw:12.12.3)."""
    element = state.elements[hit.element]
    behind = hit.effect.aspect is Aspect.REAR and hit.effect.part in BEFORE
    if not behind or not element.on_table or not has_trailer(state, element):
        return
    record = Record(dice)
    wall = Obstruction(Armour(f"{ARMOUR:g}", ARMOUR, ARMOUR))
    found = roll_penetration(state.charts, strike, Struck(Part.BODY, Aspect.REAR, obstruction=wall), record)
    yield TrailerStruck(
        side=element.side,
        element=element.id,
        penetration=round(found.penetration, 3),
        explodes=found.through,
        rolls=tuple(record.rolls),
    )
    if found.through:
        yield from flame(state, element, state.cards.infantry_weapons[VEHICLE_FLAME].touching, dice)


def flame(state: WarState, target: Element, power: int, dice: Dice) -> Iterator[Event]:
    """A flame hit on a vehicle is as a successful close assault, and an attack on those who ride on it (pw:12.12.3,
    pw:6.9.5). power: its killpower."""
    riders = on_riders(state, target, power)  # whatever becomes of what they ride on
    roll = dice.roll("d10", "flame result", "pw:12.12.3")
    effects, _, stun = effect_of(state, target, "flamethrower", roll.result)
    yield struck(state, target, effects, stun, dice, "flamethrower")
    for id_, made in riders:
        yield from attacks.attack(state, id_, made, dice)


def on_riders(state: WarState, target: Element, power: int) -> tuple[tuple[UnitId, Attack], ...]:
    """The attacks that flame on a vehicle is on those who ride on it (pw:6.9.5, pw:12.12.2)."""
    return tuple(
        (rider.id, Attack("flamethrower", power, tuple(adjustments.of_target(state, rider, None))))
        for rider in state.aboard(target.id)
        if rider.foot and rider.outside
    )
