"""Indirect Fire scatter: called fire whose response only just comes off falls beside its Target Point (or:7.26)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzer.indirect.events import FireScattered
from core.panzer.indirect.response import ResponseTerms
from core.panzer.pieces.missions import Mission, Pending
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

RULE = "or:7.26"


def scatters(state: PanzerState, terms: ResponseTerms, roll: int) -> bool:
    """Whether a response of roll(10) scatters: its modified roll is the Fire Response Factor exactly.

    An unmodified 1 is no response, whatever it comes to (na:6.5.1.12a).
    """
    return state.has(Switch.INDIRECT_SCATTER) and terms.responds(roll) and roll + terms.tally.total == terms.factor


def scatter_chance(state: PanzerState, terms: ResponseTerms) -> float:
    """The exact chance that a called unit responds and scatters: that of a single face of the d10, if any."""
    return sum(scatters(state, terms, roll) for roll in range(1, 11)) / 10


def scatter(state: PanzerState, mission: Mission, one: Pending, dice: Dice) -> Iterator[Event]:
    """Roll how far and which way the Impact Point of a unit moves.

    Each unit scatters by itself: while others of its mission have not, its fire becomes a mission of its own.
    """
    name, aimed = state.name(one.source), mission.aim.hex
    rolled = dice.roll("d10", f"scatter, {name}", RULE)
    way = dice.roll("d6", f"direction of the scatter, {name}", RULE)
    far = next(hexes for last, hexes in state.advanced.scatter if rolled.result <= last)
    at = aimed
    for _ in range(far):
        at = at.neighbour(state.board.facing(aimed, way.result))
    yield FireScattered(
        side=one.side,
        number=one.number,
        source=one.source,
        aimed=aimed,
        hex=at,
        far=far,
        lost=at not in state.board,
        to=one.number if mission.sources == (one.source,) else state.indirect.free_number(one.side),
        rolls=(rolled, way),
    )
