"""or:7.8: before the first turn both sides say how their turrets face, and whose hatches are closed."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from content import catalogue
from content.panzer.situations.situation import situation
from core.ai import Greedy
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer import sequence
from core.panzer.adjustment.orders import AdjustTurret
from core.panzer.pieces.unit import Unit
from core.panzer.sight.turrets import buttons_up, has_turret
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep

SCENARIO = "turning-tide"
GERMAN = SideId("german")


@cache
def rules(*options: str) -> Any:
    return catalogue.open_system(SCENARIO, options)


def set_up(*options: str) -> Game[PanzerState]:
    """A game of which both sides have set up their units."""
    game: Game[PanzerState] = Game(rules(*options), SeededDice("turrets"))
    players = {SideId(look.id): Greedy(SeededDice(look.id)) for look in game.system.sides}
    game.begin()
    while game.state.step in (sequence.PLOTTING, sequence.SET_UP):
        side = game.active[0]
        game.submit(side, players[side].order(game.system, game.view(side), side))
    return game


def tank(state: PanzerState, side: SideId) -> Unit:
    """A tank of a side on the map with a turret and hatches."""
    return next(u for u in state.of(side) if has_turret(state, u) and buttons_up(state, u))


def test_turrets_are_set_before_the_first_turn() -> None:
    """Whatever their TT Factor; both sides at once, in secret until both have ended it (or:7.8, or:7.8.3)."""
    game = set_up("turrets")
    assert (game.state.step, game.state.turn) == (sequence.SET_TURRETS, 0)
    first, second = game.active
    mine, theirs = tank(game.state, first), tank(game.state, second)
    behind = game.state.turrets.named(mine.facing, 3)
    game.submit(first, AdjustTurret(unit=mine.id, facing=behind, buttoned=True))
    assert (game.state.unit(mine.id).turret, game.state.unit(mine.id).buttoned) == (0, False)
    assert mine.id not in game.view(second).adjustment.turrets
    assert len(game.choices(first, (f"turret:{mine.id}",)).legal) == 6
    game.submit(first, FinishStep())
    game.submit(second, FinishStep())
    now = game.state.unit(mine.id)
    assert (game.state.turn, now.turret, now.buttoned) == (1, 3, True)
    assert not game.state.unit(theirs.id).buttoned


def test_without_the_rule_the_first_turn_begins() -> None:
    game = set_up()
    assert game.state.turn == 1
    assert sequence.SET_TURRETS not in {step.id for step in sequence.steps(game.state.scenario.switches)}


def test_who_comes_on_next_closes_his_hatches_too() -> None:
    """His turret is ahead; who comes later decides later (or:7.8.3)."""
    panther: dict[str, Any] = {"card": "g17-pzkpfw-iv-g"}
    stated = {
        "modules": ["advanced-ap", "gp-fire", "turrets"],
        "board": {"grid": "\n".join([". . . . ."] * 9)},
        "unit": [
            {"id": "g1", "hex": "C6", "facing": "N", **panther},
            {"id": "g2", "enter": {"turn": 2, "hexes": "A1"}, **panther},
            {"id": "g3", "enter": {"turn": 3, "hexes": "A1"}, **panther},
            {"id": "s1", "card": "s57-rifle-squad-1-2-squad", "hex": "C2"},
        ],
        "situation": {"step": "turrets", "first": "german", "turns": 4},
    }
    game: Game[PanzerState] = Game(situation(stated, "x", "x", "x.toml"), SeededDice("turrets"))
    soon, later = UnitId("g2"), UnitId("g3")
    assert {choice.pick for choice in game.choices(GERMAN).legal} >= {"turret:g1", "turret:g2"}
    (ahead,) = game.choices(GERMAN, (f"turret:{soon}",)).legal
    with pytest.raises(IllegalOrder, match="no turret on the map"):
        game.submit(GERMAN, AdjustTurret(unit=later, facing=0, buttoned=True))
    game.submit(GERMAN, AdjustTurret(unit=soon, facing=int(ahead.pick), buttoned=True))
    game.submit(GERMAN, FinishStep())
    assert (game.state.turn, game.state.unit(soon).buttoned, game.state.unit(soon).turret) == (2, True, 0)
