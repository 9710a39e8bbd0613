"""What holds of two halves of one game: each knows exactly what its side may know, and the game comes to its end."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, fields

from content.catalogue import open_system
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.order import IllegalOrder
from core.panzer.adjustment.events import CommandsRemoved
from core.panzer.pieces.unit import Command
from core.play.replica import Replica, Stop
from core.secrecy import SECRETS
from core.step_end import FinishStep
from tests.post.halves import Quiet, Still, play_halves

#: What a half has of its own; a chance for Overwatch Fire is open between halves to both.
_OWN = ("fire.window", "half_of")
GAMES = [
    ("the-bridge", "random", ()),
    ("the-pimple", "greedy", ()),
    ("dnieper-bend", "random", ()),
    ("vyazma", "random", ("hidden-deployment",)),
    *(
        pytest.param(*game, marks=pytest.mark.long)
        for game in (
            ("the-pimple", "random", ()),
            ("crossing-the-trigh", "greedy", ()),
            ("lutezh-bridgehead", "random", ("hidden-deployment",)),
            ("prochorovka", "random", ("hidden-deployment",)),
        )
    ),
]


def _facts(state: Any) -> dict[str, Any]:
    """All that a state knows."""
    facts: dict[str, Any] = {"order": list(state.units)}
    for f in fields(type(state)):
        value = getattr(state, f.name)
        if type(value) in SECRETS:
            facts |= {f"{f.name}.{inner.name}": getattr(value, inner.name) for inner in fields(type(value))}
        elif f.eq and not f.name.startswith("_"):
            facts[f.name] = value
    return facts


def differences(a: Any, b: Any) -> list[str]:
    """The names of what two states know differently."""
    ours, theirs = _facts(a), _facts(b)
    return [name for name in ours if name not in _OWN and ours[name] != theirs[name]]


@pytest.mark.parametrize(("scenario", "level", "options"), GAMES)
def test_each_half_knows_what_its_side_may_know(scenario: str, level: str, options: tuple[str, ...]) -> None:
    system = open_system(scenario, options)
    secrets = 0

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        nonlocal secrets
        for side, half in halves.items():
            assert differences(half.state, system.view(truth, side)) == [], side
            secrets += bool(differences(half.state, truth))

    halves, letters = play_halves(system, "replica", check, level=level)
    assert all(half.over for half in halves.values()), letters
    assert len({repr(system.outcome(half.state)) for half in halves.values()}) == 1
    if scenario != "dnieper-bend":
        assert secrets > letters / 4, "the halves must have had secrets from each other"


def test_the_other_side_learns_nothing_of_commands_face_down() -> None:
    system = open_system("the-bridge", ())

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        assert not any(e.name in ("command-placed", "move-planned", "instructions-set") for e in told)
        for side, half in halves.items():
            for unit in half.state.units.values():
                known = truth.units[unit.id]
                if unit.side != side and known.command_face.value == "down":
                    assert unit.command is None

    play_halves(system, "face-down", check)


def test_a_half_cannot_roll_without_values_and_leaves_no_trace() -> None:
    system = open_system("the-bridge", ())
    half = Replica(system, SideId("german"))
    stop = half.run(SeededDice("set-up"))
    while system.active(half.state) == ("german",) and stop is Stop.CHOICE:
        half.give(system.suggest(half.state, SideId("german"), SeededDice("x")))
        stop = half.run(None)
    before = list(half.journal)
    assert half.run(None) is stop
    assert half.journal == before


def test_a_cut_half_is_as_it_was() -> None:
    system = open_system("vyazma", ("hidden-deployment",))
    kept: list[tuple[Replica[Any], int, Any]] = []

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        if not kept and all(len(h.journal) > 300 for h in halves.values()):
            kept.extend((h, len(h.journal), system.copy(h.state)) for h in halves.values())

    play_halves(system, "cut", check)
    assert kept
    for half, n, state in kept:
        half.cut(n)
        assert len(half.journal) == len(half.told) == n
        assert _facts(half.state) == _facts(state)


def test_orders_of_the_other_side_are_refused() -> None:
    system = open_system("the-bridge", ())
    half = Replica(system, SideId("german"))
    half.run(SeededDice("a"))
    if SideId("german") in half.active:
        with pytest.raises(IllegalOrder):
            half.give(FinishStep())
    else:
        with pytest.raises(IllegalOrder, match="no order to give"):
            half.give(FinishStep())
    assert Command.NONE not in {u.command for u in half.state.units.values()}


@pytest.mark.parametrize("scenario", ["the-pimple", pytest.param("the-bridge", marks=pytest.mark.long)])
def test_who_never_wants_to_be_asked_spares_letters_and_tells_it(scenario: str) -> None:
    """Instructions of "never" waive a side's chances for Overwatch Fire in the open; nobody else lets anything show."""
    system = open_system(scenario, ())
    told: dict[bool, list[str]] = {True: [], False: []}
    letters = {}
    for never in (True, False):

        def check(halves: dict[str, Replica[Any]], truth: Any, news: list[Any], never: bool = never) -> None:
            told[never] += [e.name for e in news]
            for side, half in halves.items():
                assert differences(half.state, system.view(truth, side)) == [], side

        _, letters[never] = play_halves(system, "1", check, level="greedy", minds=Quiet if never else player)
    assert "overwatch-waived" in told[True]
    assert "overwatch-waived" not in told[False]
    assert letters[True] < letters[False] * 2 / 3
    assert "instructions-set" not in told[True]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_what_is_told_does_not_depend_on_secrets(seed: str) -> None:
    """Two games in which one side has OVERWATCH or nothing, and never fires: the other is told the same, letter by
    letter."""
    system = open_system("the-pimple", ())
    told: dict[Command, list[list[Any]]] = {}
    for command in (Command.OVERWATCH, Command.NONE):
        news = told[command] = []

        def check(halves: dict[str, Replica[Any]], truth: Any, now: list[Any], news: Any = news) -> None:
            # What is turned over at the end of a turn is no secret any more.
            news.append([evolve(e, revealed=()) if isinstance(e, CommandsRemoved) else e for e in now])

        def minds(level: str, name: str, command: Command = command) -> Any:
            return Still(command, name) if name.endswith("/italian") else player(level, name)

        play_halves(system, seed, check, most=150, minds=minds)
    with_, without = told[Command.OVERWATCH], told[Command.NONE]
    assert sum(e.name == "overwatch-passed" for letter in with_ for e in letter)
    assert len(with_) > 50
    assert with_ == without
