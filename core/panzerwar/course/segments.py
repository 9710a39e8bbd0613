"""The fire segments: all declare in secret, then all fire of the segment is resolved together (pw:3.2.E, pw:8.4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Choices, Partial, Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.panzerwar import sequence
from core.panzerwar.artillery import shoots as artillery
from core.panzerwar.artillery import structures
from core.panzerwar.combat import shooting
from core.panzerwar.command import leaders
from core.panzerwar.course.events import SegmentResolved
from core.panzerwar.damage import bail_out
from core.panzerwar.infantry import assault
from core.panzerwar.ramming import rams
from core.panzerwar.sighting import buttoning, losing
from core.panzerwar.state import WarState
from core.step_end import end_of_step

#: Sides declare until both have ended it.
DECLARING: Final = SecretStep[WarState](
    part=lambda state: tuple(side.id for side in state.engagement.sides),
    refusal=Refusal("the fire of this segment is declared", "pw:8.4.2"),
)


def acting(state: WarState) -> tuple[SideId, ...]:
    """The sides that have yet to end their part, as far as they have anything to declare."""
    if state.resolved:
        return ()
    return tuple(side for side in DECLARING.choosing(state) if may_declare(state, side))


def may_declare(state: WarState, side: SideId) -> bool:
    """Whether a side has anything that may fire, or assault, in the segment. In the view of another, which does not
    know its units, it always may: who has nothing to declare is not to be told from who declares.
    """
    if not any(organisation.side == side for organisation in state.organisations.values()):
        return True
    if buttoning.able(state, side):
        return True
    if state.step == sequence.E5:
        return any(assault.who_refusal(state, e) is None and assault.near(state, e) for e in state.of(side))
    return shooting.may_fire(state, side) or artillery.may_declare(state, side)


def happens(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """When all have declared, all fire of the segment is resolved; None while a side declares, or when it is done."""
    if state.resolved or acting(state):
        return None
    return _resolve(state, dice)


def _resolve(state: WarState, dice: Dice) -> Iterator[Event]:
    """All fire of a segment, aimed and at areas, by who was able when it began; then rams, and what follows from it
    before the next: houses fall, crews bail out, leaders are lost, sight is lost (pw:3.2.E, pw:8.13.3, pw:14.2,
    pw:9.14, pw:4.0.4, pw:7.10)."""
    segment, before = sequence.segment(state), state.copy()
    if segment == 5:
        yield from assault.resolve(state, dice)
    else:
        yield from structures.behind(state, shooting.resolve(state, dice), dice)
    yield from artillery.resolve(state, before, dice)
    yield from rams.resolve(state, dice)
    yield from bail_out.crew_tests(state, dice)
    yield from leaders.lost(state)
    yield from losing.lost(state)
    yield SegmentResolved(step=state.step)


def over(state: WarState) -> bool:
    """Whether the fire of the segment is resolved."""
    return state.resolved


def menu(state: WarState, side: SideId, partial: Partial) -> Choices:
    """What every fire segment ends with; its fire is offered by the chapters that have it."""
    step = sequence.step_of(state)
    if partial:
        return Choices(step.title, step.rule, complete=True)
    what = "assaults are" if state.step == sequence.E5 else "fire is"
    return Choices(step.title, step.rule, (end_of_step(f"All {what} declared", irreversible=False),))
