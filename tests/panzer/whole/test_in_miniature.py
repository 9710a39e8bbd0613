"""Games of the miniatures edition on hexes of 50 m between computer players (min:INTRO.c, min:4.5.1)."""

from __future__ import annotations

import pytest

from content import catalogue
from core.panzer.ground import stands
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.play.simulate import play_game
from tests.core.positions import played, replayed, system

IN_INCHES = tuple(info.id for info in catalogue.scenarios("panzer") if info.edition == "miniatures")
#: How far games of random players are played here; the long form plays greedy ones to their ends.
ORDERS = 40


def test_the_historical_scenarios_are_there_on_hexes_of_50_m() -> None:
    """min:23.3.1, min:23.3.2, min:23.3.3, min:23.3.4, min:23.3.5"""
    assert set(IN_INCHES) >= {
        "the-bridge-50m",
        "the-bridge-1a-50m",
        "higher-ground-50m",
        "turning-tide-50m",
        "ponyri-50m",
    }


@pytest.mark.parametrize("scenario", IN_INCHES)
def test_a_game_begins_and_is_replayed(scenario: str) -> None:
    """min:9.9: and nobody has been set up where there is no room."""
    game = played(scenario, "inches", "random", ORDERS)
    again = replayed(scenario, list(game.journal))
    assert again.units == game.state.units
    assert not overfull(again)


def overfull(state: PanzerState) -> list[str]:
    """The units that stand where there is no room for them."""
    there = [u for u in state.units.values() if u.presence is Presence.ON_MAP and not u.bailed_out]
    return [u.id for u in there if u.hex is not None and not stands.has_room(state, u.id, u.hex)]


@pytest.mark.long
@pytest.mark.parametrize("scenario", IN_INCHES)
@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_whole_game(scenario: str, seed: str) -> None:
    """Both orders of the first player come up by themselves."""
    game, result = play_game(system(scenario), seed, {})
    assert game.over
    assert result.turns <= system(scenario).on.turns
