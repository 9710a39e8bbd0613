"""``panzerhex battle``: a scenario file in one's own folder, listed, checked and playable; mistakes in one line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from content.kit import folders
from tui.cli import main


class Said:
    """What came of a command."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


class Asking:
    """Runs commands with a data directory of their own."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data, self._capsys = data, capsys

    def __call__(self, *words: str) -> Said:
        status = main(words)
        captured = self._capsys.readouterr()
        return Said(status, captured.out, captured.err)


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Asking]:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path))
    yield Asking(tmp_path, capsys)
    folders.drop_folder(tmp_path / "content")


def test_a_battle_is_written_listed_and_drawn(ask: Asking) -> None:
    """min:23.2: readable, changeable, shared, checked like any other."""
    said = ask("battle", "--theatre", "desert", "--date", "1942-05", "--attitude", "defence", "--seed", "7")
    assert said.status == 0, said.err
    assert "Defensive Engagement" in said.out
    assert "play it with: panzerhex play battle-desert-1942-05-7" in said.out
    path = ask.data / "content" / "panzer" / "scenarios" / "battle-desert-1942-05-7.toml"
    board = ask.data / "content" / "panzer" / "boards" / "battle-desert-1942-05-7.toml"
    assert board.exists()
    assert path.read_text(encoding="utf-8").startswith("# panzerhex battle --theatre=desert")
    assert "battle-desert-1942-05-7" in ask("scenarios").out
    assert ask("render", "battle-desert-1942-05-7", "--zoom", "plain", "--size", "80x24").status == 0
    path.write_text(path.read_text(encoding="utf-8").replace("turns = 20", 'turns = "many"'), encoding="utf-8")
    folders.forget()
    assert "turns: found" in ask("scenarios").err, "it is checked like any other"


def test_its_heading_builds_it_again(ask: Asking) -> None:
    words = ("--date=1943-11", "--toe=GF20/Heavy Panzer Platoon", "--attitude=defence", "--seed=3", "--show", "--json")
    first = json.loads(ask("battle", *words).out)
    said = [f"--set={line}={value}" for line, value in first["lines"].items() if value]
    again = json.loads(ask("battle", *said, "--show", "--json").out)
    assert (again["sides"], again["facts"]) == (first["sides"], first["facts"])


def test_json(ask: Asking) -> None:
    document = json.loads(ask("battle", "--points", "800", "--seed", "2", "--date", "1943-02", "--json").out)
    assert document["files"][-1].endswith(f"{document['id']}.toml")
    assert [side["id"] for side in document["sides"]] == ["german", "soviet"]
    german = document["sides"][0]
    assert sum(unit["points"] for formation in german["formations"] for unit in formation["units"]) == german["points"]
    assert document["sides"][1]["not_available"] == ["122mm M-30S HEAT: from mid-43"], "shells have dates too"
    assert {fact["rule"] for fact in document["facts"]} >= {"min:23.2.2.1", "min:23.2.4", "min:23.2.5"}
    lines = json.loads(ask("battle", "--lines", "--json").out)
    assert {"line": "attitude", "value": "meeting", "rule": "min:23.2.2"}.items() <= next(
        line for line in lines if line["line"] == "attitude"
    ).items()


def test_what_is_only_shown_is_not_written(ask: Asking) -> None:
    assert ask("battle", "--show").status == 0
    assert ask("battle", "--lines").status == 0
    assert not list(ask.data.rglob("*.toml"))


def test_into_a_folder_of_ones_choice(ask: Asking, tmp_path: Path) -> None:
    out = tmp_path / "shared"
    try:
        assert ask("battle", "--board", "trigh", "--theatre", "desert", "--out", str(out)).status == 0
        (path,) = out.rglob("*.toml")
        assert path.parent.name == "scenarios"
        said = ask("battle", "--out", str(path))
        assert (said.status, said.out) == (2, "")
        assert "cannot write" in said.err
    finally:
        folders.drop_folder(out)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--points", "ten"), "'ten' points: a whole number from 300 to 10000 (min:23.2.2)"),
        (("--date", "1950-01"), "Ukraine saw fighting from 1941-06 to 1944-05"),
        (("--toe", "GF20"), "is that of late-43 to mid-44, not of late-42 (min:21.1.1)"),
        (("--toe", "SF99"), "there is no TO&E 'SF99'"),
        (("--size", "12x12", "--points", "5000"), "where there is room for"),
        (("--set", "points"), "should be like points=1500"),
        (("--set", "colour=red"), "there is no line 'colour'"),
        (("--balance", "0"), "whole number from 1"),
        (("--seeds", "1"), "unknown '--seeds'; did you mean --seed"),
    ],
)
def test_mistakes_are_told_in_one_line(ask: Asking, words: tuple[str, ...], told: str) -> None:
    said = ask("battle", *words)
    assert (said.status, said.out) == (2, "")
    assert told in said.err
    assert said.err.count("\n") == 1
    assert not list(ask.data.rglob("*.toml"))
