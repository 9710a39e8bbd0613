"""Minefields as files state them: whose, of what kind, how large, where they may be laid or lie (or:7.31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from content.kit.load import one_of
from content.panzer.scenarios.scenario_file import MinefieldLine
from content.panzer.scenarios.scenario_proof import Draft
from core.hexes import Hex
from core.panzer.ground.mines import FREE_GROUND
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.minefields import Minefield, MineType
from core.panzer.pieces.works import WorkKind
from core.setting import Zone

_KINDS: Final = {"Hasty": WorkKind.MINES_HASTY, "Deliberate": WorkKind.MINES_DELIBERATE}


def minefields(draft: Draft, lines: Sequence[MinefieldLine], zones: Mapping[str, Zone]) -> tuple[Minefield, ...]:
    """The minefields that the lines state."""
    draft.proof.unique("minefield", [line.id for line in lines])
    return tuple(_minefield(draft, line, f"minefield[{at}]", zones) for at, line in enumerate(lines, 1))


def _minefield(draft: Draft, line: MinefieldLine, key: str, zones: Mapping[str, Zone]) -> Minefield:
    proof = draft.proof
    proof.among(f"{key}.kind", line.kind, _KINDS, "the kind")
    types = {made for text in line.types if (made := one_of(MineType, text, f"{key}.types", proof)) is not None}
    if not line.types:
        proof.mistake(f"{key}.types", "none", "anti-vehicular, anti-personnel or both")
    hexes = draft.hexes(line.hexes, f"{key}.hexes")
    barred = [hex_.id for hex_ in hexes if draft.map[hex_].terrain in FREE_GROUND | BUILDINGS]
    if barred:
        proof.mistake(f"{key}.hexes", ", ".join(barred), "hexes whose ground takes mines (or:7.31.1)")
    area = frozenset() if hexes else _area(draft, line, key, zones)
    size = len(hexes) or line.size
    if not hexes and not 1 <= line.size <= len(area):
        proof.mistake(f"{key}.size", str(line.size), f"1 to {len(area)} hexes, or the hexes in which it lies")
    if line.defense is not None and line.defense < 1:
        proof.mistake(f"{key}.defense", str(line.defense), "1 or more, or none for that of its kind")
    return Minefield(
        id=line.id,
        side=draft.side(f"{key}.side", line.side),
        kind=_KINDS.get(line.kind, WorkKind.MINES_HASTY),
        types=frozenset(types),
        size=size,
        area=area,
        hexes=hexes,
        visible=line.visible,
        defense=line.defense,
        overlaps=line.overlaps,
    )


def _area(draft: Draft, line: MinefieldLine, key: str, zones: Mapping[str, Zone]) -> frozenset[Hex]:
    own = next((side.zones for side in draft.data.side if side.id == line.side), ())
    for name in line.zones:
        draft.proof.among(f"{key}.zones", name, zones, "the zone")
    named = [zones[name] for name in line.zones or own if name in zones]
    return frozenset(hex_ for zone in named for hex_ in zone.hexes)
