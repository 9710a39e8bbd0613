"""How a side ends a step of its own accord: one order and one event for the steps of all rule systems."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.choice import Choice, Refusal
from core.event import Event, SideId, event
from core.order import Order, order
from core.secrecy import ALL, OTHERS_IN_DOUBT, Without

#: The pick that ends the step.
FINISH: Final = "finish-step"


@order("finish-step", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class FinishStep(Order):
    """End one's part of the present step; each step says what forbids it."""


@event("step-finished", known=Without(rest=False), tells=OTHERS_IN_DOUBT)
@frozen(kw_only=True, eq=False, repr=False)
class StepFinished(Event):
    """A side has ended its part of the present step.

    rest: whether that decides for its units which have done nothing in it; others do not know which they are.
    """

    side: SideId
    rest: bool = False


def end_of_step(label: str, refusal: Refusal | None = None, *, irreversible: bool = True) -> Choice:
    """The line of a menu that ends the step. refusal: why it cannot be ended yet."""
    return Choice(FINISH, label, "done", refusal=refusal, key="E", irreversible=irreversible)
