"""Smoke as Direct Fire: one hex, Closed, instead of AP or GP fire (na:6.1.4.3.10)."""

from __future__ import annotations

from collections.abc import Iterator

from core.board import nearest
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer.armament import armament, armament_of
from core.panzer.direct_fire import infantry_smoke
from core.panzer.direct_fire.infantry_smoke import IN_PLACE
from core.panzer.direct_fire.orders import FireSmoke, HoldFire
from core.panzer.firing import malfunction, platform_mounts, shared_fire
from core.panzer.firing.ammunition import chance_of_special, check_smoke
from core.panzer.firing.events import FireForgone
from core.panzer.firing.hull_down import cannot_depress
from core.panzer.firing.showing import revealed
from core.panzer.firing.turret_fire import bears
from core.panzer.formation_turns import in_turn
from core.panzer.gp.events import SmokeFired
from core.panzer.gp.fire import field_of_fire, gp_row, upstairs_refusal
from core.panzer.pieces.cards import LegCard, Limited
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import FIRING, Command, CommandFace, Unit
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon
from core.panzer.sight.spotting import sees_hex
from core.panzer.state import PanzerState
from core.remembered import remembered

#: The weapon index of smoke that Engineers lay by hand.
BY_HAND = -1


def smoke_weapons(state: PanzerState, unit: Unit) -> tuple[int, ...]:
    """The weapons with which a unit may fire smoke directly (na:6.1.4.3.10a).

    Those whose card lists Smk, unless they have failed (or:7.25); dismounted Engineers need none.
    """
    if not state.has(Switch.SMOKE) or not unit.on_map or unit.bailed_out:
        return ()
    weapons = armament(state, unit.id)
    laying = (at for at, one in enumerate(weapons) if one.weapon.smoke and gp_row(one) is not None)
    found = tuple(at for at in laying if malfunction.refusal(state, unit.id, at) is None)
    member = state.scenario.by_id[unit.id]
    engineers = isinstance(member.card, LegCard) and Label.ENGINEER in member.labels
    found = (*found, BY_HAND) if engineers else found
    return (*found, IN_PLACE) if infantry_smoke.refusal(state, unit) is None else found


def smoke_refusal(state: PanzerState, unit: Unit, index: int, hex_: Hex) -> Refusal | None:
    """Why a unit cannot fire smoke into a hex from where it stands; None if it can (na:6.1.4.3.10b)."""
    name = state.name(unit.id)
    if jammed := malfunction.refusal(state, unit.id, index) if 0 <= index < len(armament(state, unit.id)) else None:
        return jammed
    if unit.hex is None or index not in smoke_weapons(state, unit):
        return Refusal(f"{name} has no smoke to fire with that weapon", "na:6.1.4.3.10a")
    if index == IN_PLACE:
        return _own_hex_refusal(state, unit, hex_)
    return _place_refusal(state, unit, None if index == BY_HAND else armament(state, unit.id)[index], hex_)


def _own_hex_refusal(state: PanzerState, unit: Unit, hex_: Hex) -> Refusal | None:
    """Why infantry does not make smoke in a hex: it does in its own (or:7.22)."""
    if hex_ != unit.hex:
        return Refusal("infantry makes smoke in its own hex", infantry_smoke.RULE)
    return shared_fire.hex_refusal(state, unit.id, hex_, f"the smoke in {hex_}")


def _place_refusal(state: PanzerState, unit: Unit, gun: MountedWeapon | None, hex_: Hex) -> Refusal | None:
    """Why smoke cannot be fired into a hex with a weapon that has some; gun: None = laid by hand, next to it, in the
    miniatures edition where they are too (min:16.7.4.3)."""
    if unit.hex is None or hex_ not in state.board:
        return Refusal(f"{hex_} is not on the board", "na:6.1.4.3.10b")
    range_ = distance(unit.hex, hex_)
    if gun is None:
        if range_ > 1 or (not range_ and not state.edition.smoke_where_they_are):
            return Refusal("Engineers lay smoke in an adjacent hex", "na:6.1.4.3.10a")
        if range_ and unit.suppressed and not bears(state, unit, FieldOfFire.FRONT, hex_):  # na:5.1
            return Refusal(f"{hex_} is outside the Field-of-Fire", "na:6.1.4.3.10b")
    else:
        row = gp_row(gun)
        if row is None or row.at(range_) is None:
            return Refusal(f"range {range_} is not in the GP range of the {gun.weapon.name}", "na:6.1.4.3.10b")
        if not bears(state, unit, field_of_fire(state, unit, gun), hex_, mounted=gun):
            return Refusal(f"{hex_} is outside the Field-of-Fire", "na:6.1.4.3.10b")
        if (upstairs := upstairs_refusal(state, unit, gun)) is not None:
            return upstairs
        if (masked := cannot_depress(state, unit, gun, hex_)).kind is not None:
            return Refusal(f"{gun.weapon.name} cannot fire: {masked.reason}", masked.rule)
    if any(u.side == unit.side and u is not unit for u in state.in_hex(hex_)):
        return Refusal(f"a friendly unit is in {hex_}", "na:6.1.4.3.10b")
    if not sees_hex(state, unit, hex_):
        return Refusal(f"there is no line of sight to {hex_}", "na:6.1.4.3.10b")
    return shared_fire.hex_refusal(state, unit.id, hex_, f"the smoke in {hex_}")


