"""or:7.36.1: Limited Visibility makes everything harder to spot, by as much as the scenario says."""

from __future__ import annotations

from typing import Any

import pytest

from content.kit.load import ContentError
from content.panzer.scenarios.briefing import briefing
from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.course.sheet import sheet
from core.panzer.face.overlays import overlay
from core.panzer.sight import spotting
from core.panzer.state import PanzerState

G1, B1 = UnitId("g1"), UnitId("b1")
TANK, TARGET = "g17-pzkpfw-iv-g", "na-crusader-i"


def posed(*modules: str, apart: int = 10, grid: str = "", edition: str = "hex", **more: Any) -> PanzerState:
    """A German tank in A1 and a British one so many hexes to the south."""
    rules = situation(
        {
            "edition": edition,
            "modules": ["advanced", *modules],
            "board": {"grid": grid or "\n".join("." * 30)},
            "unit": [
                {"id": "g1", "card": TANK, "hex": "A1", "facing": "S"},
                {"id": "b1", "card": TARGET, "hex": f"A{apart + 1}", "facing": "N"},
            ],
            "situation": {"step": "commands", **more},
        },
        "x",
        "x",
        "x.toml",
    )
    return rules.initial()


@pytest.mark.parametrize(("amount", "range_"), [(-1, 10), (-2, 7), (-3, 5), (-4, 3), (-5, 2)])
def test_it_counts_for_all_spotting(amount: int, range_: int) -> None:
    """or:7.36.1: rows down the Spotting Ranges Table; 20 hexes in the open by day."""
    state = posed("limited-visibility", apart=range_, conditions={"visibility": amount})
    tally = spotting.spotting_tally(state, B1)
    assert [(r.label, r.amount, r.rule) for r in tally.reasons] == [("Limited Visibility", amount, "or:7.36.1")]
    assert spotting.spotting_range(state, B1) == range_
    assert spotting.spots(state, G1, B1)
    farther = posed("limited-visibility", apart=range_ + 1, conditions={"visibility": amount})
    assert not spotting.spots(farther, G1, B1)


def test_it_adds_to_the_others_before_the_sum_is_clamped() -> None:
    """or:7.36.1, na:4.1.3b: -4 and SPOT/FIRE +3 are -1; with Heavy Cover besides, -4."""
    state = posed("limited-visibility", conditions={"visibility": -4})
    state.change(B1, spot=spotting.Spot.FIRE)
    assert spotting.spotting_range(state, B1) == 10


def test_nothing_without_the_option_and_twilight_where_nothing_is_said() -> None:
    """or:7.36: by default it is day; with the option alone the modifier is -2."""
    assert spotting.spotting_range(posed(conditions={"visibility": -4}), B1) == 20
    assert spotting.spotting_range(posed("limited-visibility"), B1) == 7


def test_maps_cards_and_briefings_say_so() -> None:
    """or:7.36.1: what is shown is what counts."""
    state = posed("limited-visibility", conditions={"visibility": -3})
    shown = overlay(state, state.units[G1].side, "spotting", None, G1)
    seen = {hex_.row for hex_, cell in shown.cells.items() if cell.tone == "seen"}
    assert max(seen) - 1 == 5
    assert "very limited" not in str(briefing(state.scenario))
    assert "limited: -3 to all spotting" in str(briefing(state.scenario))
    assert "limited: -3 to all spotting" in str(sheet(state, None))
    assert "Visibility" not in str(sheet(posed(), None))


def test_what_a_file_may_not_say() -> None:
    """or:7.36.1: -1 to -5; or:7.36.2: the border of very limited visibility lies among them, or below."""
    with pytest.raises(ContentError, match=r"conditions\.visibility.*-1 to -5"):
        posed(conditions={"visibility": -6})
    with pytest.raises(ContentError, match=r"conditions\.very_limited"):
        posed(conditions={"very_limited": 0})


@pytest.mark.parametrize(("amount", "range_"), [(-2, 30), (-4, 15)])
def test_the_miniatures_edition_has_rows_of_its_own(amount: int, range_: int) -> None:
    """min:20.13.1: Limited and Restricted conditions, of which others than vehicles have 30 and 15 in the open."""
    state = posed("limited-visibility", edition="miniatures", conditions={"visibility": amount})
    assert spotting.spotting_range(state, B1) == range_
    assert spotting.spotting_range(posed(edition="miniatures"), B1) == 60
