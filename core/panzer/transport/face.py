"""The transport sheet: every vehicle that can carry others, who rides in it, and who could mount it (na:6.6.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder
from core.panzer.firing.transported_fire import fire_refusal, observe_refusal
from core.panzer.gp.bail_out import passengers
from core.panzer.movement.mover import mover
from core.panzer.pieces.cards import LegCard, Room, TowedCard, VehicleCard
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.sequence import MOVE_STEPS, player_of
from core.panzer.state import PanzerState
from core.panzer.transport import mounting, portee
from core.panzer.transport.choices import truck_of
from core.panzer.transport.room import (
    aboard_refusal,
    capacity,
    carried,
    is_transport,
    landings,
    load_refusal,
    needs,
    on_the_move,
    room_left,
)
from core.presentation import Card, Mark, OddsReport, Row, Section, Sheet, SheetKind

LOADED: Final = Mark("loaded", "◫", "L", "carries passengers", "info")
KIND: Final = SheetKind("transport", "Transport", "t")
_NOTE: Final = (
    "Capacities are towed-leg (TR). Passengers come and go in the Movement Step, by the orders under Transport."
)
_IN_PLAY: Final = frozenset({Presence.ON_MAP, Presence.WAITING, Presence.CARRIED})


def sheet(state: PanzerState, side: SideId | None) -> Sheet:
    """The transports of a side, or of both for one who takes no side, then its units that could be carried."""
    cards: list[Card] = []
    for one in state.scenario.sides:
        if side in (None, one.id):
            mine = [u for u in state.units.values() if u.side == one.id and u.presence in _IN_PLAY]
            cards += [_vehicle(state, u) for u in mine if is_transport(state, u.id)]
            cards += [_portee(state, u) for u in mine if u.on_map and portee.parts(state, u.id) is not None]
            rows = tuple(_unmounted(state, u) for u in mine if u.on_map and needs(state, u.id) is not None)
            if rows:
                cards.append(Card("Dismounted", "leg and towed units on the map", one.id, (Section("", rows),)))
    return Sheet(KIND.title, "na:6.6.7", tuple(cards), _NOTE)


def _room(room: Room) -> str:
    return f"{room.towed}-{room.leg}"


# -- vehicles -------------------------------------------------------------------------------------


def _vehicle(state: PanzerState, vehicle: Unit) -> Card:
    """Capacity, who is aboard, what is left, and what mounting would cost it now."""
    card, left = state.card(vehicle.id), room_left(state, vehicle.id)
    room = f"{_room(capacity(state, vehicle.id))}, left {_room(left)}"
    rows = [Row("Capacity", room, "na:6.6.7.1", unit=vehicle.id, hex=vehicle.hex), *_cost(state, vehicle)]
    if isinstance(card, VehicleCard) and card.under_cover:
        rows.append(Row("Under Cover", "its passengers have GP Defense 3S", "na:6.5.4.2.3", tone="good"))
    sections = [Section("", tuple(rows))]
    aboard = tuple(_aboard(state, u, vehicle) for u in passengers(state, vehicle.id))
    if aboard:
        sections.append(Section("Aboard", aboard))
    where = f"{card.name}, {vehicle.hex if vehicle.on_map else vehicle.presence.value}"
    return Card(state.name(vehicle.id), where, vehicle.side, tuple(sections))


def _cost(state: PanzerState, vehicle: Unit) -> Iterator[Row]:
    """In its side's Movement Step what passengers cost the vehicle, or why they cannot come or go (na:6.6.7.1.1c)."""
    rule = "na:6.6.7.1.1c"
    if vehicle.bailed_out:
        yield Row("Passengers", "its crew has bailed out", "na:5.15c", tone="bad")
    elif not _moves_now(state, vehicle) or not vehicle.on_map:
        return
    elif not on_the_move(state, vehicle):
        unknown = ", unless it has MOVE or SHORT HALT" if vehicle.command is None else ""
        yield Row("Passengers", f"come and go at no cost{unknown}", rule)
    elif (refused := mounting.handling_refusal(state, vehicle.id, Rate.CROSS_COUNTRY)) is not None:
        yield Row("Passengers", refused.reason, refused.rule, tone="dim")
    else:
        needed = mounting.cost(state, mounting.move_of(state, vehicle.id, Rate.CROSS_COUNTRY))
        text = f"cost {needed} of its allowance, all in one hex" if needed else "cost nothing more in this hex"
        yield Row("Passengers", text, rule)


