"""Questions about HIDDEN UNIT counters (or:7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from core.book.asks import Answer, a_hex
from core.event import UnitId
from core.panzer.hidden_units.spotting import column, spotted_out_to
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class SpottedCounter:
    """As what a counter for some units is spotted, and from how far by a unit, in a hex (or:7.2.2.1).

    covered: those of them in Full Cover.
    """

    units: str
    hex: str
    spotter: str
    moved: bool = False
    covered: str = ""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """column: of the Spotting Ranges Table, with +FC in Full Cover; spotting_range: in hexes."""
        units = tuple(UnitId(unit) for unit in self.units.split())
        side = state.units[units[0]].side if units else state.scenario.enemy(state.unit(self.spotter).side)
        covered = tuple(UnitId(unit) for unit in self.covered.split())
        counter = HiddenCounter(side, 1, a_hex(state, self.hex), units, covered=covered)
        spotter, as_ = state.unit(self.spotter), column(state, counter)
        far = spotted_out_to(state, counter.hex, as_, spotter, moved=self.moved)
        return {"column": as_, "spotting_range": far}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {"hidden-counter": SpottedCounter}
