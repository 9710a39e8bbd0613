"""Events of command control and adjustment in words (na:6.2, na:6.3, na:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.command import events
from core.panzer.command.initiative import modifier
from core.panzer.formation_turns import NAMING, name_of
from core.panzer.formations.control import formation_name
from core.panzer.state import PanzerState
from core.panzer.words import hex_names, names
from core.presentation import Report
from core.step_end import StepFinished


def _available(state: PanzerState, event: events.AvailableCommands) -> Report:
    details = []
    for found in event.formations:
        grade = next(
            state.scenario.formation_of(u.id).grade.value
            for u in state.scenario.units
            if f"{u.side}/{u.formation}" == found.formation
        )
        count = f"{found.commands} command{'s' if found.commands != 1 else ''}"
        details.append(f"{formation_name(state, found.formation)}: {found.active} active, {grade}: {count}")
    return Report("; ".join(details), "na:6.2.1.1.1", details=tuple(details))


def _limited(state: PanzerState, event: events.MovementLimited) -> Report:
    found = [f"{formation_name(state, key)}: {most} MOVE and SHORT HALT at most" for key, most in event.limits]
    return Report(f"Out of Command Span: {'; '.join(found)}", "or:7.52a", details=tuple(found))


def _shared(state: PanzerState, event: events.CommandShared) -> Report:
    text = f"{names(state, event.units)} share one {event.command.value}, face down"
    return Report(text, "na:6.2.1.1.3b", hexes=hex_names(state, event.units), level=2)


def _discharged(state: PanzerState, event: events.SmokeDischarged) -> Report:
    does = "is in its own smoke" if event.placed else "lays no smoke"
    text = f"{state.name(event.unit)} {does}: {event.rolls[0].result} for {event.value} or less"
    return Report(text, "or:7.9", rolls=event.rolls, hexes=hex_names(state, (event.unit,)))


def command(state: PanzerState, event: events.CommandPlaced) -> Report:
    return Report(f"{state.name(event.unit)}: {event.command.value}, face down", "na:4.2.1a", level=2)


def commands_finished(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} has placed its commands", "na:4.2.1a")


def _both(state: PanzerState, event: events.InitiativeRolled | events.FormationsRolled) -> str:
    """What both sides have rolled, with what their Force Grades add."""
    added = {s: modifier(state, s).total for s in event.sides}
    return ", ".join(
        f"{state.scenario.side(s).name} {r.result}" + (f"{added[s]:+d} = {r.result + added[s]}" if added[s] else "")
        for s, r in zip(event.sides, event.rolls, strict=True)
    )


def initiative(state: PanzerState, event: events.InitiativeRolled) -> Report:
    graded = any(modifier(state, s).total for s in event.sides)
    rule = "na:6.3.1" if graded else "na:4.3.1"
    what = "a tie, rolled again" if event.winner is None else f"{state.scenario.side(event.winner).name} chooses"
    return Report(f"Initiative: {_both(state, event)}: {what}", rule, rolls=event.rolls, tally=event.tally)


def _formation_named(state: PanzerState, event: events.FormationNamed) -> Report:
    what = name_of(state, event.formation) if event.formation else "a formation"
    return Report(f"{state.scenario.side(event.side).name} names {what}", "or:7.42.1", level=2)


def _formations_rolled(state: PanzerState, event: events.FormationsRolled) -> Report:
    won = "" if event.winner is None else state.scenario.side(event.winner).name
    if state.step == NAMING:
        what = f"{won} is First Player" if won else "a tie, rolled again"
        return Report(f"Initiative: {_both(state, event)}: {what}", "or:7.42.1", rolls=event.rolls, tally=event.tally)
    what = f"{won} is next" if won else "a tie, rolled again"
    return Report(f"Next formation: {_both(state, event)}: {what}", "or:7.42.1.1", rolls=event.rolls, tally=event.tally)


def _formation_triggered(state: PanzerState, event: events.FormationTriggered) -> Report:
    place = state.staggered.order.index(event.formation) + 1
    text = f"{place}. {name_of(state, event.formation)}, {state.scenario.side(event.side).name}, is to fire"
    return Report(text, "or:7.42.1" if place == 1 else "or:7.42.1.1")


def first(state: PanzerState, event: events.FirstPlayerChosen) -> Report:
    return Report(f"{state.scenario.side(event.first).name} is First Player", "na:4.3.1")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.SmokeDischarged: _discharged,
    events.CommandPlaced: command,
    events.InitiativeRolled: initiative,
    events.FirstPlayerChosen: first,
    events.FormationNamed: _formation_named,
    events.FormationsRolled: _formations_rolled,
    events.FormationTriggered: _formation_triggered,
    events.AvailableCommands: _available,
    events.MovementLimited: _limited,
    events.CommandShared: _shared,
}
