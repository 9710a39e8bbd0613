"""Answers kept until the next event: never stale, never without bound, and the same as without remembering."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest
from attrs import define, field, fields, has
from attrs.exceptions import FrozenInstanceError

from content import catalogue
from core.ai import player
from core.codec import encode
from core.dice import SeededDice
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.formations import control
from core.panzer.movement import reach
from core.panzer.movement.move import start
from core.panzer.movement.mover import mover
from core.panzer.movement.reach_by_route import Reach
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import CommandFace, Presence, Shaken
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.system import PanzerBlitz
from core.play.game import Game
from core.remembered import VALUES, Answers, Looked, Remembering, remembered, remembered_where

ROOT = Path(__file__).resolve().parents[2]
SHORT = ("the-bridge", "halfaya-pass", "rear-area-raid")
HIDING = ("rear-area-raid", (HIDDEN_DEPLOYMENT,))


@define
class Count(Remembering):
    """A state with a number, and how often it was asked."""

    answers: Answers | None = field(init=False, factory=Answers, eq=False, repr=False)
    number: int = 0
    named: dict[str, int] = field(factory=dict)
    asked: list[int] = field(factory=list, eq=False)

    def lying(self, at: frozenset[Any]) -> Any:
        return {name: self.named.get(name) for name in at}


@remembered
def doubled(state: Count, extra: int = 0) -> int:
    state.asked.append(extra)
    return 2 * state.number + extra


@remembered
def asked_by_name(state: Count, key: str, *, answers: int) -> int:
    state.asked.append(answers)
    return len(key) + answers


@remembered(of=("named",))
def total(state: Count) -> int:
    state.asked.append(0)
    return sum(state.named.values())


@remembered_where(of=("number",))
def nearby(state: Count, name: str) -> Looked[int]:
    state.asked.append(0)
    return Looked(state.number + state.named.get(name, 0), frozenset((name,)) if name else None)


def changed(state: Count, **named: int) -> None:
    """As an event changes a state: its containers where they lie."""
    before = state.begin_change()
    state.named.update(named)
    state.end_change(before)


def copied(state: Count) -> Count:
    made = Count(number=state.number, named=state.named.copy(), asked=state.asked)
    made.answers = state.handed_on()
    return made


def test_an_answer_of_fields_outlasts_what_does_not_change_them() -> None:
    state = Count()
    changed(state, a=1)
    assert [total(state), total(state)] == [1, 1]
    state.number = 5
    changed(state, a=1)
    assert total(state) == 1
    assert state.asked == [0]
    changed(state, a=2)
    assert total(state) == 2
    changed(state, a=1)
    assert total(state) == 1, "those of an earlier position hold again"
    assert state.asked == [0, 0]


def test_copies_share_what_lasts_and_each_has_what_holds_for_it() -> None:
    state = Count()
    other = copied(state)
    changed(other, a=3)
    assert [total(state), total(other), total(state), total(other)] == [0, 3, 0, 3]
    assert state.asked == [0, 0]
    changed(state, a=3)
    assert total(state) == 3
    assert state.asked == [0, 0]


def test_an_answer_of_places_is_kept_while_the_same_lies_there() -> None:
    state = Count(number=1)
    changed(state, a=1, b=2)
    assert [nearby(state, "a"), nearby(state, "a"), nearby(state, "b"), nearby(state, "")] == [2, 2, 3, 1]
    changed(state, b=5)
    assert [nearby(state, "a"), nearby(state, "b")] == [2, 6]
    assert state.asked == [0, 0, 0, 0]
    assert nearby(state, "") == 1, "who cannot say where he looked asks again"
    state.number = 2
    assert nearby(state, "a") == 3
    assert state.asked == [0] * 6


def test_what_lasts_has_a_bound() -> None:
    state = Count()
    for number in range(3 * VALUES):
        changed(state, a=number)
        total(state)
    assert state.answers is not None
    assert len(state.answers.lasting) == VALUES


def test_an_answer_is_worked_out_once_and_forgotten_with_any_change() -> None:
    state = Count(number=2)
    assert [doubled(state), doubled(state), doubled(state, extra=1), doubled(state, 1)] == [4, 4, 5, 5]
    assert state.asked == [0, 1, 1]
    state.number = 3
    assert doubled(state) == 6
    state.forget()
    assert doubled(state) == 6
    assert state.asked == [0, 1, 1, 0, 0]


def test_a_question_is_the_same_whatever_its_arguments_are_called() -> None:
    state = Count()
    assert [asked_by_name(state, "ab", answers=3), asked_by_name(state, "ab", answers=3)] == [5, 5]
    assert [asked_by_name(state, "ab", answers=4), asked_by_name(state, answers=4, key="a")] == [6, 5]
    assert state.asked == [3, 4, 4]
    state.answers = None
    assert asked_by_name(state, "abc", answers=4) == 7
    with pytest.raises(TypeError):
        asked_by_name(state, "ab", 3)  # type: ignore[call-arg, misc]


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


@remembered
def itself(state: Count) -> Count:
    return state


def test_no_state_is_kept_as_an_answer_about_itself() -> None:
    """It may go on while a copy that shares its answers does not."""
    with pytest.raises(TypeError, match="itself answers with the state itself"):
        itself(Count(number=3))


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


def test_a_unit_is_shown_as_it_was_until_it_is_another() -> None:
    """na:4.2.1a: a command is hidden as long as it lies face down, whatever else happens, and seen once it does not."""
    system: Any = catalogue.open_system("the-bridge")
    state = next(s for s in _moments(system, 80, 4) if any(u.command for u in s.units.values()))
    unit = next(u for u in state.units.values() if u.command is not None)
    other = state.scenario.enemy(unit.side)
    hidden = system.view(state, other).units[unit.id]
    assert hidden.command is None
    state.turn += 1
    assert system.view(state, other).units[unit.id] is hidden
    state.change(unit.id, command_face=CommandFace.SHOWN)
    assert system.view(state, other).units[unit.id].command is unit.command
    state.change(unit.id, command_face=CommandFace.DOWN)
    assert system.view(state, other).units[unit.id] == hidden
    assert system.view(state, unit.side).units[unit.id].command is unit.command


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


def _played(scenario: str, level: str, orders: int, options: Sequence[str] = ()) -> tuple[list[Any], list[str]]:
    """The journal of a game and what everybody was offered on the way."""
    system = catalogue.open_system(scenario, tuple(options))
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
    for system in (Panzer, PanzerBlitz):
        first = system.initial

        def initial(self: Any, first: Any = first) -> Any:
            state = first(self)
            state.answers = None
            return state

        patch.setattr(system, "initial", initial)


@pytest.mark.parametrize("scenario", SHORT)
def test_games_are_the_same_without_remembering(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = _played(scenario, "random", 150)
    _forgetful(monkeypatch)
    assert _played(scenario, "random", 150) == with_it


def test_games_with_hidden_counters_are_the_same_without_remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = _played(HIDING[0], "random", 150, HIDING[1])
    _forgetful(monkeypatch)
    assert _played(HIDING[0], "random", 150, HIDING[1]) == with_it


def _moments(system: Any, orders: int, every: int) -> list[Any]:
    """States of a game between random players."""
    game: Game[Any] = Game(system, SeededDice("fields"))
    players = {look.id: player("random", f"fields/{look.id}") for look in system.sides}
    game.begin()
    found = []
    for number in range(orders):
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
        if number % every == 0:
            found.append(game.state.copy())
    return found


def _anew(question: Any, state: Any, args: list[Any]) -> Any:
    """The answer to a question that is kept by these parts of its key: arguments in order, then those by name."""
    code = question.__code__
    by_name = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    named = {arg[0]: arg[1] for arg in args if isinstance(arg, tuple) and arg and arg[0] in by_name}
    return question(state, *(arg for arg in args[: len(args) - len(named)]), **named)


@pytest.mark.parametrize("options", [(), HIDING[1]])
def test_what_lasts_depends_on_the_fields_that_are_named_alone(options: tuple[str, ...]) -> None:
    """A state in which all other fields have the values of another moment is asked again all that is kept."""
    system: Any = catalogue.open_system(HIDING[0], options)
    moments, asked = _moments(system, 160, 20), set()
    for state in moments:
        state.forget_handed_on()
        for side in system.active(state):
            system.choices(state, side)
        for names, ((values, answers), *_) in state.answers.lasting._found.items():
            for other in (moments[0], moments[-1]):
                mixed = other.shown(dict(zip(names, values, strict=True)))
                for (question, *args), answer in list(answers.items())[:300]:
                    if not question.__annotations__["return"].startswith("Looked"):
                        asked.add(question.__name__)
                        assert _anew(question, mixed, args) == answer, (question, args)
    assert {"_guns", "factors_against", "_target", "follow"} <= asked


def _mixed(state: PanzerState, other: PanzerState, names: Sequence[str]) -> PanzerState:
    """Another moment with the fields of these names as they are in a state; of `standing` what it is made of."""
    mixed = other.shown({name: getattr(state, name) for name in names if name != "standing"})
    if "standing" in names:
        for unit in state.units.values():
            where = {name: getattr(unit, name) for name in ("hex", "presence", "carrier", "bailed_out", "morale")}
            mixed.change(unit.id, **where)
    return mixed


@pytest.mark.parametrize("scenario", ["halfaya-pass", "the-bridge-1a"])
def test_what_lasts_in_panzer_depends_on_what_is_named_alone(scenario: str) -> None:
    """As in PanzerBlitz; of units only where they are may count, not their commands."""
    system: Any = catalogue.open_system(scenario)
    moments, asked = _moments(system, 150, 15), set()
    for state in moments:
        state.forget_handed_on()
        for side in system.active(state):
            for first in system.choices(state, side).legal:
                system.choices(state, side, (first.pick,))
        for names, ((_, answers), *_) in state.handed_on().lasting._found.items():
            for other in (moments[0], moments[len(moments) // 2], moments[-1]):
                mixed = _mixed(state, other, names)
                for (question, *args), answer in list(answers.items())[:300]:
                    if answers is state.answers.of(names, state):
                        asked.add(question.__name__)
                        assert _anew(question, mixed, args) == answer, (question, args)
    assert {"in_command_range", "_activated", "_may_be_set_up"} <= asked


def test_who_activates_whom_is_found_anew_when_units_break() -> None:
    """or:7.1.5.2: a Broken unit activates nobody (na:6.2.1.1b)."""
    told = 0
    for state in _moments(catalogue.open_system("halfaya-pass"), 120, 30):
        keys = [key for side in state.scenario.sides for key in control.keys_of(state, side.id)]
        before = {key: control.activated(state, key) for key in keys}
        for unit in list(state.units):
            state.change(unit, morale=Shaken.BREAK_ON)
        after = {key: control.activated(state, key) for key in keys}
        state.answers = None
        assert after == {key: control.activated(state, key) for key in keys}
        told += before != after
    assert told


def _ends_anew(state: PanzerState, unit: UnitId, rate: Rate) -> dict[Hex, Reach]:
    who = mover(state, unit)
    return reach.ends_of(who, start(who, rate))


def test_where_a_move_may_end_is_the_same_as_if_nothing_had_been_kept() -> None:
    """For units of many positions, at every rate, and again with an enemy in their way."""
    kept = 0
    for scenario in ("the-bridge", "halfaya-pass", "the-bridge-1a"):
        for state in _moments(catalogue.open_system(scenario), 150, 30):
            there = [u for u in state.units.values() if u.hex is not None]
            for unit, rate in product(there[::3], Rate):
                try:
                    ends = reach.reachable(state, unit.id, None, rate)
                except (IllegalOrder, ValueError):
                    continue
                assert ends == _ends_anew(state, unit.id, rate), (scenario, unit.id, rate)
                enemy = next((u for u in there if u.side != unit.side), None)
                taken = max(ends, key=lambda hex_: ends[hex_].left, default=None) if enemy else None
                if enemy is not None and taken is not None:
                    met = state.copy()
                    met.change(enemy.id, hex=taken, presence=Presence.ON_MAP)
                    ends = reach.reachable(met, unit.id, None, rate)
                    assert ends == _ends_anew(met, unit.id, rate), (scenario, unit.id, rate)
                    assert taken not in ends
                    kept += 1
    assert kept > 100


@pytest.mark.long
@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize("scenario", [info.id for info in catalogue.scenarios()])
def test_whole_games_are_the_same_without_remembering(
    scenario: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_it = _played(scenario, level, 2_000)
    _forgetful(monkeypatch)
    assert _played(scenario, level, 2_000) == with_it


def test_only_the_state_puts_units_in_their_place() -> None:
    """Whoever changes a unit does it by `change` or `put`, which forget the answers."""
    for path in sorted((ROOT / "core").rglob("panzer*/**/*.py")):
        if path.name == "state.py" and path.parent.name in ("panzer", "panzerblitz"):
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
