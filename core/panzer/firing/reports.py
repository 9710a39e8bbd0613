"""Questions and shown commands in words (na:4.4.1, na:4.4.3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES
from core.panzer.firing import events
from core.panzer.pieces.firing import QuestionKind
from core.panzer.pieces.weapons import Condition
from core.panzer.state import PanzerState
from core.panzer.words import at, hex_names
from core.presentation import Report


def revealed(state: PanzerState, event: events.CommandRevealed) -> Report:
    return Report(
        f"{state.name(event.unit)} reveals {event.command.value}", "na:4.2.1d", hexes=at(state, event.unit), level=2
    )


_QUESTIONS = {
    QuestionKind.SHOW_COMMAND: ("show its command", "na:4.4.3.2.2b"),
    QuestionKind.ASPECT: ("choose the armor that is hit", "na:4.4.3.2.4"),
    QuestionKind.HIT_ANGLE: ("choose the Hit Angle", "na:6.5.2.2"),
    QuestionKind.DANGER_CLOSE: ("move the fire onto a unit of the other side, called by", "na:6.5.1.12a"),
    QuestionKind.SPREAD_HITS: ("spread its hits", "na:6.5.2.1c"),
    QuestionKind.PRIMARY: ("name who leads its attack", "na:6.6.1.2.3c"),
}


def asked(state: PanzerState, event: events.QuestionAsked) -> Report:
    question = event.question
    what, rule = _QUESTIONS[question.kind]
    return Report(f"{state.scenario.side(question.side).name} may {what}: {state.name(question.unit)}", rule, level=2)


def shown(state: PanzerState, event: events.CommandShown) -> Report:
    return Report(f"{state.name(event.unit)} shows {event.command.value}: it counts as moving", "na:4.4.3.2.2b")


def declined(state: PanzerState, event: events.ShowingDeclined) -> Report:
    return Report(f"{state.name(event.unit)} does not show its command", "na:4.4.3.2.2b", level=2)


def forgone(state: PanzerState, event: events.FireForgone) -> Report:
    text = f"{state.name(event.unit)} has no target for its {event.command.value}"
    if state.edition.forgone_fire_counts:
        return Report(f"{text}; it has fired", "min:8.1.1.2.4", "dim")
    return Report(text, "na:4.4.1i", "dim")


def _malfunctioned(state: PanzerState, event: events.WeaponMalfunctioned) -> Report:
    text = f"{state.name(event.unit)}: the {event.called} has a Malfunction"
    return Report(text, "or:7.25", "bad", hexes=hex_names(state, (event.unit,)))


_REPAIRS: Final = {
    Condition.REPAIRED: ("is repaired and fires from the next turn on", "good"),
    Condition.MALFUNCTION: ("is not repaired", "dim"),
    Condition.OUT_OF_ACTION: ("is Out of Action for good", "bad"),
}


def _repair(state: PanzerState, event: events.WeaponRepairChecked) -> Report:
    outcome, tone = _REPAIRS[event.condition]
    return Report(
        f"{state.name(event.unit)}: the {event.called} {outcome}",
        "or:7.25",
        tone,
        details=(f"{event.total}, repaired by 2 or less",),
        rolls=event.rolls,
        tally=event.tally,
        hexes=hex_names(state, (event.unit,)),
    )


def turned(state: PanzerState, event: events.GunTurned) -> Report:
    text = f"{state.name(event.unit)} turns on its platform to {DIRECTION_NAMES[event.facing]}"
    return Report(text, "or:7.16", hexes=at(state, event.unit), level=2)


def turret(state: PanzerState, event: events.TurretTurned) -> Report:
    way = state.turrets.called(state.units[event.unit].facing, event.turret)
    rule = state.turrets.adjusts if event.by else state.turrets.follows
    return Report(f"{state.name(event.unit)} turns its turret to {way}", rule, hexes=at(state, event.unit), level=2)


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.CommandRevealed: revealed,
    events.QuestionAsked: asked,
    events.CommandShown: shown,
    events.ShowingDeclined: declined,
    events.FireForgone: forgone,
    events.WeaponMalfunctioned: _malfunctioned,
    events.WeaponRepairChecked: _repair,
    events.GunTurned: turned,
    events.TurretTurned: turret,
}
