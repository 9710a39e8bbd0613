"""Questions about terrain counters, positions and dust (na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.panzer import buildings, cover, gp_defense, movement, positions
from core.panzer.dust import dusty_hexes, raises_dust, threshold
from core.panzer.hit_angles import height_of
from core.panzer.questions import HEX, RATE, UNIT, Answer, a_hex, unit_id, why_not
from core.panzer.state import PanzerState, Rate
from core.panzer.works import in_hex


@frozen(kw_only=True)
class CoverOfUnit:
    """The Cover that a unit has where it stands (na:4.1.3f, na:6.1.4.3)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """terrain: lines of the table that count for it; spotting, combat; indoors, roof; height; gp_terrain."""
        unit = state.unit(self.unit)
        return {
            "terrain": [effect.id for effect in cover.effects(state, unit)],
            "spotting": cover.spotting_cover_of(state, unit),
            "combat": cover.combat_cover_of(state, unit),
            "indoors": buildings.indoors(state, unit),
            "roof": buildings.on_roof(state, unit),
            "height": height_of(state, unit),
            "gp_terrain": dict(gp_defense.vulnerable(state, unit)) if state.scenario.advanced else {},
        }


@frozen(kw_only=True)
class PositionOf:
    """The Hasty Entrenchment or Improved Position that holds a unit (na:6.1.4.3.6a, na:6.1.4.3.7a)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """kind, none without one; holders; open: the hexside to which a vehicle in it is not Hull Down."""
        held = positions.position_of(state, state.unit(self.unit))
        if held is None:
            return {"kind": None, "holders": [], "open": None}
        return {"kind": held.kind, "holders": list(held.holders), "open": held.open}


@frozen(kw_only=True)
class WorksIn:
    """The terrain counters in a hex."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """kinds; works: each counter with its fields; top_floor: storeys up that leg units may go there."""
        hex_ = a_hex(state, self.hex)
        there = in_hex(state.works, hex_)
        return {"kinds": [w.kind for w in there], "works": list(there), "top_floor": buildings.top_floor(state, hex_)}


@frozen(kw_only=True)
class DustOf:
    """The dust that a whole move of a vehicle from where it stands would raise (na:6.1.4.3.12)."""

    unit: str = field(metadata=UNIT)
    steps: tuple[str, ...]
    rate: str = field(default="cross-country", metadata=RATE)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """spent; threshold: what it must spend; raised; hexes in which dust would hang."""
        results = movement.check_move(state, unit_id(self.unit), Rate(self.rate), self.steps, end=True)
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
        refusal = buildings.entry_refusal(state, unit_id(self.unit))
        return {"allowed": refusal is None, "refused": why_not(refusal)}


ASKS: Final[Mapping[str, type[Any]]] = {
    "cover-of-unit": CoverOfUnit,
    "dust": DustOf,
    "may-enter-buildings": MayEnterBuildings,
    "position": PositionOf,
    "works": WorksIn,
}
