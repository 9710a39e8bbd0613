"""Questions about morale (or:7.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, with_total
from core.event import UnitId
from core.panzer.morale import check, cohesion, determination
from core.panzer.pieces.morale import Morale
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class CohesionOf:
    """The cohesion of the formation of a unit (or:7.1.1)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """level; point; losses; worn_down: whether these have reached the point."""
        unit = UnitId(self.unit)
        return {
            "level": cohesion.level(state, unit),
            "point": cohesion.cohesion_point(state, unit),
            "losses": cohesion.losses(state, unit),
            "worn_down": cohesion.worn_down(state, unit),
        }


@frozen(kw_only=True)
class CohesionLevel:
    """The Cohesion Point level that a roll gives a formation, or varies a printed one to (or:7.1.1.1, or:7.1.1.1a)."""

    nation: str
    year: int
    grade: str = "Seasoned"
    roll: int
    printed: str = ""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """net, level; total, tally: the modifiers."""
        tally = determination.modifiers(state, self.nation, self.year, self.grade)
        level = state.advanced.morale.level(self.roll + tally.total)
        if self.printed:
            level = determination.limited(level, Morale(self.printed), self.nation, self.year)
        return {"net": self.roll + tally.total, "level": level, **with_total(tally)}


@frozen(kw_only=True)
class CohesionPoint:
    """The Numeric Cohesion Point of a level for so many combat units (or:7.1.1.1)."""

    level: str
    units: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """point."""
        return {"point": state.advanced.morale.cohesion_point(Morale(self.level), self.units)}


@frozen(kw_only=True)
class MoraleCheck:
    """What a unit adds to a Morale Check, and what it needs (or:7.1.4)."""

    unit: str = field(metadata=UNIT)
    forced: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """broken, hesitates: the highest net results of either; total, tally: the modifiers."""
        unit = UnitId(self.unit)
        broken, hesitates = check.ends(state, unit)
        tally = check.check_tally(state, unit, forced=self.forced)
        return {"broken": broken, "hesitates": hesitates, **with_total(tally)}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "cohesion": CohesionOf,
    "cohesion-level": CohesionLevel,
    "cohesion-point": CohesionPoint,
    "morale-check": MoraleCheck,
}
