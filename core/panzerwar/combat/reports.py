"""Direct fire in words (pw:8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar.combat import arms
from core.panzerwar.combat.events import (
    CommanderLost,
    Fired,
    FireDeclared,
    HeldOnWay,
    KeptDown,
    NotFired,
    SmokeFired,
    SoftStruck,
    Suppressed,
    TrailerStruck,
)
from core.panzerwar.combat.ranges import exact
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.shots import Fires
from core.panzerwar.state import WarState
from core.panzerwar.words import called, munition, place, weapon
from core.plane import bearing, heading_of, hex_at
from core.presentation import Play, Report
from core.tally import number_in_sum

#: What is fired at a place, in words, and its rule.
_AT_PLACES: Final = {
    Fires.SUPPRESSIVE: ("suppress the area of", "pw:8.12"),
    Fires.SMOKE: ("lay smoke at", "pw:11.1"),
    Fires.DISCHARGE: ("fire its dischargers", "pw:11.8"),
    Fires.GRENADE: ("throw smoke grenades at", "pw:11.1.3"),
}


def _declared(state: WarState, event: FireDeclared) -> Report:
    shot, name = event.shot, called(state, event.shot.element)
    firer = state.elements.get(shot.element)
    arm = arms.named(state, firer, shot.arm) if firer is not None else shot.arm
    if event.off:
        return Report(f"{name} holds its {weapon(arm)}", "pw:8.0", "dim", level=2)
    if shot.fires is not Fires.AIMED and shot.at is not None:
        what, rule = _AT_PLACES[shot.fires]
        at = place(shot.at)
        if shot.fires is Fires.DISCHARGE and firer is not None:
            at = f"to the {compass_name(heading_of(bearing(firer.where, shot.at)))}"
        return Report(f"{name} is to {what} {at}", rule, level=2)
    whom = called(state, shot.target) if shot.target is not None else ""
    return Report(f"{name} is to fire its {weapon(arm)} at {whom}", "pw:8.0", level=2)


def _fired(state: WarState, event: Fired) -> Report:
    firer = called(state, event.element) if event.element else "An unseen enemy"
    target = state.elements.get(event.target)
    hexes = (hex_at(target.at),) if target is not None and target.at is not None else ()
    whose = "its" if event.element else "a"
    text = f"{firer} fires {whose} {munition(state, event.what)} at {called(state, event.target)}"
    if event.range:
        text += f" at {event.range:g}"
    if event.needed is not None:
        hits = "miss" if not event.hits else "hit" if event.hits == 1 else f"{event.hits} hits"
        text += f": {event.rolled} against {number_in_sum(event.needed, event.tally)}, {hits}"
    elif event.hits:
        text += f": {event.hits} hits"
    if event.jams:
        text += "; the gun jams"
    tally = exact(event.tally, event.range)
    return Report(text, "pw:8.4", rolls=event.rolls, tally=tally, hexes=hexes, play=Play.PAUSE)


def _not_fired(state: WarState, event: NotFired) -> Report:
    return Report(f"{called(state, event.element)} does not fire: {event.why}", event.rule, "dim")


def _held(state: WarState, event: HeldOnWay) -> Report:
    name = called(state, event.element)
    return Report(f"{name} stays where it was hit, in {place(event.at)}", "pw:8.7.6", hexes=(hex_at(event.at),))


def _trailer(state: WarState, event: TrailerStruck) -> Report:
    came = "is pierced and explodes" if event.explodes else "holds"
    text = f"The flame trailer of {called(state, event.element)} {came}: {event.penetration:g} cm"
    return Report(text, "pw:12.12.5", "bad" if event.explodes else "dim", event.rolls)


def _commander(state: WarState, event: CommanderLost) -> Report:
    return Report(f"The commander of {called(state, event.element)} is killed by phosphorus", "pw:11.4.3")


def _suppressed(state: WarState, event: Suppressed) -> Report:
    how = "the area is suppressed" if event.rolled <= event.needed else "no effect"
    text = f"{called(state, event.element)} fires at the area of {place(event.at)}: "
    text += f"{event.rolled} against {event.needed}, {how}"
    return Report(text, "pw:8.12", rolls=event.rolls, hexes=(hex_at(event.at),), play=Play.PAUSE)


def _kept_down(state: WarState, event: KeptDown) -> Report:
    if event.stays:
        return Report(
            f"{called(state, event.element)} is suppressed, and stays where it is in the next turn", "pw:10.3.8"
        )
    return Report(f"{called(state, event.element)} is suppressed", "pw:8.12.1")


def _smoke(state: WarState, event: SmokeFired) -> Report:
    return Report(f"{called(state, event.element)} fires smoke", "pw:11.1", level=2)


def _soft(state: WarState, event: SoftStruck) -> Report:
    how = "destroyed" if event.destroyed else "no effect"
    killpower = number_in_sum(event.net, event.tally)
    text = f"{called(state, event.element)}: {event.rolled} against killpower {killpower}, {how}"
    return Report(text, "pw:8.0.2", rolls=event.rolls, tally=event.tally)


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    FireDeclared: _declared,
    Fired: _fired,
    NotFired: _not_fired,
    HeldOnWay: _held,
    CommanderLost: _commander,
    TrailerStruck: _trailer,
    Suppressed: _suppressed,
    SmokeFired: _smoke,
    KeptDown: _kept_down,
    SoftStruck: _soft,
}
