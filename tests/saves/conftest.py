"""Games of the toy in journals."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.hexes import Hex
from core.order import Order
from saves.session import Session, start_game
from tests.toy.pieces import Pace
from tests.toy.running import PlanOrder, RollOrder
from tests.toy.system import open_toy

SIDES = {"red": "human", "blue": "ai:greedy"}


def begin(path: Path, *, seed: str | None = "s", scenario: str = "toy-race") -> Session:
    """A new game of the toy."""
    return start_game(
        scenario, open_toy, path, sides=SIDES, created="2024-05-17T12:00:00+00:00", content="c", seed=seed
    )


def play(session: Session, orders: int) -> None:
    """Give some orders of all kinds, with a take-back among them."""
    game = session.game
    for k in range(orders):
        if game.over:
            return
        side = game.active[0]
        order: Order = RollOrder(pace=Pace.BOLD if k % 3 else Pace.STEADY, hex=Hex(1 + k % 2, 1), dice=1 + k % 3)
        if k % 4 == 1:
            order = PlanOrder(text=f"Gruß {k}")
        game.submit(side, order)
        if k % 8 == 1:
            game.undo(side)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A closed journal of a game in progress."""
    path = tmp_path / "game.journal"
    with begin(path) as session:
        play(session, 10)
    return path
