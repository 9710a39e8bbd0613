"""Why a unit spots another, or does not: the answer of `spotting.spots` with all that counts in it (na:4.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import distance
from core.panzer.sight import spotting
from core.panzer.sight.line_of_sight import Sight
from core.panzer.sight.ranges import row
from core.panzer.state import PanzerState
from core.tally import Reason


@frozen
class Sighting:
    """Whether a spotter spots a target and why: range against spotting range, the tally, the line of sight.

    ahead: whether it looks that way, which a Suppressed spotter does not all round (na:6.1.3.1).
    """

    spotted: bool
    range: int
    spotting_range: int
    row: int
    tally: tuple[Reason, ...]
    sight: Sight
    ahead: bool = True


def sighting(state: PanzerState, spotter: UnitId, target: UnitId) -> Sighting:
    """The explained answer of `spots` for two units on the map (na:4.1)."""
    a, b = state.units[spotter], state.units[spotting.seen_as(state, target)]
    sight = spotting.sight_between(state, a, b)
    tally = spotting.spotting_tally(state, b.id, spotter)
    return Sighting(
        spotted=spotting.spots(state, spotter, target),
        range=distance(sight.origin, sight.target),
        spotting_range=spotting.spotting_range(state, b.id, spotter),
        row=row(tally.total),
        tally=tally.reasons,
        sight=sight,
        ahead=spotting.looks_at(state, a, sight.target),
    )
