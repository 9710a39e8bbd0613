"""Why a computer player of Panzer War gives an order, by what it judges by: points of the enemy, GSU of way and danger.

Asked of its own side's view, as the judgement is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from core.event import SideId
from core.order import Order
from core.panzerwar.artillery.orders import AreaFire, Call, Cease, Correct
from core.panzerwar.combat.orders import Fire, Suppress
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.infantry import assault as close_assaults
from core.panzerwar.infantry.orders import CloseAssault
from core.panzerwar.movement.orders import CarryOn, React, WritePlan
from core.panzerwar.opponent import barrages, commands, moves
from core.panzerwar.opponent.shots import points, shots
from core.panzerwar.pieces.artillery import AreaShot
from core.panzerwar.state import WarState
from core.panzerwar.words import called, listed
from core.presentation import Argument

#: GSU below which a part of a reason is not told.
TOLD: Final = 1.0


def why(state: WarState, side: SideId, order: Order) -> tuple[Argument, ...]:
    """What speaks for an order and against it, the weightiest first; nothing of orders that are not weighed."""
    said = _SAID.get(type(order))
    return tuple(said(state, side, order)) if said is not None else ()


def _order(state: WarState, side: SideId, order: GiveOrder) -> Iterator[Argument]:
    """Why the order suits the unit, and what was wanted before it that it may not have."""
    organisation = state.organisations[order.organisation]
    for wish in commands.wishes(state, organisation):
        if wish.order is order.tactical:
            yield Argument(f"{organisation.name}: {wish.why}", rule="pw:4.2")
            return
        yield Argument(f"{wish.order.value} would be better, as {wish.why}, but may not be ordered", rule="pw:4.2")


def _plan(state: WarState, side: SideId, order: WritePlan) -> Iterator[Argument]:
    """How far a plan brings an element, in GSU, and what is to be feared where it ends."""
    plan = order.plan
    element = state.elements[plan.element]
    if plan.legs or plan.second:
        nearer, fear = moves.gained(state, element, plan)
        if abs(nearer) >= TOLD:
            yield Argument(f"{element.name}: way towards the objective, in GSU", nearer, "pw:6.1")
        if abs(fear) >= TOLD:
            yield Argument("The fire of known guns where it ends, beside here, in GSU of way", -fear)
    elif not (plan.unload or plan.load or plan.position or plan.candles):
        yield Argument(f"{element.name} looks where the enemy is, or may come from.")
    if plan.unload:
        yield Argument(f"{listed(state, plan.unload)} gets off, near its goal or before guns.")
    if plan.load:
        yield Argument(f"{listed(state, plan.load)} gets on: neither guns nor a goal are near.")
    if plan.position:
        yield Argument("The ground gives a position hull down against an enemy in sight.", rule="pw:9.17")
    if plan.candles:
        yield Argument("It can fight no more, and a gun is on it.", rule="pw:11.10.4")


def _fire(state: WarState, side: SideId, order: Fire) -> Iterator[Argument]:
    """What the shot is expected to cost the enemy, and the best other target of the weapon."""
    others = []
    for one in shots(state, order.element):
        if not isinstance(one.order, Fire) or one.order.arm != order.arm:
            continue
        if one.order.target == order.target:
            worth = points(state, state.elements[order.target])
            text = f"{called(state, order.target)}: {100 * one.share:.0f} % of its {worth} points on average"
            yield Argument(text, one.gain, "pw:8.4")
        else:
            others.append((one.gain, one.order.target))
    if others:
        gain, target = max(others)
        yield Argument(f"Its next best target, {called(state, target)}, would promise {gain:.1f}")


def _suppress(state: WarState, side: SideId, order: Suppress) -> Iterator[Argument]:
    for one in shots(state, order.element):
        if one.order == order:
            yield Argument("Those in the area who may be suppressed", one.gain, "pw:8.12")


def _assault(state: WarState, side: SideId, order: CloseAssault) -> Iterator[Argument]:
    element, target = state.elements[order.element], state.elements[order.target]
    number = close_assaults.number(state, element, target, order.weapon).total
    yield Argument(f"It succeeds on {number} or less of a D10.", rule="pw:12.11.4")


def _react(state: WarState, side: SideId, order: React) -> Iterator[Argument]:
    if not order.go_on and not order.legs:
        yield Argument("It has met the enemy: it halts and fires.", rule="pw:6.5")


def _carry_on(state: WarState, side: SideId, order: CarryOn) -> Iterator[Argument]:
    yield Argument("The plans still serve.")


def _call(state: WarState, side: SideId, order: Call) -> Iterator[Argument]:
    worth = barrages.worth_at(state, side, order.at)
    if order.shell:
        yield Argument("Smoke before guns that command what own units are to cross.", rule="pw:11.0")
    elif worth >= barrages.LEAST:
        yield Argument("Known men and guns in the area, a man 1, a gun 2, armour a half", worth, "pw:10.5")
    else:
        yield Argument("A registered place where the enemy is suspected.", rule="pw:10.5")


def _correct(state: WarState, side: SideId, order: Correct) -> Iterator[Argument]:
    yield Argument("The fire lies beside its target.", rule="pw:10.6")


def _cease(state: WarState, side: SideId, order: Cease) -> Iterator[Argument]:
    yield Argument("Own elements are too near to where it falls.")


def _area(state: WarState, side: SideId, order: AreaFire) -> Iterator[Argument]:
    if order.at is None:
        return
    if order.element is None and order.battery and not order.arm:
        yield Argument("The fire is moved onto its target.", rule="pw:10.8")
        return
    shot = AreaShot(side=side, battery=order.battery, element=order.element, arm=order.arm, at=order.at)
    yield Argument("What direct area fire is expected to cost the enemy there", barrages.promise(state, side, shot))


_SAID: Final[Mapping[type[Order], Callable[[WarState, SideId, Any], Iterator[Argument]]]] = {
    GiveOrder: _order,
    WritePlan: _plan,
    Fire: _fire,
    Suppress: _suppress,
    CloseAssault: _assault,
    React: _react,
    CarryOn: _carry_on,
    Call: _call,
    Correct: _correct,
    Cease: _cease,
    AreaFire: _area,
}
