"""The Advanced Game from two halves and by file: each machine knows its own secrets, and all is as at one table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from content.catalogue import open_system
from core.event import Event
from core.play.replica import Replica
from saves.post.correspondence import read
from saves.post.verify import verify_post
from tests.post.halves import play_halves
from tests.post.one_table import knows_its_own, the_same_at_one_table
from tests.post.post_games import begin, minds, play

ADVANCED = ("halfaya-pass", "mersa-el-brega", "higher-ground", "the-bridge-1a")
#: Letters that are exchanged in the short form of a game.
SHORT = 45
WHOLE = 20_000
GAMES = [
    ("halfaya-pass", "greedy", SHORT),
    ("mersa-el-brega", "random", SHORT),
    *(pytest.param(s, level, WHOLE, marks=pytest.mark.long) for s in ADVANCED for level in ("random", "greedy")),
]


@pytest.mark.parametrize(("scenario", "level", "most"), GAMES)
def test_two_halves_play_as_one_table_would(scenario: str, level: str, most: int) -> None:
    """Each half knows what its side may know, and the same orders and dice lead to the same at a table."""
    system: Any = open_system(scenario, ())
    journal: list[Event] = []
    states: list[Any] = []

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        knows_its_own(system, halves, truth)
        states[:] = [truth]

    halves, letters = play_halves(system, "advanced", check, level=level, most=most, journal=journal)
    the_same_at_one_table(system, journal, states[0])
    if most == WHOLE:
        assert all(half.over for half in halves.values()), letters
    told = {event.name for event in journal}
    assert {"step-finished", "pivot-chosen"} & told


@pytest.mark.parametrize(
    ("scenario", "most"),
    [
        ("halfaya-pass", 40),
        ("mersa-el-brega", 40),
        *(pytest.param(s, WHOLE, marks=pytest.mark.long) for s in (*ADVANCED, "lutezh-bridgehead")),
    ],
)
def test_a_game_goes_by_file(tmp_path: Path, scenario: str, most: int) -> None:
    table, game = begin(tmp_path, scenario)
    halves = play(table, game, minds("advanced", table.data), most=most)
    mail = max((h.half.mail for h in halves.values()), key=lambda m: len(m.letters))
    found = verify_post(game.system, read(mail.data))
    assert found.good, found.words
    if most == WHOLE:
        assert {half.turn for half in halves.values()} <= {"over", "theirs"}
        assert found.whole
        assert found.rolls
        outcomes = {repr(game.system.outcome(h.half.replica.state)) for h in halves.values()}
        assert len(outcomes) == 1
    for half in halves.values():
        half.close()


def test_hidden_mines_are_asked_for_where_they_may_lie() -> None:
    """or:7.31.2: the machine of who moves does not know the mines; their owner's says whether there are any, and
    rolls for them."""
    system: Any = open_system("ponyri")
    journal: list[Event] = []
    states: list[Any] = []

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        if truth.step == "minefields" or truth.minefields.entered:
            knows_its_own(system, halves, truth)
        states[:] = [truth]

    play_halves(system, "mines", check, level="random", most=400, journal=journal)
    the_same_at_one_table(system, journal, states[0])
    told = {event.name for event in journal}
    assert {"minefield-laid", "minefield-answered"} <= told


def test_camouflage_is_asked_for_where_a_unit_could_be_spotted() -> None:
    """or:7.24: the machine of who looks does not know who is camouflaged; the owner's says it of each unit in view."""
    system: Any = open_system("halfaya-pass", ("camouflage",))
    journal: list[Event] = []
    states: list[Any] = []

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        if truth.step == "camouflage" or truth.camouflage.tried:
            knows_its_own(system, halves, truth)
        states[:] = [truth]

    play_halves(system, "camouflage", check, level="greedy", most=70, journal=journal)
    the_same_at_one_table(system, journal, states[0])
    told = {event.name for event in journal}
    assert {"unit-camouflaged", "camouflage-announced"} <= told
