"""Whether a computer player seeks an enemy battery: as soon as a counter battery can (or:7.28.1)."""

from __future__ import annotations

from core.event import SideId
from core.order import Order
from core.panzer.counter_battery.locating import able, chance, highest_roll
from core.panzer.counter_battery.orders import AnnounceCounterBattery, ForgoCounterBattery
from core.panzer.state import PanzerState


def decide(state: PanzerState, side: SideId) -> Order:
    """With the one that is likeliest to locate it, and with one alone at each battery: it costs nothing."""
    found = chance(state)
    if found is None or any(one.target == found.target for one in state.counter_battery.announced):
        return ForgoCounterBattery()
    best = max(able(state, side), key=lambda unit: (highest_roll(state, unit, found.target), unit))
    if not highest_roll(state, best, found.target):
        return ForgoCounterBattery()
    return AnnounceCounterBattery(unit=best, target=found.target)
