"""Questions about movement and transport (pb:PB-MOVE-C, pb:PB-TRANS-A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex
from core.own import refuse
from core.panzerblitz.asks import in_points
from core.panzerblitz.movement import entry, move, over_stacking, reach, step, transport
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.state import BlitzState


@frozen(kw_only=True)
class AllowanceOf:
    """How far a unit may move in this step (pb:PB-FACT-1). Refused if it may not move."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """points, left: movement points; always_one: whether its next hex may cost anything."""
        unit = state.unit(self.unit)
        refuse(move.move_refusal(state, unit))
        return {
            "points": in_points(move.allowance(state, unit.id)),
            "left": in_points(move.left(state, unit.id)),
            "always_one": move.always_one(state, unit.id),
        }


@frozen(kw_only=True)
class PathCost:
    """What a move along a path costs, step by step; stacking at its end is not asked (pb:PB-MOVE-C)."""

    unit: str = field(metadata=UNIT)
    path: tuple[str, ...] = field(metadata=HEX)
    road: bool = True

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """cost in points; steps: of each hex; roads: whether at road rate; rules; stops: in the last hex. Refused at
        the first step that may not be made."""
        unit = state.unit(self.unit)
        path = tuple(a_hex(state, h) for h in self.path)
        way = move.follow(state, unit.id, path, road=self.road)
        return {
            "cost": in_points(way.cost),
            "steps": [in_points(s.cost) for s in way.steps],
            "roads": [s.road for s in way.steps],
            "rules": [s.rule for s in way.steps],
            "stops": bool(way.steps) and way.steps[-1].stop,
        }


@frozen(kw_only=True)
class MayMove:
    """Whether a whole move is legal, its end included (pb:PB-SEQ-4, pb:PB-SEQ-5)."""

    unit: str = field(metadata=UNIT)
    path: tuple[str, ...] = field(default=(), metadata=HEX)
    road: bool = True
    inside: bool = False
    leave: bool = False

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """cost in points. Refused if it is not."""
        unit = state.unit(self.unit)
        path = tuple(a_hex(state, h) for h in self.path)
        order = Move(unit=unit.id, path=path, road=self.road, inside=self.inside, leave=self.leave)
        return {"cost": in_points(step.plan(state, unit.side, order).cost)}


@frozen(kw_only=True)
class Reachable:
    """Where a unit can get with what it has left (pb:PB-MOVE-C)."""

    unit: str = field(metadata=UNIT)
    road: bool = True

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """hexes; costs: points by hex; ends: hexes in which it may end its move."""
        unit = state.unit(self.unit)
        found = reach.reach(state, unit.id, road=self.road)
        hexes = sorted(h for h in found.costs if h != unit.hex)
        return {
            "hexes": hexes,
            "costs": {h.id: in_points(found.costs[h]) for h in hexes},
            "ends": [h for h in hexes if over_stacking.end_refusal(state, unit.id, h) is None],
        }


@frozen(kw_only=True)
class EntryOf:
    """Where a unit that waits off the map may come on (pb:PB-SETUP-1)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """waits: whether it may come on in this turn; costs: points by hex."""
        unit = state.unit(self.unit)
        doors = entry.doors(state, unit.id)
        return {"waits": entry.waits(state, unit), "costs": {h.id: in_points(d.cost) for h, d in doors.items()}}


@frozen(kw_only=True)
class MayLoad:
    """Whether a carrier may load a unit now (pb:PB-TRANS-A, pb:PB-TRANS-B)."""

    carrier: str = field(metadata=UNIT)
    passenger: str = field(metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """Refused if it may not."""
        carrier, passenger = state.unit(self.carrier), state.unit(self.passenger)
        transport.check_load(state, carrier.side, Load(carrier=carrier.id, passenger=passenger.id))
        return {"allowed": True}


@frozen(kw_only=True)
class MayUnload:
    """Whether a carrier may unload where it stands (pb:PB-TRANS-A)."""

    carrier: str = field(metadata=UNIT)
    inside: bool = False

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """Refused if it may not."""
        carrier = state.unit(self.carrier)
        transport.check_unload(state, carrier.side, Unload(carrier=carrier.id, inside=self.inside))
        return {"allowed": True}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "allowance": AllowanceOf,
    "entry": EntryOf,
    "may-load": MayLoad,
    "may-move": MayMove,
    "may-unload": MayUnload,
    "path-cost": PathCost,
    "reachable": Reachable,
}
