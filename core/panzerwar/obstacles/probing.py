"""Digging around the mines of a marked field, to know whether it is a dummy (pw:15.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.obstacles.events import ProbeBegun, Probed
from core.panzerwar.obstacles.minefields import near
from core.panzerwar.obstacles.orders import ProbeMines
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.mines import Laid
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState

RULE: Final = "pw:15.5"
#: Turns of digging.
TURNS: Final = 3

GIVING = SecretStep[WarState](
    part=lambda state: tuple(side.id for side in state.engagement.sides),
    refusal=Refusal("the orders of this turn are given", RULE),
)


def open_fields(state: WarState, side: SideId) -> tuple[Laid, ...]:
    """The marked fields of the enemy of which a side does not know whether they are dummies."""
    return tuple(
        laid
        for laid in state.mines.laid.values()
        if laid.side != side and laid.marked and not state.mines.found_by(side, laid.id).dug
    )


def refusal(state: WarState, element: Element, laid: Laid) -> Refusal | None:
    """Why an element may not dig there: infantry that is next to the field does, and is not broken or suppressed."""
    if not element.foot or not element.on_table:
        return Refusal("infantry digs around mines", RULE)
    if element.nerve.broken or element.nerve.pinned(state.turn) or element.harm.stunned:
        return Refusal("it is broken, suppressed or stunned", RULE)
    reach = state.charts.number("hidden-mines")
    if not near(laid, element.where, reach):
        return Refusal(f"the mines are farther than {reach:g}", RULE)
    return None


def may_dig(state: WarState, element: Element) -> tuple[Laid, ...]:
    """The fields around which an element may dig."""
    return tuple(laid for laid in open_fields(state, element.side) if refusal(state, element, laid) is None)


def check_probe(state: WarState, side: SideId, order: ProbeMines) -> None:
    """IllegalOrder unless the element may dig there, or digs and may stop."""
    if state.step != sequence.ORDERS:
        refuse(Refusal("that is ordered with the tactical orders", RULE))
    GIVING.check(state, side)
    element = own_unit(state, side, order.element, RULE)
    if not order.field:
        refuse(None if element.id in state.mines.probes else Refusal(f"{element.name} does not dig", RULE))
        return
    laid = next((one for one in open_fields(state, side) if one.id == order.field), None)
    refuse(Refusal(f"{order.field} is no marked field that is in doubt", RULE) if laid is None else None)
    if laid is not None:
        refuse(refusal(state, element, laid))


def probe(state: WarState, side: SideId, order: ProbeMines, dice: Dice) -> Iterator[Event]:
    """It digs, or stops that."""
    yield ProbeBegun(side=side, element=order.element, field=order.field)


def digs_on(state: WarState, element: Element, laid: Laid) -> bool:
    """Whether an element has dug through a turn: it stood there, and neither fired nor was kept from it."""
    still = element.travel.motion is Motion.STATIONARY and not element.gunnery.fired
    return still and refusal(state, element, laid) is None


def progress(state: WarState) -> Iterator[Event]:
    """At the end of a turn: who was kept from digging begins anew, who has dug for three turns knows (pw:15.5)."""
    for id_, one in list(state.mines.probes.items()):
        element, laid = state.elements.get(id_), state.mines.laid.get(one.field)
        if element is None:
            continue
        if laid is None or not digs_on(state, element, laid):
            yield ProbeBegun(side=element.side, element=id_, field="")
        elif state.turn - one.since + 1 >= TURNS:
            yield Probed(side=element.side, element=id_, field=laid.id, dummy=laid.grade == 0)
