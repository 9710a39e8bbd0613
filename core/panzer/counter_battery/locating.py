"""Counter battery fire: who may try to locate whom, the two rolls, what comes of them (or:7.28, or:7.28.2, min:20.15).

Only units that a scenario lists as counter batteries do it, each once in a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.counter_battery.events import (
    CounterBatteryAnnounced,
    CounterBatteryFired,
    CounterBatteryForgone,
    CounterBatteryLapsed,
)
from core.panzer.counter_battery.orders import AnnounceCounterBattery, ForgoCounterBattery
from core.panzer.indirect.observers import off_map
from core.panzer.pieces.cards import CounterBatteryCard
from core.panzer.pieces.missions import CounterBatteryAttempt, CounterBatteryResult
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Tally, summed

RULE: Final = "or:7.28.1"


# -- chances ---------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Chance(Alike):
    """A chance to announce counter battery fire. counter: at the counter battery that has fired last (or:7.28.3)."""

    side: SideId
    target: UnitId
    counter: bool = False


def able(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The counter batteries of a side that have not tried in this turn and are not knocked out (or:7.28.1)."""
    if not state.has(Switch.COUNTER_BATTERY):
        return ()
    return tuple(
        u.id
        for u in state.units.values()
        if u.side == side
        and isinstance(state.card(u.id), CounterBatteryCard)
        and u.presence is Presence.OFF_MAP
        and u.id not in state.counter_battery.used
    )


def chance(state: PanzerState) -> Chance | None:
    """Who has to say now whether a counter battery seeks whom; None if nobody can.

    The one that has just fired may be answered first (or:7.28.3); then each battery that is about to fire, since it has
    responded, continues or arrives as planned (or:7.28.1).
    """
    if not state.has(Switch.COUNTER_BATTERY):
        return None
    if (answering := _answer(state)) is not None:
        return answering
    now, pending = state.counter_battery, state.indirect.pending
    if not pending or not all(one.responded for one in pending):
        return None
    battery = pending[0].source
    enemy = state.scenario.enemy(pending[0].side)
    if not off_map(state, battery) or battery in now.decided or not able(state, enemy):
        return None
    return Chance(enemy, battery)


def _answer(state: PanzerState) -> Chance | None:
    """The chance to answer the counter battery that has fired last; nobody answers an answer (or:7.28.3)."""
    made = state.counter_battery.made
    if made is None:
        return None
    enemy = state.scenario.enemy(state.units[made].side)
    return Chance(enemy, made, counter=True) if able(state, enemy) else None


def due(state: PanzerState) -> CounterBatteryAttempt | None:
    """The attempt that is resolved now: its target has fired for this turn (or:7.28.1); None if none is.

    One that has been resolved may be answered before the next (or:7.28.3).
    """
    if _answer(state) is not None:
        return None
    firing = {one.source for one in state.indirect.pending}
    return next((one for one in state.counter_battery.announced if one.target not in firing), None)


# -- orders ----------------------------------------------------------------------------------------


def _chance(state: PanzerState, side: SideId) -> Chance:
    found = chance(state)
    if found is None or found.side != side:
        raise IllegalOrder("no enemy battery can be sought now", RULE)
    return found


def check_announce(state: PanzerState, side: SideId, order: AnnounceCounterBattery) -> None:
    """A counter battery of one's own that has not tried in this turn, at the battery in question."""
    found = _chance(state, side)
    if order.target != found.target:
        raise IllegalOrder(f"{state.name(found.target)} is the battery that may be sought now", RULE)
    refuse(None if order.unit in able(state, side) else _unable(state, side, order.unit))


def _unable(state: PanzerState, side: SideId, unit: UnitId) -> Refusal:
    names = " or ".join(state.name(one) for one in able(state, side))
    return Refusal(f"{unit!r} cannot seek a battery in this turn; {names} can", RULE)


def announce(state: PanzerState, side: SideId, order: AnnounceCounterBattery, dice: Dice) -> Iterator[Event]:
    """It is resolved when the battery has fired."""
    counter = _chance(state, side).counter
    yield CounterBatteryAnnounced(side=side, unit=order.unit, target=order.target, counter=counter)


def check_forgo(state: PanzerState, side: SideId, order: ForgoCounterBattery) -> None:
    """Counter battery fire is never forced (or:7.28.1)."""
    _chance(state, side)


def forgo(state: PanzerState, side: SideId, order: ForgoCounterBattery, dice: Dice) -> Iterator[Event]:
    """The battery is left alone."""
    found = _chance(state, side)
    yield CounterBatteryForgone(side=side, target=found.target, counter=found.counter)


