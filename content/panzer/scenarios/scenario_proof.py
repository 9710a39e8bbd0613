"""What all readers of a scenario file share: the file, its map, and how hexes, sides and facings are read."""

from __future__ import annotations

from attrs import frozen

from content.kit.goals import Reading
from content.kit.load import Proof, one_of
from content.panzer.scenarios.scenario_file import ScenarioFile
from core.board import Board
from core.panzer.pieces.advanced_tables import Grade


@frozen(eq=False, kw_only=True)
class Draft(Reading):
    """A scenario on its way from the file; data: what the file states."""

    data: ScenarioFile

    def grade(self, text: str, key: str) -> Grade:
        """A grade by its name."""
        return one_of(Grade, text, f"{key}.grade", self.proof) or Grade.SEASONED


def draft_of(data: ScenarioFile, board: Board, proof: Proof, under: str = "") -> Draft:
    """The draft of what a file states, on its map; under: what stands before the keys of its terms in messages."""
    return Draft(data=data, map=board, proof=proof, sides=[side.id for side in data.side], under=under)
