"""The table of this chapter: its orders and picks, its steps and interrupts, its events in words, its asks."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Ending, Interrupt, OrderKind, Picks, StepRules, always, asks_beside
from core.panzerwar import sequence
from core.panzerwar.sighting import buttoning, choices, evolve, losing, orders, overwatch, reports, step, weather
from core.panzerwar.state import WarState

_LOOKING: Final = StepRules[WarState](
    acting=step.acting,
    happens=step.happens,
    over=step.over,
    choices=choices.menu,
    suggest="sight",
    ending=Ending(),
    secret=True,
    passed_over=True,  # nobody can tell whether enemies that he does not see sight together (pw:7.4.3)
)

CHAPTER: Final = Chapter[WarState](
    name="sighting",
    orders=(
        OrderKind(orders.SightTogether, step.check_together, step.together),
        OrderKind(orders.ButtonUp, buttoning.check, buttoning.decide),
        OrderKind(orders.Mark, overwatch.check, overwatch.decide),
    ),
    picks=(
        Picks(heads=("sight", "group", "alone"), make=choices.order, go_on=choices.go_on),
        Picks(
            heads=("mark", "no-mark"),
            make=choices.mark,
            go_on=choices.go_on_marking,
            offer=choices.offer_marks,
            steps=(sequence.COMMUNICATIONS,),
        ),
        Picks(
            heads=("button-up",),
            make=choices.button_up,
            go_on=choices.go_on_buttoning,
            offer=choices.offer_buttoning,
            steps=buttoning.STEPS,
        ),
    ),
    steps={
        sequence.SIGHTING: _LOOKING,
        sequence.E2A: StepRules(happens=step.first_fire, alone=always),
        sequence.FINAL_SIGHTING: _LOOKING,
    },
    interrupts=(
        Interrupt(name="weather", lasts=weather.due, happens=weather.happens),
        Interrupt(name="lost-from-sight", lasts=losing.due, happens=losing.happens),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
