"""What is drawn by lot among things that are almost as good."""

from __future__ import annotations

from core.ai.drawing import drawn
from core.dice import ScriptedDice

COSTS = {"far": 3.0, "near": 1.0, "beside": 1.0, "next": 2.0}


def test_of_what_costs_little_more_than_the_cheapest_one_is_drawn() -> None:
    for roll, expected in ((1, "near"), (2, "beside"), (3, "next")):
        dice = ScriptedDice([roll])
        assert drawn(COSTS, 1.0, dice, "hex", "") == expected
        assert not dice.results


def test_nothing_is_rolled_where_there_is_no_choice() -> None:
    """Nor where nothing may cost more: then it is the first of the cheapest."""
    dice = ScriptedDice([])
    assert drawn(COSTS, 0.0, dice, "hex", "") == "near"
    assert drawn({"only": 5.0, "dear": 9.0}, 1.0, dice, "hex", "") == "only"
    assert drawn({}, 1.0, dice, "hex", "") is None
