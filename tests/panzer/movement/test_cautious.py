"""or:7.36.2: Cautious Movement halves the Movement Factors of vehicles, and nobody quickmarches."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.scenarios.briefing import briefing
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.movement.allowance import allowance
from core.panzer.movement.orders import Move
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Collateral, Command
from core.panzer.state import PanzerState
from core.play.game import Game

G1, G2 = UnitId("g1"), UnitId("g2")
#: Of the card: 5T 7-11.
TANK, SQUAD, SECTION = "na-a13-mk-i", "g85-rifle-squad-1-2-squad", "g86-section"


def posed(*modules: str, on_foot: str = SQUAD, **more: Any) -> Game[PanzerState]:
    rules = situation(
        {
            "modules": ["advanced", *modules],
            "board": {
                "grid": "\n".join([". . ."] * 12),
                "route": [{"kind": "road", "hexes": " ".join(f"A{row}" for row in range(1, 13))}],
            },
            "unit": [
                {"id": "g1", "side": "german", "card": TANK, "hex": "A1", "facing": "S", "command": "MOVE"},
                {"id": "g2", "side": "german", "card": on_foot, "hex": "C2", "facing": "S", "command": "MOVE"},
                {"id": "b1", "card": "na-crusader-i", "hex": "C12", "command": "N/C"},
            ],
            "situation": {"step": "first-move", "first": "german", **more},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(rules, ScriptedDice([]))


def allowances(state: PanzerState) -> tuple[int, int, int]:
    """Cross-Country, on a Path and on a Road."""
    unit = state.units[G1]
    return (
        allowance(state, unit, Rate.CROSS_COUNTRY)[0],
        allowance(state, unit, Rate.ROUTE, path=1)[0],
        allowance(state, unit, Rate.ROUTE, road=1)[0],
    )


@pytest.mark.parametrize(
    ("modules", "expected"),
    [
        ((), (3, 5, 9)),
        (("cautious-movement",), (1, 5, 9)),
        (("cautious-movement", "limited-visibility"), (1, 2, 4)),
    ],
)
def test_damaged_running_gear_comes_before_it(modules: tuple[str, ...], expected: tuple[int, int, int]) -> None:
    """or:7.23.3: 2 less of each Movement Factor, before anything halves it: of 9 are left 4, of 11 would be 3."""
    conditions = {"conditions": {"visibility": -3}} if "limited-visibility" in modules else {}
    state = posed("collateral-damage", *modules, **conditions).state
    state.change(G1, collateral=(Collateral.RUNNING_GEAR,))
    assert allowances(state) == expected


@pytest.mark.parametrize(
    ("modules", "conditions", "expected"),
    [
        ((), {}, (5, 7, 11)),
        (("limited-visibility",), {}, (5, 7, 11)),
        (("cautious-movement",), {}, (2, 7, 11)),
        (("cautious-movement", "limited-visibility"), {"visibility": -3}, (2, 3, 5)),
        (("cautious-movement", "limited-visibility"), {"visibility": -4}, (2, 2, 2)),
        (("cautious-movement", "limited-visibility"), {"visibility": -3, "very_limited": -3}, (2, 2, 2)),
        (("cautious-movement", "limited-visibility"), {"visibility": -5, "very_limited": -6}, (2, 3, 5)),
    ],
)
def test_what_is_left_of_each_factor(
    modules: tuple[str, ...], conditions: dict[str, int], expected: tuple[int, int, int]
) -> None:
    """or:7.36.2: halves are rounded down; on a route by the visibility, and its border is the scenario's."""
    assert allowances(posed(*modules, conditions=conditions).state) == expected


def test_other_halvings_come_on_top_and_one_hex_is_left() -> None:
    """or:7.36.2, na:3.7b: half of 2 with a SHORT HALT, half of that Suppressed; never below 1."""
    state = posed("cautious-movement").state
    state.change(G1, command=Command.SHORT_HALT)
    assert allowance(state, state.units[G1], Rate.CROSS_COUNTRY)[0] == 1
    state.change(G1, hull_damaged=True)
    total, reasons = allowance(state, state.units[G1], Rate.CROSS_COUNTRY)
    assert total == 1
    assert (reasons[0].label, reasons[0].amount) == ("Cross-Country allowance, half by Cautious Movement", 2)
    assert reasons[0].rule == "or:7.36.2"


def test_it_is_what_a_move_may_spend() -> None:
    """or:7.36.2: along the road, by what is left of the Road factor."""
    played = posed("cautious-movement", "limited-visibility")
    with pytest.raises(IllegalOrder, match="only 0 is left"):
        played.submit(SideId("german"), Move(unit=G1, rate=Rate.ROUTE, steps=("F",) * 6, end=True))
    played.submit(SideId("german"), Move(unit=G1, rate=Rate.ROUTE, steps=("F",) * 5, end=True))
    assert str(played.state.units[G1].hex) == "A6"


@pytest.mark.parametrize("on_foot", [SQUAD, SECTION])
def test_nobody_quickmarches(on_foot: str) -> None:
    """or:7.36.2: on foot the allowance is what it was."""
    order = Move(unit=G2, rate=Rate.QUICKMARCH, steps=("G:3", "G:3"), end=True)
    played = posed("cautious-movement", on_foot=on_foot)
    assert allowance(played.state, played.state.units[G2], Rate.CROSS_COUNTRY)[0] == 2
    with pytest.raises(IllegalOrder, match="cautious"):
        played.submit(SideId("german"), order)
    plain = Game(posed(on_foot=on_foot).system, ScriptedDice([1]))
    plain.submit(SideId("german"), order)


def test_the_briefing_says_so() -> None:
    """or:7.36.2: with what visibility makes of it."""
    both = posed("cautious-movement", "limited-visibility", conditions={"visibility": -5}).state.scenario
    assert "no more on Paths and Roads, no Quickmarch" in str(briefing(both))
    assert "half across country, no Quickmarch" in str(briefing(posed("cautious-movement").state.scenario))
