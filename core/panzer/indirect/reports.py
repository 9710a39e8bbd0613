"""The events of indirect fire in words, each with its modifiers and its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, in_hexes
from core.panzer.armament import armament
from core.panzer.indirect import events
from core.panzer.indirect.planned import in_turns
from core.panzer.pieces.missions import FireType, aim_words
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.panzer.words import total_of
from core.presentation import Report
from core.step_end import StepFinished

_TYPE_RULES: Final = {
    FireType.GP: "na:6.5.1.13a",
    FireType.SMOKE: "na:6.5.1.6.1",
    FireType.ILLUMINATION: "na:6.5.1.6.2",
}


def _names(state: PanzerState, units: tuple[UnitId, ...]) -> str:
    return ", ".join(state.name(u) for u in units)


def _hexes(state: PanzerState, side: SideId, number: int) -> tuple[Hex, ...]:
    mission = state.indirect.mission(side, number)
    return (mission.aim.hex,) if mission is not None else ()


# -- plots -----------------------------------------------------------------------------------------


def _registered(state: PanzerState, event: events.PointRegistered) -> Report:
    text = f"Pre-Registered Point in {event.hex} for {_names(state, event.batteries)}"
    return Report(text, "na:6.5.1.4", hexes=(event.hex,), level=2)


def _plotted(state: PanzerState, event: events.MissionPlotted) -> Report:
    plan = event.plan
    details = tuple(f"turn {at} of the plot: {aim_words(aim)}" for at, aim in enumerate(plan.turns, 1))
    text = f"{state.name(plan.battery)} is planned for turn {plan.turn}, for {in_turns(len(plan.turns))}"
    return Report(text, "na:6.5.1.11.1", details=details, hexes=(plan.turns[0].hex,), level=2)


def _removed(state: PanzerState, event: events.PlotRemoved) -> Report:
    return Report(f"The plot {event.plot} is taken back", "na:6.5.1.4", "dim", level=2)


def plotted(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} has plotted its artillery", "na:6.5.1.4")


# -- missions --------------------------------------------------------------------------------------


def _called(state: PanzerState, event: events.FireCalled) -> Report:
    text = f"{state.name(event.observer)} calls mission {event.number}: {aim_words(event.aim)}"
    details = (f"asked for: {_names(state, event.sources)}",)
    if event.reconnaissance:
        return Report(f"{text}, reconnaissance by fire", "or:7.37", details=details, hexes=(event.aim.hex,))
    return Report(text, "na:6.5.1.7", details=details, hexes=(event.aim.hex,))


def _continued(state: PanzerState, event: events.MissionContinued) -> Report:
    text = f"Mission {event.number} continues with {event.type.value}: {_names(state, event.sources)}"
    details = ("the same Target Point and SHEAF, no response roll",)
    return Report(text, "na:6.5.1.8.1", details=details, hexes=_hexes(state, event.side, event.number))


def _adjusted(state: PanzerState, event: events.MissionAdjusted) -> Report:
    details = [f"fire in it already: {_names(state, event.sources)}"]
    if event.added:
        details.append(f"added: {_names(state, event.added)}")
    text = f"Mission {event.number} is adjusted: {aim_words(event.aim)}"
    return Report(text, "na:6.5.1.8.2", details=tuple(details), hexes=(event.aim.hex,))


def _announced(state: PanzerState, event: events.PlanAnnounced) -> Report:
    text = f"Planned fire of {state.name(event.battery)}, mission {event.number}: {aim_words(event.aim)}"
    details = ("it responds by itself, Range Factor M",)
    return Report(text, "na:6.5.1.11.2", details=details, hexes=(event.aim.hex,))


def _lapsed(state: PanzerState, event: events.PlanLapsed) -> Report:
    return Report(f"The planned mission {event.plan} can no longer arrive", "na:6.5.1.11.2", "dim")


_RESPONSE: Final = {
    events.Response.RESPONDS: ("responds", "good", "na:6.5.1.12"),
    events.Response.SCATTERS: ("just responds, and scatters", "good", "or:7.26"),
    events.Response.FAILS: ("does not respond", "dim", "na:6.5.1.12"),
    events.Response.DANGER_CLOSE: ("rolls a 1: Danger Close", "bad", "na:6.5.1.12a"),
}


def _response(state: PanzerState, event: events.ResponseRolled) -> Report:
    what, tone, rule = _RESPONSE[event.result]
    rolled = event.rolls[0].result if event.rolls else 0
    why = "an unmodified 1 fails whatever the modifiers" if rolled == 1 else f"{event.total} against {event.factor}"
    details = (f"{event.row}, {event.attachment}: Fire Response Factor {event.factor}", f"roll {rolled}; {why}")
    return Report(
        f"{state.name(event.source)} {what} ({total_of(event.rolls, event.total)}, needs {event.factor})",
        rule,
        tone,
        event.rolls,
        event.tally,
        details,
        _hexes(state, event.side, event.number),
    )


def _redirected(state: PanzerState, event: events.FireRedirected) -> Report:
    text = f"Danger Close: the fire of {state.name(event.source)} falls on {state.name(event.unit)} in {event.hex}"
    turned = () if event.direction is None else (f"its SHEAF lies across {DIRECTION_NAMES[event.direction]}",)
    details = (*turned, f"mission {event.to}; it checks in the next turn")
    return Report(text, "na:6.5.1.12a", "bad", details=details, hexes=(event.hex,))


def _scattered(state: PanzerState, event: events.FireScattered) -> Report:
    name = state.name(event.source)
    if event.lost:
        text = f"The fire of {name} scatters {in_hexes(event.far)} from {event.aimed}, off the map: nothing falls on it"
        return Report(text, "or:7.26", "dim", event.rolls, hexes=(event.aimed,))
    text = f"The fire of {name} scatters {in_hexes(event.far)} from {event.aimed}: it falls on {event.hex}"
    details = (f"mission {event.to}",) if event.to != event.number else ()
    return Report(text, "or:7.26", "warn", event.rolls, details=details, hexes=(event.aimed, event.hex))


def _fired(state: PanzerState, event: events.MissionFired) -> Report:
    name, fire = state.name(event.source), event.firing
    if not event.placed:
        text = f"{name} has run short of {event.aim.type.value}: nothing falls (rolled {event.rolls[-1].result})"
        return Report(text, "na:5.16.2.3", "dim", event.rolls, hexes=(event.aim.hex,))
    weapons = armament(state, event.source)
    weapon = weapons[fire.weapon].weapon.name if fire.weapon < len(weapons) else ""
    mission = state.indirect.mission(event.side, event.number)
    untold = "" if mission is not None and not mission.planned else "planned, "
    range_ = f"range {fire.range} = {fire.factor}" if fire.range else f"{untold}Range Factor {fire.factor}"
    details = [f"{weapon}, {range_}", f"{in_hexes(len(event.hexes))}: {' '.join(h.id for h in event.hexes)}"]
    if event.aim.type is FireType.ILLUMINATION:
        lit = "its SHEAF is illuminated" if state.has(Switch.ILLUMINATION) else "the mission lights nothing"
        details.append(lit)
    if fire.short:
        details.append("its ammunition runs short: -10")
    text = f"{name} fires mission {event.number}: {aim_words(event.aim)}"
    rule = _TYPE_RULES[event.aim.type]
    return Report(text, rule, "warn", event.rolls, event.tally, tuple(details), (event.aim.hex, *event.hexes))


def _ended(state: PanzerState, event: events.MissionEnded) -> Report:
    return Report(
        f"Mission {event.number} of {state.scenario.side(event.side).name} is over: {event.reason}", event.rule, "dim"
    )


def _released(state: PanzerState, event: events.SourceReleased) -> Report:
    unit = state.units[event.source]
    if unit.presence is Presence.ELIMINATED or unit.bailed_out:
        text = f"{state.name(event.source)} is lost before it can fire in mission {event.number}"
        return Report(text, "na:6.5.1.13a", "bad")
    text = f"{state.name(event.source)} leaves mission {event.number} for its planned one"
    return Report(text, "na:6.5.1.11.1", "dim")


def _barrage(state: PanzerState, event: events.BarrageEntered) -> Report:
    text = f"{state.name(event.unit)} moves inside the SHEAF of mission {event.number}, {state.name(event.source)}"
    return Report(text, "na:6.6.6", "warn", hexes=(event.hex,))


def finished(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} ends its indirect fire", "na:6.5.1", "dim", level=2)


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.PointRegistered: _registered,
    events.MissionPlotted: _plotted,
    events.PlotRemoved: _removed,
    events.FireCalled: _called,
    events.MissionContinued: _continued,
    events.MissionAdjusted: _adjusted,
    events.PlanAnnounced: _announced,
    events.PlanLapsed: _lapsed,
    events.ResponseRolled: _response,
    events.FireRedirected: _redirected,
    events.FireScattered: _scattered,
    events.MissionFired: _fired,
    events.MissionEnded: _ended,
    events.SourceReleased: _released,
    events.BarrageEntered: _barrage,
}
