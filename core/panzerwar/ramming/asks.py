"""Questions about rams: who may, the chance of it, D and S of both (pw:14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, why_not
from core.panzerwar.damage.rams import ram_numbers
from core.panzerwar.ramming import meeting, rams, who
from core.panzerwar.state import WarState


@frozen(kw_only=True)
class MayRam:
    """Whether one may ram, drive over or push another now (pw:14.0, pw:6.8)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """ram, overrun, push: why it may not, None if it may; avoids: the chance that the target gets away."""
        element, target = state.element(self.unit), state.element(self.target)
        return {
            "ram": why_not(who.ram_refusal(state, element, target)),
            "overrun": why_not(who.overrun_refusal(state, element, target)),
            "push": why_not(who.push_refusal(state, element, target)),
            "avoids": 1 - meeting.takes_place(state, element, target),
        }


@frozen(kw_only=True)
class RamNumbers:
    """D and S of both when one rams another (pw:14.3, pw:14.3.1). mutual: they ram each other (pw:14.3.4)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    mutual: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """destruction, stun: of the rammer; target_destruction, target_stun: of the other."""
        mine = rams.tons(state, state.element(self.unit))
        its = rams.tons(state, state.element(self.target))
        one = ram_numbers(state.charts, mine, its, ramming=True)
        other = ram_numbers(state.charts, its, mine, ramming=self.mutual)
        return {"destruction": one[0], "stun": one[1], "target_destruction": other[0], "target_stun": other[1]}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {"may-ram": MayRam, "ram-numbers": RamNumbers}
