"""Questions about terrain counters, positions and dust (na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer
from core.panzer.gp import defense
from core.panzer.ground import buildings, cover
from core.panzer.ground.heights import height_of
from core.panzer.state import PanzerState


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
            "gp_terrain": dict(defense.vulnerable(state, unit)) if state.scenario.switches else {},
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "cover-of-unit": CoverOfUnit,
}
