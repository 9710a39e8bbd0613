"""All charts of Panzer War: typed look-ups by chapter, single numbers, and the charts as they are shown (pw:1.0)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from core.panzerwar.pieces.charts.artillery import ArtilleryCharts
from core.panzerwar.pieces.charts.command import CommandCharts
from core.panzerwar.pieces.charts.damage import DamageCharts
from core.panzerwar.pieces.charts.fire import FireCharts
from core.panzerwar.pieces.charts.ground import GroundCharts
from core.panzerwar.pieces.charts.infantry import InfantryCharts
from core.panzerwar.pieces.charts.rows import Chart
from core.panzerwar.pieces.charts.sighting import SightingCharts


@frozen(eq=False, repr=False)
class Charts:
    """The charts. `tables` has every one as it is shown, with where each of its rows comes from."""

    command: CommandCharts
    ground: GroundCharts
    sighting: SightingCharts
    fire: FireCharts
    damage: DamageCharts
    infantry: InfantryCharts
    artillery: ArtilleryCharts
    #: Single numbers by id.
    numbers: Mapping[str, float] = field(factory=dict)
    tables: Mapping[str, Chart] = field(factory=dict)

    def number(self, id_: str) -> float:
        """A single number of the book, such as "bonus-movement" = 1.5; KeyError if there is none."""
        return self.numbers[id_]

    def whole(self, id_: str) -> int:
        """A single whole number of the book, such as "free-sighting" = 25; KeyError if there is none."""
        found = self.numbers[id_]
        if found != int(found):
            raise KeyError(f"{id_} is {found}, which is not whole")
        return int(found)
