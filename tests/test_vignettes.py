"""Every worked example of the folder, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest

from content.vignette import run_vignette

FOLDER = Path(__file__).parent / "vignettes"
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_vignette(path: Path) -> None:
    result = run_vignette(path)
    assert result.vignette.id == path.stem, "the file is named like the example"
    assert not result.misses, "\n".join(map(str, result.misses))


def test_there_are_vignettes() -> None:
    assert FILES
