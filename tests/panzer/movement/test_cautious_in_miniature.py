"""min:20.13.2: Cautious Movement of the miniatures edition halves the allowance with which every unit begins."""

from __future__ import annotations

import pytest

from content.panzer.scenarios.briefing import briefing
from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.movement.allowance import allowance
from core.panzer.movement.foot import quickmarch_refusal
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState

TANK, SQUAD, GUN = UnitId("g1"), UnitId("g2"), UnitId("g3")
CAUTIOUS, DARK = "cautious-movement", "limited-visibility"


def posed(*modules: str, edition: str = "miniatures", visibility: int = -2) -> PanzerState:
    own = {"side": "german", "facing": "S", "command": "MOVE"}
    return situation(
        {
            "edition": edition,
            "modules": ["advanced", *modules],
            "board": {"grid": "\n".join([". . ."] * 8)},
            "unit": [
                {**own, "id": "g1", "card": "g17-pzkpfw-iv-g", "hex": "A1"},
                {**own, "id": "g2", "card": "g85-rifle-squad-1-2-squad", "hex": "B1"},
                {**own, "id": "g3", "card": "g82-7-5cm-leig", "hex": "C1"},
                {"id": "s1", "card": "s14-t-34-76-m42", "hex": "C8", "command": "N/C"},
            ],
            "situation": {"step": "first-move", "first": "german", "conditions": {"visibility": visibility}},
        },
        "x",
        "x",
        "x.toml",
    ).initial()


def allowances(state: PanzerState) -> tuple[int, ...]:
    """Of the tank across country, by Path and by Road, of the squad, of the gun."""
    tank = state.units[TANK]
    return (
        allowance(state, tank, Rate.CROSS_COUNTRY)[0],
        allowance(state, tank, Rate.ROUTE, path=1)[0],
        allowance(state, tank, Rate.ROUTE, road=1)[0],
        allowance(state, state.units[SQUAD], Rate.CROSS_COUNTRY)[0],
        allowance(state, state.units[GUN], Rate.CROSS_COUNTRY)[0],
    )


@pytest.mark.parametrize(("modules", "visibility"), [((CAUTIOUS,), -2), ((CAUTIOUS, DARK), -2)])
def test_all_begin_with_half(modules: tuple[str, ...], visibility: int) -> None:
    """min:20.13.2: in Limited visibility; rounded down, on Paths and Roads too, leg and towed units like vehicles."""
    plain = allowances(posed())
    assert allowances(posed(*modules, visibility=visibility)) == tuple(amount // 2 for amount in plain)


def test_in_restricted_visibility_no_route_helps() -> None:
    """min:20.13.2"""
    half = allowances(posed(CAUTIOUS, DARK))
    assert half[0] < half[1] < half[2]
    assert allowances(posed(CAUTIOUS, DARK, visibility=-5)) == (half[0], half[0], half[0], *half[3:])


def test_by_hexes_only_vehicles_are_cautious() -> None:
    """or:7.36.2"""
    assert allowances(posed(CAUTIOUS, DARK, edition="hex"))[3:] == allowances(posed(edition="hex"))[3:]


def test_whatever_else_halves_comes_after() -> None:
    """min:20.13.2: half of the initial allowance is what a SHORT HALT halves."""
    state = posed(CAUTIOUS)
    state.change(TANK, command=Command.SHORT_HALT)
    total, reasons = allowance(state, state.units[TANK], Rate.CROSS_COUNTRY)
    assert reasons[0].rule == "min:20.13.2"
    assert total == reasons[0].amount // 2


def test_nobody_quickmarches() -> None:
    """min:20.13.2"""
    refused = quickmarch_refusal(posed(CAUTIOUS), posed(CAUTIOUS).units[SQUAD])
    assert refused is not None
    assert refused.rule == "min:20.13.2"
    assert quickmarch_refusal(posed(), posed().units[SQUAD]) is None


@pytest.mark.parametrize(
    ("modules", "visibility", "words"),
    [
        ((DARK,), -2, "Limited: by these rows of the Spotting Ranges Table"),
        ((DARK,), -4, "Restricted: by these rows of the Spotting Ranges Table"),
        ((CAUTIOUS,), -2, "half for all, on Paths and Roads too"),
        ((CAUTIOUS, DARK), -4, "half for all, and no more on Paths and Roads"),
        (("mud",), -2, "twice the cost of the terrain"),
    ],
)
def test_conditions_in_the_words_of_the_edition(modules: tuple[str, ...], visibility: int, words: str) -> None:
    """min:20.13.1, min:20.13.2, min:20.13.3.2"""
    assert words in str(briefing(posed(*modules, visibility=visibility).scenario))
    assert words not in str(briefing(posed(*modules, edition="hex", visibility=visibility).scenario))
