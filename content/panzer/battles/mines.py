"""The minefield and the wire of a defender: how large they are for their points (min:23.2.3d, or:7.31, min:20.6)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from content.panzer.scenarios.scenario_file import MinefieldLine
from core.panzer.forces.engagements import BattleTables, terrain_points
from core.panzer.pieces.minefields import MineType, type_words

#: Square inches of a hex two inches across, for sections of one: the book's ten are three hexes of 100 m (min:23.3.5).
_LARGE: Final = 3.46
#: The kinds by the words of the command line, each with its row of the points of terrain units.
KINDS: Final = {"hasty": "mines-hasty", "deliberate": "mines-deliberate"}
#: Against whom mines are, by the words of the command line; both cost no more than one (min:23.2.3d).
TYPES: Final = {
    MineType.VEHICULAR.value: (MineType.VEHICULAR,),
    MineType.PERSONNEL.value: (MineType.PERSONNEL,),
    "both": tuple(MineType),
}


@frozen
class Mined:
    """A minefield that is bought. kind, types: by the words of the command line; hexes: how many it covers; points:
    what it costs."""

    kind: str
    types: str
    hexes: int
    points: int

    @property
    def name(self) -> str:
        """What it is in words: Hasty anti-vehicular minefield."""
        return f"{self.kind.capitalize()} {type_words(TYPES[self.types])} minefield"

    def line(self, side: str) -> MinefieldLine:
        """As a scenario file states it: its owner lays it in secret, where he sets up."""
        types = tuple(made.value for made in TYPES[self.types])
        return MinefieldLine("mines", side, self.kind.capitalize(), types, self.hexes)


def sections(hexes: int, inches: int) -> int:
    """The sections of about a square inch that so many hexes take, so many inches across (min:23.2.3d)."""
    return hexes if inches == 1 else round(hexes * _LARGE)


def mined(tables: BattleTables, points: int, kind: str, types: str, inches: int) -> Mined:
    """The largest minefield that so many points buy; of no hex, if they buy none."""
    each = terrain_points(tables, KINDS[kind])
    hexes = bought(points, each, inches)
    return Mined(kind, types, hexes, sections(hexes, inches) * each)


def bought(points: int, each: int, inches: int) -> int:
    """How many hexes so many inches across so many points buy; each: what a section costs."""
    hexes = 0
    while sections(hexes + 1, inches) * each <= points:
        hexes += 1
    return hexes
