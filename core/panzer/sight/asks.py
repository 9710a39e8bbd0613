"""Questions about dice, ranges, spotting and lines of sight (na:3.2, na:3.5, na:4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, with_total
from core.event import UnitId
from core.hexes import distance
from core.panzer.asks import TERRAIN
from core.panzer.ground import heights
from core.panzer.ground.terrain import best_cover
from core.panzer.sight import limited_spotting, ranges, sighting, spotting
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class ReadDice:
    """How two ten-sided dice are read as one roll of (100), or one of them as (10) (na:3.2)."""

    tens: int | None = None
    units: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """result: 1 to 100, or 1 to 10 without tens; the face 10 reads as 0 of a pair."""
        if self.tens is None:
            return {"result": self.units % 10 or 10}
        return {"result": 10 * (self.tens % 10) + self.units % 10 or 100}


@frozen(kw_only=True)
class Range:
    """The range between two hexes (na:3.5, na:3.5.1)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range in hexes."""
        return {"range": distance(a_hex(state, self.from_), a_hex(state, self.to))}


@frozen(kw_only=True)
class SpottingRange:
    """From how far away a unit can be spotted now (na:4.1.3)."""

    target: str = field(metadata=UNIT)
    spotter: str | None = field(default=None, metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range in hexes; row and column of the Spotting Ranges Table; tally; total: its sum before it is clamped;
        times: what the range is multiplied by, in the miniatures edition, "1" or "1/4".

        By a spotter in good order, or by the one that is named.
        """
        target, spotter = UnitId(self.target), UnitId(self.spotter) if self.spotter else None
        tally = spotting.spotting_tally(state, target, spotter)
        return {
            "range": spotting.spotting_range(state, target, spotter),
            "column": spotting.size_column(state, target),
            "row": ranges.row(tally.total),
            "times": str(spotting.spotting_factors(state, target, spotter).total),
            **with_total(tally),
        }


@frozen(kw_only=True)
class Sighting:
    """Whether one unit spots another now (na:4.1)."""

    spotter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """spotted; range, spotting_range, row, tally; able: whether it may spot at all; ahead: whether it looks that
        way; sight: as line-of-sight tells it."""
        found = sighting.sighting(state, UnitId(self.spotter), UnitId(self.target))
        return {
            "spotted": found.spotted,
            "range": found.range,
            "spotting_range": found.spotting_range,
            "row": found.row,
            "tally": found.tally,
            "able": spotting.may_spot(state, UnitId(self.spotter)),
            "ahead": found.ahead,
            "clear": found.sight.clear,
            "sight": found.sight,
        }


@frozen(kw_only=True)
class SpottingRoll:
    """What it takes to spot a unit by a roll now (or:7.7.1)."""

    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """spotter: with the best chance, none if nobody is able to; its range and spotting_range; further: others who
        could spot it; value: the highest roll that does."""
        made = limited_spotting.attempt(state, UnitId(self.target))
        if made is None:
            return {"spotter": None}
        return {
            "spotter": made.spotter,
            "range": made.range,
            "spotting_range": made.spotting_range,
            "further": made.further,
            "value": made.value,
        }


@frozen(kw_only=True)
class LineOfSight:
    """The line between two hexes (na:4.1.4)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """clear, range, origin_height, target_height; obstacle: hex, direction, name, height, zone, d, reason, rule."""
        found = line_of_sight(state.board, state.tables, a_hex(state, self.from_), a_hex(state, self.to))
        back = line_of_sight(state.board, state.tables, a_hex(state, self.to), a_hex(state, self.from_))
        return {
            "clear": found.clear,
            "both_ways": found.clear == back.clear,
            "range": found.range,
            "origin_height": found.origin_height,
            "target_height": found.target_height,
            "obstacle": found.obstacle,
            "passed": list(found.passed),
        }


@frozen(kw_only=True)
class BlindZone:
    """The blind zone behind an obstacle (na:4.1.4.2.4).

    lower: Height of the lower unit; below: Heights by which the obstacle is lower than the higher unit; range:
    from the higher unit to the obstacle.
    """

    lower: int = 0
    below: int
    range: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """hexes: its length; first, last: the ranges it hides; divisor, none where it is always 1 hex."""
        length = heights.blind_zone(state.tables, self.lower, self.below, self.range)
        return {
            "hexes": length,
            "first": self.range + 1,
            "last": self.range + length,
            "divisor": heights.blind_zone_divisor(state.tables, self.lower, self.below),
        }


@frozen(kw_only=True)
class CoverOf:
    """The Cover of a hex that has several lines of the Terrain Effects Table (na:4.1.3f, na:4.1.3g)."""

    terrain: tuple[str, ...] = field(metadata=TERRAIN)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """spotting, combat: the best Cover for the target; shift: rows of the Spotting Ranges Table that it costs."""
        effects = [state.tables.terrain[name] for name in self.terrain]
        against_spotting = best_cover(e.cover_spotting for e in effects)
        shift = state.tables.spotting_modifiers.get(against_spotting.value.casefold(), 0)
        return {
            "spotting": against_spotting,
            "combat": best_cover(e.cover_combat for e in effects),
            "shift": shift,
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "blind-zone": BlindZone,
    "cover-of": CoverOf,
    "line-of-sight": LineOfSight,
    "range": Range,
    "roll": ReadDice,
    "sighting": Sighting,
    "spotting-range": SpottingRange,
    "spotting-roll": SpottingRoll,
}