def smoke_hexes(state: PanzerState, unit: Unit, index: int) -> Iterator[Hex]:
    """The hexes into which a unit may fire smoke now, the nearest first."""
    if index in smoke_weapons(state, unit):
        yield from _places(state, unit, index)


def _places(state: PanzerState, unit: Unit, index: int) -> Iterator[Hex]:
    if unit.hex is None:
        return
    if index == IN_PLACE:
        if _own_hex_refusal(state, unit, unit.hex) is None:
            yield unit.hex
        return
    gun = None if index == BY_HAND else armament_of(state, unit)[index]
    row = gp_row(gun) if gun is not None else None
    field = field_of_fire(state, unit, gun) if gun is not None else FieldOfFire.ALL_ROUND
    farthest = 1 if row is None else max(row.range)
    for hex_ in nearest(state.board, unit.hex):
        range_ = distance(unit.hex, hex_)
        if range_ > farthest:
            return
        if row is not None and (row.at(range_) is None or not bears(state, unit, field, hex_, mounted=gun)):
            continue  # as most of the board is; reasons are dear
        if sees_hex(state, unit, hex_) and _place_refusal(state, unit, gun, hex_) is None:
            yield hex_


def _can_smoke(state: PanzerState, unit: Unit) -> bool:
    free = not shared_fire.bound_to(state, unit.id)
    return any((_finds_place if free else _has_place)(state, unit, index) for index in smoke_weapons(state, unit))


def _has_place(state: PanzerState, unit: Unit, index: int) -> bool:
    return next(_places(state, unit, index), None) is not None


@remembered(of=("standing", "counters"))
def _finds_place(state: PanzerState, unit: Unit, index: int) -> bool:
    """As `_has_place`, of a unit that is bound to no hex by what others have fired at."""
    return _has_place(state, unit, index)


@remembered
def _can_smoke_as_it_stands(state: PanzerState, unit: UnitId) -> bool:
    return _can_smoke(state, state.units[unit])


def can_smoke(state: PanzerState, unit: Unit) -> bool:
    """Whether there is any hex into which a unit may fire smoke now; such a unit needs no spotted target."""
    return _can_smoke_as_it_stands(state, unit.id) if state.units[unit.id] is unit else _can_smoke(state, unit)


def smokers(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """FIRE and SHORT HALT units of a side that may fire smoke in this step."""
    return tuple(u for u in state.of(side) if _ready(u) and in_turn(state, u) and can_smoke(state, u))


def _ready(unit: Unit) -> bool:
    return unit.command in FIRING and unit.command_face is not CommandFace.REVEALED and not unit.fired


# -- orders ----------------------------------------------------------------------------------------


def check_smoke_order(state: PanzerState, side: SideId, order: FireSmoke) -> None:
    """Instead of other fire, with FIRE or SHORT HALT, into a hex that it reaches (na:6.1.4.3.10b)."""
    unit = own_unit(state, side, order.unit, "na:3.1")
    if unit.command not in FIRING:
        raise IllegalOrder(f"{state.name(unit.id)} has no FIRE or SHORT HALT command", "na:6.1.4.3.10b")
    if unit.fired:
        raise IllegalOrder(f"{state.name(unit.id)} has fired this turn", "na:4.4.1c")
    _check_turn(state, unit)
    refuse(smoke_refusal(state, unit, order.weapon, order.hex))


def _check_turn(state: PanzerState, unit: Unit) -> None:
    if not in_turn(state, unit):
        raise IllegalOrder(f"it is not the turn of the formation of {state.name(unit.id)}", "or:7.42.1.2")


def fire_smoke(state: PanzerState, side: SideId, order: FireSmoke, dice: Dice) -> Iterator[Event]:
    """Reveal the command, check the ammunition, place the counter (na:6.1.4.3.10b, na:5.16.2.3)."""
    unit = state.units[order.unit]
    yield from revealed(state, (unit.id,))
    if order.weapon == IN_PLACE:
        yield infantry_smoke.made(state, state.units[unit.id], dice)
        return
    yield from platform_mounts.turned_to(state, unit.id, order.hex)
    weapon = max(order.weapon, BY_HAND)
    if weapon == BY_HAND:
        yield SmokeFired(unit=unit.id, weapon=weapon, hex=order.hex, placed=True)
        return
    ammunition = check_smoke(state, unit.id, weapon, dice)
    yield SmokeFired(unit=unit.id, weapon=weapon, hex=order.hex, placed=not ammunition.short, rolls=ammunition.rolls)


def smoke_chance(state: PanzerState, unit: Unit, index: int) -> float:
    """The chance that a unit that fires smoke with a weapon lays any (na:5.16.2.3, or:7.22.2); by hand it is sure."""
    if index == IN_PLACE:
        return infantry_smoke.chance(state, unit)
    return 1.0 if index == BY_HAND else chance_of_special(state, unit.id, index, Limited.SMOKE)


def check_hold(state: PanzerState, side: SideId, order: HoldFire) -> None:
    """A unit that could fire smoke but has no target that it must fire at (na:4.4.1i)."""
    unit = own_unit(state, side, order.unit, "na:3.1")
    if not _ready(unit) or not smoke_weapons(state, unit):
        raise IllegalOrder(f"{state.name(unit.id)} has no smoke to hold back", "na:6.1.4.3.10b")
    _check_turn(state, unit)


def hold(state: PanzerState, side: SideId, order: HoldFire, dice: Dice) -> Iterator[Event]:
    """Reveal the command; it is not carried out."""
    yield FireForgone(unit=order.unit, command=state.units[order.unit].command or Command.FIRE)
