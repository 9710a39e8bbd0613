"""Communication in words (pw:5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.panzerwar.communication.events import (
    AttemptNoted,
    Contacted,
    ContactEnded,
    ContactsRolled,
    OrdersAffirmed,
    PlanPassed,
)
from core.panzerwar.pieces.nets import Reached
from core.panzerwar.state import WarState
from core.panzerwar.words import called, side
from core.plane import hex_at
from core.presentation import Report
from core.tally import number_in_sum

_TOLD: Final[Mapping[Reached, str]] = {
    Reached.MADE: "reaches {to}",
    Reached.FAILED: "does not reach {to}",
    Reached.OUTRANKED: "gets through to {to}, which listens to another",
    Reached.GARBLED: "is garbled at {to} by another who calls",
}


def _unit(state: WarState, to: str) -> str:
    found = state.organisations.get(to)
    return found.name if found is not None else to or "higher command"


def _at(state: WarState, element: UnitId) -> dict[str, Any]:
    found = state.elements.get(element)
    return {"hexes": (hex_at(found.at),)} if found is not None and found.at is not None else {}


def _noted(state: WarState, event: AttemptNoted) -> Report:
    one = event.attempt
    name, to = called(state, one.element), _unit(state, one.to)
    if event.off:
        return Report(f"{name} does not call {to} after all", "pw:5.1.2", level=2)
    return Report(f"{name} will {'stay in contact with' if one.maintain else 'call'} {to}", "pw:5.1.2", level=2)


def _contacted(state: WarState, event: Contacted) -> Report:
    if event.maintain and event.result is Reached.FAILED:
        text = f"{called(state, event.element)} loses contact with {_unit(state, event.to)}"
        rule = "pw:5.2.1"
    else:
        text = f"{called(state, event.element)} {_TOLD[event.result].format(to=_unit(state, event.to))}"
        rule = "pw:5.1" if event.result in (Reached.MADE, Reached.FAILED) else "pw:5.1.2"
    text += f": {event.rolled}, {number_in_sum(event.needed, event.tally)} or more was needed"
    return Report(text, rule, rolls=event.rolls, tally=event.tally, **_at(state, event.element))


def _ended(state: WarState, event: ContactEnded) -> Report:
    return Report(f"{called(state, event.element)} ends contact with {_unit(state, event.to)}", "pw:5.2.1")


def _passed(state: WarState, event: PlanPassed) -> Report:
    return Report(
        f"The general order of {side(state, event.side)} is passed on, from turn {event.turn}: {event.text}", "pw:5.2"
    )


def _affirmed(state: WarState, event: OrdersAffirmed) -> Report:
    return Report(f"{_unit(state, event.organisation)} has its orders affirmed", "pw:5.2.2")


def _rolled(state: WarState, event: ContactsRolled) -> None:
    """Nothing to tell: each attempt is told by itself."""


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    AttemptNoted: _noted,
    Contacted: _contacted,
    ContactEnded: _ended,
    PlanPassed: _passed,
    OrdersAffirmed: _affirmed,
    ContactsRolled: _rolled,
}
