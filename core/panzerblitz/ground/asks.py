"""Questions about the ground and what lies on it (pb:PB-TERR-1, pb:PB-STACK-A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, Answer, a_hex
from core.event import SideId
from core.hexes import direction_between, distance, opposite
from core.panzerblitz.asks import in_points
from core.panzerblitz.ground import stacking, terrain
from core.panzerblitz.pieces.reference import ROAD
from core.panzerblitz.state import BlitzState


@frozen(kw_only=True)
class HexOf:
    """What a hex is and what lies in it."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """terrain: lines of the Terrain Effects Chart that fit; elevation; depressed; clear: for overruns; hides; die:
        added to the attacker's roll; costs: points off the road by mover, -1 = prohibited; road; negated: by Wreck or
        Block; label: its printed name; units, wrecks, blocked, partial."""
        hex_ = a_hex(state, self.hex)
        cell = state.cell(hex_)
        effect = terrain.die_effect(state, hex_)
        return {
            "terrain": [e.id for e in terrain.features(state.situation, cell)],
            "elevation": terrain.elevation(cell).name.lower(),
            "depressed": terrain.depressed(cell),
            "clear": terrain.is_clear(cell),
            "hides": terrain.hides(cell),
            "die": effect.die if effect else 0,
            "costs": {m: -1 if c is None else in_points(c) for m, c in terrain.hex_costs(state, hex_).items()},
            "road": ROAD in cell.routes,
            "negated": terrain.road_negated(state, hex_),
            "label": state.board.label(hex_),
            "units": [u.id for u in state.in_hex(hex_)],
            "wrecks": state.wrecks.get(hex_, ()),
            "blocked": state.blocked(hex_),
            "partial": "partial" in cell.marks,
        }


@frozen(kw_only=True)
class HexsideOf:
    """What lies between two adjacent hexes (pb:PB-TERR-2)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """symbols, from either hex; road: whether one crosses."""
        here, there = a_hex(state, self.from_), a_hex(state, self.to)
        direction = direction_between(here, there)
        if direction is None:
            raise ValueError(f"{here} and {there} are {distance(here, there)} hexes apart")
        both = state.board.side(here, direction) | state.board.side(there, opposite(direction))
        return {"symbols": sorted(both), "road": state.board.joined(ROAD, here, direction)}


@frozen(kw_only=True)
class Range:
    """How far apart two hexes are."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """range in hexes."""
        return {"range": distance(a_hex(state, self.from_), a_hex(state, self.to))}


@frozen(kw_only=True)
class Room:
    """How full a hex is (pb:PB-STACK-A, pb:PB-STACK-B)."""

    side: str
    hex: str = field(metadata=HEX)
    inside: bool = False

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """stacked: what counts against the limit; limit; wreck_room: whether another Wreck of the side fits."""
        side, hex_ = SideId(self.side), a_hex(state, self.hex)
        return {
            "stacked": stacking.stacked(state, side, hex_, inside=self.inside),
            "limit": stacking.limit(state, side),
            "wreck_room": stacking.wreck_room(state, hex_, side),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "hex": HexOf,
    "hexside": HexsideOf,
    "range": Range,
    "room": Room,
}
