"""How losses are noted, what Morale Checks and recovery change (or:7.1). No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.panzer.adjustment.events import CountersAdjusted
from core.panzer.assault.events import HexTaken, UnitAdvanced
from core.panzer.course.events import StepBegun
from core.panzer.morale import events, one_check, triggers
from core.panzer.morale.tank_fright import SUPPRESSES
from core.panzer.movement.events import HullDownSearched, ShoulderPushed, UnitMoved
from core.panzer.pieces.morale import FRIGHT, Cause, MoraleResult, Trigger
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import TURNED_OFF, TURNED_ON, Shaken
from core.panzer.state import PanzerState
from core.panzer.transport.events import (
    MountingFailed,
    PassengerBailedOut,
    PorteeDismounted,
    PorteeMounted,
    UnitDismounted,
    UnitMounted,
)
from core.replaced import replaced

#: Events by which one unit moves.
_MOVING: Final = UnitAdvanced | UnitMoved | UnitMounted | UnitDismounted | PassengerBailedOut


def _happened(state: PanzerState, event: Any) -> None:
    """Note losses first, then what the event may call for (or:7.1.1.2, or:7.1.2, or:7.1.3); a move while the counter is
    OFF turns it to ON (or:7.1.5.1, or:7.1.5.2, min:20.1.1.4.1, min:20.1.1.4.2)."""
    if not state.has(Switch.MORALE):
        return
    lost = triggers.fresh_losses(state)
    found = (*triggers.STRIKES[type(event)](state, event), *triggers.of_losses(state, event, lost))
    fresh = tuple(
        t for t in dict.fromkeys(found) if t not in state.cohesion.waiting and not one_check.done_with(state, t)
    )
    if lost or fresh:
        state.cohesion = replaced(
            state.cohesion,
            lost=state.cohesion.lost | {u.id for u in lost},
            waiting=(*state.cohesion.waiting, *fresh),
        )
    for unit in _movers(event):
        _turned_on(state, unit)


def _movers(event: Event) -> tuple[UnitId, ...]:
    """The units that an event has moved, within their hex too: they turn there, go in or out of a building, get on a
    vehicle or off it (na:6.1.3c)."""
    if isinstance(event, HexTaken):
        return event.units
    return (event.unit,) if isinstance(event, _MOVING) else ()


def _turned_on(state: PanzerState, unit: UnitId) -> None:
    turned = TURNED_ON.get(state.units[unit].morale)  # type: ignore[arg-type]
    if turned is not None:
        state.change(unit, morale=turned)


def _within_hex(state: PanzerState, event: HullDownSearched | ShoulderPushed) -> None:
    """To search, or to push something aside, is to move within the hex (or:7.29, or:7.30a, or:7.1.5.1, or:7.1.5.2)."""
    _turned_on(state, event.unit)


def _gun_moved(state: PanzerState, event: PorteeDismounted | PorteeMounted) -> None:
    """The gun of a Portée has come off its truck, or has got onto it: it has moved (na:5.2.1b, na:5.2.1c)."""
    _turned_on(state, event.gun if isinstance(event, PorteeDismounted) else event.unit)


def _not_aboard(state: PanzerState, event: MountingFailed) -> None:
    """It stays in its hex, and has no check for leaving it (or:7.1.2)."""
    left = tuple(t for t in state.cohesion.waiting if t != Trigger(event.unit, Cause.MOVED))
    if left != state.cohesion.waiting:
        state.cohesion = replaced(state.cohesion, waiting=left)


def _checked(state: PanzerState, event: events.MoraleChecked) -> None:
    """A Broken unit that hesitates stays as it is; a Hesitating one that breaks loses its Hesitation (or:7.1.4). Tank
    Fright Suppresses instead (or:7.6)."""
    unit = state.units[event.unit]
    if state.step in one_check.FIRING_STEPS and event.cause in one_check.OF_DIRECT_FIRE:
        state.cohesion = replaced(state.cohesion, checked=state.cohesion.checked | {event.unit})
    if event.cause in FRIGHT:
        if event.result in SUPPRESSES:
            state.change(event.unit, suppression=SUPPRESSES[event.result])
    elif event.result is MoraleResult.BREAK:
        move = state.moves.of(event.unit)
        if move is not None and not unit.broken:
            state.moves = replaced(state.moves, active=replaced(move, broken_after=move.spent))
        state.change(event.unit, morale=Shaken.BREAK_ON)
    elif event.result is MoraleResult.HESITATION and not unit.broken:
        state.change(event.unit, morale=Shaken.HESITATION_ON)


def _determined(state: PanzerState, event: events.CohesionDetermined) -> None:
    levels = {**state.cohesion.levels, event.formation: event.level}
    state.cohesion = replaced(state.cohesion, levels=levels)


def _made(state: PanzerState, event: events.MoraleChecksMade) -> None:
    done = triggers.complete(state)
    left = tuple(trigger for trigger in state.cohesion.waiting if trigger not in done)
    state.cohesion = replaced(state.cohesion, waiting=left)


def _break_recovery(state: PanzerState, event: events.BreakRecoveryChecked) -> None:
    if event.recovered:
        state.change(event.unit, morale=None)


def _hesitation_removed(state: PanzerState, event: events.HesitationRemoved) -> None:
    for unit in event.units:
        state.change(unit, morale=None)


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """Once all formations have fired, other fire calls for checks of its own (or:7.42.1.3)."""
    if state.cohesion.checked and event.step not in one_check.FIRING_STEPS:
        state.cohesion = replaced(state.cohesion, checked=frozenset())


def _adjusted(state: PanzerState, event: CountersAdjusted) -> None:
    for unit in list(state.units.values()):
        if unit.morale is not None and unit.morale in TURNED_OFF:
            state.change(unit.id, morale=TURNED_OFF[unit.morale])


#: What each event does to morale.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    **dict.fromkeys(triggers.STRIKES, _happened),
    events.CohesionDetermined: _determined,
    events.MoraleChecked: _checked,
    events.MoraleChecksMade: _made,
    events.BreakRecoveryChecked: _break_recovery,
    events.HesitationRemoved: _hesitation_removed,
    HullDownSearched: _within_hex,
    ShoulderPushed: _within_hex,
    MountingFailed: _not_aboard,
    PorteeDismounted: _gun_moved,
    PorteeMounted: _gun_moved,
    CountersAdjusted: _adjusted,
    StepBegun: _step_begun,
}
