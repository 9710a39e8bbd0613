"""How counter battery fire changes the state (or:7.28). No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event
from core.panzer.counter_battery import events
from core.panzer.course.events import TurnBegun
from core.panzer.indirect.events import FireScattered, MissionEnded, MissionFired
from core.panzer.pieces.missions import CounterBatteryAttempt, CounterBatteryResult, Streak
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Suppression
from core.panzer.state import PanzerState


def _announced(state: PanzerState, event: events.CounterBatteryAnnounced) -> None:
    now = state.counter_battery
    attempt = CounterBatteryAttempt(event.unit, event.target, event.counter)
    state.counter_battery = changed(
        now,
        used=now.used | {event.unit},
        announced=(*now.announced, attempt),
        made=None if event.counter else now.made,
    )


def _forgone(state: PanzerState, event: events.CounterBatteryForgone) -> None:
    now = state.counter_battery
    if event.counter:
        state.counter_battery = changed(now, made=None)
    else:
        state.counter_battery = changed(now, decided=now.decided | {event.target})


def _fired(state: PanzerState, event: events.CounterBatteryFired) -> None:
    """Suppressed, Damaged or Knocked Out; a counter battery is not Suppressed, and may be answered (or:7.28.3)."""
    _done(state, event)
    now = state.counter_battery
    state.counter_battery = changed(now, made=None if event.counter else event.unit)
    if event.out:
        state.change(event.target, presence=Presence.ELIMINATED)
    elif event.result is CounterBatteryResult.DAMAGED:
        state.change(event.target, damaged=True)
    elif event.result is CounterBatteryResult.SUPPRESSED and not event.counter:
        state.change(event.target, suppression=Suppression.ON)


def _lapsed(state: PanzerState, event: events.CounterBatteryLapsed) -> None:
    _done(state, event)


def _done(state: PanzerState, event: events.CounterBatteryFired | events.CounterBatteryLapsed) -> None:
    now = state.counter_battery
    left = tuple(one for one in now.announced if one.unit != event.unit)
    state.counter_battery = changed(now, announced=left)


def _mission_fired(state: PanzerState, event: MissionFired) -> None:
    """Note since when a battery has fired in its mission turn by turn (or:7.28.2)."""
    if not event.off_map or not state.has(Switch.COUNTER_BATTERY):
        return
    streaks = state.counter_battery.streaks
    before = streaks.get(event.source)
    goes_on = before is not None and before.number == event.number and before.last >= state.turn - 1
    first = before.first if before is not None and goes_on else state.turn
    state.counter_battery = changed(
        state.counter_battery, streaks={**streaks, event.source: Streak(event.number, first, state.turn)}
    )


def _fire_scattered(state: PanzerState, event: FireScattered) -> None:
    """Fire that scatters away from others of its mission goes on in one of its own (or:7.26, or:7.28.2)."""
    streaks = state.counter_battery.streaks
    streak = streaks.get(event.source)
    if streak is not None and streak.number == event.number != event.to:
        moved = {**streaks, event.source: changed(streak, number=event.to)}
        state.counter_battery = changed(state.counter_battery, streaks=moved)


def _mission_ended(state: PanzerState, event: MissionEnded) -> None:
    """The number of a mission that has ended goes to another one."""
    now = state.counter_battery
    left = {
        battery: streak
        for battery, streak in now.streaks.items()
        if (state.units[battery].side, streak.number) != (event.side, event.number)
    }
    if len(left) < len(now.streaks):
        state.counter_battery = changed(now, streaks=left)


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    """Each counter battery may try again (or:7.28.1)."""
    now = state.counter_battery
    if now.used or now.decided:
        state.counter_battery = changed(now, used=frozenset(), decided=frozenset(), announced=(), made=None)


#: What each event does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.CounterBatteryAnnounced: _announced,
    events.CounterBatteryForgone: _forgone,
    events.CounterBatteryFired: _fired,
    events.CounterBatteryLapsed: _lapsed,
    FireScattered: _fire_scattered,
    MissionFired: _mission_fired,
    MissionEnded: _mission_ended,
    TurnBegun: _turn_begun,
}
