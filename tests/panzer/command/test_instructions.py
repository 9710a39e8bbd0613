"""Standing instructions, above all units that are never asked for Overwatch Fire (na:4.5b)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.command import instructions
from core.panzer.command.orders import SetInstructions
from core.panzer.direct_fire import overwatch
from core.panzer.pieces.direct_fire import Window
from core.play.game import Game

GERMAN = SideId("german")


@pytest.fixture
def game() -> Game[Any]:
    """A Panzer IV and a StuG on Overwatch; a T-34 has just moved in front of both."""
    data = {
        "board": {"grid": "\n".join([". . . . . . ."] * 5)},
        "unit": [
            {"id": "g1", "card": "g17-pzkpfw-iv-g", "hex": "A3", "facing": "NE", "command": "OVERWATCH"},
            {"id": "g2", "card": "g17-pzkpfw-iv-g", "hex": "B4", "facing": "NE", "command": "OVERWATCH"},
            {"id": "s1", "card": "T-34/76 M43", "hex": "F2", "facing": "SW", "command": "MOVE", "face": "revealed"},
        ],
        "situation": {"step": "second-move", "first": "german", "turn": 2},
    }
    return Game(situation(data, "watch", "Watch", "watch"), SeededDice("x"))


def test_a_silent_unit_is_not_asked_for_but_may_still_fire(game: Game[Any]) -> None:
    window = Window(acting=GERMAN, mover=UnitId("s1"))
    assert overwatch.wants_to_know(game.state, window, GERMAN)
    system, state = game.system, game.state
    for picks in (("unit:g1",), ("unit:g1", "unit:g2")):
        order = system.order(state, GERMAN, ("instructions", "show", "thicker", "0", *picks))
        for event in system.decide(state.copy(), GERMAN, order, SeededDice("y")):
            system.evolve(state, event)
    assert state.commands.standing(GERMAN).silent == (UnitId("g2"),)  # the second pick of g1 turned it about again
    assert overwatch.wants_to_know(state, window, GERMAN)
    order = SetInstructions(silent=(UnitId("g1"), UnitId("g2")))
    for event in system.decide(state.copy(), GERMAN, order, SeededDice("y")):
        system.evolve(state, event)
    assert not overwatch.wants_to_know(state, window, GERMAN)
    assert overwatch.overwatch_shots(state, window, GERMAN)


def test_types_of_targets_are_spared(game: Game[Any]) -> None:
    window = Window(acting=GERMAN, mover=UnitId("s1"))
    system, state = game.system, game.state
    for picks, spared in ((("type:A", "type:S", "type:S"), ("A",)), (("type:P",), ("A", "P")), (("type:A",), ("P",))):
        order = system.order(state, GERMAN, ("instructions", "show", "thicker", "0", *picks))
        for event in system.decide(state.copy(), GERMAN, order, SeededDice("y")):
            system.evolve(state, event)
        assert state.commands.standing(GERMAN).spared == spared
        assert overwatch.wants_to_know(state, window, GERMAN) == ("A" not in spared)
    with pytest.raises(IllegalOrder, match="'X' is no type of target"):
        instructions.check(state, GERMAN, SetInstructions(spared=("X",)))


def test_nobody_is_asked_for_what_has_no_effect(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(acting=GERMAN, mover=UnitId("s1"))
    for chance, asked in ((0.0, False), (0.004, True)):
        monkeypatch.setattr(overwatch.direct_fire_shots, "chance", lambda *_, overwatch, chance=chance: chance)
        assert overwatch.wants_to_know(game.state, window, GERMAN) is asked


def test_all_of_it_is_one_form_that_says_what_holds(game: Game[Any]) -> None:
    system, state = game.system, game.state
    order = system.order(state, GERMAN, ("instructions", "ask", "thicker", "25", "unit:g1", "type:S"))
    for event in system.decide(state.copy(), GERMAN, order, SeededDice("y")):
        system.evolve(state, event)
    form = instructions.choices(state, GERMAN, ("instructions",)).form
    held = [(line.label, dict(line.values)[line.now]) for line in form]
    assert held[:3] == [
        ("A hidden MOVE or SHORT HALT under fire", "ask me"),
        ("On the line between Front and Rear", "the thicker armor"),
        ("From which chance to damage", "from 25% up"),
    ]
    assert [now for label, now in held[3:]] == ["asked", "asked", "never asked", "never asked", "asked"]
    same = system.order(state, GERMAN, ("instructions", *(line.now for line in form if line.now)))
    assert same == order


def test_only_own_units_can_be_silenced(game: Game[Any]) -> None:
    with pytest.raises(IllegalOrder, match="no unit of soviet"):
        game.system.check(game.state, SideId("soviet"), SetInstructions(silent=(UnitId("g1"),)))
