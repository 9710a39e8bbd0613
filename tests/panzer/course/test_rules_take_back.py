"""Retracing a move (na:4.5.1.1a), and what cannot be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from content.vignette import make_vignette
from core.dice import ScriptedDice, SeededDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.direct_fire.orders import Fire, Pass
from core.panzer.direct_fire.shots import possible
from core.panzer.movement.orders import Move
from core.panzer.pieces.command import Instructions
from core.panzer.pieces.unit import CommandFace
from core.panzer.state import PanzerState
from core.play.game import Game

BRITISH, GERMAN, B1 = SideId("british"), SideId("german"), UnitId("b1")


def moving(watcher: str, *, between: str = ".", asked: bool = True) -> Game[PanzerState]:
    """A Crusader with MOVE in A6 that has moved into A5 and goes on; a German tank with a command in A1, and what
    stands in A3 between them. asked: whether the German side wants to be asked for Overwatch Fire."""
    data: dict[str, Any] = {
        "id": "retracing",
        "title": "Retracing",
        "rules": ["na:4.5.1.1a"],
        "given": "",
        "board": {"grid": f".\n.\n{between}\n.\n.\n."},
        "unit": [
            {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A1", "facing": "S", "command": watcher},
            {"id": "b1", "card": "na-crusader-i", "hex": "A6", "command": "MOVE"},
        ],
        "situation": {"step": "second-move", "first": "german"},
        "step": [{"begin": True}],
    }
    game: Game[PanzerState] = Game(make_vignette(data, "retracing").system, ScriptedDice([]))
    if not asked:
        game.state.commands.instructions[GERMAN] = Instructions(overwatch_from=101)
    game.submit(BRITISH, Move(unit=B1, steps=("F",), end=False))
    return game


def test_a_move_is_retraced_step_by_step() -> None:
    """na:4.5.1.1a: as far as the revealing of its command, where no enemy sees it."""
    game = moving("N/C", between="W")
    game.submit(BRITISH, Move(unit=B1, steps=("F", "T1"), end=False))
    assert str(game.state.units[B1].hex) == "A4"
    game.undo(BRITISH)
    assert str(game.state.units[B1].hex) == "A5"
    assert game.state.moves.active is not None
    assert game.state.moves.active.spent == 1
    game.undo(BRITISH)
    assert str(game.state.units[B1].hex) == "A6"
    assert game.state.moves.active is None
    assert game.state.units[B1].command_face is CommandFace.REVEALED
    with pytest.raises(IllegalOrder):
        game.undo(BRITISH)
    game.submit(BRITISH, Move(unit=B1, steps=("T1",), end=False))
    assert game.state.units[B1].facing == 1


@pytest.mark.parametrize("watcher", ["N/C", "OVERWATCH"])
def test_a_step_is_final_where_a_command_face_down_could_answer_it(watcher: str) -> None:
    """na:4.2.1a, na:4.5b: whether a chance for Overwatch came tells what lies face down, so neither is retraced."""
    game = moving(watcher)
    assert game.undo_to(BRITISH) is None
    if game.active == (GERMAN,):
        game.submit(GERMAN, Pass())
    assert game.undo_to(BRITISH) is None


def test_a_step_is_retraced_before_a_command_that_was_seen() -> None:
    """na:4.2.1a: what is revealed is no secret, and nothing can be learned of it."""
    game = moving("N/C")
    game.state.change(UnitId("g1"), command_face=CommandFace.REVEALED)
    assert game.system.final(game.state, game.journal[-1], BRITISH) is False
    assert game.system.final(moving("N/C").state, game.journal[-1], BRITISH) is True


def test_a_move_is_not_retraced_past_a_chance_for_overwatch() -> None:
    """na:4.5.1.1a, na:4.5b: the enemy has seen it and decided."""
    game = moving("OVERWATCH")
    assert game.active == (GERMAN,)
    assert game.undo_to(BRITISH) is None
    game.submit(GERMAN, Pass())
    assert game.active == (BRITISH,)
    assert game.undo_to(BRITISH) is None


@pytest.mark.parametrize("target", ["MOVE", "N/C"])
def test_fire_is_not_called_off_when_the_target_asks_to_show_its_command(target: str) -> None:
    """na:4.4.3.2.2b: that its owner is asked tells of a MOVE face down; without one dice are rolled at once."""
    data: dict[str, Any] = {
        "id": "calling-off",
        "title": "Calling off",
        "rules": ["na:4.4.3.2.2b"],
        "given": "",
        "board": {"grid": ".\n.\n.\n.\n.\n."},
        "unit": [
            {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A1", "facing": "S", "command": target},
            {"id": "b1", "card": "na-crusader-i", "hex": "A6", "command": "FIRE"},
        ],
        "situation": {"step": "second-fire", "first": "german"},
        "step": [{"begin": True}],
    }
    game: Game[PanzerState] = Game(make_vignette(data, "calling-off").system, SeededDice("fire"))
    game.state.commands.instructions[GERMAN] = Instructions(show_moving="ask")
    shot = next(iter(possible(game.state, B1, UnitId("g1"), overwatch=False)))
    game.submit(BRITISH, Fire(target=UnitId("g1"), shots=(shot,)))
    assert (game.state.question is not None) is (target == "MOVE")
    assert game.undo_to(BRITISH) is None
