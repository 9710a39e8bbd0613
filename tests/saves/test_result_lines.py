"""Lines that tell the result of dice tell what was rolled, in every sample game: nobody has to open one for that."""

from __future__ import annotations

import re

import pytest

from core.panzerwar.pieces.extended import read_d10
from core.play import aside
from tests.analysis.games import NAMES, game

#: Kinds whose dice are many, of which each is told where the line opens.
OPENED = frozenset({"pw-looked", "pw-vehicle-struck", "pw-gun-struck", "pw-area-fired"})


@pytest.mark.parametrize("name", NAMES)
def test_lines_of_results_tell_what_was_rolled(name: str) -> None:
    played = game(name)
    system = played.system
    state = system.copy(played.at(0))
    untold: dict[str, str] = {}
    for event in played.journal:
        aside.evolve(system, state, event)
        report = aside.report(system, state, event)
        if report is None or not report.rolls or type(event).name in OPENED:
            continue
        numbers = set(re.findall(r"-?\d+", report.text))
        results = {roll.result for roll in report.rolls} | {read_d10(report.rolls)}
        if not any(str(result) in numbers or f"{result:02d}" in numbers for result in results):
            untold.setdefault(type(event).name, report.text)
    assert not untold
