"""Suppression and its recovery, and the counters that are turned at the end of a turn (na:5.10, na:6.8.3, na:6.8.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import Event, UnitId
from core.panzer.adjustment.events import CountersAdjusted, SuppressionChecked
from core.panzer.firing import inquiry
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import AircraftCard, BatteryCard
from core.panzer.pieces.clouds import thinned
from core.panzer.pieces.inquiry import Fact, FactKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import TURNED_OFF, Presence, Suppression, Unit
from core.panzer.state import PanzerState
from core.tally import Modifier, Tally, summed

#: Aircraft recover too, wherever they are (na:6.8.3.1).
_RECOVERING = (Presence.ON_MAP, Presence.CARRIED, Presence.OFF_MAP)


def unit_grade(state: PanzerState, unit: UnitId) -> Grade:
    """The Unit Grade that counts: Seasoned, which changes nothing, without the rules on grades.

    (na:5.8.3, min:12.1.3)
    """
    return state.scenario.by_id[unit].grade if state.has(Switch.GRADES) else Grade.SEASONED


@frozen(eq=False, repr=False)
class Recovering(Alike):
    """A unit that rolls for its recovery.

    ordered: it has a command other than N/C; met: it was attacked in close combat, which counts more than fire.
    """

    unit: Unit
    ordered: bool
    met: bool


#: The modifiers of a recovery roll; of the last two the greater counts alone (na:6.8.3.1, min:19.2.1.3).
RECOVERY: Final[tuple[Modifier[Recovering], ...]] = (
    Modifier("order", "command other than N/C", "na:6.8.3.1.1", lambda one: one.ordered),
    Modifier("under-fire", "under fire", "na:6.8.3.1.2", lambda one: one.unit.under_fire and not one.met),
    Modifier("close-combat", "attacked in close combat", "min:19.2.1.2", lambda one: one.met),
)


def recovery_tally(state: PanzerState, unit_id: UnitId) -> Tally:
    """The modifiers of a recovery roll; aircraft and batteries have none (na:6.8.3.1, or:7.28.2).

    Close combat is as fire by the hex edition (na:6.8.3.1.2), and counts more in the miniatures edition (min:19.2.1.2;
    an example is min:19.2.2).
    """
    if isinstance(state.card(unit_id), AircraftCard | BatteryCard):
        return Tally()
    unit = state.units[unit_id]
    amounts = state.advanced.recovery_modifiers
    met = unit_id in state.combats.met and amounts["close-combat"] > amounts["under-fire"]
    one = Recovering(unit, inquiry.has_order(state, unit), met)
    return summed(RECOVERY, one, amounts, state.scenario.switches)


def recovers_to(state: PanzerState, unit_id: UnitId) -> int:
    """The highest total with which a unit recovers: by its Unit Grade, batteries alike (na:6.8.3, or:7.28.2)."""
    if isinstance(state.card(unit_id), BatteryCard):
        return state.advanced.counter_battery.recovers
    return state.advanced.recovery[unit_grade(state, unit_id)]


def recoveries(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """One roll for every unit with SUPPRESSION/OFF; ON is not rolled for (na:6.8.3, na:6.8.3.2)."""
    rolling = [u for u in state.units.values() if u.suppression is Suppression.OFF and u.presence in _RECOVERING]
    commanded = (u.id for u in rolling if not isinstance(state.card(u.id), BatteryCard))
    inquiry.require(state, (Fact(unit, FactKind.ORDERED) for unit in commanded))
    for unit in rolling:
        tally = recovery_tally(state, unit.id)
        value = recovers_to(state, unit.id)
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
    """Turn counters from ON to OFF and remove those on OFF, UNDER FIRE and SMOKE/DS, if there are any (na:6.8.4,
    or:7.9)."""
    marked = any(
        u.under_fire or u.smoke_screen or u.suppression is Suppression.ON or u.morale in TURNED_OFF
        for u in state.units.values()
    )
    if marked or thinned(state.counters.clouds) != state.counters.clouds:
        yield CountersAdjusted()
