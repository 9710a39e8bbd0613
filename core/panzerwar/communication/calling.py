"""Phase B: attempts are noted in secret, then all are rolled; command elements report what they must (pw:3.2.B,
pw:5.1.2, pw:5.2, pw:5.2.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.book.secret_step import SecretStep
from core.choice import Choices, Partial, Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.panzerwar import sequence
from core.panzerwar.command.doctrine import highest, leader
from core.panzerwar.communication.contact import attempt_refusal, roll, superior
from core.panzerwar.communication.events import Contacted, ContactsRolled, OrdersAffirmed, PlanPassed
from core.panzerwar.communication.linking import linking_time
from core.panzerwar.communication.nets import commands, is_observer
from core.panzerwar.pieces.element import THERE
from core.panzerwar.pieces.nets import Attempt, Reached
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.step_end import end_of_step


def callers(state: WarState) -> tuple[SideId, ...]:
    """The sides that have something to do in this phase: with batteries or forward observers, and all where points are
    overwatched (pw:7.9). In the view of another, which does not know its units, each has.
    """
    return tuple(side.id for side in state.engagement.sides if _calls(state, side.id))


def _calls(state: WarState, side: SideId) -> bool:
    units = [o for o in state.organisations.values() if o.side == side]
    if not units or state.has(Switch.OVERWATCH):
        return True
    batteries = any(o.echelon is Echelon.BATTERY for o in units)
    return batteries or any(is_observer(e) for e in state.elements.values() if e.side == side and e.presence in THERE)


CALLING = SecretStep[WarState](
    part=callers, refusal=Refusal("the calls of this turn are made, or there is nobody to call", "pw:5.1.2")
)


def happens(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """When all have noted their attempts, all are rolled; None while a side notes, or when it is done."""
    if CALLING.choosing(state) or state.nets.settled == state.turn:
        return None
    return _rolled(state, dice)


def over(state: WarState) -> bool:
    """Whether the attempts of this turn are rolled."""
    return state.nets.settled == state.turn


def _rolled(state: WarState, dice: Dice) -> Iterator[Event]:
    yield from _passed_without_radio(state)
    noted = (*sorted(state.nets.attempts, key=lambda one: one.side), *reports(state))
    for contact in roll(state, noted, dice):
        yield contact
        if contact.result is Reached.MADE and not contact.maintain:
            yield from _understood(state, contact)
    yield ContactsRolled()


# -- reports to the command above (pw:5.2.2) ----------------------------------------------------------


def must_report(state: WarState, unit: Organisation) -> bool:
    """Whether the command element of a unit has to reach the command above it: its orders must be affirmed after a
    failure of morale, or it is the highest of its side and the plan changes (pw:5.2.2)."""
    return unit.unconfirmed or _plans(state, unit)


def _plans(state: WarState, unit: Organisation) -> bool:
    if unit.side not in state.nets.plans:
        return False
    top = highest(state, unit.side)
    return top is not None and top.id == unit.id


def reports(state: WarState) -> Iterator[Attempt]:
    """The attempts of command elements that must report and call nobody else in this turn (pw:5.1.1, pw:5.2.2)."""
    for unit in list(state.organisations.values()):
        element = leader(state, unit)
        if element is None or not must_report(state, unit) or not _by_radio(unit):
            continue
        if any(one.element == element.id for one in state.nets.attempts):
            continue
        to = superior(state, unit)
        if attempt_refusal(state, element, to) is None:
            yield Attempt(side=unit.side, element=element.id, to=to)


def _by_radio(unit: Organisation) -> bool:
    """Whether a unit reports above company level; communication below it is automatic (pw:3.2.B, pw:5.1)."""
    return unit.echelon is not Echelon.PLATOON


def _understood(state: WarState, contact: Contacted) -> Iterator[Event]:
    """What a report that got through does: the plan passes, orders are affirmed (pw:5.2, pw:5.2.2)."""
    unit = commands(state, state.elements[contact.element])
    if unit is None or contact.to != superior(state, unit):
        return
    if _plans(state, unit):
        yield passed(state, unit.side)
    if unit.unconfirmed:
        yield OrdersAffirmed(side=unit.side, organisation=unit.id)


def passed(state: WarState, side: SideId) -> PlanPassed:
    """The plan goes down to the next echelon in one turn (pw:5.3)."""
    return PlanPassed(side=side, text=state.nets.plans[side], turn=state.turn + linking_time(1))


def _passed_without_radio(state: WarState) -> Iterator[Event]:
    """Below company level a plan needs no roll (pw:3.2.B, pw:5.1)."""
    for side in state.engagement.sides:
        if side.id in state.nets.plans:
            top = highest(state, side.id)
            if top is not None and not _by_radio(top):
                yield passed(state, side.id)


# -- the menu ---------------------------------------------------------------------------------------------


def menu(state: WarState, side: SideId, partial: Partial) -> Choices:
    """What the phase ends with; calls are offered by the chapter that has them."""
    step = sequence.step_of(state)
    if partial:
        return Choices(step.title, step.rule, complete=True)
    return Choices(step.title, step.rule, (end_of_step("All calls are made", irreversible=False),))
