"""The file of results: on the disk at once, gone on with after whatever happened, nothing lost on a full disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.yardstick.games import game
from tui.farm import results
from tui.farm.results import ResultsError, ResultsFile, read


@pytest.fixture
def told() -> list[str]:
    return []


def test_a_result_is_there_as_soon_as_it_is_added(tmp_path: Path, told: list[str]) -> None:
    path = tmp_path / "new" / "results.jsonl"
    file = ResultsFile(path, told.append)
    file.add(game("1"))
    assert read(path) == [game("1")]
    file.add(game("2", failed="it broke"))
    assert file.close() == []
    again = ResultsFile(path, told.append)
    assert set(again.done) == {game("1").key}, "what has failed is played again"
    again.add(game("2"))
    again.close()
    assert [one.failed for one in read(path)] == ["", ""]
    assert told == []


def test_half_a_line_of_a_run_that_was_killed_is_written_over(tmp_path: Path, told: list[str]) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(path, told.append)
    file.add(game("1"))
    file.close()
    path.write_bytes(path.read_bytes() + b'{"scenario":"the-bri')
    assert [one.seed for one in read(path)] == ["1"]
    file = ResultsFile(path, told.append)
    file.add(game("2"))
    file.close()
    assert [one.seed for one in read(path)] == ["1", "2"]


def test_what_is_no_file_of_results_is_left_alone(tmp_path: Path, told: list[str]) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader,\n", "utf-8")
    with pytest.raises(ResultsError, match=r"line 1 is no result of a game .*'Dear reader,'"):
        ResultsFile(path, told.append)
    assert path.read_text("utf-8") == "Dear reader,\n"
    with pytest.raises(ResultsError, match="cannot write"):
        ResultsFile(tmp_path, told.append)
    with pytest.raises(ResultsError, match="cannot read"):
        read(tmp_path / "nothing.jsonl")


def test_two_runs_do_not_write_one_file(tmp_path: Path, told: list[str]) -> None:
    file = ResultsFile(tmp_path / "results.jsonl", told.append)
    with pytest.raises(ResultsError, match="another run writes"):
        ResultsFile(tmp_path / "results.jsonl", told.append)
    file.close()


def test_a_full_disk_is_told_once_and_costs_nothing(
    tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a line fits; then there is room again."""
    path = tmp_path / "results.jsonl"
    file = ResultsFile(path, told.append)
    file.add(game("1"))
    with monkeypatch.context() as full:
        full.setattr(results, "write_all", _half)
        file.add(game("2"))
        file.add(game("3"))
        assert [one.seed for one in read(path)] == ["1"]
        assert len(path.read_bytes().splitlines()) == 1
    file.add(game("4"))
    assert [one.seed for one in read(path)] == ["1", "2", "3", "4"]
    assert file.close() == []
    assert len(told) == 2
    assert "No space left" in told[0]
    assert "can be written again" in told[1]


def _half(descriptor: int, data: bytes) -> None:
    os.write(descriptor, data[: len(data) // 2])
    raise OSError(28, "No space left on device")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_what_never_could_be_written_is_handed_back(told: list[str]) -> None:
    file = ResultsFile(Path("/dev/full"), told.append)
    file.add(game("1"))
    file.add(game("2"))
    assert [b'"seed":"1"' in line for line in file.close()] == [True, False]
    assert len(told) == 1


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="no device that takes everything")
def test_a_device_belongs_to_no_run(told: list[str]) -> None:
    first, second = (ResultsFile(Path("/dev/null"), told.append) for _ in range(2))
    for file in (first, second):
        file.add(game("1"))
    assert first.close() == second.close() == []
    assert not told
