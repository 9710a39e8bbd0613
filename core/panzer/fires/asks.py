"""Questions about fires (or:7.35)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from core.book.asks import Answer, a_hex, with_total
from core.panzer.fires import starting
from core.panzer.state import PanzerState
from core.tally import Tally


@frozen(kw_only=True)
class FireStart:
    """How a hex catches fire by a GP Factor directed at it (or:7.35.1)."""

    hex: str
    gp: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """burns: whether it can; building: like which; value: the highest total that starts a fire, 0 = none; total,
        tally: what is added to the roll."""
        burns = starting.tinder(state, a_hex(state, self.hex))
        if burns is None:
            return {"burns": False, "building": None, "value": 0, **with_total(Tally())}
        value = starting.value(state, burns.building, self.gp)
        return {"burns": True, "building": burns.building, "value": value, **with_total(burns.tally)}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {"fire-start": FireStart}
