"""Morale in words (or:7.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.formations.control import formation_name
from core.panzer.morale import events
from core.panzer.morale.tank_fright import SUPPRESSES
from core.panzer.pieces.morale import FRIGHT, Cause, MoraleResult
from core.panzer.state import PanzerState
from core.panzer.words import hex_names, names, total_of
from core.presentation import Report
from core.tally import Tally

_TONES: Final = {MoraleResult.BREAK: "bad", MoraleResult.HESITATION: "warn", MoraleResult.UNAFFECTED: "dim"}


def _cause(state: PanzerState, cause: Cause) -> str:
    """What a unit is checked for, as its edition has it (or:7.1.2, min:20.1.1.2.1)."""
    within = state.edition.optional.companions_within
    return cause.value.replace("in its hex", f"within {within}") if within else cause.value


def checked(state: PanzerState, event: events.MoraleChecked) -> Report:
    kind = "Forced Morale Check" if event.forced else "Morale Check"
    outcome = event.result.value
    if event.cause in FRIGHT:
        kind = "Tank Fright"
        outcome = f"{SUPPRESSES[event.result].value}, it does not attack" if event.result in SUPPRESSES else outcome
    text = (
        f"{state.name(event.unit)}, {kind}: {_cause(state, event.cause)}; {total_of(event.rolls, event.total)}, "
        f"breaks up to {event.broken}, hesitates up to {event.hesitates}: {outcome}"
    )
    return Report(
        text,
        event.rule,
        _TONES[event.result],
        rolls=event.rolls,
        details=(f"modifiers {Tally(event.tally)}",),
        hexes=hex_names(state, (event.unit,)),
    )


def recovered(state: PanzerState, event: events.BreakRecoveryChecked) -> Report:
    outcome = "recovers from Break" if event.recovered else "stays Broken"
    needs = f"{event.value} or {'less' if state.advanced.morale.recovers_low else 'more'}"
    return Report(
        f"{state.name(event.unit)} {outcome}: {total_of(event.rolls, event.total)}, needs {needs}",
        "or:7.1.6.2",
        "good" if event.recovered else "warn",
        rolls=event.rolls,
        details=(f"modifiers {Tally(event.tally)}",),
        hexes=hex_names(state, (event.unit,)),
    )


def steadied(state: PanzerState, event: events.HesitationRemoved) -> Report:
    text = f"No longer Hesitating: {names(state, event.units)}"
    return Report(text, "or:7.1.6.1", "dim", hexes=hex_names(state, event.units))


def determined(state: PanzerState, event: events.CohesionDetermined) -> Report:
    held = f" (rolled {event.rolled.value})" if event.rolled is not event.level else ""
    text = f"Cohesion of {formation_name(state, event.formation)}: {event.level.value}{held}, CP-{event.point}"
    detail = f"net {event.net}: modifiers {Tally(event.tally)}"
    return Report(text, "or:7.1.1.1", rolls=event.rolls, details=(detail,))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.CohesionDetermined: determined,
    events.MoraleChecked: checked,
    events.BreakRecoveryChecked: recovered,
    events.HesitationRemoved: steadied,
}
