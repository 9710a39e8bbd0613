"""A player's own folder of Panzer War content for one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from content.kit import folders

Write = Callable[[str, str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write a file into the player's folder by kind and name."""

    def put(kind: str, name: str, text: str) -> Path:
        path = tmp_path / "panzerwar" / kind / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        folders.forget()
        return path

    folders.add_folder(tmp_path)
    yield put
    folders.drop_folder(tmp_path)
