"""or:7.28, min:20.15: whole games between computer players with counter batteries on both sides."""

from __future__ import annotations

import pytest

from core.ai import player
from core.dice import SeededDice
from core.panzer.counter_battery.events import CounterBatteryAnnounced, CounterBatteryFired
from core.play.game import Game
from core.play.simulate import play_out
from tests.panzer.counter_battery.batteries import duel


@pytest.mark.parametrize(("level", "edition"), [("random", "hex"), ("greedy", "hex"), ("greedy", "miniatures")])
def test_computer_players_seek_batteries(level: str, edition: str) -> None:
    """None of their orders is refused, each attempt is resolved in its turn, and the journal makes the same state."""
    attempts = 0
    for seed in ("one", "two", "three"):
        game = Game(duel(edition), SeededDice(seed))
        minds = {look.id: player(level, f"{seed} {look.id}") for look in game.system.sides}
        for _ in play_out(game, minds):
            pass
        assert game.over
        assert not any(getattr(mind, "amiss", ()) for mind in minds.values())
        announced = sum(isinstance(event, CounterBatteryAnnounced) for event in game.journal)
        fired = sum(isinstance(event, CounterBatteryFired) for event in game.journal)
        assert not game.state.counter_battery.announced
        assert fired <= announced
        attempts += fired
        state = duel(edition).initial()
        for event in game.journal:
            game.system.evolve(state, event)
        assert state == game.state
    assert attempts > 2
