"""These events in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES
from core.panzer.ground.narrow_roads import called
from core.panzer.movement import events
from core.panzer.movement.pushing import RULE
from core.panzer.pieces.movement import MoveStep, StepKind
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState
from core.panzer.words import at, total_of
from core.presentation import Report
from core.step_end import StepFinished

#: Steps that lead nowhere else, or indoors, in words.
_WORDS: Final = {
    StepKind.INTO_BUILDING_AHEAD: "goes into the building",
    StepKind.INTO_BUILDING: "goes into the building",
    StepKind.OUT_OF_BUILDING: "comes out into the alley",
    StepKind.UP: "goes up a storey",
    StepKind.DOWN: "goes down a storey",
}
_HARM: Final = {
    Result.UNHARMED: ("unharmed", ""),
    Result.TRACK: ("a Track hit", "bad"),
    Result.TURRET: ("TURRET DMGD", "bad"),
    Result.HULL: ("HULL DMGD", "bad"),
    Result.DAMAGED: ("Damaged", "bad"),
    Result.KNOCKED_OUT: ("a second Damaged result: Knocked Out", "bad"),
}


def _building(state: PanzerState, event: events.BuildingEntryChecked) -> Report:
    words, tone = _HARM[event.result]
    way = "goes into" if event.entering else "comes out of"
    text = f"{state.name(event.unit)} {way} the {state.tables.terrain[event.terrain].name} in {event.hex}: {words}"
    text += f" ({total_of(event.rolls, event.total)} against 01-{event.hit % 100:02d})"
    return Report(text, "na:6.6.3", tone or "dim", rolls=event.rolls, tally=event.tally, hexes=(event.hex,))


def _quickmarch(state: PanzerState, event: events.QuickmarchChecked) -> Report:
    unit = state.units[event.unit]
    outcome = "Suppressed" if event.suppressed else "in good order"
    total = total_of(event.rolls, event.total)
    text = f"{state.name(event.unit)} after its quickmarch: {outcome} ({total} against 01-{event.value % 100:02d})"
    hexes = (unit.hex,) if unit.hex is not None else ()
    return Report(text, "na:6.6.4.2", "warn" if event.suppressed else "dim", rolls=event.rolls, hexes=hexes)


def _searched(state: PanzerState, event: events.HullDownSearched) -> Report:
    kind = "Partial Hull Down" if event.partial else "Hull Down"
    name = state.name(event.unit)
    if event.found:
        how = " in reverse" if event.reverse else ""
        text = f"{name} finds a {kind} position in {event.hex}{how}, facing {DIRECTION_NAMES[event.facing]}"
    else:
        text = f"{name} finds no {kind} position in {event.hex}"
    text += f" ({total_of(event.rolls, event.total)} against 01-{event.value % 100:02d})"
    tone = "good" if event.found else "dim"
    return Report(text, "na:6.6.9", tone, rolls=event.rolls, tally=event.tally, hexes=(event.hex,))


def _pushed(state: PanzerState, event: events.ShoulderPushed) -> Report:
    what = "onto the shoulder" if event.done else "in vain"
    text = f"{state.name(event.unit)} pushes {called(state, event.target)} {what}"
    text += f" ({total_of(event.rolls, event.total)} against {event.value}+)"
    tone = "good" if event.done else "dim"
    return Report(text, RULE, tone, rolls=event.rolls, tally=event.tally, hexes=(event.hex,))


def begun(state: PanzerState, event: events.MoveBegun) -> Report:
    return Report(
        f"{state.name(event.unit)} moves at {event.rate.words} rate",
        "na:4.5.1.1a",
        hexes=at(state, event.unit),
        level=2,
    )


def moved(state: PanzerState, event: events.UnitMoved) -> Report:
    name = state.name(event.unit)
    if event.hex is None:
        return Report(f"{name} leaves the map (cost {event.cost})", "na:4.5.1.1.9")
    kind = MoveStep.read(event.step).kind
    if kind is StepKind.TURN:
        text = f"{name} turns to {DIRECTION_NAMES[event.facing]} in {event.hex}"
    elif kind is StepKind.ENTER_MAP:
        text = f"{name} enters the map in {event.hex}"
    elif kind in _WORDS:
        text = f"{name} {_WORDS[kind]} in {event.hex}"
    else:
        text = f"{name} {'backs' if kind is StepKind.REVERSE else 'moves'} to {event.hex}"
    text += f", cost {event.cost}, {event.spent} spent"
    return Report(text, "na:4.5.1.1.2a", "dim", tally=event.tally, hexes=(event.hex,), level=2)


def spent(state: PanzerState, event: events.AllowanceSpent) -> Report:
    text = f"{state.name(event.unit)}: {event.reason}, {event.spent} of its allowance spent"
    return Report(text, event.rule, "dim", tally=event.tally, hexes=at(state, event.unit), level=2)


def ended(state: PanzerState, event: events.MoveEnded) -> Report:
    unit = state.unit(event.unit)
    if event.back_to is not None:
        text = f"{state.name(unit.id)} cannot stay with an enemy and ends its move in {event.back_to}"
        return Report(text, "na:4.5.1.1.10", hexes=(event.back_to,))
    where = f"in {unit.hex} facing {DIRECTION_NAMES[unit.facing]}" if unit.hex else "off the map"
    return Report(f"{state.name(unit.id)} ends its move {where}", "na:4.5.1.1a", hexes=at(state, event.unit))


def movement_finished(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} moves no more; the rest stays in place", "na:4.5c")


def _bogging(state: PanzerState, event: events.BoggingChecked) -> Report:
    what = "bogs down and stops for this turn" if event.bogged else "does not bog down"
    return Report(
        f"{state.name(event.unit)} {what} ({total_of(event.rolls, event.total)}, up to {event.value})",
        "or:7.29",
        "bad" if event.bogged else "dim",
        event.rolls,
        event.tally,
        hexes=at(state, event.unit),
    )


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.MoveBegun: begun,
    events.UnitMoved: moved,
    events.AllowanceSpent: spent,
    events.MoveEnded: ended,
    events.BuildingEntryChecked: _building,
    events.BoggingChecked: _bogging,
    events.QuickmarchChecked: _quickmarch,
    events.HullDownSearched: _searched,
    events.ShoulderPushed: _pushed,
}
