"""How HIDDEN UNIT counters change the state (or:7.2). No rule, no dice, nothing that can fail.

Who is not told what a counter holds evolves it as an empty one, and it comes out as he is shown it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, SideId
from core.panzer import sequence
from core.panzer.adjustment.events import FullCoverAdjusted
from core.panzer.course.events import StepBegun, TurnBegun, UnitPlaced
from core.panzer.hidden_units import events
from core.panzer.pieces.concealment.hidden_units import FULL_COVER, VEHICLE, HiddenCounter, Hiding, Revealed
from core.panzer.pieces.unit import Command, CommandFace, Presence, Spot
from core.panzer.sight.events import SpottingChecked
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.step_end import StepFinished

#: Commands of which units share one.
_UNIQUE: Final = frozenset(Command) - {Command.NONE}


def _put(state: PanzerState, counter: HiddenCounter) -> None:
    """A counter in the place of the one with its side and number, or a new one; in the order of their numbers."""
    others = (one for one in state.hidden.counters if one.id != counter.id)
    counters = sorted((*others, counter), key=lambda one: (one.side, one.number))
    state.hidden = replaced(state.hidden, counters=tuple(counters))


def _counter(state: PanzerState, side: SideId, number: int) -> HiddenCounter | None:
    return state.hidden.named(f"{side}-{number}")


def _drop(state: PanzerState, side: SideId, number: int) -> None:
    left = tuple(one for one in state.hidden.counters if (one.side, one.number) != (side, number))
    state.hidden = replaced(state.hidden, counters=left)


def _placed(state: PanzerState, event: events.HiddenPlaced) -> None:
    there = HiddenCounter(event.side, event.number, event.hex, event.units, covered=event.covered)
    _put(state, changed(there, began=not state.turn))


def _dropped(state: PanzerState, event: events.HiddenDropped) -> None:
    _drop(state, event.side, event.number)


def _planned(state: PanzerState, event: events.HidingPlanned) -> None:
    others = tuple(p for p in state.hidden.plans if (p.side, p.number) != (event.side, event.number))
    new = () if event.hex is None else (Hiding(event.side, event.number, event.hex, event.units),)
    state.hidden = replaced(state.hidden, plans=(*others, *new))


def _hidden(state: PanzerState, event: events.UnitsHidden) -> None:
    """They leave the positions that they had; what has befallen them stays. They face as they like, turrets ahead if
    they do not stick (or:7.2.2.3, or:7.23.2)."""
    for unit in event.units:
        sticks = state.units[unit].turret_turned is not None
        state.change(
            unit,
            hex=None,
            presence=Presence.HIDDEN,
            spot=None,
            full_cover=False,
            hull_down=None,
            backed_in=False,
            inside=False,
            floor=0,
            watched=(),
            turret=state.units[unit].turret if sticks else 0,
        )


def _hiding_done(state: PanzerState, event: events.HidingDone) -> None:
    left = tuple(plan for plan in state.hidden.plans if plan.side != event.side)
    state.hidden = replaced(state.hidden, plans=left, hid=state.hidden.hid | {event.side})


def _unit_placed(state: PanzerState, event: UnitPlaced) -> None:
    """Who is set up in the open is under no counter any more."""
    counter = state.hidden.holding(event.unit)
    if counter is not None:
        _put(state, changed(counter, holds=tuple(u for u in counter.holds if u != event.unit)))


def _commanded(state: PanzerState, event: events.HiddenCommanded) -> None:
    counter = _counter(state, event.side, event.number)
    if counter is not None:
        shared = event.command in _UNIQUE and len(counter.holds) > 1
        _put(state, changed(counter, command=event.command, group=min(counter.holds) if shared else ""))


def _moved(state: PanzerState, event: events.HiddenMoved) -> None:
    counter = _counter(state, event.side, event.number)
    if counter is not None:
        way, fast = (*counter.way, event.hex), counter.fast or event.fast
        largest = VEHICLE if event.fast else counter.largest
        moved = changed(counter, hex=event.hex, way=way, fast=fast, largest=largest, began=False)
        _put(state, moved if event.crawls else changed(_in_the_open(moved), covered=(), spot=Spot.MOVE))


def _in_the_open(counter: HiddenCounter) -> HiddenCounter:
    """A counter whose units may have left Full Cover, for all that everybody knows (or:7.2.2.2)."""
    return changed(counter, largest=counter.largest.removesuffix(FULL_COVER))


def _full_cover_adjusted(state: PanzerState, event: FullCoverAdjusted) -> None:
    for counter in tuple(state.hidden.of(event.side)):
        if counter.largest.endswith(FULL_COVER):
            _put(state, _in_the_open(counter))


def _mounted(state: PanzerState, event: events.HiddenMounted) -> None:
    counter = _counter(state, event.side, event.number)
    if counter is not None:
        holds = tuple(unit for unit in counter.holds if unit != event.unit)
        riding = (*counter.riding, (event.unit, event.vehicle))
        _put(state, changed(counter, holds=holds, riding=riding, handled=1))


def _dismounted(state: PanzerState, event: events.HiddenDismounted) -> None:
    counter = _counter(state, event.side, event.number)
    if counter is not None:
        riding = tuple(pair for pair in counter.riding if pair[0] != event.unit)
        _put(state, changed(counter, holds=(*counter.holds, event.unit), riding=riding, handled=2))


def _covered(state: PanzerState, event: events.HiddenCovered) -> None:
    counter = _counter(state, event.side, event.number)
    if counter is not None:
        _put(state, changed(counter, covered=event.units))


def _struck(state: PanzerState, event: events.HiddenStruck) -> None:
    counter = _counter(state, event.side, event.number)
    if counter is not None:
        _put(state, changed(counter, struck=True))


def _unseen(state: PanzerState, event: events.HiddenUnseen) -> None:
    counter = _counter(state, event.side, event.number)
    if counter is not None:
        _put(state, changed(counter, largest=event.largest))


def _revealed(state: PanzerState, event: events.HiddenRevealed) -> None:
    """Its units have its command and its SPOT counter from now on; a fake is gone."""
    counter = _counter(state, event.side, event.number)
    _drop(state, event.side, event.number)
    if not event.units or counter is None:
        return
    moving = event.command is not None
    face = CommandFace.REVEALED if moving else CommandFace.DOWN
    command = event.command or counter.command
    for unit in event.units:
        state.change(unit, command=command, command_face=face, group=counter.group, moved=moving, spot=counter.spot)
    for unit, vehicle in event.riding:
        state.change(unit, presence=Presence.CARRIED, carrier=vehicle)
    for unit in event.covered:
        state.change(unit, full_cover=True)
    state.hidden = replaced(
        state.hidden,
        revealed=Revealed(
            event.side, event.number, event.hex, event.units, event.column, moving=moving, began=counter.began
        ),
    )


def _revealed_placed(state: PanzerState, event: events.RevealedPlaced) -> None:
    """Who stood there since the set-up has his ammunition there (na:5.16.2.4a)."""
    now = state.hidden.revealed
    state.change(event.unit, hex=event.hex, facing=event.facing, presence=Presence.ON_MAP, carrier=None)
    if now is not None and now.began and state.units[event.unit].started is None:
        state.change(event.unit, started=event.hex)
    if event.targets:
        state.sighted = {**state.sighted, event.unit: frozenset(event.targets)}
    if now is None:
        return
    left = tuple(unit for unit in now.units if unit != event.unit)
    watched = event.unit if now.moving and not now.placed else state.hidden.watched
    revealed = changed(now, units=left, there=(*now.there, event.unit)) if left else None
    state.hidden = replaced(state.hidden, revealed=revealed, watched=watched)


def _looked(state: PanzerState, event: events.RevealedLooked) -> None:
    found = {unit: frozenset(targets) for unit, targets in event.sighted if targets}
    state.sighted = {**state.sighted, **found}


def _watched(state: PanzerState, event: events.HiddenWatched) -> None:
    state.hidden = replaced(state.hidden, watched=None)


# -- the course of a turn --------------------------------------------------------------------------


def _commands_finished(state: PanzerState, event: StepFinished) -> None:
    """Counters without a command have N/C, for whoever knows which they are (na:4.2e)."""
    if state.step != sequence.COMMANDS or not event.rest:
        return
    for counter in tuple(state.hidden.of(event.side)):
        if counter.command is None:
            _put(state, changed(counter, command=Command.NONE))


def _spotting_checked(state: PanzerState, event: SpottingChecked) -> None:
    """Nobody spots what is still hidden: its SPOT counter lapses (na:4.1.5)."""
    for counter in state.hidden.counters:
        if counter.spot is not None:
            _put(state, changed(counter, spot=None))


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    fresh = tuple(changed(counter, command=None, group="", way=(), handled=0) for counter in state.hidden.counters)
    state.hidden = replaced(state.hidden, counters=fresh)


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    if state.hidden.plans or state.hidden.hid:
        state.hidden = replaced(state.hidden, plans=(), hid=frozenset())


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.HiddenPlaced: _placed,
    events.HiddenDropped: _dropped,
    events.HidingPlanned: _planned,
    events.UnitsHidden: _hidden,
    events.HiddenCommanded: _commanded,
    events.HidingDone: _hiding_done,
    events.HiddenMoved: _moved,
    events.HiddenMounted: _mounted,
    events.HiddenDismounted: _dismounted,
    events.HiddenCovered: _covered,
    events.HiddenStruck: _struck,
    events.HiddenUnseen: _unseen,
    events.HiddenRevealed: _revealed,
    events.RevealedPlaced: _revealed_placed,
    events.RevealedLooked: _looked,
    events.HiddenWatched: _watched,
    UnitPlaced: _unit_placed,
    StepFinished: _commands_finished,
    SpottingChecked: _spotting_checked,
    FullCoverAdjusted: _full_cover_adjusted,
    TurnBegun: _turn_begun,
    StepBegun: _step_begun,
}
