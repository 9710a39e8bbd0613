"""Movement in words (pw:6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from core.event import Event
from core.panzerwar.movement.events import (
    Boarded,
    Hatches,
    Hid,
    MayAdapt,
    Met,
    Moved,
    MoveEnded,
    Planned,
    Reacted,
    RoutChosen,
    SetDown,
    Stayed,
    Stopped,
    TookPosition,
    TurnLength,
    TurretTurned,
    Unplanned,
)
from core.panzerwar.movement.hazards import LAME, SUSPENSION
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.state import WarState
from core.panzerwar.words import along, called, listed, place, side, turns
from core.plane import gsu_between
from core.presentation import Play, Report

#: Who goes less, in GSU, between two things that happen to others is not told to have moved there.
NEWS: Final = 1.0


#: How a way of moving is told.
_GOES: Final[Mapping[Way, str]] = {
    Way.MARCH: "moves to",
    Way.CHARGE: "charges to",
    Way.REVERSE: "backs to",
    Way.BONUS: "moves with bonus to",
    Way.BURST: "moves with burst to",
    Way.PUSH: "moves to",
}


def told(state: WarState, plan: Plan) -> str:
    """A plan in words: where it leads, and all that is done besides."""
    element = state.elements.get(plan.element)
    legs = (*plan.legs, *plan.second)
    done = [*_cargo(state, plan), *_besides(plan)]
    if plan.heading is not None:
        done.insert(0, f"{'then faces' if legs else 'turns to'} {compass_name(plan.heading)}")
    if legs:
        broken = element is not None and element.nerve.broken
        goes = f"{'routs to' if broken else _GOES[plan.way]} {place(legs[-1].to)}"
        done.insert(0, f"{goes} and leaves the table" if plan.leave else goes)
    return ", ".join(done) or "stays"


def _cargo(state: WarState, plan: Plan) -> Iterator[str]:
    """Whom it takes aboard, sets down, drives into (pw:6.8, pw:6.11, pw:14.0)."""
    if plan.ram is not None:
        yield f"rams {called(state, plan.ram)}"
    if plan.overrun is not None:
        yield f"{'pushes' if plan.way is Way.PUSH else 'drives over'} {called(state, plan.overrun)}"
    if plan.load:
        yield f"loads {listed(state, plan.load)}{' in haste' if plan.in_haste else ''}"
    if plan.unload:
        yield f"sets down {listed(state, plan.unload)}"


def _besides(plan: Plan) -> Iterator[str]:
    if plan.turret is not None:
        yield f"turns its turret to {compass_name(plan.turret)}"
    if plan.position or plan.turret_down:
        yield "turret down" if plan.turret_down else f"hull down {plan.position}"
    if plan.buttoned is not None:
        yield "buttons up" if plan.buttoned else "opens its hatches"
    if plan.hide:
        yield "hides"
    if plan.candles:
        yield "lights its smoke candles"


def _planned(state: WarState, event: Planned) -> Report:
    text = f"{called(state, event.element)} {told(state, event.plan)}: {event.motion.value}, {event.spent:g} GSU"
    return Report(text, "pw:4.2", level=2)


def _unplanned(state: WarState, event: Unplanned) -> Report:
    return Report(f"{called(state, event.element)} stays", "pw:4.2", "dim", level=2)


def _rout_chosen(state: WarState, event: RoutChosen) -> Report:
    does = "routs if it must, and does not stay in its cover" if event.runs else "stays in its cover if it may"
    return Report(f"{called(state, event.element)} {does}", "pw:12.9.2.2", "" if event.runs else "dim", level=2)


def _turn_length(state: WarState, event: TurnLength) -> Report | None:
    return Report("The turn is of double length", "pw:6.15") if event.doubled else None


def _may_adapt(state: WarState, event: MayAdapt) -> Report:
    return Report(f"{side(state, event.side)} moves last and may change its plans", "pw:4.11")


def _hatches(state: WarState, event: Hatches) -> Report:
    how = "closes its hatches" if event.buttoned else "opens its hatches"
    return Report(f"{called(state, event.element)} {how}", "pw:7.1.1", level=2)


def _moved(state: WarState, event: Moved) -> Report | None:
    length = sum(gsu_between(a, b) for a, b in pairwise(event.way))
    if length < NEWS:
        return None
    return Report(
        f"{called(state, event.element)} moves to {place(event.way[-1])}",
        "pw:6.0",
        details=(f"{length:.0f} GSU",),
        hexes=along(event.way),
        level=2,
        play=Play.MOMENT,
        unit=event.element,
    )


def _met(state: WarState, event: Met) -> Report:
    return Report(f"{called(state, event.element)} meets {called(state, event.enemy)}", "pw:6.7")


def _reacted(state: WarState, event: Reacted) -> Report:
    how = f"goes on to {place(event.legs[-1].to)}" if event.legs else "halts"
    return Report(f"{called(state, event.element)} {how}", "pw:6.7.1")


def _stopped(state: WarState, event: Stopped) -> Report | None:
    name = called(state, event.element)
    if not event.why:
        return Report(f"{name} gets through{_rolled(name, event)}", event.rule, rolls=event.rolls, level=2)
    until = f" and may not move until turn {event.until + 1}" if event.until else ""
    until = " and is immobile for good" if event.immobile else until
    return Report(f"{name} {event.why}{until}{_rolled(name, event)}", event.rule, rolls=event.rolls)


def _rolled(name: str, event: Stopped) -> str:
    """What was rolled against what; the die of a stall says itself on what one stalls (pw:6.14.3, pw:6.6.1)."""
    if not event.rolls:
        return ""
    first, *more = event.rolls
    if first.rule not in SUSPENSION:
        return f" ({first.result}; {first.for_.removeprefix(f'{name} ')})"
    badly = "".join(f"; then {roll.result}, for good on {LAME} or less" for roll in more)
    return f" ({first.result}; its suspension is damaged on a 1{badly})"


def _move_ended(state: WarState, event: MoveEnded) -> Report | None:
    if not event.halted:
        return None
    return Report(f"{called(state, event.element)} halts: {event.halted}", "pw:4.2.6", level=2)


def _stayed(state: WarState, event: Stayed) -> Report | None:
    return None


def _took(state: WarState, event: TookPosition) -> Report:
    name = called(state, event.element)
    if event.turret_down:
        return Report(f"{name} is turret down", "pw:9.18.0")
    if not event.factor:
        return Report(f"{name} leaves its position", "pw:9.17", level=2)
    cm = "" if event.protection is None else f", {event.protection:g} cm"
    rolled = f" ({event.rolls[-1].result})" if event.rolls else ""
    text = f"{name} is hull down {event.factor}{rolled} behind {event.shield}{cm}"
    return Report(text, "pw:9.17.2", rolls=event.rolls)


def _boarded(state: WarState, event: Boarded) -> Report:
    time = f", in {turns(event.turns)}{' in haste' if event.hasty else ''}" if event.turns else ""
    return Report(f"{called(state, event.element)} goes aboard {called(state, event.carrier)}{time}", "pw:6.11")


def _set_down(state: WarState, event: SetDown) -> Report:
    ready = f", ready in {turns(event.turns)}" if event.turns else ""
    return Report(f"{called(state, event.element)} is set down in {place(event.at)}{ready}", "pw:6.11")


def _hid(state: WarState, event: Hid) -> Report:
    how = "hides" if event.hidden else "no longer hides"
    return Report(f"{called(state, event.element)} {how}", "pw:6.1.4", level=2)


def _turret(state: WarState, event: TurretTurned) -> Report:
    where = f"{compass_name(event.turret)}, {event.steps * 7.5:g} degrees"
    text = f"{called(state, event.element)} turns its turret to {where}"
    return Report(text, "pw:6.16", level=2)


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    Planned: _planned,
    Unplanned: _unplanned,
    RoutChosen: _rout_chosen,
    TurnLength: _turn_length,
    MayAdapt: _may_adapt,
    Hatches: _hatches,
    Moved: _moved,
    Met: _met,
    Reacted: _reacted,
    Stopped: _stopped,
    MoveEnded: _move_ended,
    Stayed: _stayed,
    TookPosition: _took,
    Boarded: _boarded,
    SetDown: _set_down,
    Hid: _hid,
    TurretTurned: _turret,
}
