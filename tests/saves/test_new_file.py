"""What is written once is there whole, or not at all: no disk that was full leaves half of it for good."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from saves import files
from saves.post.keys import PostError, own_secret
from saves.rooms.sealed import SECRET, write_secret
from tui import cli

KEYS = "keys.toml"


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Says whether the disk is full."""
    write = os.write
    full = False

    def written(descriptor: int, data: bytes) -> int:
        if full and descriptor > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    def fill(now: bool) -> None:
        nonlocal full
        full = now

    monkeypatch.setattr("os.write", written)
    return fill


def test_a_key_that_could_not_be_kept_is_drawn_when_there_is_room(tmp_path: Path, disk: Callable[[bool], None]) -> None:
    disk(True)
    with pytest.raises(PostError, match="No space left"):
        own_secret(tmp_path)
    disk(False)
    secret = own_secret(tmp_path)
    assert own_secret(tmp_path) == secret
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_a_secret_of_dice_is_there_whole_or_not_at_all(tmp_path: Path, disk: Callable[[bool], None]) -> None:
    disk(True)
    with pytest.raises(OSError, match=SECRET):
        write_secret(tmp_path, "5" * 64)
    assert list(tmp_path.iterdir()) == []


def test_keys_that_could_not_be_written_can_be_written_later(
    tmp_path: Path, disk: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path))
    disk(True)
    assert cli.main(("settings", "--write-keys")) == 2
    assert f"{KEYS} cannot be written: No space left" in capsys.readouterr().err
    assert not (tmp_path / KEYS).exists()
    disk(False)
    assert cli.main(("settings", "--write-keys")) == 0


def test_a_host_that_cannot_write_its_settings_names_the_file(
    tmp_path: Path, disk: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path))
    disk(True)
    assert cli.main(("serve", "--init")) == 2
    assert "host.toml: No space left" in capsys.readouterr().err


def test_a_new_file_takes_no_name_that_is_taken(tmp_path: Path) -> None:
    files.new_file(tmp_path / "a", b"one")
    with pytest.raises(FileExistsError):
        files.new_file(tmp_path / "a", b"two")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"one")]
