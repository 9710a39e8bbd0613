"""Naming a formation, pick by pick (or:7.42.1, or:7.42.1.1)."""

from __future__ import annotations

from typing import Final

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId
from core.order import Order
from core.panzer import formation_turns, sequence
from core.panzer.command.orders import NameFormation
from core.panzer.offering import standing_choice
from core.panzer.pieces.unit import FIRING, Command
from core.panzer.state import PanzerState

HEAD: Final = "name-formation"


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The formations that are left, with what they have to do."""
    rule = sequence.step_of(state).rule
    if partial:
        return Choices("Name a formation", rule, complete=True)
    left = formation_turns.formations_left(state, side)
    options = [
        Choice(f"{HEAD}:{one}", formation_turns.name_of(state, one), "option", cost=_to_do(state, side, one))
        for one in left
    ]
    first = state.commands.first_player is None
    aim = "the First Player's fires first" if first else "the higher roll's fires next"
    return Choices(f"Name one of {len(left)} formations: {aim}, and moves later", rule, (*options, standing_choice()))


def _to_do(state: PanzerState, side: SideId, formation: str) -> str:
    """How many of a formation fire and move by the commands that they have."""
    units = [
        u
        for u in state.units.values()
        if u.side == side and u.command is not None and formation_turns.formation_unit(state, u) == formation
    ]
    fire, move = sum(u.command in FIRING for u in units), sum(u.command is Command.MOVE for u in units)
    return ", ".join(f"{count} to {what}" for count, what in ((fire, "fire"), (move, "move")) if count)


def made(state: PanzerState, side: SideId, partial: Partial) -> Order:
    """The order of these picks."""
    return NameFormation(formation=value_of(partial[0]))
