"""The Minefield Effects Table, from ``tables/minefields.toml`` (or:7.31.2)."""

from __future__ import annotations

from collections.abc import Mapping

from content.panzer.tables.tables import table
from core.panzer.pieces.minefields import MinefieldEffects
from core.panzer.pieces.works import WorkKind


def minefield_effects() -> Mapping[WorkKind, MinefieldEffects]:
    """Its rows by kind of minefield."""
    return {WorkKind.MINES_HASTY: _effects("Hasty"), WorkKind.MINES_DELIBERATE: _effects("Deliberate")}


def _effects(kind: str) -> MinefieldEffects:
    rows = {row[1]: row[2:] for row in table("minefield-effects").rows if row[0] == kind}
    damage, track = rows["DM"], rows["TK"]
    return MinefieldEffects(
        damage=(_upper(damage[0]), _upper(damage[1]), _upper(damage[2])),
        track=(_upper(track[0]), _upper(track[1]), _upper(track[2])),
        effective=_upper(rows["EF"][3]),
    )


def _upper(text: str) -> int:
    """The upper end of a range of a d100."""
    return int(text.split("-")[1])
