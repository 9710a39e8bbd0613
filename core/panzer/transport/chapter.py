"""The table of this chapter: its orders and picks, what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Interrupt, OrderKind, Picks, asks_beside
from core.dice import Dice
from core.event import Event
from core.panzer import sequence
from core.panzer.hidden_units.orders import DismountHidden, MountHidden
from core.panzer.movement import step as movement_step
from core.panzer.state import PanzerState
from core.panzer.transport import (
    choices,
    choices_hidden,
    evolve,
    hidden_mounting,
    mounting,
    orders,
    portee,
    reports,
)


def _mounting(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    return portee.procedure(state) or mounting.procedure(state)


def _still_possible(state: PanzerState) -> bool:
    """Whether passengers could still get on or down though no unit has to move: the step stays open for them."""
    player = sequence.player_of(state) if state.step in sequence.MOVE_STEPS else None
    if player is None or state.moves.active is not None or player in state.ended:
        return False
    if movement_step.yet_to_move(state, player):
        return False
    loads = mounting.standing_loads(state, player) or mounting.stranded_loads(state, player)
    return bool(loads or portee.standing(state, player))


CHAPTER: Final = Chapter[PanzerState](
    name="transport",
    orders=(
        OrderKind(orders.Mount, mounting.check_mount, mounting.mount),
        OrderKind(orders.Dismount, mounting.check_dismount, mounting.dismount),
        OrderKind(orders.BailOut, mounting.check_bail_out, mounting.bail_out),
        OrderKind(orders.MountPortee, portee.check_mount, portee.mount),
        OrderKind(orders.DismountPortee, portee.check_dismount, portee.dismount),
        OrderKind(MountHidden, hidden_mounting.check_mount, hidden_mounting.mount),
        OrderKind(DismountHidden, hidden_mounting.check_dismount, hidden_mounting.dismount),
    ),
    picks=(
        Picks(
            heads=choices.KINDS,
            make=choices.transport_order,
            go_on=choices.transport_choices,
            offer=choices.transport_options,
            steps=sequence.MOVE_STEPS,
        ),
        Picks(
            heads=(choices_hidden.MOUNT, choices_hidden.DISMOUNT),
            make=choices_hidden.made,
            go_on=choices_hidden.choices,
            offer=choices_hidden.offer,
            steps=sequence.MOVE_STEPS,
        ),
    ),
    interrupts=(
        Interrupt(name="mounting", lasts=lambda state: state.carrying.mounting is not None, happens=_mounting),
        Interrupt(name="passengers", lasts=_still_possible, needs=movement_step.needed),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
