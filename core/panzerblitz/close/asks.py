"""Questions about overruns and Close Assaults (pb:PB-OVR-A, pb:PB-CAT-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, unit_ids
from core.panzerblitz.asks import in_points, side_of, terms_answer
from core.panzerblitz.close import close_assault, overrun
from core.panzerblitz.close.orders import CloseAssault, Overrun, Run
from core.panzerblitz.state import BlitzState


@frozen(kw_only=True)
class OverrunBy:
    """Whether vehicles may overrun a hex (pb:PB-OVR-A). paths: for each unit the hexes up to the one before it."""

    hex: str = field(metadata=HEX)
    units: tuple[str, ...] = field(metadata=UNIT)
    paths: tuple[str, ...] = ()
    jump: tuple[str, ...] = field(default=(), metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """As of `terms_answer`; exits: where each comes out; cost: movement points of each. Refused if it may not."""
        hex_ = a_hex(state, self.hex)
        paths = [tuple(a_hex(state, h) for h in text.split()) for text in self.paths]
        paths += [()] * (len(self.units) - len(paths))
        runs = tuple(Run(unit, path, unit in self.jump) for unit, path in zip(unit_ids(self.units), paths, strict=True))
        side = side_of(state, self.units)
        overrun.check_overrun(state, side, Overrun(hex=hex_, runs=runs))
        legs = [overrun.leg(state, side, hex_, run) for run in runs]
        terms = overrun.overrun_terms(state, side, hex_, unit_ids(self.units))
        costs = [sum(cost for _, cost in (*leg.before, *leg.through)) for leg in legs]
        return {
            **terms_answer(state, terms),
            "exits": [leg.exit for leg in legs],
            "cost": [in_points(c) for c in costs],
        }


@frozen(kw_only=True)
class Assault:
    """Whether units may close-assault a hex (pb:PB-CAT-1)."""

    hex: str = field(metadata=HEX)
    attackers: tuple[str, ...] = field(metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """As of `terms_answer`. Refused if they may not."""
        side, hex_ = side_of(state, self.attackers), a_hex(state, self.hex)
        attackers = unit_ids(self.attackers)
        close_assault.check_assault(state, side, CloseAssault(hex=hex_, attackers=attackers))
        return terms_answer(state, close_assault.assault_terms(state, side, hex_, attackers))


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "close-assault": Assault,
    "overrun": OverrunBy,
}
