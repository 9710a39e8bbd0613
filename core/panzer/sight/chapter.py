"""The table of this chapter: the Spotting Phase, what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event
from core.panzer import sequence
from core.panzer.sight import choices, evolve, limited_spotting, max_spots, orders, reports, spotting
from core.panzer.state import PanzerState
from core.rulebook import Chapter, OrderKind, Picks, StepRules, always, asks_beside


def _spotting(state: PanzerState, dice: Dice) -> Iterator[Event]:
    yield from limited_spotting.spotting_phase(state, dice)
    yield spotting.spotting_phase(state)


CHAPTER: Final = Chapter[PanzerState](
    name="sight",
    orders=(OrderKind(orders.KeepSpots, max_spots.check, max_spots.keep),),
    picks=(
        Picks(
            heads=(choices.HEAD,),
            make=choices.made,
            go_on=choices.choices,
            offer=choices.offer,
            steps=(sequence.COMMANDS,),
        ),
    ),
    steps={sequence.SPOTTING: StepRules(happens=_spotting, alone=always)},
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
