"""A game at one's own keyboard may be given up, once that has been asked back; its file says so, and how it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.analysis.study import study
from core.play.aside import GameStopped
from saves.library import look
from saves.session import fork_game, open_game, open_replay, start_game
from saves.verify import verify
from tests.toy.system import open_toy
from tests.tui.toy_app import COMPUTER, playing, press, seen, table
from tests.tui.toy_table import SOUTH
from tui.commands.verify import _dice_lines
from tui.game.over import OverSheet
from tui.game.screen import GameScreen
from tui.game.table import GameTable
from tui.learn.table import LessonTable

TOLD = "Northland resigned; Southland wins"


@pytest.mark.parametrize("others", [{SOUTH: COMPUTER}, {}], ids=["computer", "hotseat"])
async def test_the_player_at_the_keyboard_may_resign(tmp_path: Path, others: dict[object, object]) -> None:
    at = table(others)  # type: ignore[arg-type]
    async with playing(tmp_path, at) as (app, pilot):
        if not others:
            await press(pilot, "enter")
        await press(pilot, "ctrl+r")
        assert "Southland wins, for good" in seen(app)
        await press(pilot, "n")
        assert not at.over
        await press(pilot, "ctrl+r", "y")
        assert at.game.journal[-1] == GameStopped(text=TOLD)
        assert isinstance(app.screen, OverSheet)
        assert TOLD in seen(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)
        # It is over for good: nothing is asked, nothing taken back, and nobody resigns twice.
        assert at.over
        journal = list(at.game.journal)
        await press(pilot, "U", "ctrl+r")
        assert isinstance(app.screen, GameScreen)
        assert at.game.journal == journal


def test_nobody_resigns_a_lesson() -> None:
    assert LessonTable.may_resign is not GameTable.may_resign


def test_a_game_given_up_is_over_for_all_who_read_its_file(tmp_path: Path) -> None:
    path = tmp_path / "given-up.journal"
    sides = {"red": "human", "blue": "ai:greedy"}
    with start_game("toy-race", open_toy, path, sides=sides, created="2024-05-17T12:00:00+00:00", seed="s") as session:
        assert not look(path).over
        session.game.note(GameStopped(text=TOLD))
    assert look(path).over
    replay = open_replay(path, open_toy)
    assert replay.audience.open
    assert replay.game.stopped == TOLD
    found = verify(path, open_toy)
    assert found.good
    assert found.over
    assert found.judged is not None
    assert found.judged.stopped == TOLD
    assert not found.judged.table
    assert _dice_lines(found.judged)[-1] == f"  ended: {TOLD}"
    assert study(replay.game.system, replay.game.journal).stopped == TOLD
    with open_game(path, open_toy) as session:
        assert session.game.stopped == TOLD
    # Who plays on from its end plays on.
    with fork_game(
        path, len(replay.game.journal), tmp_path / "on.journal", open_toy, created="2024-05-17T12:00:00+00:00"
    ) as session:
        assert not session.game.stopped