def _moves_now(state: PanzerState, unit: Unit) -> bool:
    """Whether it is the Movement Step of a unit's side."""
    return state.step in MOVE_STEPS and player_of(state) == unit.side


def _aboard(state: PanzerState, unit_id: UnitId, vehicle: Unit) -> Row:
    """A passenger: what it takes up, its condition, what it may do."""
    unit = state.units[unit_id]
    wanted = needs(state, unit_id)
    told = [f"takes {_room(wanted)}"] if wanted is not None else []
    if unit.suppression is not None:
        told.append(unit.suppression.value)
    if unit.moved:
        told.append("has mounted in this turn")
    elif vehicle.on_map and not landings(state, unit_id, vehicle.id):
        told.append("cannot get down here")
    told += _may(state, unit)
    return Row(state.name(unit_id), "; ".join(told), "na:6.6.7.1", unit=unit_id, hex=vehicle.hex)


def _may(state: PanzerState, unit: Unit) -> Iterator[str]:
    """Whether a passenger may fire or observe with the command that its vehicle has, as far as that is known."""
    vehicle = state.units[unit.carrier] if unit.carrier is not None else None
    if vehicle is None or vehicle.command is None or not isinstance(state.card(unit.id), LegCard) or unit.fired:
        return
    if fire_refusal(state, unit, overwatch=False) is None:
        yield "may fire"
    elif fire_refusal(state, unit, overwatch=True) is None:
        yield "may fire on Overwatch"
    elif observe_refusal(state, unit.id) is not None:
        yield "may not fire"


def _portee(state: PanzerState, unit: Unit) -> Card:
    """A Portée, and what it takes to get its gun down."""
    refused = portee.dismount_refusal(state, unit.id, Rate.CROSS_COUNTRY)
    now = _moves_now(state, unit)
    if not now:
        text, rule = "comes off in its side's Movement Step", "na:5.2.1b"
    elif refused is not None:
        text, rule = refused.reason, refused.rule
    else:
        text, rule = "may come off now", "na:5.2.1b"
    tone = "good" if refused is None and now else "dim"
    row = Row("Gun", text, rule, tone=tone, unit=unit.id, hex=unit.hex)
    return Card(state.name(unit.id), state.card(unit.id).name, unit.side, (Section("", (row,)),))


# -- units on foot --------------------------------------------------------------------------------


def _unmounted(state: PanzerState, unit: Unit) -> Row:
    """A unit that could be carried: what it needs, what it may mount, or why it may not."""
    wanted = needs(state, unit.id)
    text, rule, tone = _mounts(state, unit)
    takes = f"needs {_room(wanted)}; " if wanted is not None else ""
    return Row(f"{state.name(unit.id)} {unit.hex}", f"{takes}{text}", rule, tone=tone, unit=unit.id, hex=unit.hex)


def _mounts(state: PanzerState, unit: Unit) -> tuple[str, str, str]:
    """What a unit may mount, or the reason of the nearest vehicle with room why not: text, rule, tone."""
    now = _moves_now(state, unit)
    near = sorted(
        (distance(unit.hex, v.hex), v.id)
        for v in state.of(unit.side)
        if unit.hex is not None and v.hex is not None and is_transport(state, v.id) and v.id != unit.id
    )
    roomy = [(far, v) for far, v in near if load_refusal(state, v, unit.id) is None]
    owner = portee.portee_of(state, unit.id) if isinstance(state.card(unit.id), TowedCard) else None
    if owner is not None and portee.together_refusal(state, unit.id) is None:
        back = portee.mount_refusal(state, unit.id, Rate.CROSS_COUNTRY)
        if back is None and now:
            return f"may become {state.name(owner)} again", "na:5.2.1c", "good"
    if not roomy:
        return ("no vehicle has room for it", "na:6.6.7.1", "dim") if near else ("no transport", "na:6.6.7", "dim")
    if now:
        able = [v for _, v in roomy if mounting.mount_refusal(state, unit.id, v, Rate.CROSS_COUNTRY) is None]
    else:
        able = [v for _, v in roomy if aboard_refusal(state, unit.id, v) is None]
    if able:
        names = ", ".join(state.name(v) for v in able)
        return (
            f"may mount {names}" if now else f"with MOVE may mount {names}",
            "na:6.6.7.1.1a",
            "good",
        )
    vehicle = roomy[0][1]
    refused = aboard_refusal(state, unit.id, vehicle)
    if refused is None:
        refused = mounting.mount_refusal(state, unit.id, vehicle, Rate.CROSS_COUNTRY)
    return (refused.reason, refused.rule, "dim") if refused is not None else ("", "na:6.6.7.1.1a", "")


