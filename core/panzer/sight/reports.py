"""The Spotting Phase in words (na:4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.pieces.cards import VehicleCard
from core.panzer.sight import events
from core.panzer.sight.camouflage import rule
from core.panzer.state import PanzerState
from core.presentation import Report
from core.step_end import StepFinished


def spotting(state: PanzerState, event: events.SpottingChecked) -> Report:
    targets = {t for _, seen in event.sighted for t in seen}
    details = [
        f"{state.name(spotter)} spots {', '.join(state.name(t) for t in seen)}" for spotter, seen in event.sighted
    ]
    if event.lapsed:
        details.append(f"SPOT counters removed: {', '.join(state.name(u) for u in event.lapsed)}")
    noun = "vehicle" if all(isinstance(state.card(t), VehicleCard) for t in targets) else "unit"
    owners = Counter(state.scenario.by_id[t].side for t in targets)
    counts = " and ".join(f"{owners[s.id]} {s.name}" for s in state.scenario.sides if owners[s.id])
    text = f"{counts} {noun}{' is' if len(targets) == 1 else 's are'} spotted" if targets else "nobody is spotted"
    return Report(text, "na:4.1", details=tuple(details))


def spotting_rolled(state: PanzerState, event: events.SpottingRolled) -> Report:
    name, spotter = state.name(event.target), state.name(event.spotter)
    with_others = f" and {event.further} more" if event.further else ""
    does = "spots" if event.spotted else "does not spot"
    needed = f", {event.rolls[0].result} for {event.value} or less" if event.rolls else ", without a roll"
    text = f"{spotter}{with_others}: {does} {name}{needed}"
    near = "within" if 2 * event.range <= event.spotting_range else "beyond"
    detail = f"at range {event.range}, {near} half of the spotting range {event.spotting_range}"
    return Report(text, "or:7.7.1", details=(detail,))


def contact_lost(state: PanzerState, event: events.ContactLost) -> Report:
    return Report(f"{state.name(event.unit)} is lost from sight", "or:7.7.1")


def spots_kept(state: PanzerState, event: events.SpotsKept) -> Report:
    kept = ", ".join(state.name(target) for target in event.targets)
    return Report(f"{state.name(event.unit)} keeps in sight: {kept}", "or:7.7.2", "dim")


def _camouflaged(state: PanzerState, event: events.UnitCamouflaged) -> Report:
    return Report(f"{state.name(event.unit)} is {'' if event.on else 'not '}camouflaged", rule(state))


def camouflaging(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} has camouflaged its units", rule(state), "dim")


def _announced(state: PanzerState, event: events.CamouflageAnnounced) -> Report | None:
    if not event.camouflaged:
        return None
    return Report(f"{state.name(event.unit)} is camouflaged", rule(state), "warn")


def _tested(state: PanzerState, event: events.CamouflageTested) -> Report:
    does = "spots" if event.spotted else "does not spot"
    why = f"{event.rolls[0].result} for {event.spotting_range} or less" if event.rolls else "which needs no roll"
    text = f"{state.name(event.spotter)} {does} {state.name(event.target)} behind its camouflage: {why}"
    detail = f"at range {event.range}, within spotting range {event.spotting_range}"
    return Report(text, rule(state, ".1"), details=(detail,))


def _watched(state: PanzerState, event: events.FireWatched) -> Report:
    what = "loses its camouflage, an enemy saw it fire" if event.seen else "keeps its camouflage, nobody saw it fire"
    return Report(f"{state.name(event.unit)} {what}", rule(state, ".2"), "warn" if event.seen else "dim")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.SpottingChecked: spotting,
    events.SpottingRolled: spotting_rolled,
    events.ContactLost: contact_lost,
    events.SpotsKept: spots_kept,
    events.UnitCamouflaged: _camouflaged,
    events.CamouflageAnnounced: _announced,
    events.CamouflageTested: _tested,
    events.FireWatched: _watched,
}
