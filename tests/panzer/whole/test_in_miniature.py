"""Games of the miniatures edition on hexes of 50 m between computer players (min:INTRO.c, min:4.5.1)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve as changed
from attrs import frozen

from content import catalogue
from core.ai import Player, player
from core.dice import SeededDice
from core.event import SideId
from core.order import Order
from core.panzer.command.events import FirstPlayerChosen
from core.panzer.command.orders import ChooseFirstPlayer
from core.panzer.ground import stands
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.play.game import Game
from core.play.simulate import play_out
from tests.core.positions import played, replayed, system

IN_INCHES = tuple(info.id for info in catalogue.scenarios("panzer") if info.edition == "miniatures")
#: How far games of random players are played here; the long form plays greedy ones to their ends.
ORDERS = 40
#: Those of which even a single turn takes some seconds.
LARGE = ("higher-ground-50m", "ponyri-50m", "twilight-50m")


def _marks(scenario: str, first: int) -> list[pytest.MarkDecorator]:
    """When the game of a single turn of a scenario is played, with either side first."""
    if scenario in LARGE and first:
        return [pytest.mark.long]
    return [pytest.mark.thorough] if scenario in (*LARGE, "turning-tide-50m") else []


def test_the_historical_scenarios_are_there_on_hexes_of_50_m() -> None:
    """min:23.3.1, min:23.3.2, min:23.3.3, min:23.3.4, min:23.3.5, min:23.3.6"""
    assert set(IN_INCHES) >= {
        "the-bridge-50m",
        "the-bridge-1a-50m",
        "higher-ground-50m",
        "turning-tide-50m",
        "ponyri-50m",
        "twilight-50m",
    }


@pytest.mark.parametrize("scenario", IN_INCHES)
def test_a_game_begins_and_is_replayed(scenario: str) -> None:
    """min:9.9: and nobody has been set up where there is no room."""
    game = played(scenario, "inches", "random", ORDERS)
    again = replayed(scenario, list(game.journal))
    assert again.units == game.state.units
    assert not overfull(again)
    for unit in again.there:
        hexes = {other.hex for other in again.there if other.hex is not None and other.id != unit.id}
        assert stands.full(again, unit) == {hex_ for hex_ in hexes if not stands.has_room(again, unit.id, hex_)}


def overfull(state: PanzerState) -> list[str]:
    """The units that stand where there is no room for them."""
    there = [u for u in state.units.values() if u.presence is Presence.ON_MAP and not u.bailed_out]
    return [u.id for u in there if u.hex is not None and not stands.has_room(state, u.id, u.hex)]


@frozen
class First:
    """A player who has one side go first in every turn whose Initiative is its own, and else plays as another."""

    mind: Player
    first: SideId

    def order(self, system: Any, view: Any, side: SideId) -> Order:
        """Who goes first (min:4.1), or what the other orders."""
        if view.step == "initiative" and view.commands.first_player is None:
            return ChooseFirstPlayer(first=self.first)
        return self.mind.order(system, view, side)


def whole(rules: Any, first: int, level: str, seed: str) -> Game[Any]:
    """A game to its end in which one side, the first or second of the scenario, goes first in every turn."""
    game = Game(rules, SeededDice(seed))
    side = rules.sides[first].id
    minds = {look.id: player(level, f"{seed}/{look.id}") for look in rules.sides}
    for _ in play_out(game, {who: First(mind, side) for who, mind in minds.items()}):
        pass
    assert game.over
    assert not any(getattr(mind, "amiss", ()) for mind in minds.values())
    chosen = {event.first for event in game.journal if isinstance(event, FirstPlayerChosen)}
    assert chosen <= {side}
    return game


@pytest.mark.parametrize(
    ("scenario", "first"),
    [pytest.param(s, n, marks=_marks(s, n)) for s in IN_INCHES for n in (0, 1)],
)
def test_a_short_game_with_either_side_first(scenario: str, first: int) -> None:
    """min:4.1: all of a game but that it has a single turn, from the set-up to the victory."""
    rules = system(scenario)
    on = changed(rules.on, turns=1)
    game = whole(changed(rules, on=on), first, "random", f"short {first}")
    assert game.state.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("scenario", [*IN_INCHES, *(id_.removesuffix("-50m") for id_ in IN_INCHES)])
@pytest.mark.parametrize("first", [0, 1])
def test_a_whole_game_with_either_side_first(scenario: str, first: int) -> None:
    """min:4.1, min:23.3.1, min:23.3.2, min:23.3.3, min:23.3.4, min:23.3.5, min:23.3.6: on hexes of 100 m
    as well."""
    rules = system(scenario)
    game = whole(rules, first, "greedy", f"whole {first}")
    assert game.state.turn <= rules.on.turns
