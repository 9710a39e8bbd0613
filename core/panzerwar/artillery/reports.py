"""Artillery in words (pw:10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar.artillery.events import (
    AreaAttacked,
    AreaDeclared,
    AreaFired,
    AreaNotFired,
    CancelsScatter,
    ContactLost,
    Denied,
    DirectHit,
    FirePlanned,
    MissionBegun,
    MissionEnded,
    MissionTold,
    Registered,
    StructureStruck,
    Wished,
)
from core.panzerwar.pieces.artillery import Ask, Cancels, Mission, Sheaf, Spotting
from core.panzerwar.pieces.compass import direction_name
from core.panzerwar.state import WarState
from core.panzerwar.words import called, dice, listed, munition, place, turns
from core.plane import gsu_between, hex_at
from core.presentation import Play, Report

_SAID: Final = {
    Cancels.CHEAPER: "where it costs less",
    Cancels.ALWAYS: "whenever it may be",
    Cancels.NEVER: "never",
}


def unit(state: WarState, battery: str) -> str:
    """The name of a battery; of one that is not known here, a battery."""
    found = state.organisations.get(battery)
    return found.name if found is not None else "a battery"


def _registered(state: WarState, event: Registered) -> Report:
    one = event.reference
    return Report(f"Reference point {one.number} in {place(one.at)}", "pw:10.8", hexes=(hex_at(one.at),), level=2)


def told(mission: Mission) -> str:
    """A fire in short: shell, point of aim, sheaf, how it begins."""
    text = f"{mission.shell} at {place(mission.aim)}"
    text += ", open sheaf" if mission.sheaf is Sheaf.OPEN else ""
    return text + (f", {mission.spotting.value}" if mission.spotting is not Spotting.NONE else "")


def _planned(state: WarState, event: FirePlanned) -> Report:
    name = unit(state, event.battery)
    if event.mission is None:
        return Report(f"Nothing is planned of {name}", "pw:10.6.3", "dim", level=2)
    one = event.mission
    text = f"{name} is to fire {told(one)} from turn {one.due} on, {turns(one.allotted)}"
    return Report(text, "pw:10.6.3", hexes=(hex_at(one.aim),), level=2)


def _wished(state: WarState, event: Wished) -> Report:
    wish, name = event.wish, unit(state, event.wish.battery)
    who = called(state, wish.element) if wish.element is not None else name
    if event.off:
        return Report(f"{who} does not ask {name} after all: {wish.ask.value}", "pw:10.6.3", "dim", level=2)
    hexes = (hex_at(wish.at),) if wish.at is not None else ()
    if wish.ask is Ask.CALL and wish.at is not None:
        what = "counters a battery" if wish.element is None else f"is to call {name}"
        return Report(f"{who} {what}: {wish.shell} at {place(wish.at)}", "pw:10.6.3", hexes=hexes, level=2)
    if wish.ask is Ask.CORRECT:
        return Report(f"{who} is to correct {name} to the {direction_name(wish.direction)}", "pw:10.6.5.1", level=2)
    rule = "pw:10.7.3" if wish.ask is Ask.EFFECT else "pw:10.6.6"
    return Report(f"{who} is to tell {name}: {wish.ask.value}", rule, level=2)


def _denied(state: WarState, event: Denied) -> Report:
    who = called(state, event.element) if event.element is not None else unit(state, event.battery)
    return Report(f"{who} gets no fire of {unit(state, event.battery)}: {event.why}", event.rule, "warn")


def _begun(state: WarState, event: MissionBegun) -> Report:
    one = event.mission
    text = f"{unit(state, one.battery)}: {told(one)}, due in turn {one.due}, for {turns(one.allotted)}"
    return Report(text, "pw:10.6.4", hexes=(hex_at(one.aim),))


def _told(state: WarState, event: MissionTold) -> Report:
    found = next((m for m in state.artillery.missions if m.id == event.mission), None)
    name = unit(state, found.battery) if found is not None else "a battery"
    parts = [f"corrected to the {direction_name(event.direction)}"] if event.direction else []
    parts += ["fires for effect"] if event.effect else []
    return Report(f"{name}: {' and '.join(parts)}", "pw:10.7.4" if event.effect else "pw:10.6.8")


def _lost(state: WarState, event: ContactLost) -> Report:
    found = next((m for m in state.artillery.missions if m.id == event.mission), None)
    name = unit(state, found.battery) if found is not None else "a battery"
    return Report(f"Contact to {name} is lost; it goes on by itself", "pw:5.2.1", "warn")


def _ended(state: WarState, event: MissionEnded) -> Report:
    free = f"from turn {event.resting + 1} on" if event.resting > state.turn else "in the next turn"
    return Report(f"The fire of {unit(state, event.battery)} is over: {event.why}; it may be called {free}", event.rule)


def _declared(state: WarState, event: AreaDeclared) -> Report:
    shot = event.shot
    who = unit(state, shot.battery) if shot.battery else called(state, shot.element) if shot.element else "somebody"
    if event.off:
        return Report(f"{who} does not fire at the area of {place(shot.at)} after all", "pw:10.5", "dim", level=2)
    return Report(f"{who} is to fire at the area of {place(shot.at)}", "pw:10.5", hexes=(hex_at(shot.at),), level=2)


def _not_fired(state: WarState, event: AreaNotFired) -> Report:
    who = called(state, event.element) if event.element is not None else unit(state, event.battery)
    return Report(f"{who} does not fire at an area: {event.why}", event.rule, "dim")


def _fired(state: WarState, event: AreaFired) -> Report:
    who = unit(state, event.battery) if event.battery else listed(state, event.elements) or "Unseen artillery"
    where = place(event.coa)
    if event.rounds:
        where = " and ".join(place(at) for at in event.rounds)
    text = f"{who} fires {munition(state, event.what)} at {where}"
    if event.length and event.told:
        size = f"a circle of {event.width:g}" if event.round else f"{event.length:g} x {event.width:g}"
        text += f": {size}, {dice(event.dice)}" if event.dice else f": {size}"
    if event.scattered:
        text += f"; aimed at {place(event.aim)}, scattered by {event.scattered:g} in direction {event.direction}"
    elif event.told and event.aim != event.coa:
        text += f"; {gsu_between(event.aim, event.coa):.0f} from its point of aim"
    if event.cancelled:
        text += "; the defender cancels its scatter"
    if event.concentrated:
        text += ", concentrated"
    if event.rounds and event.told and not event.seen:
        text += "; nobody sees where"
    hexes = tuple(dict.fromkeys(hex_at(at) for at in (event.coa, *event.rounds)))
    return Report(text, "pw:10.7" if event.rounds else "pw:10.1", rolls=event.rolls, hexes=hexes, play=Play.PAUSE)


def _attacked(state: WarState, event: AreaAttacked) -> Report | None:
    element = state.elements.get(event.element)
    hexes = (hex_at(element.at),) if element is not None and element.at is not None else ()
    name, level = called(state, event.element), 1 if event.hits else 2
    closes = ", closes up" if event.buttons else ""
    if not event.dice:
        return Report(
            f"{name} is in the area of {munition(state, event.what)}{closes}", "pw:10.1.3", hexes=hexes, level=2
        )
    found = "no possible hit" if not event.hits else f"{event.hits} possible hit{'s' if event.hits > 1 else ''}"
    rolled = f" ({', '.join(str(roll.result) for roll in event.rolls)})" if event.rolls else ""
    text = f"{munition(state, event.what)} on {name}: {found} of {dice(event.dice)}{rolled}{closes}"
    return Report(text, "pw:10.3", rolls=event.rolls, hexes=hexes, level=level)


def _cancels(state: WarState, event: CancelsScatter) -> Report:
    return Report(f"Scatter onto what was not seen is cancelled {_SAID[event.when]}", "pw:10.7.5", level=2)


def _direct(state: WarState, event: DirectHit) -> Report:
    return Report(
        f"{munition(state, event.what)} is a direct hit on {called(state, event.element)}",
        "pw:10.3.9.1",
        rolls=event.rolls,
    )


def _structure(state: WarState, event: StructureStruck) -> Report:
    what = munition(state, event.what)
    if not event.hits:
        text = f"{what} on the building in {event.hex}: no hit"
        return Report(text, "pw:10.3.7", "dim", rolls=event.rolls, hexes=(event.hex,), level=2)
    hits = f"{event.hits} hit{'s' * (event.hits > 1)} of {event.killpower}"
    text = f"{what} on the building in {event.hex}: {hits}, strength {event.strength} to {event.left}"
    text += "" if event.left else ": it collapses to rubble"
    return Report(text, "pw:10.3.7", "warn" if not event.left else "", rolls=event.rolls, hexes=(event.hex,))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    Registered: _registered,
    FirePlanned: _planned,
    Wished: _wished,
    CancelsScatter: _cancels,
    Denied: _denied,
    MissionBegun: _begun,
    MissionTold: _told,
    ContactLost: _lost,
    MissionEnded: _ended,
    AreaDeclared: _declared,
    AreaNotFired: _not_fired,
    AreaFired: _fired,
    AreaAttacked: _attacked,
    DirectHit: _direct,
    StructureStruck: _structure,
}
