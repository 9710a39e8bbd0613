"""What all readers of a scenario file share: the file, its map, and how hexes, sides and facings are read."""

from __future__ import annotations

from attrs import frozen

from content.kit.grids import DIRECTIONS, read_hex, read_hexes
from content.kit.load import Proof, one_of
from content.panzer.scenarios.scenario_file import ScenarioFile
from core.board import Board
from core.hexes import Hex
from core.panzer.pieces.advanced_tables import Grade


@frozen(eq=False)
class Draft:
    """A scenario on its way from the file: what the file states, its map, and the mistakes found so far.

    under: what stands before the keys of its terms in messages: ``situation.`` in a worked example.
    """

    data: ScenarioFile
    proof: Proof
    map: Board
    under: str = ""

    @property
    def sides(self) -> list[str]:
        """The ids of the sides."""
        return [side.id for side in self.data.side]

    def hexes(self, text: str, key: str) -> tuple[Hex, ...]:
        """The hexes of a line of hex ids; a mistake for each that is not on the map."""
        return read_hexes(text, key, self.map, self.proof)

    def quietly(self, text: str) -> Hex | None:
        """A hex that is proved elsewhere."""
        return read_hex(text, "", self.map, Proof("")) if text else None

    def facing(self, name: str, key: str) -> int | None:
        """A facing by its name."""
        if name not in DIRECTIONS:
            self.proof.unknown(key, name, DIRECTIONS, "the facing")
        return DIRECTIONS.get(name)

    def side(self, key: str, side: str) -> None:
        """A mistake for a side that there is not."""
        if side not in self.sides:
            self.proof.unknown(key, side, self.sides, "the side")

    def grade(self, text: str, key: str) -> Grade:
        """A grade by its name."""
        return one_of(Grade, text, f"{key}.grade", self.proof) or Grade.SEASONED
