"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve as evolve_rules

from core.book.chapter import Chapter, Ending, OrderKind, Picks, StepRules, always, asks_beside
from core.event import SideId
from core.panzerwar import sequence
from core.panzerwar.artillery import batteries, references
from core.panzerwar.course import choices, details, evolve, orders, reports, segments, set_up
from core.panzerwar.obstacles import laying
from core.panzerwar.pieces.element import Presence
from core.panzerwar.state import SET_UP, WarState


def _left_to_place(state: WarState, side: SideId) -> str:
    mine = (one for one in state.elements.values() if one.side == side and one.aboard is None)
    waiting = sum(one.presence is Presence.WAITING for one in mine)
    later = waiting - len(set_up.to_place(state, side))
    comes = f", {later} come{'s' * (later == 1)} on later" if later else ""
    return ", ".join((f"{len(set_up.must_place(state, side))} to place{comes}", *_left_to_write_down(state, side)))


def _left_to_write_down(state: WarState, side: SideId) -> Iterator[str]:
    """Mines, reference points and fires that a side may still have: the end of its set-up forgoes them (pw:15.1,
    pw:10.8, pw:10.6.3)."""
    mines = sum(one.id not in state.mines.laid for one in laying.fields(state, side))
    if mines:
        yield f"{mines} minefield{'s' * (mines > 1)} to lay"
    if not batteries.of_side(state, side):
        return
    points = references.allowed(state, side) - len(references.registered(state, side))
    if points > 0:
        yield f"{points} reference point{'s' * (points > 1)} to register"
    fires = state.engagement.side(side).planned - len(references.planned(state, side))
    if fires > 0:
        yield f"{fires} fire{'s' * (fires > 1)} to plan"


_FIRE: Final = StepRules[WarState](
    acting=segments.acting,
    happens=segments.happens,
    over=segments.over,
    choices=segments.menu,
    suggest="fire",
    ending=Ending(),
    secret=True,
    passed_over=True,  # nobody can tell whether enemies that he does not see can fire (pw:8.4.2)
)
_ASSAULT: Final = StepRules[WarState](
    acting=segments.acting,
    happens=segments.happens,
    over=segments.over,
    choices=segments.menu,
    suggest="assault",
    ending=Ending(),
    secret=True,
    passed_over=True,
)

CHAPTER: Final = Chapter[WarState](
    name="course",
    orders=(
        OrderKind(orders.Place, set_up.check_place, set_up.place),
        OrderKind(orders.PlaceRest, set_up.check_place_rest, set_up.place_rest),
        OrderKind(orders.Dig, set_up.check_dig, set_up.dig),
    ),
    picks=(
        Picks(
            heads=("place", "place-rest", "dig"),
            make=choices.order,
            go_on=choices.go_on,
            offer=choices.offer,
            steps=(sequence.ORDERS,),
        ),
    ),
    steps={
        SET_UP: evolve_rules(
            set_up.SETTING_UP.rules(
                choices=choices.menu,
                suggest="set-up",
                ending=Ending(check=set_up.check_finish, decide=set_up.finish, tell=reports.set_up),
                undone=set_up.must_place,
                remaining=_left_to_place,
            ),
            happens=set_up.reserves,
            over=set_up.over,
        ),
        sequence.E1: _FIRE,
        sequence.E2: _FIRE,
        sequence.E3: _FIRE,
        sequence.E4: _FIRE,
        sequence.E5: _ASSAULT,
        sequence.MORALE: StepRules(happens=details.battlefield_morale, alone=always),
        sequence.DETAILS: StepRules(happens=details.final_details, alone=always),
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