# -- counters, hexes and unit cards ----------------------------------------------------------------


def marks(state: PanzerState, unit: Unit) -> tuple[Mark, ...]:
    """The mark of a vehicle with passengers (na:6.6.7)."""
    if not state.has(Switch.TRANSPORT) or not unit.on_map:
        return ()
    return (LOADED,) if passengers(state, unit.id) else ()


def riders(state: PanzerState, unit: Unit) -> list[Row]:
    """The passengers of a unit, below it in the list of what is in a hex."""
    return [Row("  aboard", state.name(u), "na:6.6.7", unit=u, hex=unit.hex) for u in passengers(state, unit.id)]


def unit_rows(state: PanzerState, unit: Unit) -> list[Row]:
    """What a unit's card says of transport: its vehicle or its passengers, and its capacity (na:6.6.7.1)."""
    if not state.has(Switch.TRANSPORT):
        return []
    vehicle = carried(state, unit.id)
    if vehicle is not None:
        where = state.units[vehicle].hex
        text = f"{state.name(vehicle)} in {where}" if where is not None else state.name(vehicle)
        return [Row("Aboard", text, "na:6.6.7", unit=vehicle, hex=where)]
    if not is_transport(state, unit.id):
        wanted = needs(state, unit.id)
        return [Row("Needs", f"{_room(wanted)} (towed-leg)", "na:6.6.7.1")] if wanted is not None else []
    text = f"{_room(capacity(state, unit.id))} (towed-leg), left {_room(room_left(state, unit.id))}"
    rows = [Row("Carries", text, "na:6.6.7.1")]
    return rows + riders(state, unit)


# -- orders begun ---------------------------------------------------------------------------------


_THEN: Final = {
    "mount": ("spends all of its allowance; the enemy may fire on Overwatch before it is aboard", "na:6.6.7.1.1a"),
    "dismount": ("spends all of its allowance, SPOT/MOVE; the enemy may fire on Overwatch", "na:6.6.7.1.1b"),
    "dismount-on": ("SPOT/MOVE; the enemy may fire on Overwatch; it has its own move still", "min:17.2.8.2.1"),
    "bail-out": ("is SUPPRESSION/ON in the hex of the vehicle", "na:6.6.7.1.2"),
    "dismount-portee": ("gun and truck face any hexside; the truck goes on with the move", "na:5.2.1b"),
    "mount-portee": ("gun and truck become the Portée; the enemy may fire at the gun first", "na:5.2.1c"),
}


def order_report(state: PanzerState, partial: Partial) -> OddsReport | None:
    """What an order of transporting begun costs and brings (na:6.6.7.1.1); None for other orders."""
    kind, _, named = partial[0].partition(":")
    if kind not in _THEN:
        return None
    unit = UnitId(named)
    vehicle = truck_of(state, unit) if kind == "mount-portee" else unit
    rate = Rate.ROUTE if Rate.ROUTE.value in partial[1:] else Rate.CROSS_COUNTRY
    rows = [*_price(state, kind, vehicle, rate)]
    if kind in ("mount", "dismount"):
        rows.append(Row("Room", f"{_room(room_left(state, vehicle))} left (towed-leg)", "na:6.6.7.1"))
    text, rule = _THEN["dismount-on" if kind == "dismount" and state.edition.dismounted_move_on else kind]
    who = UnitId(partial[1]) if kind in ("mount", "dismount", "bail-out") and len(partial) > 1 else None
    rows.append(Row(state.name(who) if who in state.units and who is not None else "Then", text, rule))
    return OddsReport(f"{state.name(vehicle)}: {kind.replace('-', ' ')}", (), tuple(rows))


def _price(state: PanzerState, kind: str, vehicle: UnitId, rate: Rate) -> Iterator[Row]:
    """What it costs the vehicle and what that leaves it."""
    if kind == "bail-out" or not on_the_move(state, state.units[vehicle]):
        yield Row("Costs", "the vehicle nothing", "na:6.6.7.1.1c" if kind != "bail-out" else "na:6.6.7.1.2")
        return
    try:
        move = mounting.move_of(state, vehicle, rate)
    except IllegalOrder as error:
        yield Row("Not possible", error.reason, error.rule, tone="bad")
        return
    needed, left = (
        mounting.cost(state, move, whole=mounting.all_for(kind)),
        mover(state, vehicle).left(move),
    )
    yield Row("Costs", f"{needed} of the {left} that it has left, {left - needed} remain", "na:6.6.7.1.1c")
