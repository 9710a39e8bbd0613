"""The table of this chapter: its orders and picks, contact that is kept and requests that are heard, what its events do
and how they are told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Interrupt, OrderKind, Picks, asks_beside, attempts_beside
from core.panzerwar import sequence
from core.panzerwar.artillery import (
    calling,
    cheating,
    choices,
    choices_calls,
    evolve,
    orders,
    references,
    reports,
    requests,
    shoots,
)
from core.panzerwar.state import SET_UP, WarState

CHAPTER: Final = Chapter[WarState](
    name="artillery",
    orders=(
        OrderKind(orders.Register, references.check_register, references.register),
        OrderKind(orders.PrePlan, references.check_plan, references.plan),
        OrderKind(orders.Call, calling.check_call, calling.call),
        OrderKind(orders.Correct, calling.check_correct, calling.correct),
        OrderKind(orders.FireForEffect, calling.check_effect, calling.effect),
        OrderKind(orders.Cease, calling.check_cease, calling.cease),
        OrderKind(orders.AreaFire, shoots.check, shoots.declare),
        OrderKind(orders.CancelScatter, cheating.check, cheating.say),
    ),
    picks=(
        Picks(
            heads=("register", "pre-plan"),
            make=choices.order_set_up,
            go_on=choices.go_on_set_up,
            offer=choices.offer_set_up,
            steps=(SET_UP,),
        ),
        Picks(
            heads=("call", "counter", "correct", "effect", "cease"),
            make=choices_calls.order,
            go_on=choices_calls.go_on,
            offer=choices_calls.offer,
            steps=(sequence.COMMUNICATIONS,),
        ),
        Picks(
            heads=("scatter",),
            make=cheating.order,
            go_on=cheating.go_on,
            offer=cheating.offer,
            steps=(sequence.ORDERS,),
        ),
        Picks(
            heads=("area", "battery", "move", "no-area"),
            make=choices.order_fire,
            go_on=choices.go_on_fire,
            offer=choices.offer_fire,
            steps=(sequence.E2, sequence.E4),
        ),
    ),
    interrupts=(
        Interrupt(name="contact-kept", lasts=requests.keeping, happens=requests.keep),
        Interrupt(name="requests", lasts=requests.due, happens=requests.carry_out),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
