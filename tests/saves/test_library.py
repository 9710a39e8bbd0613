"""The list of a player's games, their notes, and what may be done with them."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from core.event import EVENTS
from saves.library import Library, data_directory, look, slug
from saves.line import SaveError, event_line, line_hash
from saves.notes import Note, Notes, notes_path, read_notes, write_notes
from tests.saves.conftest import SIDES, begin, play

NOON = datetime(2024, 5, 17, 12)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path, samples=tmp_path / "samples")


def saved(library: Library, scenario: str = "toy-race", orders: int = 3, modified: float = 0) -> Path:
    """A game of so many orders."""
    path = library.new_path(scenario, NOON)
    with begin(path, scenario=scenario) as session:
        play(session, orders)
    os.utime(path, (modified, modified))
    return path


def test_new_games_are_named_by_day_scenario_and_number(library: Library) -> None:
    assert [saved(library).name for _ in range(3)] == [
        "2024-05-17-toy-race.journal",
        "2024-05-17-toy-race-2.journal",
        "2024-05-17-toy-race-3.journal",
    ]


def test_games_are_listed_the_last_played_first(library: Library) -> None:
    paths = [saved(library, modified=t) for t in (10, 30, 20)]
    entries = library.games()
    assert [e.path for e in entries] == [paths[1], paths[2], paths[0]]
    assert entries[0].sides == SIDES
    assert entries[0].title({"toy-race": "The Race"}.__getitem__) == "The Race"
    assert entries[0].events > 3
    assert not entries[0].over


def append(path: Path, *bodies: dict[str, object]) -> None:
    """Add lines to a journal."""
    for body in bodies:
        lines = path.read_bytes().splitlines()
        path.write_bytes(path.read_bytes() + event_line(len(lines), line_hash(lines[-1]), body) + b"\n")


def test_turn_and_end_are_read_from_the_end_of_the_file(library: Library) -> None:
    path = saved(library, orders=30)
    append(path, {"event": "turn-begun", "turn": 4}, {"event": "unit-moved"})
    assert (look(path).turn, look(path).over) == (4, False)
    append(path, {"event": "game-ended"})
    assert (look(path).turn, look(path).over) == (4, True)
    # What a computer player noted of the order that ended the game stands after its end.
    append(path, {"event": "considered"})
    assert look(path).over


def test_a_game_longer_than_its_tail_is_listed(library: Library) -> None:
    path = saved(library, scenario="toy-race-long", orders=700)
    assert path.stat().st_size > 1 << 17
    entry = look(path)
    assert not entry.problem
    assert entry.events == path.read_bytes().count(b"\n") - 1


def test_the_newest_game_is_one_that_can_be_gone_on_with(library: Library) -> None:
    assert library.newest() is None
    going = saved(library, modified=10)
    over = saved(library)
    append(over, {"event": "game-ended"})
    os.utime(over, (20, 20))
    (library.games_directory / "broken.journal").write_text("rubbish")
    newest = library.newest()
    assert newest
    assert newest.path == going


@pytest.mark.parametrize(("content", "problem"), [("", "no game"), ("rubbish\n", "no JSON"), ("{}\n", "no game")])
def test_broken_files_are_listed_with_what_is_wrong(library: Library, content: str, problem: str) -> None:
    library.games_directory.mkdir(parents=True)
    (library.games_directory / "broken.journal").write_text(content)
    (entry,) = library.games()
    assert entry.header is None
    assert problem in entry.problem
    assert entry.title(str) == "broken"


def test_a_torn_or_changed_end_is_said(library: Library) -> None:
    path = saved(library)
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    assert "breaks off" in look(path).problem
    path.write_bytes(whole.replace(b'"toy:4"', b'"toy:7"'))
    assert "changed" in look(path).problem


def test_any_file_can_be_looked_at(library: Library) -> None:
    path = saved(library)
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        look(path)


def test_samples_are_listed_apart(tmp_path: Path, library: Library) -> None:
    (tmp_path / "samples").mkdir()
    saved(library).rename(tmp_path / "samples" / "a.journal")
    assert [(e.name, e.sample) for e in library.samples()] == [("a", True)]
    assert library.games() == ()


def test_only_games_of_the_player_are_deleted(tmp_path: Path, library: Library) -> None:
    path = saved(library)
    write_notes(path, Notes().with_note(1, "x"))
    library.delete(path)
    assert list(library.games_directory.iterdir()) == []
    other = tmp_path / "other.journal"
    other.write_text("")
    with pytest.raises(SaveError, match="not one of the games"):
        library.delete(other)
    with pytest.raises(SaveError, match="cannot delete"):
        library.delete(path)


def test_a_renamed_game_keeps_its_notes(library: Library) -> None:
    path, other = saved(library), saved(library)
    write_notes(path, Notes().with_note(1, "x"))
    new = library.rename(path, "Über den Fluss!")
    assert new.name == "ber-den-fluss.journal"
    assert read_notes(new).notes == (Note(1, "x"),)
    assert not notes_path(path).exists()
    with pytest.raises(SaveError, match="already"):
        library.rename(other, "ber den fluss")


def test_the_data_directory_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path))
    assert data_directory() == tmp_path
    assert Library().games_directory == tmp_path / "games"
    monkeypatch.delenv("PANZERHEX_DATA")
    assert data_directory().name == "panzerhex"


def test_a_file_name_is_made_of_anything() -> None:
    assert slug("../../etc/passwd") == "etc-passwd"
    assert slug("***") == "game"


def test_the_events_that_a_list_looks_for_exist() -> None:
    import core.panzer.course.events  # noqa: F401
    from saves.library import _ENDS, _NOTE, _TURN_EVENT

    assert {_TURN_EVENT, _NOTE, *_ENDS} <= EVENTS.keys()


# -- notes -------------------------------------------------------------------------------------------


def test_notes_are_kept_beside_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    assert read_notes(path) == Notes()
    notes = Notes().with_bookmark(9, "the ambush").with_bookmark(3, "start").with_note(9, 'two "lines"\nof text')
    write_notes(path, notes)
    assert read_notes(path) == notes
    assert [b.at for b in notes.bookmarks] == [3, 9]
    assert notes.without_bookmark(3).with_note(9, "") == Notes(bookmarks=(Note(9, "the ambush"),))


@pytest.mark.parametrize(
    "text", ["[[bookmark]]\nat = 'x'\nname = 'y'\n", "bookmark = 3\n", "[[note]\n", "[note]\nat = 1\n"]
)
def test_a_mistake_in_notes_names_the_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.journal"
    notes_path(path).write_text(text)
    with pytest.raises(SaveError, match=r"game\.journal\.notes\.toml"):
        read_notes(path)


def test_the_samples_are_over_in_every_rule_system() -> None:
    """Each system names its events; how a game stands is read from them all the same."""
    found = Library().samples()
    assert len(found) > 5
    assert all(entry.over and entry.turn for entry in found)
