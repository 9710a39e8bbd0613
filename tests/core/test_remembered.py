"""Answers kept until the next event: never stale, never without bound, and the same as without remembering."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest
from attrs import define, field, fields, has
from attrs.exceptions import FrozenInstanceError

from content import catalogue
from core.ai import player
from core.codec import encode
from core.dice import SeededDice
from core.game import Game
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.remembered import Answers, Remembering, remembered

ROOT = Path(__file__).resolve().parents[2]
SHORT = ("the-bridge", "halfaya-pass")


@define
class Count(Remembering):
    """A state with a number, and how often it was asked."""

    answers: Answers | None = field(init=False, factory=Answers, eq=False, repr=False)
    number: int = 0
    asked: list[int] = field(factory=list, eq=False)


@remembered
def doubled(state: Count, extra: int = 0) -> int:
    state.asked.append(extra)
    return 2 * state.number + extra


def test_an_answer_is_worked_out_once_and_forgotten_with_any_change() -> None:
    state = Count(number=2)
    assert [doubled(state), doubled(state), doubled(state, extra=1), doubled(state, 1)] == [4, 4, 5, 5]
    assert state.asked == [0, 1, 1]
    state.number = 3
    assert doubled(state) == 6
    state.forget()
    assert doubled(state) == 6
    assert state.asked == [0, 1, 1, 0, 0]


def test_nothing_is_remembered_while_an_event_is_applied() -> None:
    state = Count(number=1)
    assert doubled(state) == 2
    before = state.begin_change()
    assert [doubled(state), doubled(state)] == [2, 2]
    state.end_change(before)
    assert doubled(state) == 2
    assert state.asked == [0, 0, 0, 0]


def test_a_copy_answers_for_itself_as_soon_as_one_of_the_two_changes() -> None:
    for asked_before in (False, True):
        state = Count(number=1)
        if asked_before:
            assert doubled(state) == 2
        copy = Count(number=1)
        copy.answers = state.handed_on()
        copy.number = 5
        assert [doubled(copy), doubled(state)] == [10, 2]
        state.number = 7
        assert [doubled(copy), doubled(state)] == [10, 14]


@pytest.mark.parametrize("scenario", SHORT)
def test_a_view_is_the_same_until_something_happens_and_never_the_state_itself(scenario: str) -> None:
    system = catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("view"))
    game.begin()
    for look in system.sides:
        view = game.view(look.id)
        assert view is game.view(look.id)
        assert view is not game.state
        assert system.view(view, look.id) is view
        assert system.view(view, None) is not game.view(None)


def test_what_a_game_keeps_to_go_back_to_holds_no_answers() -> None:
    """Else every snapshot of a long game would keep menus, views and all that was asked of them."""
    game: Game[Any] = Game(catalogue.open_system("the-pimple"), SeededDice("snapshots"))
    players = {look.id: player("random", look.id) for look in game.system.sides}
    game.begin()
    while not game.over and len(game.journal) < 600:
        side = game.active[0]
        game.choices(side)
        game.submit(side, players[side].order(game.system, game.view(side), side))
    kept = [state for state, _ in game._snapshots.values()]
    assert kept
    assert not any(state.answers for state in kept)


def test_a_state_that_never_remembers_goes_on_so() -> None:
    state = Count()
    state.answers = None
    state.end_change(state.begin_change())
    state.number = 4
    assert [doubled(state), doubled(state)] == [8, 8]
    assert state.answers is None


def _played(scenario: str, level: str, orders: int) -> tuple[list[Any], list[str]]:
    """The journal of a game and what everybody was offered on the way."""
    system = catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("remembered"))
    players = {look.id: player(level, f"remembered/{look.id}") for look in system.sides}
    menus = []
    game.begin()
    for number in range(orders):
        if game.over:
            break
        side = game.active[0]
        if number % 5 == 0:
            menus += [repr(game.choices(side)), repr(system.face.undone(game.view(side), side))]
        game.submit(side, players[side].order(system, game.view(side), side))
    return [encode(event) for event in game.journal], menus


def _forgetful(patch: pytest.MonkeyPatch) -> None:
    first = Panzer.initial

    def initial(self: Panzer) -> Any:
        state = first(self)
        state.answers = None
        return state

    patch.setattr(Panzer, "initial", initial)


@pytest.mark.parametrize("scenario", SHORT)
def test_games_are_the_same_without_remembering(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = _played(scenario, "random", 150)
    _forgetful(monkeypatch)
    assert _played(scenario, "random", 150) == with_it


@pytest.mark.long
@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize("scenario", [info.id for info in catalogue.scenarios("panzer")])
def test_whole_games_are_the_same_without_remembering(
    scenario: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_it = _played(scenario, level, 2_000)
    _forgetful(monkeypatch)
    assert _played(scenario, level, 2_000) == with_it


def test_only_the_state_puts_units_in_their_place() -> None:
    """Whoever changes a unit does it by `change` or `put`, which forget the answers."""
    for path in sorted((ROOT / "core" / "panzer").rglob("*.py")):
        if path.name == "state.py" and path.parent.name == "panzer":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else []
            for target in targets:
                where = target.value if isinstance(target, ast.Subscript) else None
                assert not (isinstance(where, ast.Attribute) and where.attr == "units"), f"{path}:{node.lineno}"


def test_no_container_of_the_state_changes_in_place() -> None:
    """But the units: all else is replaced, as copies of the state share it. Mypy keeps what the annotations say."""
    parts = [field.default for field in fields(PanzerState) if field.init and has(type(field.default))]
    assert {"Fire", "Moves", "Commands", "Adjustment", "Air", "Counters", "Objectives"} <= {
        type(part).__name__ for part in parts
    }
    for made in (PanzerState, *(type(part) for part in parts)):
        for name, hint in get_type_hints(made).items():
            assert get_origin(hint) not in (dict, list, set) or name == "units", f"{made.__name__}.{name}"
    for part in parts:
        with pytest.raises(FrozenInstanceError):
            setattr(part, fields(type(part))[0].name, None)
