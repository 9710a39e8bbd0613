"""Where units may be set up, put down by what carries them, or part: where they could have driven (na:4.5.1.1.2d)."""

from __future__ import annotations

import pytest

from content.panzer.situations.situation import situation
from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.ground.terrain import may_stand
from core.panzer.state import PanzerState

TANK, TRUCK, GUN, SQUAD = "g11-pzkpfw-iii-j", "g73-medium-truck", "g78-7-5cm-pak-40-atg", "g85-rifle-squad-1-2-squad"


def posed(card: str, *modules: str) -> PanzerState:
    """A line through heavy woods, water and a stream, in each column of another kind."""
    rules = situation(
        {
            "modules": ["advanced", *modules],
            "board": {
                "grid": ". . .\nW W W\n~ ~ ~\ni i i\n. . .",
                "route": [
                    {"kind": "road", "hexes": "A1 A2 A3 A4 A5"},
                    {"kind": "railway", "hexes": "C1 C2 C3 C4 C5"},
                ],
            },
            "unit": [
                {"id": "g1", "side": "german", "card": card, "hex": "B1"},
                {"id": "b1", "side": "british", "card": "na-crusader-i", "hex": "B5"},
            ],
        },
        "x",
        "x",
        "x.toml",
    )
    return rules.initial()


def standing(state: PanzerState) -> set[str]:
    """The hexes of the woods, the water and the stream in which the unit may stand."""
    hexes = (f"{column}{row}" for column in "ABC" for row in (2, 3, 4))
    return {text for text in hexes if may_stand(state, UnitId("g1"), hex_from_id(text))}


@pytest.mark.parametrize(
    ("card", "there"),
    [
        (TANK, {"A2", "A4", "B4", "C4"}),
        (TRUCK, {"A2", "A4"}),
        (GUN, {"A2", "A4"}),
        (SQUAD, {"A2", "B2", "C2", "A4", "B4", "C4"}),
    ],
)
def test_a_road_leads_through_woods_and_streams_a_railway_through_nothing(card: str, there: set[str]) -> None:
    """na:4.5.1.1.2d: what is prohibited is so off Roads, Paths and Tracks, and no route runs through open water."""
    assert standing(posed(card)) == there


def test_who_may_drive_onto_a_frozen_stream_may_stand_there() -> None:
    """or:7.36.3, or:7.32: it is Clear, to guns and trucks too."""
    for card in (TRUCK, GUN):
        assert standing(posed(card, "frozen-streams")) == {"A2", "A4", "B4", "C4"}
