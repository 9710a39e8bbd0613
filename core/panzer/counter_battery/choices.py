"""Announcing counter battery fire, or letting the chance go by (or:7.28.1, or:7.28.3)."""

from __future__ import annotations

from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.counter_battery.locating import RULE, able, chance, highest_roll, lasted
from core.panzer.counter_battery.orders import AnnounceCounterBattery, ForgoCounterBattery
from core.panzer.state import PanzerState

SEEK, FORGO = "seek", "leave-alone"
HEADS: Final = (SEEK, FORGO)


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The counter batteries that can seek the battery in question, each with its chance to locate it."""
    found = chance(state)
    if found is None or partial:
        return Choices("Counter battery fire", RULE, complete=bool(partial))
    name = state.name(found.target)
    options = [
        Choice(
            f"{SEEK}:{unit}",
            f"{state.name(unit)} seeks it",
            "option",
            unit=unit,
            cost=f"located on {highest} or less"
            if (highest := highest_roll(state, unit, found.target))
            else "hopeless",
            odds=highest / 100,
            irreversible=True,
        )
        for unit in able(state, side)
    ]
    options.append(Choice(FORGO, "Leave it alone", "done", key="L", irreversible=True))
    if found.counter:
        return Choices(
            f"{name} has fired: counter-counter battery fire at it?",
            state.edition.indirect.counter_battery.answer,
            tuple(options),
        )
    turns = lasted(state, found.target)
    since = f", its turn {turns} in this mission" if turns > 1 else ""
    return Choices(f"{name} is about to fire{since}: counter battery fire at it?", RULE, tuple(options))


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    found = chance(state)
    if head_of(partial[0]) == FORGO or found is None:
        return ForgoCounterBattery()
    return AnnounceCounterBattery(unit=UnitId(value_of(partial[0])), target=found.target)
