"""The events of aircraft and anti-aircraft fire in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES, in_hexes
from core.panzer.air import events
from core.panzer.air.attacks import rule_of
from core.panzer.air.flying import edge_words
from core.panzer.armament import armament
from core.panzer.pieces.movement import MoveStep, StepKind
from core.panzer.state import PanzerState
from core.panzer.words import total_of
from core.presentation import Report
from core.step_end import StepFinished


def _load(state: PanzerState, event: events.LoadChosen) -> Report:
    return Report(f"{state.name(event.unit)} carries {event.load.value}s", "na:6.7.1", level=2)


def _begun(state: PanzerState, event: events.FlightBegun) -> Report:
    tracked = ", ".join(state.name(t.unit) for t in event.tracks if t.tracked)
    text = (
        f"{state.name(event.unit)} appears in {event.hex} facing {DIRECTION_NAMES[event.facing]}, "
        f"{event.speed.value} Speed, {event.altitude.value} Altitude"
    )
    details = (f"tracked at once by {tracked} (na:6.7.4.1.1)",) if tracked else ()
    return Report(text, "na:6.7.2.2", details=details, hexes=(event.hex,))


def _planned(state: PanzerState, event: events.FlightPlanned) -> Report | None:
    if event.steps:
        return None
    return Report(f"{state.name(event.unit)} flies on as its player decides anew", "na:6.7.2.3", "dim", level=2)


def _flew(state: PanzerState, event: events.AircraftFlew) -> Report:
    name = state.name(event.unit)
    if MoveStep.read(event.step).kind is StepKind.FORWARD:
        text, rule = f"{name} flies to {event.hex}", "na:6.7.2.3"
    else:
        text, rule = f"{name} turns to {DIRECTION_NAMES[event.facing]} in {event.hex}", "na:6.7.2.3.1"
    details: list[str] = []
    flight = state.air.flight
    if flight is not None and flight.target is not None:
        count = "acquired" if event.acquired else f"{in_hexes(event.counted or 0)} in sight"
        details.append(f"{state.name(flight.target)}: {count} (na:6.7.3.1.1)")
    if tracked := ", ".join(state.name(t.unit) for t in event.tracks if t.tracked):
        details.append(f"tracked by {tracked} (na:6.7.4.1.1)")
    if seen := ", ".join(f"{state.name(t.unit)}, {in_hexes(t.hexes)}" for t in event.tracks if not t.tracked):
        details.append(f"in sight of {seen} (na:6.7.4.1.1)")
    return Report(text, rule, "dim", details=tuple(details), hexes=(event.hex,), level=2)


def _left(state: PanzerState, event: events.AircraftLeft) -> Report:
    edges = edge_words(event.edges)
    return Report(f"{state.name(event.unit)} leaves the map by the {edges} edge", "na:6.7.2", hexes=(event.hex,))


def _target(state: PanzerState, event: events.TargetChosen) -> Report:
    target = state.name(event.target)
    count = "acquired at once" if event.acquired else f"{event.counted} of {in_hexes(event.needed)}"
    seen = f", spotted by {state.name(event.observer)}" if event.observer is not None else ""
    rule = "na:6.7.3.1.2" if seen else "na:6.7.3.1.1b" if event.acquired else "na:6.7.3.1.1"
    hex_ = state.units[event.target].hex
    text = f"{state.name(event.unit)} turns its eyes on {target}: {count}{seen}"
    return Report(text, rule, hexes=(hex_,) if hex_ is not None else ())


def _lost(state: PanzerState, event: events.TargetLost) -> Report:
    text = f"{state.name(event.unit)} gives {state.name(event.target)} up: {event.cause}"
    return Report(text, "na:6.7.3.1.1", "dim", level=2)


def _attack(state: PanzerState, event: events.AirAttackAnnounced) -> Report:
    strike = event.strike
    weapon = armament(state, event.unit)[strike.weapon].weapon.name
    struck = ", ".join(state.name(u) for u in strike.struck)
    return Report(
        f"{state.name(event.unit)} attacks {state.name(strike.target)}: {strike.pattern.value}",
        rule_of(strike.pattern),
        "warn",
        details=(f"{weapon}, range {strike.range}", f"hexes {', '.join(map(str, strike.hexes))}", f"struck: {struck}"),
        hexes=strike.hexes,
    )


def _bomb_scatter(state: PanzerState, event: events.BombScatterRolled) -> Report:
    name, rolled = state.name(event.unit), f"{total_of(event.rolls, event.total)}; {event.limit} or less scatters"
    if not event.scattered:
        return Report(f"The bombs of {name} do not scatter ({rolled})", "or:7.26a", "dim", event.rolls)
    struck = ", ".join(state.name(u) for u in event.struck) or "nobody"
    text = f"The bombs of {name} scatter to {event.impact}" if event.hexes else f"The bombs of {name} miss the map"
    text += f" ({rolled})"
    details = (f"hexes {', '.join(map(str, event.hexes)) or 'off the map'}", f"struck: {struck}")
    return Report(text, "or:7.26a", "warn", event.rolls, details=details, hexes=event.hexes)


def _completed(state: PanzerState, event: events.AirAttackCompleted) -> Report:
    text = f"{state.name(event.unit)} has attacked, at {event.altitude.value} Altitude now"
    return Report(text, "na:6.7.3", "dim", level=2)


def _passed(state: PanzerState, event: events.AaPassed) -> Report:
    rest = " until it attacks" if event.rest else ""
    return Report(
        f"{state.scenario.side(event.side).name} holds its anti-aircraft fire{rest}", "na:4.2d", "dim", level=2
    )


def _aa(state: PanzerState, event: events.AaFireAnnounced) -> Report:
    names = ", ".join(state.name(s.shooter) for s in event.shots)
    after = ", resolved after its attack" if event.after_attack else ""
    hex_ = state.units[event.target].hex
    text = f"{names}: anti-aircraft fire at {state.name(event.target)}{after}"
    return Report(text, "na:6.7.4.1.1", hexes=(hex_,) if hex_ is not None else ())


def _wasted(state: PanzerState, event: events.AaFireWasted) -> Report:
    return Report(f"{state.name(event.shooter)} does not fire: {event.cause}", "na:6.7.4.1.1", "dim")


def _crash(state: PanzerState, event: events.AircraftCrashed) -> Report:
    where = f"in {event.hex}" if event.hex is not None else "beyond the map"
    text = f"{state.name(event.unit)} flies on for {in_hexes(event.flew)} and crashes {where}"
    hexes = (event.hex,) if event.hex is not None else ()
    return Report(text, "na:6.7.4.2.1d", "bad", event.rolls, hexes=hexes)


def finished(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} flies no more in this phase", "na:6.7", "dim")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.LoadChosen: _load,
    events.FlightBegun: _begun,
    events.FlightPlanned: _planned,
    events.AircraftFlew: _flew,
    events.AircraftLeft: _left,
    events.TargetChosen: _target,
    events.TargetLost: _lost,
    events.AirAttackAnnounced: _attack,
    events.BombScatterRolled: _bomb_scatter,
    events.AirAttackCompleted: _completed,
    events.AaPassed: _passed,
    events.AaFireAnnounced: _aa,
    events.AaFireWasted: _wasted,
    events.AircraftCrashed: _crash,
}
