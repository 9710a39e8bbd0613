"""Notes of one's own in a running game: in the log, each for the side that wrote it until the game is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.notes import Note, Notes, notes_path, read_notes, write_notes
from tests.tui.toy_app import playing, press, seen, table
from tests.tui.toy_table import NORTH, SOUTH
from tui.game.handover import HandOverScreen
from tui.game.record.noting import NOWHERE


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)])
async def test_a_note_is_in_the_log_of_its_side_alone(tmp_path: Path, size: tuple[int, int]) -> None:
    at = table()
    at.path = tmp_path / "toy.journal"
    async with playing(tmp_path, at, size) as (app, pilot):
        await press(pilot, "enter", "ctrl+n", *"hold", "enter")
        assert "note: hold" in seen(app)
        await press(pilot, "1", "e", "ctrl+n", *"wait", "enter", "2", "t", "d")
        assert isinstance(app.screen, HandOverScreen)
        assert "hold" not in seen(app)
        await press(pilot, "enter")
        assert at.here == SOUTH
        assert "note:" not in seen(app)
        await press(pilot, "ctrl+n", *"run", "enter")
        assert "note: run" in seen(app)
    kept = read_notes(at.path).notes
    assert {(note.text, note.side) for note in kept} == {("hold", NORTH), ("wait", NORTH), ("run", SOUTH)}


async def test_a_note_is_changed_and_taken_away(tmp_path: Path) -> None:
    at = table()
    at.path = tmp_path / "toy.journal"
    async with playing(tmp_path, at) as (app, pilot):
        await press(pilot, "enter", "ctrl+n", *"hold", "enter", "ctrl+n", *"ing", "enter")
        assert "note: holding" in seen(app)
        await press(pilot, "ctrl+n", *(["backspace"] * 7), "enter")
        assert "note:" not in seen(app)
    assert read_notes(at.path) == Notes()


async def test_what_is_wrong_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    """A file that cannot be read is not written over; where there is no file of one's own there are no notes."""
    at = table()
    at.path = tmp_path / "toy.journal"
    notes_path(at.path).write_text("[[note]]\nat = 1\n")
    async with playing(tmp_path, at) as (app, pilot):
        await press(pilot, "enter", "ctrl+n")
        await pilot.pause()
        assert "needs at = a number and text = a text" in seen(app).replace("\n", " ")
    assert notes_path(at.path).read_text() == "[[note]]\nat = 1\n"
    bare = table()
    async with playing(tmp_path, bare) as (app, pilot):
        await press(pilot, "enter", "ctrl+n")
        await pilot.pause()
        assert NOWHERE[:40] in seen(app)


def test_who_may_read_what(tmp_path: Path) -> None:
    """All of it when the game is over; sides are kept in the file."""
    notes = Notes().with_note(3, "all").with_note(3, "mine", "north").with_note(3, "theirs", "south")
    assert [note.text for note in notes.of("north", over=False)] == ["all", "mine"]
    assert [note.text for note in notes.of(None, over=False)] == ["all"]
    assert [note.text for note in notes.of(None, over=True)] == ["all", "mine", "theirs"]
    write_notes(tmp_path / "x.journal", notes)
    assert read_notes(tmp_path / "x.journal") == notes
    assert notes.with_note(3, "", "south").notes == (Note(3, "all"), Note(3, "mine", "north"))
