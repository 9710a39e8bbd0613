"""The table of this chapter: the Spotting Phase, what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, always, asks_beside
from core.dice import Dice
from core.event import Event
from core.panzer import sequence
from core.panzer.sight import (
    camouflage,
    choices,
    choices_camouflage,
    evolve,
    limited_spotting,
    max_spots,
    orders,
    reports,
    spotting,
)
from core.panzer.state import PanzerState


def _spotting(state: PanzerState, dice: Dice) -> Iterator[Event]:
    yield from limited_spotting.spotting_phase(state, dice)
    yield from camouflage.tested(state, dice)
    yield spotting.spotting_phase(state)


CHAPTER: Final = Chapter[PanzerState](
    name="sight",
    orders=(
        OrderKind(orders.KeepSpots, max_spots.check, max_spots.keep),
        OrderKind(orders.CamouflageUnit, camouflage.check, camouflage.camouflage),
    ),
    picks=(
        Picks(
            heads=(choices.HEAD,),
            make=choices.made,
            go_on=choices.choices,
            offer=choices.offer,
            steps=(sequence.COMMANDS,),
        ),
        Picks(heads=(choices_camouflage.ON, choices_camouflage.OFF), make=choices_camouflage.made),
    ),
    steps={
        sequence.CAMOUFLAGE: camouflage.CHOOSING.rules(
            choices=choices_camouflage.choices,
            remaining=choices_camouflage.remaining,
            suggest="camouflage",
            ending=Ending(check=camouflage.CHOOSING.check, tell=reports.camouflaging),
        ),
        sequence.SPOTTING: StepRules(happens=_spotting, alone=always),
    },
    interrupts=(
        Interrupt(name="camouflage", lasts=camouflage.due, happens=camouflage.happens, needs=camouflage.needed),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
