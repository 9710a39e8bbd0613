"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, OrderKind, Picks, StepRules, always, asks_beside
from core.dice import Dice
from core.event import Event, SideId
from core.panzerblitz import sequence
from core.panzerblitz.course import choices, evolve, orders, reports, set_up
from core.panzerblitz.course.events import Recovered
from core.panzerblitz.sequence import Kind
from core.panzerblitz.state import BlitzState


def _setting_up(state: BlitzState) -> tuple[SideId, ...]:
    side = set_up.setting_up(state)
    return (side,) if side else ()


def _recover(state: BlitzState, dice: Dice) -> Iterator[Event] | None:
    """Turn all units of a side face up, those dispersed in the last enemy turn too (pb:PB-SEQ-6, pb:PB-CRT-D)."""
    side = sequence.player_of(state)
    if side is None:
        return None
    down = tuple(u.id for u in state.units.values() if u.side == side and u.dispersed)
    return iter((Recovered(side=side, units=down),))


CHAPTER: Final = Chapter[BlitzState](
    name="course",
    orders=(
        OrderKind(orders.Place, set_up.check_place, set_up.place),
        OrderKind(orders.PlaceRest, set_up.check_place_rest, set_up.place_rest),
    ),
    picks=(
        Picks(heads=("place",), make=choices.order, go_on=choices.where),
        Picks(heads=("place-rest",), make=choices.order),
    ),
    steps={
        Kind.SET_UP.value: StepRules(
            acting=_setting_up,
            happens=lambda state, dice: set_up.procedure(state),
            over=lambda state: set_up.setting_up(state) is None,
            choices=choices.set_up_choices,
            join=choices.with_loading,
            undone=set_up.still_to_place,
            remaining=lambda state, side: f"{len(set_up.unplaced(state, side))} to place",
            suggest="set-up",
            ending=Ending(check=set_up.check_finish, tell=reports.set_up),
        ),
        Kind.RECOVERY.value: StepRules(happens=_recover, alone=always),
        Kind.RECORD.value: StepRules(alone=always),
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
