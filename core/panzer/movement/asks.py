"""Questions about movement (na:3.7b, na:4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, with_total
from core.event import UnitId
from core.panzer.asks import RATE
from core.panzer.ground import buildings
from core.panzer.movement import move as movement_move
from core.panzer.movement import reach, search
from core.panzer.movement.allowance import allowance
from core.panzer.movement.dust import dusty_hexes, raises_dust, threshold
from core.panzer.movement.mover import check_able
from core.panzer.movement.walls import risk
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.state import PanzerState


def _rate(text: str) -> Rate:
    return Rate(text)


def _begun(state: PanzerState, unit: str, rate: str) -> ActiveMove:
    return state.moves.of(UnitId(unit)) or movement_move.begin(state, UnitId(unit), _rate(rate))


@frozen(kw_only=True)
class AllowanceOf:
    """How far a unit may move (na:3.7b, na:4.5.1.1.1). path, road: hexes entered along each."""

    unit: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)
    path: int = 0
    road: int = 0

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowance, and its tally."""
        unit = state.unit(self.unit)
        check_able(state, unit)
        total, reasons = allowance(state, unit, _rate(self.rate), path=self.path, road=self.road)
        return {"allowance": total, "tally": reasons}


@frozen(kw_only=True)
class StepCost:
    """What one step of a unit costs from where it stands (na:4.5.1.1.2). Refused if the step is."""

    unit: str = field(metadata=UNIT)
    step: str
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """cost, tally; hex, facing after it; left: allowance left; route: the kind of route followed."""
        result = movement_move.take_step(state, _begun(state, self.unit, self.rate), self.step)
        return {
            "cost": result.cost,
            "tally": result.reasons,
            "hex": result.hex,
            "facing": result.facing,
            "left": result.left,
            "route": result.route,
        }


@frozen(kw_only=True)
class PathCost:
    """What a whole move costs (na:4.5.1.1). Refused if it is; end: whether it is to be complete there."""

    unit: str = field(metadata=UNIT)
    steps: tuple[str, ...]
    rate: str = field(default="cross-country", metadata=RATE)
    end: bool = True

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """cost; costs: of each step; hexes entered, path and road hexes among them; hex, facing, left at the end."""
        results = movement_move.check_move(state, UnitId(self.unit), _rate(self.rate), self.steps, self.end)
        if not results:
            return {"cost": 0, "costs": []}
        last = results[-1]
        return {
            "cost": sum(r.cost for r in results),
            "costs": [r.cost for r in results],
            "hexes": last.move.hexes,
            "path": last.move.path,
            "road": last.move.road,
            "denied": last.move.denied,
            "hex": last.hex,
            "facing": last.facing,
            "left": last.left,
        }


@frozen(kw_only=True)
class MayMove:
    """Whether a unit may begin a move now. Refused if not."""

    unit: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowance: what it has to spend."""
        move = _begun(state, self.unit, self.rate)
        return {"allowance": movement_move.remaining(state, move)}


@frozen(kw_only=True)
class Reachable:
    """Where a unit may end its move; to: one hex, refused if it cannot."""

    unit: str = field(metadata=UNIT)
    rate: str = field(default="cross-country", metadata=RATE)
    to: str = field(default="", metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """hexes: all, by id; of one hex: cost, left and steps of the cheapest way."""
        move = _begun(state, self.unit, self.rate)
        if self.to:
            way = reach.path_to(state, UnitId(self.unit), move, _rate(self.rate), a_hex(state, self.to))
            found = reach.reachable(state, UnitId(self.unit), move, _rate(self.rate))[a_hex(state, self.to)]
            return {"cost": found.cost, "left": found.left, "steps": way}
        return {"hexes": sorted(reach.reachable(state, UnitId(self.unit), move, _rate(self.rate)))}


@frozen(kw_only=True)
class MaySearch:
    """Whether a vehicle may search for Hull Down where it is, and with what chance (na:6.6.9)."""

    unit: str = field(metadata=UNIT)
    partial: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed, refused (rule, reason); value: up to which total it finds something; chance; total, tally."""
        unit = state.unit(self.unit)
        refusal = search.refusal(state, unit)
        return {
            **permission(refusal),
            "value": search.value_of(state, unit),
            "chance": search.chance(state, unit, partial=self.partial),
            **with_total(search.search_tally(state, unit, partial=self.partial)),
        }


@frozen(kw_only=True)
class BuildingRisk:
    """What a vehicle risks on its way into the building of a hex, or out of it (na:6.6.3)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """unharmed, track, damaged: chances."""
        found = risk(state, UnitId(self.unit), a_hex(state, self.hex))
        return {"unharmed": found.unharmed, "track": found.track, "damaged": found.damaged}


@frozen(kw_only=True)
class DustOf:
    """The dust that a whole move of a vehicle from where it stands would raise (na:6.1.4.3.12)."""

    unit: str = field(metadata=UNIT)
    steps: tuple[str, ...]
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """spent; threshold: what it must spend; raised; hexes in which dust would hang."""
        results = movement_move.check_move(state, UnitId(self.unit), Rate(self.rate), self.steps, end=True)
        move = results[-1].move
        raised = raises_dust(state, move)
        return {
            "spent": move.spent,
            "threshold": threshold(state, move),
            "raised": raised,
            "hexes": list(dusty_hexes(state, move)) if raised else [],
        }


@frozen(kw_only=True)
class MayEnterBuildings:
    """Whether a unit may go into the buildings of a Building hex, or out of them (na:6.1.4.3.1a, na:6.1.4.3.1c)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason."""
        refusal = buildings.entry_refusal(state, UnitId(self.unit))
        return permission(refusal)


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "allowance": AllowanceOf,
    "building-risk": BuildingRisk,
    "may-move": MayMove,
    "may-search": MaySearch,
    "path-cost": PathCost,
    "reachable": Reachable,
    "step-cost": StepCost,
    "dust": DustOf,
    "may-enter-buildings": MayEnterBuildings,
}
