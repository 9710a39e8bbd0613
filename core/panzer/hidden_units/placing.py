"""Placing HIDDEN UNIT counters: at the set-up, and for units that nobody spots during play (or:7.2.1 to or:7.2.3).

A counter stands for units of one formation, or for none. What a counter holds is secret; which units are under any of
them is known when they go off the map, all of a side at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core import placing
from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.own import refuse
from core.panzer import sequence
from core.panzer.formations.control import command_range, formation_key
from core.panzer.ground.terrain import may_start
from core.panzer.hidden_units.events import HiddenDropped, HiddenPlaced, HidingDone, HidingPlanned, UnitsHidden
from core.panzer.hidden_units.orders import DropHiding, HideUnits
from core.panzer.pieces.cards import AircraftCard, BatteryCard
from core.panzer.pieces.concealment.hidden_units import Hiding
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Collateral, Presence, Unit
from core.panzer.state import PanzerState

RULE: Final = "or:7.2.2"
ADDING: Final = "or:7.2.3"


def limit(state: PanzerState, side: SideId) -> int:
    """How many HIDDEN UNIT counters a side may have on the map, fakes among them."""
    return state.scenario.side(side).hidden_units if state.has(Switch.HIDDEN_UNITS) else 0


def numbers(state: PanzerState, side: SideId) -> tuple[int, ...]:
    """The numbers of the counters that a side has left, planned ones not counted."""
    used = {counter.number for counter in state.hidden.of(side)}
    used |= {plan.number for plan in state.hidden.plans if plan.side == side}
    return tuple(n for n in range(1, limit(state, side) + 1) if n not in used)


# -- at the set-up ---------------------------------------------------------------------------------


def to_hide(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Units of a side that are still to be set up, and so may begin under a counter."""
    if not limit(state, side):
        return ()
    return tuple(
        u.id
        for u in state.scenario.units
        if u.side == side
        and u.entry is None
        and u.part_of is None
        and not isinstance(u.card, AircraftCard | BatteryCard)
        and state.units[u.id].presence is Presence.WAITING
        and state.hidden.holding(u.id) is None
    )


