"""What the steps have alike in which both sides adjust their units at once (na:6.8).

What they decide stays secret until both have ended the step, and is then carried out. A side that has nobody to adjust
is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.event import Event, SideId
from core.panzer.state import PanzerState


def adjusting(
    anybody: Callable[[PanzerState, SideId], bool],
    carry_out: Callable[[PanzerState, SideId], Iterator[Event]],
) -> SecretStep[PanzerState]:
    """A step of the sides that have anybody to adjust in it, and what comes of what each of them decides."""
    return SecretStep[PanzerState](
        part=lambda state: tuple(side.id for side in state.scenario.sides if anybody(state, side.id)),
        refusal=Refusal("this side has nobody to adjust, or has ended the step", "na:6.8"),
        carry_out=carry_out,
        settled=lambda state: state.adjustment.settled,
        half=lambda state: state.half_of,
    )
