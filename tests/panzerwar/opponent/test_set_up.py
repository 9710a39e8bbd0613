"""Setting up by lot: whoever has seen it once must not know it, and a platoon stays together (pw:3.3)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.ai.players import Greedy
from core.dice import SeededDice
from core.event import SideId
from core.panzerwar.state import SET_UP
from core.plane import Point, gsu_between
from core.play.game import Game

#: Elements of one platoon begin within this of the nearest other, in GSU.
TOGETHER = 80.0


def begun(engagement: str, side: SideId, seed: str, variety: float) -> dict[str, Point]:
    """Where the elements of a side begin in one game; nobody wants what is not allowed."""
    system: Any = catalogue.open_system(engagement)
    system = evolve(system, tempers={"tried": evolve(system.tempers["regular"], variety=variety)})
    game: Game[Any] = Game(system, SeededDice("set-up"))
    player = Greedy(SeededDice(seed), "tried")
    game.begin()
    while game.state.step == SET_UP and side in game.active:
        game.submit(side, player.order(system, game.view(side), side))
    assert not player.amiss
    return {e.id: e.where for e in game.state.of(side) if e.on_table}


def of_games(engagement: str, side: str, variety: float) -> list[dict[str, Point]]:
    """Where a side begins in eight games."""
    return [begun(engagement, SideId(side), f"{seed}", variety) for seed in range(8)]


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_where_a_platoon_begins_is_by_lot(side: str) -> None:
    """Where it attacks, of places from which the way is little longer; without that weight always alike."""
    assert len({tuple(one.values()) for one in of_games("pw-0", side, 0.0)}) == 1
    found = of_games("pw-0", side, 150.0)
    assert len({tuple(one.values()) for one in found}) >= 6
    for places in found:
        for id_, at in places.items():
            assert min(gsu_between(at, other) for mate, other in places.items() if mate != id_) <= TOGETHER


def test_where_defenders_stand_is_by_lot() -> None:
    """Among places that are almost as good: in eight games no two sides of guns and men alike (pw-2)."""
    found = of_games("pw-2", "german", 150.0)
    assert len({tuple(one.values()) for one in found}) == 8
