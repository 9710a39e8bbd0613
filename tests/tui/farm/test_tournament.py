"""Tournaments: pairs with sides exchanged, a match that stops by itself, and what is told of the players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from core.lots import Lots
from core.yardstick.result import GameResult
from tests.tui.test_cli import Ask, ask, refused
from tui.commands.tournament import conduct_row, conducted
from tui.farm import game
from tui.farm.game import Task, result_of

__all__ = ["ask"]

WORDS = ("tournament", "the-pimple", "--players", "random", "greedy")


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """In place of games: greedy wins most, whatever side it has. The list has what was to be played."""
    asked: list[Task] = []

    def played(task: Task) -> GameResult:
        asked.append(task)
        sides = dict(task.key.players)
        (greedy,) = (side for side, level in sides.items() if level == "greedy")
        (other,) = (side for side in sides if side != greedy)
        winner = greedy if Lots(f"{task.key.seed} {greedy}").hits(80) else other
        return evolve(
            result_of(task.key),
            version=task.build,
            winner=winner,
            scores={winner: 200, (other if winner == greedy else greedy): 100},
            openings=dict.fromkeys(sides, "same"),
            slowest=dict.fromkeys(sides, 0.25),
            thought=dict.fromkeys(sides, 1.0),
            amiss=dict.fromkeys(sides, 0),
        )

    monkeypatch.setattr(game, "_played", played)
    return asked


def test_every_seed_is_played_from_both_sides(ask: Ask, pretended: list[Task], tmp_path: Path) -> None:
    out = str(tmp_path / "ladder.jsonl")
    said = ask(*WORDS, "--games", "6", "--out", out, "--json")
    assert said.status == 0
    seats: dict[str, list[tuple[str, ...]]] = {}
    for task in pretended:
        seats.setdefault(task.key.seed, []).append(tuple(level for _, level in task.key.players))
    assert list(seats.values()) == [[("random", "greedy"), ("greedy", "random")]] * 3
    document = json.loads(said.out)
    random, greedy = document["players"]
    assert {"player", "games", "points", "share", "interval", "elo", "openings", "slowest", "amiss"} <= greedy.keys()
    assert (random["games"], random["elo"], greedy["openings"], greedy["amiss"]) == (6, 0.0, 2, 0)
    assert greedy["elo_interval"][0] <= greedy["elo"] <= greedy["elo_interval"][1]
    (scenario,) = document["scenarios"]
    assert scenario["players"]["greedy"]["games"] == 6
    again = ask(*WORDS, "--games", "8", "--out", out)
    assert len(pretended) == 8, "what is there is not played again"
    assert "greedy | 8" in again.out
    assert "2 in 8 games" in again.out
    assert "| greedy" in ask("report", out).out


def test_a_match_stops_as_soon_as_it_is_settled(ask: Ask, pretended: list[Task]) -> None:
    said = ask(*WORDS, "--games", "2000", "--sprt", "0", "100", "--json")
    document = json.loads(said.out)
    assert document["sprt"]["verdict"] == "stronger"
    assert 20 < len(document["games"]) == len(pretended) < 200
    text = ask(*WORDS, "--games", "4", "--sprt", "0", "30").out
    assert "open: more games would settle it" in text


def test_a_game_that_fails_says_nothing_of_the_players(
    ask: Ask, pretended: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = game._played

    def sometimes(task: Task) -> GameResult:
        if len(pretended) == 2:
            pretended.append(task)
            raise ZeroDivisionError("a rule broke")
        return played(task)

    monkeypatch.setattr(game, "_played", sometimes)
    said = ask(*WORDS, "--games", "4", "--json")
    assert said.status == 1
    document = json.loads(said.out)
    assert (document["failed"], document["players"][1]["games"]) == (1, 3)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--players", "random", "gredy", "--games", "2"], "did you mean greedy?"),
        (["--players", "random", "--games", "2"], "needs two players or more"),
        (["--players", "random", "greedy", "--games", "3"], "say 4"),
        (["--players", "greedy", "veteran@fast", "--games", "2"], "say for instance veteran@1"),
        (["--players", "greedy", "veterann@1", "--games", "2"], "did you mean veteran?"),
        (["--players", "random", "greedy", "--games", "2", "--sprt", "30", "0"], "LOW below HIGH"),
        (["--players", "random", "greedy", "--games", "2", "--option", "smoke"], "unknown option 'smoke'"),
    ],
)
def test_a_mistake_is_one_line(ask: Ask, words: list[str], text: str) -> None:
    assert text in refused(ask("tournament", "the-pimple", *words))


def test_who_stood_by_in_vain_is_told_of_the_games_that_counted_it() -> None:
    """Results of before the count say nothing of it; they are no games in which nobody did."""
    old, new = {"present": 30, "idle": 3}, {"present": 10, "idle": 2, "vain": 4}
    both = conducted([old, new])
    assert (both["idle"], both["vain"], both["vain_of"]) == (5, 4, 10)
    assert [conduct_row("x", conducted(found))[2] for found in ([old], [old, new])] == ["not counted", "40.0% of units"]
