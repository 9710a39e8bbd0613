"""How attacks on men, rallying and close assaults change the state (pw:12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.infantry import assault
from core.panzerwar.infantry.events import (
    AssaultDeclared,
    Assaulted,
    ContactChecked,
    Froze,
    IgnoresSuppression,
    MenAttacked,
    Rallied,
    Surrendered,
    Unpinned,
)
from core.panzerwar.infantry.pinning import suppress
from core.panzerwar.losses import lose
from core.panzerwar.pieces.element import THERE, Presence
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.shots import Declared
from core.panzerwar.state import WarState


def _attacked(state: WarState, event: MenAttacked) -> None:
    element = state.elements.get(event.element)
    if element is None or element.presence not in THERE:
        return
    if event.result is Result.KILLED:
        lose(state, event.element)
    elif event.result is Result.CREW:
        state.change(event.element, crews=element.crews - 1)
    elif event.result is Result.BROKEN:
        if not element.nerve.broken:
            state.put(element.with_nerve(broken=state.turn, suppressed=0, ignoring=False))
    elif event.result is Result.SUPPRESSED:
        suppress(state, element)


def _unpinned(state: WarState, event: Unpinned) -> None:
    element = state.elements.get(event.element)
    if element is not None:
        state.put(element.with_nerve(suppressed=0, ignoring=False))


def _rallied(state: WarState, event: Rallied) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    if event.dispersed:
        state.change(event.element, presence=Presence.DISPERSED, aboard=None)
    elif event.rallied:
        state.put(element.with_nerve(broken=0, frozen=False))


def _surrendered(state: WarState, event: Surrendered) -> None:
    state.change(event.element, presence=Presence.SURRENDERED, aboard=None)


def _froze(state: WarState, event: Froze) -> None:
    element = state.elements.get(event.element)
    if element is not None:
        state.put(element.with_nerve(frozen=True))


def _checked(state: WarState, event: ContactChecked) -> None:
    """Whether it goes on is told by its movement."""


def _ignores(state: WarState, event: IgnoresSuppression) -> None:
    element = state.elements.get(event.element)
    if element is not None:
        state.put(element.with_nerve(ignoring=True))


def _declared(state: WarState, event: AssaultDeclared) -> None:
    others = tuple(one for one in state.assaults if one.element != event.element)
    if event.target:
        others = (*others, Declared(event.side, event.element, event.target, event.weapon))
    state.assaults = others


def _assaulted(state: WarState, event: Assaulted) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    element = element.with_nerve(assaulted=True)
    state.put(element)
    if event.weapon:
        left = assault.uses_left(state, element, event.weapon)
        state.change(event.element, ammunition={**element.ammunition, event.weapon: max(0, left - 1)})


def _step_begun(state: WarState, event: StepBegun) -> None:
    if event.step == sequence.FINAL_SIGHTING:
        state.assaults = ()


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """Who was suppressed in the turn before the last recovers by himself (pw:12.9.3.1)."""
    state.assaults = ()
    for element in list(state.elements.values()):
        nerve = element.nerve
        pinned = nerve.suppressed if nerve.suppressed >= event.turn else 0
        after = element.with_nerve(suppressed=pinned, ignoring=False, assaulted=False, frozen=False)
        if after.nerve != nerve:
            state.put(after)


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    MenAttacked: _attacked,
    Unpinned: _unpinned,
    Rallied: _rallied,
    Surrendered: _surrendered,
    Froze: _froze,
    ContactChecked: _checked,
    IgnoresSuppression: _ignores,
    AssaultDeclared: _declared,
    Assaulted: _assaulted,
    StepBegun: _step_begun,
    TurnBegun: _turn_begun,
}
