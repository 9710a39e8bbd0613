"""Attacks on men, rallying and close assaults in words (pw:12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar.infantry import assault_results
from core.panzerwar.infantry.events import (
    AssaultDeclared,
    Assaulted,
    ContactChecked,
    Froze,
    IgnoresSuppression,
    MenAttacked,
    Rallied,
    Surrendered,
    Unpinned,
)
from core.panzerwar.infantry.rallying import in_hard_cover
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.state import WarState
from core.panzerwar.words import called, munition
from core.plane import hex_at
from core.presentation import Play, Report
from core.tally import number_in_sum

_RESULTS: Final = {
    Result.KILLED: "killed",
    Result.CREW: "one of its crews killed, the other serves it",
    Result.BROKEN: "broken",
    Result.SUPPRESSED: "suppressed",
    Result.NOTHING: "no effect",
}


def _attacked(state: WarState, event: MenAttacked) -> Report:
    name, element = called(state, event.element), state.elements.get(event.element)
    killpower = number_in_sum(event.net, event.tally)
    text = f"{munition(state, event.what)} at {name}: {event.rolled} against killpower {killpower}"
    text = f"{text[0].upper()}{text[1:]}: {_RESULTS[event.result]}"
    hexes = (hex_at(element.at),) if element is not None and element.at is not None else ()
    return Report(text, "pw:12.9.3", rolls=event.rolls, tally=event.tally, hexes=hexes)


def _unpinned(state: WarState, event: Unpinned) -> Report:
    return Report(f"{called(state, event.element)} is no longer suppressed", "pw:12.9.3.1", level=2)


def _rallied(state: WarState, event: Rallied) -> Report:
    how = "rallies" if event.rallied else "disperses" if event.dispersed else "stays broken"
    if not event.rolls:
        return Report(f"{called(state, event.element)} {how}: it has been broken for five turns", "pw:12.9.4.1")
    text = f"{called(state, event.element)} {how}: {event.rolls[0].result} against {event.needed}"
    return Report(text, "pw:12.9.4", rolls=event.rolls)


def _surrendered(state: WarState, event: Surrendered) -> Report:
    return Report(f"{called(state, event.element)} surrenders", "pw:12.9.2.1")


def _froze(state: WarState, event: Froze) -> Report:
    element = state.elements.get(event.element)
    if element is None or element.at is None or in_hard_cover(state, element):
        return Report(f"{called(state, event.element)} stays in its cover", "pw:12.9.2.2")
    return Report(f"{called(state, event.element)} stays: no way leads away from who fires", "pw:12.9.2")


def _checked(state: WarState, event: ContactChecked) -> Report:
    enemy = "the enemy" if event.enemy is None else called(state, event.enemy)
    how = f"goes into contact with {enemy}" if event.goes else f"halts before {enemy}"
    text = f"{called(state, event.element)} {how}: {event.rolls[0].result} against {event.needed}"
    return Report(text, "pw:12.2.3", rolls=event.rolls)


def _ignores(state: WarState, event: IgnoresSuppression) -> Report:
    return Report(f"{called(state, event.element)} charges through suppression", "pw:12.9.3.2")


def _declared(state: WarState, event: AssaultDeclared) -> Report:
    if not event.target:
        return Report(f"{called(state, event.element)} does not assault", "pw:12.11.4.2", "dim", level=2)
    with_ = f" with {event.weapon}" if event.weapon else ""
    text = f"{called(state, event.element)} is to assault {called(state, event.target)}{with_}"
    return Report(text, "pw:12.11.4.2", level=2)


def _assaulted(state: WarState, event: Assaulted) -> Report:
    how = f"succeeds: {event.told}" if event.succeeded else "fails"
    text = (
        f"{called(state, event.element)} assaults {called(state, event.target)}: "
        f"{event.rolled} against {number_in_sum(event.needed, event.tally)}, {how}"
    )
    return Report(
        text, "pw:12.11.4", rolls=event.rolls, tally=event.tally, details=_result(state, event), play=Play.PAUSE
    )


def _result(state: WarState, event: Assaulted) -> tuple[str, ...]:
    """The roll on the CAT Results with what is added to it (pw:12.11.6.1)."""
    target = state.elements.get(event.target)
    if target is None or len(event.rolls) < 2:
        return ()
    why = assault_results.added(state, target, event.weapon)
    rolled = event.rolls[1].result
    parts = "".join(f", {reason.label} {reason.amount:+d}" for reason in why)
    return (f"result: {rolled}{parts}: {rolled + sum(reason.amount for reason in why)}",) if why else ()


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    MenAttacked: _attacked,
    Unpinned: _unpinned,
    Rallied: _rallied,
    Surrendered: _surrendered,
    Froze: _froze,
    ContactChecked: _checked,
    IgnoresSuppression: _ignores,
    AssaultDeclared: _declared,
    Assaulted: _assaulted,
}
