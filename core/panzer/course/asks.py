"""Questions about what stands on the map, objectives and the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen
from attrs import fields as attrs_fields

from core.book.asks import HEX, UNIT, Answer, a_hex
from core.panzer.asks import OBJECTIVE
from core.panzer.course import victory
from core.panzer.ground import heights
from core.panzer.ground.cover import over_stacked
from core.panzer.ground.heights import height_of
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class UnitOf:
    """All that is known of a unit."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """Its fields, with name, card, height, armed, turreted, and marks: ids of the marks on its counter."""
        unit = state.unit(self.unit)
        card = state.card(unit.id)
        marks = [m.id for c in system.face.counters(state) if c.id == unit.id for m in c.marks]
        height = height_of(state, unit) if unit.hex is not None else None
        fields = {a.name: getattr(unit, a.name) for a in attrs_fields(Unit)}
        extra = {"name": state.name(unit.id), "card": card.id, "height": height, "marks": marks}
        return {**fields, **extra, "armed": card.armed, "turreted": isinstance(card, VehicleCard) and card.turreted}


@frozen(kw_only=True)
class HexOf:
    """What lies in a hex."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """terrain, level, height of a unit there, top: Height as an obstacle; vehicles, over_stacked, wreck, smoke."""
        hex_ = a_hex(state, self.hex)
        board = state.board
        cell = state.cell(hex_)
        return {
            "terrain": cell.terrain,
            "level": cell.level,
            "stories": cell.stories,
            "height": heights.unit_height(board, state.tables, hex_),
            "top": heights.obstacle_height(board, state.tables, hex_),
            "vehicles": [u.id for u in state.in_hex(hex_)],
            "over_stacked": over_stacked(state, hex_),
            "wreck": state.counters.wrecks.get(hex_),
            "smoke": hex_ in state.counters.brew_up_smoke(),
            "routes": sorted(cell.routes),
            "partial": "partial" in cell.marks,
            "neighbours": [n.id for n in hex_.neighbours() if n in board],
        }


@frozen(kw_only=True)
class Control:
    """Who controls an objective (na:3.6)."""

    objective: str = field(metadata=OBJECTIVE)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """controller; contested: whether neither side controls it for the fire in it; occupier: who is there alone;
        held: complete turns of occupation so far, by whom."""
        objective = next(o for o in state.scenario.objectives if o.id == self.objective)
        return {
            "controller": state.objectives.control.get(objective.id),
            "contested": victory.kept_off(state, objective),
            "occupier": victory.occupier(state, objective),
            "held": state.objectives.occupation.get(objective.id),
        }


@frozen(kw_only=True)
class Turn:
    """Who is who in this turn."""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """turn, step; first, second: the sides; winner: of the initiative; sighted: whom each unit spotted."""
        return {
            "turn": state.turn,
            "step": state.step,
            "first": state.commands.first_player,
            "second": state.second,
            "winner": state.commands.initiative_winner,
            "sighted": state.sighted,
            "question": state.question,
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "control": Control,
    "hex": HexOf,
    "turn": Turn,
    "unit": UnitOf,
}
