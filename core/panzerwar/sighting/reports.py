"""What is seen and lost from sight in words (pw:7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar.pieces.element import Kind
from core.panzerwar.pieces.engagement import Weather
from core.panzerwar.sighting import light
from core.panzerwar.sighting.events import (
    ButtonedUp,
    CameInSight,
    FlashSeen,
    Grouped,
    Looked,
    Marked,
    OutOfSight,
    StarShellBurst,
    WeatherChanged,
)
from core.panzerwar.sighting.glances import HALF
from core.panzerwar.state import WarState
from core.panzerwar.words import called, listed, place, side
from core.plane import hex_at
from core.presentation import Play, Report

#: What rounding takes of a distance, in GSU.
_ROUNDING: Final = 0.2


def _grouped(state: WarState, event: Grouped) -> Report:
    how = "sight together" if len(event.members) > 1 else "sights alone"
    return Report(f"{listed(state, event.members)} {how}", "pw:7.4", "dim", level=2)


def _looked(state: WarState, event: Looked) -> Report | None:
    if not event.parties:
        return None
    many = sum(len(party) > 1 for party in event.parties)
    grouped = f", {many} of them in groups" if many else ""
    details = tuple(
        f"{listed(state, party)}: {roll.result}" for party, roll in zip(event.parties, event.rolls, strict=True)
    )
    number = len(event.parties)
    text = f"{side(state, event.side)} looks out: {number} roll{'s' * (number > 1)}{grouped}"
    return Report(text, "pw:7.6", rolls=event.rolls, details=details, level=2)


def _came_in_sight(state: WarState, event: CameInSight) -> Report:
    at = event.element.where
    total = sum(part.amount for part in event.tally)
    percent = f"factor {total}, {event.percent} percent{_less(state, event, total)}"
    first = ", at first sight" if event.first else ""
    see = "see" if len(event.by) > 1 else "sees"
    text = f"{listed(state, event.by)} {see} {event.element.name} at {event.range:.0f} in {place(at)}{first}"
    return Report(
        text,
        event.rule,
        "good",
        rolls=event.rolls,
        tally=event.tally,
        details=(f"sighted as far as {event.reach:.0f}: {percent}",),
        hexes=(hex_at(at),),
        play=Play.PAUSE,
    )


def _less(state: WarState, event: CameInSight, total: int) -> str:
    """Why it is sighted no farther than factor and percentage say: darkness and suppression halve that, weather, light
    and smoke may let nobody see so far (pw:7.8, pw:12.9, pw:7.6.2)."""
    dark = light.halved(state, event.element.where)
    eyes = (state.elements[one] for one in event.by if one in state.elements)
    down = any(e.nerve.pinned(state.turn) and e.kind is not Kind.VEHICLE for e in eyes)
    halved = [why for why, counts in (("darkness", dark), ("suppression", down)) if counts]
    full = state.charts.sighting.range(total) * event.percent / 100 * HALF ** len(halved)
    told = f", halved by {' and by '.join(halved)}" if halved else ""
    return told + (", no farther by weather, light or smoke" if event.reach < full - _ROUNDING else "")


def _out_of_sight(state: WarState, event: OutOfSight) -> Report:
    text = f"{called(state, event.element)} is lost from sight in {place(event.at)}: {event.why}"
    return Report(text, event.rule, hexes=(hex_at(event.at),), play=Play.MOMENT)


def _flash(state: WarState, event: FlashSeen) -> Report:
    text = f"{called(state, event.by)} sees a flash or a light in {place(event.at)}"
    return Report(text, "pw:7.8", hexes=(hex_at(event.at),), play=Play.PAUSE)


def _marked(state: WarState, event: Marked) -> Report:
    what = f"overwatches {place(event.at)}" if event.at is not None else "overwatches nothing any more"
    return Report(f"{called(state, event.element)} {what}", "pw:7.9", level=2)


def _buttoned_up(state: WarState, event: ButtonedUp) -> Report:
    return Report(f"{called(state, event.element)} buttons up under fire, and fires no more this turn", "pw:7.1.4")


def _weather(state: WarState, event: WeatherChanged) -> Report:
    if event.weather is Weather.CLEAR:
        return Report("The weather is clear", "pw:7.15", rolls=event.rolls, level=2)
    how = f"{event.row} " if event.row in ("heavy", "light") else ""
    limit = f": nothing is seen beyond {event.most}" if event.most is not None else ""
    return Report(f"{how}{event.weather.value}{limit}".capitalize(), "pw:7.15.1", rolls=event.rolls)


def _star_shell(state: WarState, event: StarShellBurst) -> Report:
    text = f"A star shell bursts above {place(event.at)} and burns through turn {event.until}"
    return Report(text, "pw:7.8.3", hexes=(hex_at(event.at),))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    Grouped: _grouped,
    Looked: _looked,
    CameInSight: _came_in_sight,
    OutOfSight: _out_of_sight,
    FlashSeen: _flash,
    Marked: _marked,
    ButtonedUp: _buttoned_up,
    WeatherChanged: _weather,
    StarShellBurst: _star_shell,
}
