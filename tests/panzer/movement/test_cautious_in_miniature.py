"""min:20.13.2: Cautious Movement of the miniatures edition; its conditions in words (min:20.13.1, min:20.13.3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.scenarios.briefing import briefing
from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.movement.allowance import allowance
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState

TANK = UnitId("g1")


def posed(*modules: str, edition: str = "miniatures", **conditions: Any) -> PanzerState:
    stated = {
        "edition": edition,
        "modules": ["advanced", *modules],
        "board": {
            "grid": "\n".join([". ."] * 12),
            "route": [{"kind": "road", "hexes": " ".join(f"A{row}" for row in range(1, 13))}],
        },
        "unit": [
            {"id": TANK, "card": "g17-pzkpfw-iv-g", "hex": "A1", "facing": "S", "command": "MOVE"},
            {"id": "s1", "card": "s12-t-34-76-m40", "hex": "B12", "command": "N/C"},
        ],
        "situation": {"step": "first-move", "first": "german", "conditions": conditions},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def allowances(state: PanzerState) -> tuple[int, int, int]:
    """Cross-Country, on a Path and on a Road."""
    unit = state.units[TANK]
    return (
        allowance(state, unit, Rate.CROSS_COUNTRY)[0],
        allowance(state, unit, Rate.ROUTE, path=1)[0],
        allowance(state, unit, Rate.ROUTE, road=1)[0],
    )


@pytest.mark.parametrize("visibility", [None, -2])
def test_limited_visibility_halves_every_allowance(visibility: int | None) -> None:
    """min:20.13.2: the initial allowance, along routes too, rounded down, whether spotting is limited or not."""
    limited = {} if visibility is None else {"visibility": visibility}
    modules = ("cautious-movement", *(["limited-visibility"] if limited else []))
    whole = allowances(posed())
    assert allowances(posed(*modules, **limited)) == tuple(one // 2 for one in whole)
    assert len(set(whole)) > 1, "a route is faster"


def test_restricted_visibility_leaves_no_bonus() -> None:
    """min:20.13.2"""
    cross_country, *_ = allowances(posed())
    state = posed("cautious-movement", "limited-visibility", visibility=-4)
    assert allowances(state) == (cross_country // 2,) * 3
    _, reasons = allowance(state, state.units[TANK], Rate.ROUTE, road=1)
    assert reasons[0].rule == "min:20.13.2"


def test_the_hex_edition_keeps_its_routes_by_day() -> None:
    """or:7.36.2"""
    _, *routes = allowances(posed(edition="hex"))
    _, *cautious = allowances(posed("cautious-movement", edition="hex"))
    assert cautious == routes


@pytest.mark.parametrize(
    ("modules", "conditions", "words"),
    [
        (("limited-visibility",), {"visibility": -2}, "Limited: by these rows of the Spotting Ranges Table"),
        (("limited-visibility",), {"visibility": -4}, "Restricted: by these rows of the Spotting Ranges Table"),
        (("cautious-movement",), {}, "half, on Paths and Roads too"),
        (("mud",), {}, "twice the cost of the terrain"),
    ],
)
def test_conditions_in_the_words_of_the_edition(
    modules: tuple[str, ...], conditions: dict[str, Any], words: str
) -> None:
    """min:20.13.1, min:20.13.2, min:20.13.3.2"""
    assert words in str(briefing(posed(*modules, **conditions).scenario))
    assert words not in str(briefing(posed(*modules, edition="hex", **conditions).scenario))
