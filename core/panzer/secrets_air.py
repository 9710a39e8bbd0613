"""What a side may not know of the other's aircraft and anti-aircraft guns (na:6.7.1)."""

from __future__ import annotations

from attrs import evolve as changed

from core.event import Event, SideId, UnitId
from core.panzer.events_air import AaChance, AaPassed, FlightPlanned, LoadChosen
from core.panzer.flights import Flight, Sortie
from core.panzer.orders_air import ChooseLoad, Fly, HoldAaFire
from core.panzer.state import PanzerState

#: Orders that only their own side hears of.
ORDERS = (ChooseLoad, Fly, HoldAaFire)


def flight_seen(state: PanzerState, side: SideId | None) -> Flight | None:
    """The crossing in progress without the steps to come, or without the chances to fire of the other side."""
    flight = state.flight
    if flight is None:
        return None
    mine = state.units[flight.unit].side == side
    answers = side is not None and not mine
    return changed(
        flight,
        plan=flight.plan if mine else (),
        answering=flight.answering and answers,
        held=flight.held and answers,
    )


def sorties_seen(state: PanzerState, side: SideId | None) -> dict[UnitId, Sortie]:
    """What is known of each aircraft, without the load that its player picked, until it is used (na:6.7.1)."""
    return {
        unit: record if state.units[unit].side == side or _shown(state, unit, record) else changed(record, load=None)
        for unit, record in state.sorties.items()
    }


def _shown(state: PanzerState, unit: UnitId, record: Sortie) -> bool:
    weapons = state.card(unit).weapons
    return any(
        record.uses(at) and m.weapon.air is not None and m.weapon.air.attack is record.load
        for at, m in enumerate(weapons)
    )


def redacted(state: PanzerState, event: Event, side: SideId | None) -> bool:
    """Whether an event is kept from a side."""
    if isinstance(event, LoadChosen | FlightPlanned):
        return state.units[event.unit].side != side
    return isinstance(event, AaChance | AaPassed) and event.side != side
