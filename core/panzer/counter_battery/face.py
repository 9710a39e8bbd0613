"""What is shown of batteries and of counter batteries (or:7.28)."""

from __future__ import annotations

from collections.abc import Iterator

from core.event import SideId
from core.panzer.indirect.observers import off_map
from core.panzer.pieces.cards import CounterBatteryCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState
from core.presentation import Card, Row, Section


def unit_rows(state: PanzerState, unit: Unit) -> Iterator[Row]:
    """What a counter battery has done in this turn; what counter battery fire has done to a battery."""
    if not state.has(Switch.COUNTER_BATTERY) or not off_map(state, unit.id):
        return
    card = state.card(unit.id)
    if isinstance(card, CounterBatteryCard):
        more = state.advanced.counter_battery.modifiers["long-mission"]
        words = f"; {more} after {card.consecutive_turns} turns of fire in a row" if more else ""
        rule = state.edition.indirect.counter_battery.location
        yield Row("Counter battery", f"locates on {card.locate[1]} or less{words}", rule)
        if unit.id in state.counter_battery.used:
            yield Row("This turn", "it has sought a battery", "or:7.28.1", tone="dim")
    if (told := condition(state, unit)) is not None:
        yield told


def condition(state: PanzerState, unit: Unit) -> Row | None:
    """What counter battery fire has left of a battery; None if it is as it was."""
    facts = state.edition.indirect.counter_battery
    if unit.presence is Presence.ELIMINATED:
        return Row("Knocked Out", "it fires no more", facts.knocked_out, tone="bad")
    told = []
    if unit.suppression is not None:
        told.append(f"{unit.suppression.value}: {gp_words(state, 'shooter-suppressed')}")
    told += [f"Damaged: {damage_words(state)}"] if unit.damaged else []
    rule = facts.damaged if unit.damaged else "or:7.28.2"
    return Row("Counter battery fire", "; ".join(told), rule, tone="bad") if told else None


def damage_words(state: PanzerState) -> str:
    """What Damage does to a battery (or:7.28.2, min:20.15.2.3)."""
    response = state.advanced.response_modifiers["battery-damaged"]
    told = gp_words(state, "shooter-damaged") + (f", response {response}" if response else "")
    again = state.edition.indirect.counter_battery.damage_adds_up
    return f"{told}; a second Damage is a Knock Out" if again else told


def gp_words(state: PanzerState, modifier: str) -> str:
    """What a modifier takes from the GP Fire of a battery."""
    return f"GP {state.advanced.gp_modifiers[modifier].indirect}"


def cards(state: PanzerState, side: SideId | None) -> Iterator[Card]:
    """For the mission board: the counter batteries, and all batteries that have been found."""
    for own in (s for s in state.scenario.sides if side in (None, s.id)):
        rows = tuple(_seekers(state, own.id))
        if rows:
            yield Card("Counter batteries", own.name, own.id, (Section("", rows),))
    if state.has(Switch.COUNTER_BATTERY):
        found = ((u, condition(state, u)) for u in state.units.values() if off_map(state, u.id))
        hit = tuple(Row(state.name(u.id), told.text, told.rule, tone="bad", unit=u.id) for u, told in found if told)
        if hit:
            yield Card("Batteries found", "", sections=(Section("", hit),))


def _seekers(state: PanzerState, side: SideId) -> Iterator[Row]:
    for unit in state.units.values():
        if unit.side == side and isinstance(state.card(unit.id), CounterBatteryCard):
            now = "has tried this turn" if unit.id in state.counter_battery.used else "ready"
            out = unit.presence is Presence.ELIMINATED
            yield Row(state.name(unit.id), "knocked out" if out else now, "or:7.28.1", unit=unit.id)
