"""What one piece, a turn and a modifier are (pw:0.0a, pw:1.0a, pw:1.0b, pw:2.5)."""

from __future__ import annotations

import pytest

from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts
from content.panzerwar.scenarios.briefing import briefing
from content.panzerwar.scenarios.scenarios import SCENARIOS, scenario
from core.panzerwar.ground.measure import range_to
from core.panzerwar.pieces.cards import Squad
from core.panzerwar.pieces.element import Kind
from tests.panzerwar.kit import BLUE, an_element, at


@pytest.mark.parametrize(("id_", "told"), [("pw-0", "8 turns, 10 minutes"), ("pw-2", "18 turns, 22.5 minutes")])
def test_a_turn_is_75_seconds(id_: str, told: str) -> None:
    """pw:1.0b: a briefing says how long the action takes."""
    assert told in briefing(scenario(id_)).subtitle.split(" · ")


def test_a_normal_game_has_12_to_24_turns() -> None:
    """pw:1.0b: but for the small one."""
    turns = {id_: scenario(id_).turns for id_ in SCENARIOS.ids()}
    assert all(12 <= number <= 24 for id_, number in turns.items() if id_ != "pw-0"), turns


def test_one_piece_is_one_vehicle_gun_or_squad() -> None:
    """pw:0.0a: in the years 1938 to 1945."""
    for id_ in SCENARIOS.ids():
        made = scenario(id_)
        assert 1938 <= made.year <= 1945
        for element in made.elements:
            card = made.cards.find(element.card)
            assert (element.kind is Kind.SQUAD) is isinstance(card, Squad)
    assert all(one.date[0] <= 1945 for one in cards().vehicles.values())


def test_models_of_another_size_change_no_number() -> None:
    """pw:1.0a: the edges of bases and roofs, and so ranges, are GSU whatever the models are."""
    assert range_to(at("J18"), an_element("a", "pz4h", BLUE, "J14")) == 95
    assert range_to(at("J18"), an_element("b", "ger-rifle-44", BLUE, "J14")) == 94


def test_what_makes_a_shot_worse_adds_to_the_number() -> None:
    """pw:2.5, pw:8.4: rain, movement and smoke raise the threshold; what helps lowers it."""
    chart = charts().fire.to_hit
    assert all(chart[key] > 0 for key in ("first-shot", "firer-half", "target-full", "rain-heavy", "smoke-thick"))
    assert all(chart[key] < 0 for key in ("acquired", "elite", "stabiliser", "building"))
