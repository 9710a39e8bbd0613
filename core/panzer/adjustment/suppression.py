"""Suppression and its recovery, and the counters that are turned at the end of a turn (na:5.10, na:6.8.3, na:6.8.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, UnitId
from core.panzer.adjustment.events import CountersAdjusted, SuppressionChecked
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import AircraftCard
from core.panzer.pieces.clouds import thinned
from core.panzer.pieces.modules import Module
from core.panzer.pieces.unit import Command, Presence, Suppression, Unit
from core.panzer.state import PanzerState
from core.tally import Modifier, Tally, summed

#: Aircraft recover too, wherever they are (na:6.8.3.1).
_RECOVERING = (Presence.ON_MAP, Presence.CARRIED, Presence.OFF_MAP)


def unit_grade(state: PanzerState, unit: UnitId) -> Grade:
    """The Unit Grade that counts: Seasoned, which changes nothing, without the rules on grades (na:5.8.3)."""
    return state.scenario.by_id[unit].grade if state.has(Module.GRADES) else Grade.SEASONED


#: The two modifiers of a recovery roll (na:6.8.3.1).
RECOVERY: Final[tuple[Modifier[Unit], ...]] = (
    Modifier("order", "command other than N/C", "na:6.8.3.1.1", lambda unit: unit.command not in (None, Command.NONE)),
    Modifier("under-fire", "under fire", "na:6.8.3.1.2", lambda unit: unit.under_fire),
)


def recovery_tally(state: PanzerState, unit_id: UnitId) -> Tally:
    """The modifiers of a recovery roll; aircraft have none (na:6.8.3.1)."""
    if isinstance(state.card(unit_id), AircraftCard):
        return Tally()
    return summed(RECOVERY, state.units[unit_id], state.advanced.recovery_modifiers, state.scenario.modules)


def recoveries(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """One roll for every unit with SUPPRESSION/OFF; ON is not rolled for (na:6.8.3, na:6.8.3.2)."""
    for unit in list(state.units.values()):
        if unit.suppression is not Suppression.OFF or unit.presence not in _RECOVERING:
            continue
        tally = recovery_tally(state, unit.id)
        value = state.advanced.recovery[unit_grade(state, unit.id)]
        roll = dice.roll("d100", "suppression recovery", "na:6.8.3")
        total = roll.result + tally.total
        yield SuppressionChecked(
            unit=unit.id,
            value=value,
            total=total,
            recovered=total <= value,
            rolls=(roll,),
            tally=tally.reasons,
        )


def adjusted(state: PanzerState) -> Iterator[Event]:
    """Turn counters from ON to OFF and remove those on OFF and UNDER FIRE, if there are any (na:6.8.4)."""
    marked = any(u.under_fire or u.suppression is Suppression.ON for u in state.units.values())
    if marked or thinned(state.counters.clouds) != state.counters.clouds:
        yield CountersAdjusted()
