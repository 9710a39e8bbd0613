"""While a game runs its analysis tells a reader what he knows, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from core.analysis.analysis import analyse
from core.analysis.data import as_data
from core.analysis.study import study
from core.event import SideId
from saves.library import SAMPLES
from saves.reading import read_journal
from saves.session import write_journal
from tests.analysis.games import game
from tests.asking import Ask, asking


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    return asking(capsys, monkeypatch, tmp_path / "data")


@pytest.mark.parametrize("side", ["german", "soviet", None])
def test_nobody_is_named_whom_the_reader_does_not_know(side: str | None) -> None:
    """Of Panzer War, in which most is secret: each prefix of the game names units of the reader's view alone."""
    played = game("pw-0-1")
    for end in (150, 400, 700):
        journal = played.journal[:end]
        reader = SideId(side) if side is not None else None
        view = played.system.view(played.at(end), reader)
        known = {member.id for member in played.system.roster(view)}
        found = analyse(study(played.system, journal, reader, everything=False))
        assert {unit.id for unit in found.units} == known
        for one in found.study.tried:
            then = played.system.view(played.at(one.n), reader)
            known_then = {member.id for member in played.system.roster(then)}
            assert {*one.attempt.by, *one.attempt.lost} <= known_then
        assert all(swing.n in found.study.told for swing in found.swings if swing.text)


def test_events_are_numbered_as_the_reader_may_be_told() -> None:
    """How many events there are that he does not know of cannot be told by the numbers."""
    played = game("pw-0-1")
    found = analyse(study(played.system, played.journal, None, everything=False))
    data = as_data("x", found)
    assert max(moment["event"] for moment in data["curves"]) <= len(found.study.told) < len(played.journal)
    assert [found.study.number(n) for n in found.study.told[:3]] == [1, 2, 3]


def test_a_running_game_is_told_as_to_a_spectator(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "running.journal"
    journal = read_journal(SAMPLES / "the-pimple-11.journal")
    header = evolve(journal.header, sides={"british": "human", "italian": "human"})
    write_journal(path, header, journal.events[:700])
    status, out, err = ask("analyse", str(path), "--json")
    assert status == 0
    assert "a spectator may know" in err
    told = json.loads(out)
    assert (told["over"], told["whole"], told["outcome"]) == (False, False, None)
    whole = json.loads(ask("analyse", str(path), "--json", "--view", "all")[1])
    assert whole["whole"]
    assert whole["luck"] == told["luck"]  # fire is open in Panzer
    assert whole["turning-points"] != told["turning-points"] or not told["turning-points"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("analyse", "nowhere"), "there is no game 'nowhere'"),
        (("analyse", "README.md"), "is no game: line 1 is no JSON"),
        (("analyse", "the-pimple-11", "--view", "germans"), "unknown side"),
        (("analyse", "the-pimple-11", "the-bridge-9"), "games of one scenario are compared"),
        (("analyse", "the-pimple-11", "the-pimple-11"), "is named twice"),
        (("analyse",), "FILE"),
    ],
)
def test_a_mistake_is_one_line(ask: Ask, words: tuple[str, ...], text: str) -> None:
    status, out, err = ask(*words)
    assert (status, out) == (2, "")
    assert text in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_file_of_another_format_is_one_line(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "later.journal"
    path.write_text('{"panzerhex":999,"system":"panzer"}\n', "utf-8")
    status, _, err = ask("analyse", str(path))
    assert status == 2
    assert "is of format 999; this panzerhex reads up to" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["rear-area-raid-3", "pw-0-1", "the-bridge-9"])
def test_an_analysis_is_told_in_words(ask: Ask, name: str) -> None:
    status, out, _ = ask("analyse", name)
    assert status == 0
    for title in ("Points and losses", "Luck by side", "Hits by range", "Units", "Turning points", "Dice"):
        assert f"== {title}" in out
