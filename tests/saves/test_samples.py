"""The games that are shipped for replay: every one is whole, and its orders are legal under today's rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from content import catalogue
from saves.library import SAMPLES
from saves.reading import read_journal
from saves.session import open_replay
from saves.verify import verify

FILES = sorted(SAMPLES.glob("*.journal"))


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_sample(path: Path) -> None:
    found = verify(path, catalogue.open_system)
    assert found.good, found
    played = [event for event in read_journal(path).events if not event.beside]
    assert played[-1].name.endswith("game-ended")


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_a_sample_is_shown_without_a_doubt_of_its_results(path: Path, tmp_path: Path) -> None:
    """It has just been played again; a copy of it, or a game of one's own, has not."""
    other = "0" * 64
    assert open_replay(path, catalogue.open_system, content_hash=lambda scenario: other).notices == ()
    copy = shutil.copy(path, tmp_path / "copy.journal")
    (notice,) = open_replay(copy, catalogue.open_system, content_hash=lambda scenario: other).notices
    assert "have changed since" in notice


def test_every_scenario_of_panzer_has_a_sample() -> None:
    shipped = {read_journal(path).header.scenario for path in FILES}
    assert shipped >= {info.id for info in catalogue.scenarios("panzer") if info.edition == "hex"}
    assert shipped & {info.id for info in catalogue.scenarios("panzer") if info.edition == "miniatures"}


def test_panzer_war_has_its_small_engagement_and_a_whole_one_among_the_samples() -> None:
    assert {read_journal(path).header.scenario for path in FILES} >= {"pw-0", "pw-1"}
