"""A file that only one program has at a time: who waits for it gets it in turn, and is told if one does not let go."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from saves import files
from saves.files import alone, lock
from tests.patience import PATIENCE


def test_who_waits_comes_before_whoever_has_had_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However seldom he looks for it."""
    monkeypatch.setattr(files, "_PAUSE", 0.2)
    path, came = tmp_path / "lock", list[str]()

    def waits() -> None:
        with alone(path, PATIENCE):
            came.append("the other")

    other = threading.Thread(target=waits)
    with alone(path, PATIENCE):
        other.start()
        until = time.monotonic() + PATIENCE
        while not _taken(tmp_path / "lock.next"):
            assert time.monotonic() < until
            time.sleep(0.001)
    with alone(path, PATIENCE):
        came.append("the first again")
    other.join(PATIENCE)
    assert came == ["the other", "the first again"]


def _taken(path: Path) -> bool:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        return not lock(descriptor)
    finally:
        os.close(descriptor)


def test_a_file_that_comes_from_hand_to_hand_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the others has it for a short while, all of them for longer than anybody is waited for."""
    path = tmp_path / "lock"
    path.touch()
    clock = _Clock(monkeypatch)
    looks = 0

    def others(descriptor: int) -> bool:
        nonlocal looks
        looks += 1
        os.utime(path, (looks, looks))
        return looks > 100

    monkeypatch.setattr(files, "lock", others)
    with alone(path, seconds=10 * files._PAUSE):
        assert clock.now >= 100 * files._PAUSE


@pytest.mark.parametrize("held", ["lock", "lock.next"])
def test_one_that_does_not_let_go_is_told_of(held: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = _Clock(monkeypatch)
    descriptor = os.open(tmp_path / held, os.O_RDWR | os.O_CREAT)
    assert lock(descriptor)
    with pytest.raises(TimeoutError, match="another program has"), alone(tmp_path / "lock", 3.0):
        pytest.fail("somebody else has it")
    assert 3.0 <= clock.now < 3.1
    os.close(descriptor)
    with alone(tmp_path / "lock", 3.0):
        assert clock.now < 3.1


class _Clock:
    """Time that passes only where the program lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("saves.files.time.monotonic", lambda: self.now)
        monkeypatch.setattr("saves.files.time.sleep", self._pass)

    def _pass(self, seconds: float) -> None:
        self.now += seconds
