"""Positions from real games between computer players, for tests of what must always hold."""

from __future__ import annotations

from functools import cache
from typing import Any

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import Event
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.play.game import Game

#: Those on hexes of 50 m are the same situations on four times the hexes: `tests/panzer/whole/test_in_miniature.py`.
_HEX = tuple(info for info in catalogue.scenarios("panzer") if info.edition == "hex")
SCENARIOS = tuple(info.id for info in _HEX if "advanced" not in info.layers)
#: Those of the Advanced Game.
ADVANCED = tuple(info.id for info in _HEX if "advanced" in info.layers)


@cache
def system(scenario: str) -> Panzer:
    """The rules on a scenario, shared by all tests."""
    opened: Any = catalogue.open_system(scenario)
    return opened


@cache
def played(scenario: str, seed: str, level: str = "greedy", orders: int = 400) -> Game[PanzerState]:
    """A game between two computer players of a level, after so many orders or at its end."""
    game: Game[PanzerState] = Game(system(scenario), SeededDice(seed))
    players = {s.id: player(level, f"{seed}/{s.id}") for s in game.system.sides}
    game.begin()
    for _ in range(orders):
        if game.over:
            break
        side = game.active[0]
        game.submit(side, players[side].order(game.system, game.view(side), side))
    return game


def replayed(scenario: str, events: list[Event]) -> PanzerState:
    """The state that a line of events without take-backs leads to."""
    rules = system(scenario)
    state = rules.initial()
    for event in events:
        rules.evolve(state, event)
    return state
