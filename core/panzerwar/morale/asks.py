"""Questions about general morale: losses, tests, results (pw:13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from core.book.asks import Answer, with_total
from core.panzerwar.morale import counting, general, higher, modifiers, testing
from core.panzerwar.morale.modifiers import MoraleTest
from core.panzerwar.state import WarState


@frozen(kw_only=True)
class UnitLosses:
    """The losses of a unit, and the levels that it has to test now (pw:13.1); of a higher unit, of units (pw:13.2)."""

    unit: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """lost, of: elements, or units under it; levels: that it has to test; percent: lost of each hundred."""
        unit = state.organisations[self.unit]
        above = bool(higher.parts(state, unit))
        found = higher.losses(state, unit) if above else counting.losses(state, unit)
        levels = higher.due(state, unit) if above else general.due(state, unit)
        percent = found.lost * 100 // found.of if found.of else 0
        return {"lost": found.lost, "of": found.of, "percent": percent, "levels": list(levels)}


@frozen(kw_only=True)
class MoraleNumber:
    """The number on which a unit fails at a level of loss, and what is added to the D100 (pw:13.1)."""

    unit: str
    level: int

    def answer(self, system: Any, state: WarState) -> Answer:
        """needed, chance; total, tally: of the test; failure: what is added to the roll for results."""
        unit = state.organisations[self.unit]
        test = MoraleTest.of(state, unit, counting.losses(state, unit), counting.grade_of(state, unit))
        return {
            "needed": testing.number(test, self.level),
            "chance": testing.chance(test, self.level),
            **with_total(modifiers.general(test)),
            "failure": modifiers.failure(test).total,
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "unit-losses": UnitLosses,
    "morale-number": MoraleNumber,
}
