"""Linking time: how many turns a message takes up and down the echelons, and to a battery (pw:5.3 to pw:5.3.5)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.communication.nets import is_observer
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.state import WarState
from core.tally import NOTHING, Tally

#: Turns to the command element directly above or below, and to each echelon beyond it (pw:5.3, pw:5.3.1).
NEXT: Final = 1
FURTHER: Final = 2


def chain(state: WarState, unit: Organisation) -> tuple[str, ...]:
    """A unit and all above it that are in the game, by id."""
    found = [unit.id]
    above = unit.parent
    while above is not None and above in state.organisations and above not in found:
        found.append(above)
        above = state.organisations[above].parent
    return tuple(found)


def echelons(state: WarState, one: Organisation, two: Organisation) -> int:
    """How many echelons a message goes up and down between two units: up to the nearest that is above both; units
    without one in the game have it off the table, directly above each (pw:5.3)."""
    ups, others = chain(state, one), chain(state, two)
    for steps, id_ in enumerate(ups):
        if id_ in others:
            return steps + others.index(id_)
    return len(ups) + len(others)


def linking_time(steps: int) -> int:
    """Turns that a message takes over so many echelons: one to the next, two more for each further (pw:5.3,
    pw:5.3.1)."""
    return NEXT + FURTHER * (steps - 1) if steps > 0 else 0


def observers(state: WarState, battery: Organisation) -> tuple[Element, ...]:
    """The forward observers of a battery: its own, or of one without them those of its side that are of no battery
    (pw:5.3.2)."""
    mine = [e for e in state.elements.values() if e.side == battery.side and is_observer(e) and e.presence in THERE]
    own = tuple(e for e in mine if observes(battery, e))
    return own or tuple(e for e in mine if not _of_a_battery(state, e))


def observes(battery: Organisation, element: Element) -> bool:
    """Whether an element is a forward observer of a battery: it belongs to it, or is said to be (pw:5.3.2)."""
    return is_observer(element) and element.id in (*battery.members, *battery.observers)


def _of_a_battery(state: WarState, element: Element) -> bool:
    return any(observes(unit, element) for unit in state.organisations.values() if unit.echelon is Echelon.BATTERY)


def supports(state: WarState, battery: Organisation, element: Element) -> bool:
    """Whether a battery is directly in support of an element: it is dedicated, and the element is its observer or
    belongs to the unit that it is under; one under no unit supports its whole side (pw:5.3.5)."""
    if not battery.dedicated:
        return False
    if _of_a_battery(state, element):
        return observes(battery, element)
    if battery.parent is None or battery.parent not in state.organisations:
        return True
    unit = state.organisations.get(element.organisation)
    return unit is not None and battery.parent in chain(state, unit)


def sole_observer(state: WarState, battery: Organisation, element: Element) -> bool:
    """Whether an element is the one forward observer of a dedicated battery (pw:5.3.2)."""
    return battery.dedicated and tuple(e.id for e in observers(state, battery)) == (element.id,)


def time_lag(state: WarState, element: Element, battery: Organisation) -> Tally:
    """Turns from the request of an element to the arrival of a battery's fire: linking and approval (pw:5.3.2 to
    pw:5.3.5), by the time-lag table (pw:10.6.4). What else the fire itself adds or saves is added to it."""
    lags = state.charts.artillery.time_lag
    if not is_observer(element):
        key, rule = "command", "pw:5.3.2"
    elif sole_observer(state, battery, element):
        key, rule = "fo", "pw:5.3.2"
    else:
        key, rule = "fo-shared", "pw:5.3.2"
    tally = NOTHING.add(lags.told(key), lags[key], rule)
    if not supports(state, battery, element):
        tally = tally.add(lags.told("not-direct-support"), lags["not-direct-support"], "pw:5.3.5")
    return tally
