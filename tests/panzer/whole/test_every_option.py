"""or:7.0, min:20.0: every Optional Rule is asked by a chapter, and has an example or a test of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from core.panzer.pieces.switches import OPTIONAL, Switch

#: Where switches are listed, not asked.
LISTS: Final = ("switch_ids.py", "switches.py", "edition.py")
#: Whole games, with every option by its place in a list.
GAMES: Final = "test_optional_games"


def texts(*folders: str, ends: str) -> tuple[str, ...]:
    """The texts of files with this ending, but for those that only list switches or play whole games with them."""
    found = (path for folder in folders for path in sorted(Path(folder).rglob(f"*{ends}")))
    return tuple(p.read_text("utf-8") for p in found if p.name not in LISTS and not p.name.startswith(GAMES)
                 and "optional" not in p.parts and p != Path(__file__))  # fmt: skip


CHAPTERS: Final = texts("core/panzer", ends=".py")
TESTS: Final = (*texts("tests/panzer", ends=".py"), *texts("tests/vignettes/panzer", ends=".toml"))


def named(switch: Switch, among: Iterable[str]) -> bool:
    """Whether a text names a switch, in code or as a scenario does."""
    return any(f"Switch.{switch.name}" in text or f'"{switch.value}"' in text for text in among)


@pytest.mark.parametrize("switch", sorted(OPTIONAL, key=lambda switch: switch.value), ids=lambda switch: switch.value)
def test_it_is_asked_and_shown(switch: Switch) -> None:
    assert named(switch, CHAPTERS), "no chapter asks whether it is on"
    assert named(switch, TESTS), "no example and no test plays with it"
