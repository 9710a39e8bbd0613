"""The Unit Summary Charts: all lines of the book, values as printed, dates with where they come from (min:22.0)."""

from __future__ import annotations

from typing import Final

import pytest

from content.kit.load import ContentError
from content.panzer.cards.cards import unit, units
from content.panzer.charts.charts import chart, charts, values
from core.panzer.forces.periods import PERIODS
from core.panzer.forces.points import ChartValues, chart_values
from core.panzer.pieces.cards import AircraftCard, VehicleCard

from .conftest import Write

#: Printed lines that are not half and a quarter of the base value, rounded up from the half: why.
ODD: Final = {
    "g46-spw-251-10": "damaged 17 for 14, misprinted",
    "s15-t-34-76-m43": "damaged 40, half of 81 rounded down",
    "s42-m17-mgmc": "damaged 23, half of 47 rounded down",
}


def test_every_line_is_there() -> None:
    """min:22.0"""
    assert {nation: len(lines) for nation, lines in charts().items()} == {"German": 107, "Soviet": 76}
    assert {nation: sum(bool(one.points) for one in lines.values()) for nation, lines in charts().items()} == {
        "German": 55,
        "Soviet": 56,
    }


@pytest.mark.parametrize("nation", ["German", "Soviet"])
def test_values_are_those_that_are_printed(nation: str) -> None:
    """min:22.2, min:22.2.1, min:22.2.5: printed lines go before the formula, and nearly all agree with it."""
    for id_, line in chart(nation).items():
        if isinstance(line.unit, VehicleCard | AircraftCard) and line.points:
            assert values(line.unit) == ChartValues(*line.points), id_
            assert (chart_values(line.unit) == values(line.unit)) == (id_ not in ODD), id_


def test_values_that_nobody_printed() -> None:
    """min:22.2.1, min:22.2.2"""
    assert values(unit("g16-pzkpfw-iv-f2")) == ChartValues(74, 37, 19)
    assert values(unit("na-crusader-iii")).tracked
    assert values(unit("s57-rifle-squad-1-2-squad")) == ChartValues(22)


def test_dates_say_where_they_come_from() -> None:
    """min:22.3"""
    judged = "judged from history"
    kv, tiger = chart("Soviet")["s20-kv-1-m42"], chart("German")["g22-pzkpfw-vi-b-tiger-ii"]
    assert (str(kv.first), str(kv.last)) == ("mid-42", "late-43")
    assert (kv.first_source, kv.last_source) == ("min:22.3", "min:22.3")
    assert (str(tiger.first), tiger.first_source, tiger.last_source) == ("early-44", "note of GF20", judged)
    assert chart("German")["g20-pzkpfw-v-panther"].first_source == judged


def test_everything_was_there_at_some_time() -> None:
    """min:22.3: service begins and ends in a period of the charts."""
    for lines in charts().values():
        for id_, line in lines.items():
            assert line.first in PERIODS, id_
            assert line.last in PERIODS, id_
            assert line.first <= line.last, id_
    assert all(len(card.available) == 2 and card.available[0] <= card.available[1] for card in units().values())


CHART: Final = 'nation = "Soviet"\nlines = [{unit = "s20-kv-1-m42", points = [91, 46, 23], certainty = "placed"}]\n'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("s20-kv-1-m42", "s20-kv-1-m43", "lines[1].unit: found the unit 's20-kv-1-m43'"),
        ("s20-kv-1-m42", "g18-pzkpfw-iv-h", "which is German; allowed: units that are Soviet"),
        ("91, ", "90, ", "lines[1].points: found [90, 46, 23]; allowed: [91] first, as the card has it"),
        (", 23]", "]", "lines[1].points: found [91, 46]; allowed: 3 for s20-kv-1-m42"),
        ('"placed"', '"sure"', "lines[1].certainty: found the certainty 'sure'"),
        ('"placed"', '"placed", first = "mid-42"', "lines[1].said: found ''"),
        ('"placed"', '"placed", first = "late-42", said = "x"', "lines[1].first: found 'late-42'; allowed: mid-42"),
        ('"placed"', '"placed", last = "1943", said = "x"', "lines[1].last: found '1943'; allowed: a period such as"),
        ("}]", '}, {unit = "s20-kv-1-m42"}]', "lines[2].unit: found 's20-kv-1-m42' again"),
    ],
)
def test_mistakes_are_told(write: Write, old: str, new: str, told: str) -> None:
    write("charts", "own", CHART.replace(old, new))
    with pytest.raises(ContentError) as caught:
        charts()
    assert told in str(caught.value)


def test_a_nation_without_a_chart() -> None:
    with pytest.raises(ContentError, match="'British'; allowed: German, Soviet"):
        chart("British")
