"""The Initiative Phase (na:4.3): the roll, and who is First Player this turn."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.panzer.events import FirstPlayerChosen, InitiativeRolled
from core.panzer.orders import ChooseFirstPlayer
from core.panzer.state import PanzerState


def procedure(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """Roll until one side is higher; None once there is a winner (na:4.3.1)."""
    if state.initiative_winner is not None:
        return None
    return _roll(state, dice)


def _roll(state: PanzerState, dice: Dice) -> Iterator[Event]:
    sides = tuple(s.id for s in state.scenario.sides)
    rolls = tuple(dice.roll("d100", f"initiative, {state.scenario.side(s).name}", "na:4.3.1") for s in sides)
    if rolls[0].result == rolls[1].result:
        winner = state.scenario.ties_to
    else:
        winner = max(zip((r.result for r in rolls), sides, strict=True))[1]
    yield InitiativeRolled(sides=sides, winner=winner, rolls=rolls)


def check_choice(state: PanzerState, side: SideId, order: ChooseFirstPlayer) -> None:
    """Only the winner chooses, between the two sides."""
    if side != state.initiative_winner:
        raise IllegalOrder("the other side won the initiative", "na:4.3.1")
    sides = [s.id for s in state.scenario.sides]
    if order.first not in sides:
        raise IllegalOrder(f"{order.first!r} is no side; sides are {', '.join(sides)}", "na:4.3.1")


def choose(state: PanzerState, side: SideId, order: ChooseFirstPlayer, dice: Dice) -> Iterator[Event]:
    """Name the First Player of the turn."""
    yield FirstPlayerChosen(side=side, first=order.first)
