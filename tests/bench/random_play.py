"""Random legal play: the choices walked until an order is complete, and the order submitted."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any

from attrs import frozen

from core.ai import player
from core.dice import SeededDice
from core.play.game import Game
from core.system import RuleSystem
from tests.bench.clock import MILLI, as_in_the_program, high
from tests.bench.games import Run, system
from tests.bench.table import Aim, Found

AIM = Aim(0.15, least=True, chess=True)
ORDERS, FEW = 600, 200


@frozen
class Taken:
    """What one order took: its name, seconds to find it, seconds to submit it."""

    name: str
    found: float
    submitted: float

    @property
    def whole(self) -> float:
        """Both."""
        return self.found + self.submitted


def random_play(rules: RuleSystem[Any], seed: str, orders: int, turns: int = 1000) -> list[Taken]:
    """The first orders of a game between random players, up to the end of a turn."""
    game: Game[Any] = Game(rules, SeededDice(seed))
    players = {look.id: player("random", f"{seed}/{look.id}") for look in rules.sides}
    taken: list[Taken] = []
    game.begin()
    with as_in_the_program():
        while not game.over and len(taken) < orders and rules.face.status(game.state).turn <= turns:
            side = game.active[0]
            start = process_time()
            order = players[side].order(rules, game.view(side), side)
            found = process_time()
            game.submit(side, order)
            taken.append(Taken(order.name, found - start, process_time() - found))
    return taken


def measure(run: Run) -> Iterator[Found]:
    """Orders a second, from the set-up on."""
    for scenario in run.scenarios:
        rules = system(scenario)
        random_play(rules, "warm", 30)
        games = [random_play(rules, f"bench {n}", FEW if run.quick else ORDERS) for n in range(1 if run.quick else 3)]
        rate = median(len(taken) / sum(t.whole for t in taken) for taken in games)
        yield Found("random play, orders", rate, "/s", AIM, scenario)
        p95 = MILLI * median(high(t.whole for t in taken) for taken in games)
        yield Found("  one order, p95", p95, "ms", None, scenario)
