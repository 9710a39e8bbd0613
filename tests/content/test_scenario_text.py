"""Scenarios written in the format of their files: reading them again gives the same."""

from __future__ import annotations

import tomllib

import pytest
from attrs import asdict

from content.kit.load import structure
from content.panzer.battles.scenario_text import scenario_text
from content.panzer.scenarios.scenario_file import ScenarioFile
from content.panzer.scenarios.scenarios import SCENARIOS


@pytest.mark.parametrize("id_", SCENARIOS.ids())
def test_what_is_written_is_read_again(id_: str) -> None:
    stated = SCENARIOS.stated(id_)
    text = scenario_text(stated)
    assert asdict(structure(tomllib.loads(text), ScenarioFile, id_)) == asdict(stated)
    assert "edition = " in text
