"""Command in words (pw:4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar.command.events import (
    Appointed,
    CommandDelayed,
    GeneralOrderChanged,
    InitiativeRolled,
    LeaderLost,
    Merged,
    NobodyNear,
    OrderChanged,
    OrderReceived,
    Regrouping,
)
from core.panzerwar.state import WarState
from core.panzerwar.words import called, listed, place, side, turns
from core.presentation import Report
from core.tally import in_sum


def unit(state: WarState, organisation: str) -> str:
    """The name of a unit; of one that is not known here, its id."""
    found = state.organisations.get(organisation)
    return found.name if found is not None else organisation


def _order(state: WarState, event: OrderReceived) -> Report:
    text = f"{unit(state, event.organisation)}: {event.order.value}"
    text += f" to {place(event.objective)}" if event.objective is not None else ""
    text += f", {listed(state, event.moving)} bound{'s' * (len(event.moving) == 1)}" if event.moving else ""
    text += f", in {turns(event.regroups)}" if event.regroups else ""
    text += f", chit {event.chit.value}" if event.chit is not None else ""
    return Report(text, "pw:4.2", rolls=event.rolls, level=2)


def _appointed(state: WarState, event: Appointed) -> Report:
    return Report(f"{called(state, event.element)} leads {unit(state, event.organisation)}", "pw:4.0.4")


def _general(state: WarState, event: GeneralOrderChanged) -> Report:
    text = f"{side(state, event.side)} changes its general order, which is to be communicated: {event.text}"
    return Report(text, "pw:4.0.3")


def _leader_lost(state: WarState, event: LeaderLost) -> Report:
    return Report(f"{unit(state, event.organisation)} is without its command element", "pw:4.0.4")


def _merged(state: WarState, event: Merged) -> Report:
    return Report(f"{event.other} is taken into {unit(state, event.organisation)}", "pw:4.9.1")


def _regrouping(state: WarState, event: Regrouping) -> Report:
    how = f"regroups, {turns(event.left)} more" if event.left else f"has regrouped with {event.strength} elements"
    return Report(f"{unit(state, event.organisation)} {how}", "pw:4.9")


def _changed(state: WarState, event: OrderChanged) -> Report | None:
    name = unit(state, event.organisation)
    if event.disordered:
        return Report(f"{name} is disordered by engaging", "pw:4.7.2")
    if event.apart:
        return Report(f"the halves of {name} are separated", "pw:4.5.1")
    return None


def _delayed(state: WarState, event: CommandDelayed) -> Report | None:
    if not event.delayed:
        return None
    return Report(f"{called(state, event.element)} got its order late and moves half next turn", "pw:4.13.2.2", level=2)


def _made(event: InitiativeRolled, n: int) -> str:
    """The total of a side with how it comes about, where no commander of another nation rolled between."""
    total = event.totals[n][1]
    return in_sum(total if event.commands else event.rolls[n].result, total)


def _initiative(state: WarState, event: InitiativeRolled) -> Report:
    totals = ", ".join(f"{side(state, s)} {_made(event, n)}" for n, (s, _) in enumerate(event.totals))
    totals += "".join(f", {nation} {total}" for _, nation, total in event.commands)
    last = f": {side(state, event.last)} moves last in each segment" if event.last is not None else ""
    lost = "".join(f"; {side(state, s)} loses it by morale" for s in event.lost)
    return Report(f"Initiative {totals}{last}{lost}", "pw:4.11", rolls=event.rolls, tally=event.tally)


def _nobody_near(state: WarState, event: NobodyNear) -> Report:
    return Report("No forces are within 800: both sides move together", "pw:4.11")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    OrderReceived: _order,
    Appointed: _appointed,
    GeneralOrderChanged: _general,
    LeaderLost: _leader_lost,
    Merged: _merged,
    Regrouping: _regrouping,
    OrderChanged: _changed,
    InitiativeRolled: _initiative,
    NobodyNear: _nobody_near,
    CommandDelayed: _delayed,
}
