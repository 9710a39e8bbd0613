"""Which lessons a player has finished; kept in the data directory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import tomli_w

from core.text.toml_text import TomlError, toml_of

FILE: Final = "lessons.toml"


def finished(data_dir: Path) -> frozenset[str]:
    """Ids of the lessons that were finished; none where nothing is kept or it cannot be read."""
    try:
        data = toml_of((data_dir / FILE).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TomlError):
        return frozenset()
    done = data.get("finished")
    return frozenset(str(id_) for id_ in done) if isinstance(done, list) else frozenset()


def finish(data_dir: Path, lesson: str) -> None:
    """Note that a lesson was finished; the old file stands until the new one is whole. OSError if it cannot be kept."""
    data_dir.mkdir(parents=True, exist_ok=True)
    fresh = (data_dir / FILE).with_suffix(".new")
    fresh.write_text(tomli_w.dumps({"finished": sorted(finished(data_dir) | {lesson})}), encoding="utf-8")
    os.replace(fresh, data_dir / FILE)
