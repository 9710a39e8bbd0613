"""What damage and Track hits score, for each kind of unit (min:22.2.1 to min:22.2.5)."""

from __future__ import annotations

import pytest

from content.panzer.cards.cards import unit
from content.panzer.tables.battle_tables import battle_tables, point_factors
from core.panzer.forces.engagements import terrain_points
from core.panzer.forces.points import ChartValues, adjusted, chart_values, worth
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.scenario import Label


@pytest.mark.parametrize(
    ("card", "values"),
    [
        ("g20-pzkpfw-v-panther", (100, 50, 25)),
        ("g17-pzkpfw-iv-g", (78, 39, 20)),
        ("g18-pzkpfw-iv-h", (85, 43, 21)),
        ("g73-medium-truck", (7, 4, 2)),
        ("g77-5cm-pak-38-atg", (43, 0, 0)),
        ("g74-medium-artillery-battery", (64, 0, 0)),
        ("g86-hmg-section", (18, 0, 0)),
        ("s61-il-2m3", (97, 49, 0)),
    ],
)
def test_values_of_a_line(card: str, values: tuple[int, int, int]) -> None:
    """min:22.2.1, min:22.2.2, min:22.2.3, min:22.2.4, min:22.2.5"""
    assert chart_values(unit(card)) == ChartValues(*values)


def test_a_card_without_points_has_no_line() -> None:
    with pytest.raises(KeyError, match="g84-light-limber"):
        chart_values(unit("g84-light-limber"))


def test_every_value_is_adjusted_by_itself() -> None:
    """min:22.2.1, min:23.2.3: grade, function, morale; min:22.2.5: an aircraft by grade alone; trucks by nothing."""
    factors, line = point_factors(), ChartValues(85, 43, 21)
    tank, aircraft, truck = unit("g18-pzkpfw-iv-h"), unit("s61-il-2m3"), unit("g73-medium-truck")
    assert adjusted(factors, line, tank, Grade.VETERAN) == ChartValues(102, 51, 25)
    assert adjusted(factors, line, tank, Grade.VETERAN, [Label.COMMAND], Morale.GOOD) == ChartValues(137, 69, 34)
    flown = ChartValues(97, 49)
    assert adjusted(factors, flown, aircraft, Grade.ELITE, [Label.RECON], Morale.POOR) == ChartValues(145, 73)
    assert adjusted(factors, ChartValues(7, 4, 2), truck, Grade.ELITE, morale=Morale.POOR) == ChartValues(7, 4, 2)


def test_labels_multiply() -> None:
    """min:21.1.1.2, min:23.2.3b: a unit with several functions pays for each; Recon 1.5, Engineer 1.25."""
    found = worth(point_factors(), unit("s57-smg-squad-1-2-squad"), labels=[Label.RECON, Label.ENGINEER])
    assert found is not None
    assert found.whole == 41


@pytest.mark.parametrize(
    ("kind", "defense", "sections", "points"),
    [("block", 7, 2, 30), ("wire", 1, 3, 15), ("mines-hasty", 0, 4, 20), ("mines-deliberate", 0, 10, 100)],
)
def test_terrain_units(kind: str, defense: int, sections: int, points: int) -> None:
    """min:23.2.3d"""
    assert terrain_points(battle_tables(), kind, defense, sections) == points


def test_terrain_units_that_nobody_sells() -> None:
    with pytest.raises(KeyError):
        terrain_points(battle_tables(), "block", 9)
