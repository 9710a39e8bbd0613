"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, asks_beside, nobody
from core.event import SideId, UnitId
from core.panzerblitz import sequence
from core.panzerblitz.close import choices, choices_overrun, close_assault, evolve, orders, overrun
from core.panzerblitz.sequence import Kind
from core.panzerblitz.sight.hidden import known
from core.panzerblitz.state import BlitzState


def _over(state: BlitzState) -> bool:
    side = sequence.player_of(state)
    return side is not None and (side in state.ended or not close_assault.assault_targets(state, side))


def _undone(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    return close_assault.still_to_assault(state, side) if sequence.at_work(state, side) else ()


def _driving_through(state: BlitzState) -> bool:
    """Whether vehicles are amid an overrun, when nobody gives orders."""
    return bool(state.passing)


def _to_overrun(state: BlitzState) -> bool:
    """Whether vehicles may yet overrun enemies that their side knows of, though they can drive nowhere else."""
    side = sequence.player_of(state)
    return side is not None and side not in state.ended and choices_overrun.may_overrun(known(state, side), side)


CHAPTER: Final = Chapter[BlitzState](
    name="close",
    orders=(
        OrderKind(orders.Overrun, overrun.check_overrun, overrun.overrun),
        OrderKind(orders.CloseAssault, close_assault.check_assault, close_assault.assault),
    ),
    picks=(
        Picks(
            heads=("overrun", "run"),
            make=choices_overrun.overrun_order,
            go_on=choices_overrun.runs,
            offer=choices_overrun.overruns,
            steps=(Kind.VEHICLES.value, Kind.IMPULSE_D.value),
            holds=_to_overrun,
        ),
        Picks(heads=("assault",), make=choices.assault_order, go_on=choices.attacker_choices),
    ),
    steps={
        Kind.ASSAULT.value: StepRules(
            acting=sequence.players,
            over=_over,
            choices=choices.assault_choices,
            undone=_undone,
            suggest="assault",
            ending=Ending(),
        )
    },
    interrupts=(Interrupt(name="overrun", lasts=_driving_through, holds=False, acting=nobody),),
    apply=evolve.APPLY,
    asks=asks_beside(__name__),
)
