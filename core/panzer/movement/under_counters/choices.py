"""Moving HIDDEN UNIT counters, pick by pick: which, and to which hex (or:7.2.2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId
from core.order import Order
from core.panzer.hidden_units.orders import MoveHidden
from core.panzer.movement.under_counters.moving import RULE, is_fast, reach, to_move
from core.panzer.state import PanzerState

HEAD: Final = "move-hidden"
GROUP: Final = "Hidden Units"


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The counters that may move."""
    for counter in to_move(state, side) if state.moves.active is None else ():
        text = f"Move HIDDEN UNIT {counter.number} ..."
        yield Choice(f"{HEAD}:{counter.number}", text, "hex", counter.hex, group=GROUP)


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The hexes to which it may move."""
    number = int(value_of(partial[0]))
    if len(partial) > 1:
        return Choices("Move", RULE, complete=True)
    counter = state.hidden.named(f"{side}-{number}")
    options = []
    for hex_, way in sorted(reach(state, side, number).items()):
        fast = counter is not None and is_fast(state, side, (counter.hex, *way))
        cost = "as only a vehicle can" if fast else ""
        options.append(Choice(hex_.id, state.board.label(hex_), "hex", hex_, cost=cost, irreversible=True))
    return Choices(f"HIDDEN UNIT {number}: where to?", RULE, tuple(options))


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    if len(partial) < 2:
        return None
    number = int(value_of(partial[0]))
    way = reach(state, side, number).get(state.board.hex(partial[1]), ())
    return MoveHidden(number=number, hexes=way)
