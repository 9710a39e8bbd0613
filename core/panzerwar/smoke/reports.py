"""Smoke and dust in words (pw:11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar.pieces.compass import direction_name
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.smoke.events import Blinded, CandlesLit, SmokeDrifted, SmokeLaid, WindRolled
from core.panzerwar.state import WarState
from core.panzerwar.words import called
from core.plane import hex_at
from core.presentation import Report

_RULES: Final = {
    Source.SLOW_CBE: "pw:11.3",
    Source.FAST_CBE: "pw:11.3",
    Source.WP: "pw:11.4",
    Source.DISCHARGER: "pw:11.8",
    Source.GRENADE: "pw:11.1.3",
    Source.CANDLES: "pw:11.10.1",
    Source.POT: "pw:11.10.5",
    Source.DUST: "pw:11.11",
    Source.BURNING: "pw:11.12",
}


def _rolled(event: WindRolled | SmokeLaid, what: str = "") -> str:
    """What was rolled on a table."""
    return f" ({what}{', '.join(str(roll.result) for roll in event.rolls)})" if event.rolls else ""


def _wind(state: WarState, event: WindRolled) -> Report:
    if not event.wind:
        return Report(f"It is calm: smoke does not drift{_rolled(event)}", "pw:11.6.3", rolls=event.rolls, level=2)
    strong, towards = ("A strong wind" if event.strong else "The wind"), direction_name(event.wind)
    return Report(f"{strong} drifts smoke to the {towards}{_rolled(event)}", "pw:11.6", rolls=event.rolls)


def _laid(state: WarState, event: SmokeLaid) -> Report:
    puffs = tuple(puff for cloud in event.clouds for puff in cloud.puffs)
    source = event.clouds[0].source
    hexes = tuple(dict.fromkeys(hex_at(puff) for puff in puffs))
    what = f"{len(puffs)} puff{'s' if len(puffs) > 1 else ''}" if source is not Source.DUST else "Dust"
    places = ", ".join(str(hex_) for hex_ in hexes)
    if source is Source.BURNING:
        text = f"Black smoke rises in {places}"
    elif source is Source.DUST:
        text = f"Dust rises in {places}"
    elif event.element:
        text = f"{called(state, event.element)}: {what} of smoke ({source.value}) in {places}"
    else:
        text = f"{what} of smoke ({source.value}) in {places}"
    text += _rolled(event, "rolled ")
    return Report(text, _RULES[source], hexes=hexes, rolls=event.rolls)


def _drifted(state: WarState, event: SmokeDrifted) -> Report:
    parts = ["Smoke drifts"] if event.clouds else []
    if event.gone:
        what, number = "it" if event.clouds else "smoke", len(event.gone)
        parts.append(f"{number} {'cloud' if number == 1 else 'clouds'} of {what} {'is' if number == 1 else 'are'} gone")
    hexes = tuple(dict.fromkeys(hex_at(puff) for cloud in event.clouds for puff in cloud.puffs))
    return Report(", ".join(parts), "pw:11.7", hexes=hexes, level=2)


def _lit(state: WarState, event: CandlesLit) -> Report:
    return Report(f"{called(state, event.element)} lights its smoke candles", "pw:11.10.4")


def _blinded(state: WarState, event: Blinded) -> Report:
    text = f"{called(state, event.element)} is blinded through turn {event.until}"
    return Report(text, "pw:11.4.3", "warn")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    WindRolled: _wind,
    SmokeLaid: _laid,
    SmokeDrifted: _drifted,
    CandlesLit: _lit,
    Blinded: _blinded,
}
