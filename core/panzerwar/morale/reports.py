"""General morale in words (pw:13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.panzerwar.morale.events import (
    GunDestroyed,
    LeftBehind,
    MoraleFailed,
    MoralePasses,
    MoraleTested,
    Panicked,
    RanOff,
    Retired,
    Stranded,
)
from core.panzerwar.pieces.organisation import Forced
from core.panzerwar.state import WarState
from core.panzerwar.words import called, turns
from core.plane import hex_at
from core.presentation import Report
from core.tally import in_sum

_DOES: Final[Mapping[Forced, str]] = {
    Forced.ROUT: "routs",
    Forced.RETREAT: "retreats",
    Forced.WITHDRAW: "withdraws",
    Forced.REGROUP: "has to regroup",
    Forced.HALT: "halts",
}


def _unit(state: WarState, organisation: str) -> str:
    found = state.organisations.get(organisation)
    return found.name if found is not None else organisation


def _at(state: WarState, element: UnitId) -> dict[str, Any]:
    found = state.elements.get(element)
    return {"hexes": (hex_at(found.at),)} if found is not None and found.at is not None else {}


def _sum(event: MoraleTested | MoraleFailed | Stranded) -> str:
    """What was rolled, with what was added to it."""
    return in_sum(event.rolled - sum(reason.amount for reason in event.tally), event.rolled)


def _tested(state: WarState, event: MoraleTested) -> Report:
    what = "units" if event.units else "elements"
    how = "fails" if event.failed else "stands"
    text = f"{_unit(state, event.organisation)}, {event.lost} of {event.of} {what} lost"
    text += f", tests at {event.level} % and {how}: {_sum(event)}, it fails on {event.needed} or less"
    rule = "pw:13.2" if event.units else "pw:13.1"
    return Report(text, rule, rolls=event.rolls, tally=event.tally)


def _failed(state: WarState, event: MoraleFailed) -> Report:
    text = f"{_unit(state, event.organisation)} {_DOES[event.forced]}"
    text += f" through turn {event.until}" if event.until else ""
    text += f", in {turns(event.regroups)}" if event.regroups else ""
    if event.by:
        return Report(f"{text}, as {_unit(state, event.by)} does", "pw:13.2", rolls=event.rolls)
    return Report(f"{text}: {_sum(event)}", "pw:13.1.7", rolls=event.rolls, tally=event.tally)


def _passes(state: WarState, event: MoralePasses) -> Report:
    name = _unit(state, event.organisation)
    if event.forced is not None:
        return Report(f"{name} {_DOES[event.forced]}, in {turns(event.regroups)}", "pw:13.1.7", rolls=event.rolls)
    return Report(f"{name} takes orders again", "pw:13.1.7")


def _panicked(state: WarState, event: Panicked) -> Report:
    how = "is left by its crew" if event.bails_out else "breaks"
    return Report(f"{called(state, event.element)} {how}", "pw:13.1.7", **_at(state, event.element))


def _ran_off(state: WarState, event: RanOff) -> Report:
    return Report(f"{called(state, event.element)} flees from the table", "pw:13.1.7")


def _left_behind(state: WarState, event: LeftBehind) -> Report:
    text = f"{called(state, event.element)} is left behind by {_unit(state, event.organisation)}, and under attack"
    return Report(text, "pw:13.1.5", **_at(state, event.element))


def _stranded(state: WarState, event: Stranded) -> Report:
    name = _unit(state, event.organisation)
    text = f"What {name} left behind {'does not stay' if event.forced in _GOES else 'stays'}: {_sum(event)}"
    return Report(text, "pw:13.1.5", rolls=event.rolls, tally=event.tally)


_GOES: Final = frozenset({Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW})


def _retired(state: WarState, event: Retired) -> Report:
    return Report(f"{called(state, event.element)} has retired from {_unit(state, event.organisation)}", "pw:13.1.5")


def _gun_destroyed(state: WarState, event: GunDestroyed) -> Report:
    text = f"The crew of {called(state, event.element)} destroys its gun"
    return Report(text, "pw:13.5.2", **_at(state, event.element))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    MoraleTested: _tested,
    MoraleFailed: _failed,
    MoralePasses: _passes,
    Panicked: _panicked,
    RanOff: _ran_off,
    LeftBehind: _left_behind,
    Stranded: _stranded,
    Retired: _retired,
    GunDestroyed: _gun_destroyed,
}