def under_counters(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The units that a side has put under counters."""
    return tuple(unit for counter in state.hidden.of(side) for unit in counter.holds)


def set_up_hexes(state: PanzerState, side: SideId, units: tuple[UnitId, ...]) -> tuple[Hex, ...]:
    """The hexes in which a counter may be set up: where one of its units may, of a fake where any of the side may."""
    zone = state.setting_up.zones.get(side)
    if zone is None:
        return ()
    anybody = units or _able(state, side)
    return tuple(h for h in sorted(state.scenario.zones[zone].hexes) if any(may_start(state, u, h) for u in anybody))


def _able(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Ground units of a side that begin on the map, one of each card."""
    cards = {
        u.card.id: u.id
        for u in state.scenario.units
        if u.side == side and not isinstance(u.card, AircraftCard | BatteryCard)
    }
    return tuple(cards.values())


def setting_up(state: PanzerState, side: SideId) -> bool:
    """Whether a side may place counters at the set-up now."""
    turn = placing.sets_up(state.setting_up.order, state.ended) if state.step == sequence.SET_UP else None
    return turn == side and limit(state, side) > 0 and side in state.setting_up.zones


def check_formation(state: PanzerState, units: tuple[UnitId, ...]) -> None:
    """Units of one formation, each once (or:7.2.1)."""
    if len(set(units)) != len(units):
        raise IllegalOrder("each unit is named once", RULE)
    if len({formation_key(state, unit) for unit in units}) > 1:
        raise IllegalOrder("a HIDDEN UNIT counter stands for units of one formation", "or:7.2.1")


def check_hide(state: PanzerState, side: SideId, order: HideUnits) -> None:
    """A free number, units that may be hidden, of one formation, and a hex for them (or:7.2.2)."""
    if state.step != sequence.SET_UP:
        _check_plan(state, side, order)
        return
    if not setting_up(state, side):
        raise IllegalOrder("this side places no HIDDEN UNIT counters now", RULE)
    _check_number(state, side, order.number)
    check_formation(state, order.units)
    able = to_hide(state, side)
    for unit in order.units:
        if unit not in able:
            raise IllegalOrder(f"{unit} is no unit that is still to be set up", RULE)
    if order.hex not in set_up_hexes(state, side, order.units):
        raise IllegalOrder(f"{order.hex} is no hex in which such a counter may be set up", RULE)


def _check_number(state: PanzerState, side: SideId, number: int) -> None:
    if number not in numbers(state, side):
        raise IllegalOrder(f"HIDDEN UNIT {number} is not to be had, of {limit(state, side)} counters", RULE)


def hide(state: PanzerState, side: SideId, order: HideUnits, dice: Dice) -> Iterator[Event]:
    """Put the counter down; during play note it, until the step ends."""
    if state.step == sequence.SET_UP:
        yield HiddenPlaced(side=side, number=order.number, hex=order.hex, units=order.units)
    else:
        yield HidingPlanned(side=side, number=order.number, hex=order.hex, units=order.units)


def check_drop(state: PanzerState, side: SideId, order: DropHiding) -> None:
    """A counter that was put down in this set-up, or planned in this step."""
    if state.step == sequence.SET_UP:
        there = setting_up(state, side) and any(c.number == order.number for c in state.hidden.of(side))
    else:
        there = any(plan.number == order.number for plan in plans(state, side))
    if not there:
        raise IllegalOrder(f"there is no HIDDEN UNIT {order.number} that could be taken back", RULE)


def drop(state: PanzerState, side: SideId, order: DropHiding, dice: Dice) -> Iterator[Event]:
    """Take it back."""
    if state.step == sequence.SET_UP:
        yield HiddenDropped(side=side, number=order.number)
    else:
        yield HidingPlanned(side=side, number=order.number)


def end_of_set_up(state: PanzerState, side: SideId) -> Iterator[Event]:
    """Everybody sees which units are on the map and which are not (or:7.2.1)."""
    if units := under_counters(state, side):
        yield UnitsHidden(side=side, units=tuple(sorted(units)))


# -- during play -----------------------------------------------------------------------------------


def plans(state: PanzerState, side: SideId) -> tuple[Hiding, ...]:
    """What a side has planned to hide in this step."""
    return tuple(plan for plan in state.hidden.plans if plan.side == side)


def unspotted(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units of a side that no enemy has spotted in the Spotting Phase, and that are in good order (or:7.2.3)."""
    seen = {target for targets in state.sighted.values() for target in targets}
    return tuple(u for u in state.of(side) if u.id not in seen and _in_good_order(u))


def _in_good_order(unit: Unit) -> bool:
    """Whether nothing is to become of a unit by itself, as of one that is Suppressed, or leaks fuel (or:7.23.4)."""
    shaken = unit.bailed_out or unit.suppressed or unit.morale is not None
    return not shaken and not unit.track_hit and Collateral.FUEL not in unit.collateral


def _hiding_sides(state: PanzerState) -> tuple[SideId, ...]:
    """The sides that have counters left, and units that could go under them, for all that everybody knows."""
    found = []
    for side in state.scenario.sides:
        free = limit(state, side.id) - sum(1 for _ in state.hidden.of(side.id))
        if free > 0 and unspotted(state, side.id):
            found.append(side.id)
    return tuple(found)


def _carry_out(state: PanzerState, side: SideId) -> Iterator[Event]:
    """All units go off the map at once, then the counters come, in an order that tells nothing (or:7.2.3)."""
    made = sorted(plans(state, side), key=lambda plan: plan.number)
    units = tuple(sorted(unit for plan in made for unit in plan.units))
    covered = {unit for unit in units if state.units[unit].full_cover}
    if units:
        yield UnitsHidden(side=side, units=units)
    for plan in made:
        there = tuple(unit for unit in plan.units if unit in covered)
        yield HiddenPlaced(side=side, number=plan.number, hex=plan.hex, units=plan.units, covered=there)
    yield HidingDone(side=side)


#: Both sides plan in secret at the end of the Spotting Phase; what they have planned is done when both have (or:7.2.3).
HIDING: Final = SecretStep[PanzerState](
    part=_hiding_sides,
    refusal=Refusal("this side has nothing to hide, or has ended it", ADDING),
    carry_out=_carry_out,
    settled=lambda state: state.hidden.hid,
    half=lambda state: state.half_of,
)


def may_hide(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The units that a side may still plan to hide."""
    planned = {unit for plan in plans(state, side) for unit in plan.units}
    return tuple(u.id for u in unspotted(state, side) if u.id not in planned)


def hiding_hexes(state: PanzerState, side: SideId, units: tuple[UnitId, ...]) -> tuple[Hex, ...]:
    """Where a counter for units may go: into a hex of one of them from which the others are within Command Range; a
    fake into any hex of an unspotted unit of its side (or:7.2.3)."""
    if not units:
        return tuple(sorted({u.hex for u in unspotted(state, side) if u.hex is not None}))
    there = [state.units[unit].hex for unit in units]
    hexes = sorted({hex_ for hex_ in there if hex_ is not None})
    reach = command_range(state, units[0])
    return tuple(h for h in hexes if all(hex_ is not None and distance(h, hex_) <= reach for hex_ in there))


def _check_plan(state: PanzerState, side: SideId, order: HideUnits) -> None:
    HIDING.check(state, side)
    _check_number(state, side, order.number)
    check_formation(state, order.units)
    able = may_hide(state, side)
    for unit in order.units:
        if unit not in able:
            refuse(Refusal(f"{unit} is spotted, not in good order, or not on the map", ADDING))
    if order.hex not in hiding_hexes(state, side, order.units):
        raise IllegalOrder(f"{order.hex} is no hex of these units with the others in Command Range", ADDING)
