"""What worked examples ask about a target's Cover (na:4.1.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, Answer, a_hex
from core.panzer.firing import aim
from core.panzer.ground.terrain import vehicle_terrain
from core.panzer.sight import spotting
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class CoverIn:
    """Which Cover a vehicle in a hex has (na:4.1.3a, na:4.4.3.2.2c)."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """terrain: id of the line of the Terrain Effects Table that applies; spotting, combat: its Cover."""
        hex_ = a_hex(state, self.hex)
        return {
            "terrain": vehicle_terrain(state.tables, state.cell(hex_)).id,
            "spotting": spotting.spotting_cover(state, hex_),
            "combat": aim.combat_cover(state, hex_),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "cover": CoverIn,
}
