"""Every switch is played in a worked example, each Optional Rule and each kind of weather by its own name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from core.panzer.pieces.switches import ADVANCED, Switch, completed

EXAMPLES = Path(__file__).parents[2] / "vignettes" / "panzer"


@pytest.fixture(scope="module")
def named() -> set[str]:
    """All that worked examples name under `modules`."""
    examples = (tomllib.loads(path.read_text(encoding="utf-8")) for path in EXAMPLES.glob("*.toml"))
    return {module for example in examples for module in example.get("modules", ())}


@pytest.mark.parametrize("switch", Switch, ids=lambda switch: switch.value)
def test_a_worked_example_plays_with_it(switch: Switch, named: set[str]) -> None:
    known = {switch.value for switch in Switch}
    needed = completed(Switch(module) for module in named if module in known)
    assert switch in (needed if switch in ADVANCED else {s for s in Switch if s.value in named})
