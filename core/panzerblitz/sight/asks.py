"""Questions about sight and spotting (pb:PB-LOS-1, pb:PB-SPOT-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex
from core.event import SideId
from core.hexes import DIRECTION_NAMES
from core.own import refuse
from core.panzerblitz.sight import spotting
from core.panzerblitz.sight.line_of_sight import View, line_of_sight
from core.panzerblitz.state import BlitzState


@frozen(kw_only=True)
class LineOfSight:
    """Whether one hex is seen from another, and what obstructs (pb:PB-LOS-1)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """seen, range, reason, rule; where: the obstructing hexside such as "B3/NE"; back: whether seen from there."""
        origin, target = a_hex(state, self.from_), a_hex(state, self.to)
        view: View = line_of_sight(state, origin, target)
        return {
            "seen": view.seen,
            "range": view.range,
            "reason": view.reason,
            "rule": view.rule,
            "where": f"{view.where[0]}/{DIRECTION_NAMES[view.where[1]]}" if view.where else None,
            "back": line_of_sight(state, target, origin).seen,
        }


@frozen(kw_only=True)
class MayFire:
    """Whether a unit may fire into a hex at all (pb:PB-COMBAT-C, pb:PB-OBST-1, pb:PB-SPOT-1)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """director: the command post by which it fires indirectly, if it sees nothing itself. Refused if it may not."""
        unit, hex_ = state.unit(self.unit), a_hex(state, self.hex)
        refuse(spotting.attacker_refusal(state, unit) or spotting.fire_refusal(state, unit.id, hex_))
        indirect = spotting.indirect_refusal(state, unit.id, hex_) is None
        post = spotting.director(state, unit.id, hex_) if indirect else None
        return {"indirect": indirect, "director": post.id if post else None}


@frozen(kw_only=True)
class SpottedIn:
    """Whether units in a hex may be fired at as far as spotting goes (pb:PB-SPOT-1)."""

    side: str
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """spotted; spotters: units of the side that spot what is there."""
        side, hex_ = SideId(self.side), a_hex(state, self.hex)
        return {
            "spotted": spotting.spotted(state, side, hex_),
            "spotters": [u.id for u in spotting.spotters(state, side, hex_)],
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "line-of-sight": LineOfSight,
    "may-fire": MayFire,
    "spotted": SpottedIn,
}
