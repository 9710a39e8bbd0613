"""Learning: players that are each other's mirror, what their weights did, and a proposal that a tournament tries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from core.ai import trial
from core.yardstick.result import GameResult
from tests.tui.test_cli import Ask, ask, refused
from tui.farm import game
from tui.farm.game import Task, result_of

__all__ = ["ask"]

WORDS = ("learn", "the-pimple", "the-bridge", "--games", "24")


def careful_wins(task: Task) -> GameResult:
    """In place of a game: who fears more at the end of a move wins."""
    sides = dict(task.key.players)

    def coming(name: str) -> float:
        read = trial.read(name)
        assert read is not None
        return read.weights["coming"]

    winner = max(sides, key=lambda side: coming(sides[side]))
    scores = {side: 200 if side == winner else 100 for side in sides}
    return evolve(result_of(task.key), version=task.build, winner=winner, scores=scores)


def test_what_wins_is_proposed_and_can_be_tried(ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(game, "_played", careful_wins)
    out = str(tmp_path / "learned.jsonl")
    said = ask(*WORDS, "--out", out, "--json")
    assert said.status == 0
    document = json.loads(said.out)
    first = document["effects"][0]
    assert (first["weight"], first["pairs"]) == ("coming", 24)
    assert first["gain"] > 0.3
    name = document["proposed"]["player"]
    assert name.startswith("regular~")
    assert document["proposed"]["weights"]["coming"] > 1.35
    text = ask(*WORDS, "--out", out).out
    assert "has 48 of these games already" in text or "| coming " in text
    assert f"proposed: {name}" in text
    assert ask("tournament", "the-pimple", "--players", "regular", name, "--games", "1").status != 0
    assert "on trial" in ask("report", out).out


def test_two_on_trial_play_by_their_own_weights(ask: Ask) -> None:
    said = ask("learn", "rear-area-raid", "--games", "2", "--json")
    assert said.status == 0
    document = json.loads(said.out)
    assert {one["pairs"] for one in document["effects"]} == {1}
    assert {"lead", "nearer", "losses"} >= {one["sign"] for one in document["outlook"]} - {
        "lead_late",
        "nearer_late",
        "losses_late",
    }
    assert document["outlook"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["the-pimple", "minsk", "--games", "2"], "several rule systems"),
        (["the-pimple", "--games", "3"], "say 4"),
        (["the-pimple", "--games", "2", "--spread", "1"], "say more than 1"),
        (["the-pimple", "--games", "2", "--level", "veteran"], "does not judge by weights alone"),
        (["the-pimple", "--games", "2", "--level", "regula"], "did you mean regular?"),
    ],
)
def test_a_mistake_is_one_line(ask: Ask, words: list[str], text: str) -> None:
    assert text in refused(ask("learn", *words))


def test_a_tournament_names_what_is_wrong_with_a_proposal(ask: Ask) -> None:
    words = ("tournament", "the-pimple", "--games", "2", "--players", "regular")
    assert "no weight 'hope'" in refused(ask(*words, "regular~hope=1"))
    assert "changes no weight" in refused(ask(*words, "regular~coming"))
