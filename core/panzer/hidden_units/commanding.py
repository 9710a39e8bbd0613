"""Commands of HIDDEN UNIT counters: one for all units of a counter, out of those of their formation; fakes pay nothing
(or:7.2.2.2), nor do Recon units by themselves (na:6.2.1.1.3e). MOVE is one of those that may move (or:7.52a).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import refuse
from core.panzer import sequence
from core.panzer.formations import without_radio
from core.panzer.formations.barred import barred
from core.panzer.formations.control import (
    UNIQUE,
    formation_key,
    formation_name,
    has_free_command,
    left,
    too_many_move,
)
from core.panzer.formations.platoons import mixed
from core.panzer.hidden_units.events import HiddenCommanded
from core.panzer.hidden_units.orders import CommandHidden
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import MOVING, Command
from core.panzer.state import PanzerState

RULE: Final = "or:7.2.2.2"


def refusal(state: PanzerState, counter: HiddenCounter, command: Command) -> Refusal | None:
    """Why a command cannot be placed on a counter; None if it can. One that a unit under it never has is none of the
    counter's (na:6.1.4.2c, na:6.6.4.1, na:6.6.5)."""
    for unit in (state.units[held] for held in counter.holds):
        if no := barred(state, evolve(unit, full_cover=unit.id in counter.covered), command):
            return no
    if not counter.holds or command not in UNIQUE:
        return None
    if strangers := mixed(state, counter.holds):  # all of its units share it (or:7.3, or:7.42)
        return strangers
    if parted := without_radio.divided_by(state, counter):
        return parted
    if not state.has(Switch.COMMAND_CONTROL) or all(has_free_command(state, unit) for unit in counter.holds):
        return None
    key = formation_key(state, counter.holds[0])
    if counter.command not in UNIQUE and left(state, key) < 1:
        return Refusal(f"{formation_name(state, key)} has no command left", "na:6.2.1.1.3a")
    return too_many_move(state, key, (command in MOVING) - (counter.command in MOVING))


def check(state: PanzerState, side: SideId, order: CommandHidden) -> None:
    """A counter of one's own, and a command that its formation has left."""
    if state.step != sequence.COMMANDS or side in state.commands.done:
        raise IllegalOrder("this side has ended its placing of commands", "na:4.2.1a")
    counter = state.hidden.named(f"{side}-{order.number}")
    if counter is None:
        raise IllegalOrder(f"there is no HIDDEN UNIT {order.number} of this side", RULE)
    refuse(refusal(state, counter, order.command))


def command(state: PanzerState, side: SideId, order: CommandHidden, dice: Dice) -> Iterator[Event]:
    """Place it face down, or exchange it."""
    yield HiddenCommanded(side=side, number=order.number, command=order.command)
