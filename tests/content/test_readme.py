"""The README of the content names every key that a file may have."""

from __future__ import annotations

import re

import attrs
import pytest

from content.kit import folders, goals
from content.panzer.boards import board_file
from content.panzer.cards import card_file
from content.panzer.charts import charts
from content.panzer.recipes import recipe_file
from content.panzer.scenarios import artillery, counters, scenario_file
from content.panzer.toe import toe_file

README = folders.OWN / "panzer" / "README.md"
LINES = (
    board_file.BoardFile,
    board_file.OverlayFile,
    scenario_file.ScenarioFile,
    scenario_file.SideLine,
    scenario_file.FormationLine,
    scenario_file.UnitLine,
    goals.EnterLine,
    scenario_file.SunEntry,
    goals.ZoneLine,
    goals.ObjectiveLine,
    goals.ExitLine,
    scenario_file.VillageLine,
    scenario_file.BarrierLine,
    scenario_file.VictoryLine,
    goals.LevelLine,
    scenario_file.BoardLine,
    counters.CounterLine,
    artillery.RegisteredPointLine,
    artillery.PlannedMissionLine,
    artillery.PlotLine,
    recipe_file.RecipeFile,
    recipe_file.HillsLine,
    recipe_file.WaterLine,
    recipe_file.CoverLine,
    recipe_file.VillagesLine,
    recipe_file.RoadsLine,
    recipe_file.FieldsLine,
    toe_file.ToeFile,
    toe_file.PartLine,
    toe_file.MembersLine,
    toe_file.SubstitutionLine,
    toe_file.IssueLine,
    charts.ChartFile,
    charts.LineEntry,
)


CARDS = (
    card_file.UnitEntry,
    card_file.MountEntry,
    card_file.StepEntry,
    card_file.TransportEntry,
    card_file.WeaponEntry,
    card_file.ApEntry,
    card_file.GpEntry,
    card_file.AaEntry,
    card_file.AirEntry,
)


@pytest.mark.parametrize("line", CARDS, ids=lambda line: line.__name__)
def test_every_field_of_a_card_is_named(line: type) -> None:
    text = (README.parent / "units" / "README.md").read_text(encoding="utf-8")
    for field in attrs.fields(line):
        assert re.search(rf"\b{field.name.rstrip('_')}\b", text), field.name


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.__name__)
def test_every_key_is_named(line: type) -> None:
    text = README.read_text(encoding="utf-8")
    for field in attrs.fields(line):
        assert re.search(rf"\b{field.name.rstrip('_')}\b", text), field.name
