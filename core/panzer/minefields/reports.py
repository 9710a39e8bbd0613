"""Minefields in words (or:7.31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.minefields import events
from core.panzer.minefields.attack import RULES, damaged
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.state import PanzerState
from core.panzer.words import total_of
from core.presentation import Report
from core.step_end import StepFinished


def _laid(state: PanzerState, event: events.MinefieldLaid) -> Report:
    granted = next(m for m in state.scenario.minefields if m.id == event.field)
    hexes = " ".join(hex_.id for hex_ in event.hexes)
    return Report(f"{granted.name} laid in {hexes}", "or:7.31.1", hexes=event.hexes)


def finished(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} has laid its minefields", "or:7.31.1", "dim")


def _found(state: PanzerState, event: events.MinefieldFound) -> Report:
    name = state.tables.terrain[event.kind.value].name
    text = f"{name}, {event.type.value}: in {event.hex}, of {state.scenario.side(event.side).name}"
    return Report(text, "or:7.31.2", "warn", hexes=(event.hex,))


def ranges(state: PanzerState, damage: int, track: int, effective: int) -> str:
    """The highest totals of each result in words: "HULL DMGD 01-10, Track Hit 11-50"."""
    if effective:
        return f"Effective 01-{effective:02d}"
    return f"{GP_WORDS[damaged(state)]} 01-{damage:02d}, Track Hit {damage + 1:02d}-{track:02d}"


def _attacked(state: PanzerState, event: events.MinefieldAttacked) -> Report:
    words = GP_WORDS[event.result]
    total = total_of(event.rolls, event.total)
    return Report(
        f"{state.name(event.unit)} among mines in {event.hex}: {words} "
        f"({total} against {ranges(state, event.damage, event.track, event.effective)})",
        RULES[event.type],
        "dim" if event.result is Result.NO_EFFECT else "bad",
        rolls=event.rolls,
        tally=event.tally,
        hexes=(event.hex,),
    )


def _cleared(state: PanzerState, event: events.MinefieldCleared) -> Report:
    name = state.tables.terrain[event.kind.value].name
    hexes = " ".join(hex_.id for hex_ in event.hexes)
    return Report(f"{name} cleared with it: {hexes}", "min:20.6.3.1", hexes=event.hexes)


def _hidden_struck(state: PanzerState, event: events.HiddenMinesStruck) -> Report:
    granted = next(m for m in state.scenario.minefields if m.id == event.field)
    words = "whatever of it lay there is cleared" if event.cleared else "nothing of it is cleared"
    against = f"{total_of(event.rolls, event.total)} against {event.s_effect}"
    text = f"Hidden mines, if any: {granted.name} under fire, {words} ({against})"
    return Report(
        text, "min:20.6.3.1", "" if event.cleared else "dim", rolls=event.rolls, tally=event.tally, hexes=event.area
    )


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.MinefieldLaid: _laid,
    events.MinefieldFound: _found,
    events.MinefieldAttacked: _attacked,
    events.MinefieldCleared: _cleared,
    events.HiddenMinesStruck: _hidden_struck,
}
