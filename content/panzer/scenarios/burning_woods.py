"""Woods that may catch fire, as files state them (or:7.35.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from content.kit.load import Proof
from content.panzer.scenarios.scenario_file import BurningWoodsLine
from core.panzer.pieces.clouds import BurningWoods

#: What may burn besides buildings and rubble.
_WOODS: Final = ("woods", "light-woods", "heavy-woods", "medium-grove", "light-grove")
_LIKE: Final = {"Wood": "wood-building", "Brick": "brick-building", "Stone": "stone-building"}


def burning_woods(lines: Mapping[str, BurningWoodsLine], key: str, proof: Proof) -> Mapping[str, BurningWoods]:
    """How woods burn, by terrain."""
    for terrain, line in lines.items():
        proof.among(key, terrain, _WOODS, "the terrain")
        proof.among(f"{key}.{terrain}.like", line.like, _LIKE, "the building")
    return {
        terrain: BurningWoods(_LIKE.get(line.like, _LIKE["Wood"]), line.modifier) for terrain, line in lines.items()
    }