# -- the rolls -------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Seeking(Alike):
    """A counter battery and the battery that it seeks, as the modifiers of the location roll see them."""

    state: PanzerState
    unit: UnitId
    target: UnitId


def card_of(state: PanzerState, unit: UnitId) -> CounterBatteryCard:
    """The data card of a counter battery. ValueError if the unit is none."""
    card = state.card(unit)
    if not isinstance(card, CounterBatteryCard):
        raise ValueError(f"{unit} is no counter battery")
    return card


def lasted(state: PanzerState, battery: UnitId) -> int:
    """For how many consecutive turns a battery has fired in its mission, this one among them; 0 if it fires in none."""
    mission = state.indirect.firing_in(battery)
    if mission is None:
        return 0
    streak = state.counter_battery.streaks.get(battery)
    goes_on = streak is not None and streak.number == mission.number and streak.last >= state.turn - 1
    return state.turn - streak.first + 1 if streak is not None and goes_on else 1


def _long(at: Seeking) -> bool:
    return lasted(at.state, at.target) >= card_of(at.state, at.unit).consecutive_turns


def _self_propelled(at: Seeking) -> bool:
    return at.state.scenario.by_id[at.target].self_propelled


def _soviet_in(year: int) -> Callable[[Seeking], bool]:
    def applies(at: Seeking) -> bool:
        scenario = at.state.scenario
        return scenario.date.startswith(str(year)) and scenario.side(at.state.units[at.unit].side).nation == "Soviet"

    return applies


#: The modifiers of the location roll (or:7.28.2).
LOCATION: Final[tuple[Line[Seeking], ...]] = (
    Modifier("long-mission", "the same mission for several turns in a row", "or:7.28.2", _long),
    Modifier("self-propelled", "self-propelled battery", "or:7.28.2", _self_propelled),
    Modifier("soviet-1941", "Soviet counter battery 1941", "or:7.28.2", _soviet_in(1941)),
    Modifier("soviet-1942", "Soviet counter battery 1942", "or:7.28.2", _soviet_in(1942)),
)


def location_tally(state: PanzerState, unit: UnitId, target: UnitId) -> Tally:
    """What is added to the roll by which a counter battery locates a battery (or:7.28.2; nothing by min:20.15.2.1)."""
    amounts = state.advanced.counter_battery.modifiers
    return summed(LOCATION, Seeking(state, unit, target), amounts, state.scenario.switches)


def highest_roll(state: PanzerState, unit: UnitId, target: UnitId) -> int:
    """The highest roll, 0 to 100, by which a counter battery locates a battery; net results below 1 do too."""
    return max(0, min(100, card_of(state, unit).locate[1] - location_tally(state, unit, target).total))


def resolve(state: PanzerState, attempt: CounterBatteryAttempt, dice: Dice) -> Iterator[Event]:
    """Locate the target, then fire at it (or:7.28.2, or:7.28.3, min:20.15.2.1 to min:20.15.3)."""
    unit, target = attempt.unit, attempt.target
    side = state.units[unit].side
    if state.units[target].presence is not Presence.OFF_MAP:
        yield CounterBatteryLapsed(side=side, unit=unit, target=target)
        return
    tally, value = location_tally(state, unit, target), card_of(state, unit).locate[1]
    located = dice.roll("d100", "counter battery location", state.edition.indirect.counter_battery.location)
    rolls, result = [located], None
    if located.result + tally.total <= value:
        rolls.append(dice.roll("d100", "counter battery fire", "or:7.28.2"))
        result = state.advanced.counter_battery.result(rolls[1].result)
    yield CounterBatteryFired(
        side=side,
        unit=unit,
        target=target,
        value=value,
        total=located.result + tally.total,
        result=result,
        out=_out(state, attempt, result),
        counter=attempt.counter,
        rolls=tuple(rolls),
        tally=tally.reasons,
    )


def _out(state: PanzerState, attempt: CounterBatteryAttempt, result: CounterBatteryResult | None) -> bool:
    """Whether the target is out for the scenario: a second Damage is a Knock Out, and to a counter battery the first is
    (or:7.28.2, or:7.28.3). In the miniatures edition a battery fires on however often it is Damaged (min:20.15.2.3)."""
    if result is CounterBatteryResult.DAMAGED:
        again = state.edition.indirect.counter_battery.damage_adds_up and state.units[attempt.target].damaged
        return attempt.counter or again
    return result is CounterBatteryResult.KNOCKED_OUT
