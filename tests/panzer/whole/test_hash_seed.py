"""A game does not depend on the order in which Python happens to keep sets of names."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PLAY = """
import hashlib, sys
from content import catalogue
from core.ai import player
from core.codec import encode
from core.dice import SeededDice
from core.play.game import Game

game = Game(catalogue.open_system(sys.argv[1]), SeededDice("sets"))
game.begin()
players = {side.id: player("random", f"sets/{side.id}") for side in game.system.sides}
for _ in range(int(sys.argv[2])):
    if not game.active:
        break
    side = game.active[0]
    game.submit(side, players[side].order(game.system, game.view(side), side))
print(hashlib.sha256(repr([encode(event) for event in game.journal]).encode()).hexdigest())
"""


@pytest.mark.parametrize("orders", [120, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "scenario", [pytest.param("halfaya-pass", marks=pytest.mark.thorough), "crossing-the-trigh", "rear-area-raid"]
)
def test_play_is_the_same_whatever_the_hash_seed(scenario: str, orders: int) -> None:
    found = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = [sys.executable, "-c", PLAY, scenario, str(orders)]
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1
