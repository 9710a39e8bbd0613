"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, always, asks_beside
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.course import choices, evolve, orders, relief, reports, retracing, set_up, victory
from core.panzer.ground import fires
from core.panzer.state import PanzerState


def _setting_up(state: PanzerState) -> tuple[SideId, ...]:
    side = set_up.setting_up(state)
    return (side,) if side else ()


def _set_up(state: PanzerState) -> bool:
    return set_up.setting_up(state) is None


def _unplaced(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    return set_up.unplaced(state, side) if set_up.setting_up(state) == side else ()


def _end_turn(state: PanzerState, dice: Dice) -> Iterator[Event]:
    yield from fires.burned(state)
    yield from victory.occupation_at_end(state)


def _over_at_once(state: PanzerState) -> bool:
    return bool(state.turn) and victory.end_at_once(state) is not None


def _end_at_once(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    return victory.end_at_once(state)


CHAPTER: Final = Chapter[PanzerState](
    name="course",
    orders=(
        OrderKind(orders.ChooseZone, set_up.check_zone, set_up.choose_zone),
        OrderKind(orders.PlaceUnit, set_up.check_place, set_up.place),
        OrderKind(orders.PlaceRest, set_up.check_place_rest, set_up.place_rest),
    ),
    picks=(Picks(heads=("zone", "place", "place-rest"), make=choices.order),),
    steps={
        sequence.SET_UP: StepRules(
            acting=_setting_up,
            happens=set_up.procedure,
            over=_set_up,
            choices=choices.choices,
            join=choices.with_loads,
            undone=_unplaced,
            remaining=lambda state, side: f"{len(set_up.unplaced(state, side))} to place",
            suggest="set-up",
            ending=Ending(check=set_up.check_finish, decide=set_up.finish, tell=reports.set_up),
        ),
        sequence.END_TURN: StepRules(happens=_end_turn, alone=always),
    },
    interrupts=(
        Interrupt(name="relief", lasts=relief.due, happens=relief.roll),
        Interrupt(name="end", lasts=_over_at_once, happens=_end_at_once),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    tells=retracing.TELLS,
    asks=asks_beside(__name__),
)
