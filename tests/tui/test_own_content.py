"""Content of the player's own, as the README promises it."""

from __future__ import annotations

from pathlib import Path

import pytest

from content.kit import folders
from tui.cli import main


def test_a_scenario_of_ones_own_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "content"
    where = own / "panzer" / "scenarios"
    where.mkdir(parents=True)
    shipped = (folders.OWN / "panzer" / "scenarios" / "the-pimple.toml").read_text("utf-8")
    (where / "my-hill.toml").write_text(shipped.replace('id = "the-pimple"', 'id = "my-hill"', 1), "utf-8")
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path))
    try:
        assert main(["scenarios"]) == 0
        assert "my-hill" in capsys.readouterr().out
    finally:
        folders.drop_folder(own)


def test_a_scenario_of_ones_own_is_played_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path))
    try:
        lines = ("--rules", "basic", "--points", "300", "--size", "12x12", "--title", "small")
        assert main(["battle", *lines]) == 0
        words = ("--games", "2", "--jobs", "2", "--side", "german=random", "--side", "soviet=random")
        assert main(["simulate", "battle-small-1942-11-1", *words]) == 0
        assert "2 games" in capsys.readouterr().out
    finally:
        folders.drop_folder(tmp_path / "content")
