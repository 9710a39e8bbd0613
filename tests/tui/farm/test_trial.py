"""Whether a battle of one's own is fair goes the way of all games between computers."""

from __future__ import annotations

from pathlib import Path

import pytest

from content import catalogue
from core.yardstick.result import Key
from tests.tui.farm.test_playing import pretend
from tests.tui.test_cli import Ask, ask
from tui.farm import places
from tui.farm.game import Task
from tui.menu.trial import Trial

__all__ = ["ask"]

SMALL = {"rules": "basic", "points": "300", "size": "12x12", "title": "small"}


def test_a_battle_that_is_nowhere_written_is_played(ask: Ask, tmp_path: Path) -> None:
    lines = [word for line, value in SMALL.items() for word in (f"--{line}", value)]
    said = ask("battle", *lines, "--balance", "1")
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("game 1: ")
    assert "1 games: " in said.out


def test_a_trial_is_stopped_before_it_has_begun() -> None:
    trial = Trial(catalogue.battle(SMALL), 20)
    trial.stop()
    assert list(trial.results()) == []


def test_a_game_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places.Processes.__init__, "__defaults__", (pretend,))
    plan = catalogue.battle(SMALL)
    trial = Trial(plan, 2)
    monkeypatch.setattr(Trial, "_tasks", lambda self, folder: iter([_failing(plan.id)]))
    with pytest.raises(RuntimeError, match="failed: RuntimeError: two lines"):
        list(trial.results())


def _failing(scenario: str) -> Task:
    return Task(Key(scenario, (), (("german", "greedy"), ("soviet", "greedy")), "raise", ""), "0.1.0+here")
