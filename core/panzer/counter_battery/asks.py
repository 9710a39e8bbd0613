"""Questions about counter battery fire (or:7.28.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, with_total
from core.event import UnitId
from core.panzer.counter_battery import locating
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class BatteryLocation:
    """The roll by which a counter battery locates a battery (or:7.28.2)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """turns: of fire in a row; highest: the highest roll that locates; total, tally: the modifiers."""
        unit, target = UnitId(self.unit), UnitId(self.target)
        return {
            "turns": locating.lasted(state, target),
            "highest": locating.highest_roll(state, unit, target),
            **with_total(locating.location_tally(state, unit, target)),
        }


#: The questions by the name that an example asks them by.
ASKS: Final[Mapping[str, type[Any]]] = {"battery-location": BatteryLocation}
