"""How computer players weigh by file: levels that are like others, plans, and weights of one edition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from content.kit import folders
from content.kit.load import ContentError
from content.kit.tempers import tempers
from core.panzer.temper import PLAIN, Temper

LEARNED = """
[learned]
source = "by hand"
games = 1
result = "none"
date = "2026-01-01"
command = "panzerhex tournament the-pimple --players greedy regular --games 2"
content = {}
"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """A folder of content whose levels of a system of its own are read."""
    (tmp_path / "chess" / "ai").mkdir(parents=True)
    folders.add_folder(tmp_path)
    yield tmp_path / "chess" / "ai"
    folders.drop_folder(tmp_path)


def test_weights_of_an_edition_stand_between_those_of_the_level_and_of_its_plans(own: Path) -> None:
    (own / "sergeant.toml").write_text(
        f"{LEARNED}\n[weights]\ncoming = 2.0\npull = 0.2\nwary = 0.7\n"
        "[editions.small]\npull = 0.4\nwary = 0.9\n[editions.large]\npull = 0.1\n"
    )
    (own / "captain.toml").write_text(
        f'like = "sergeant"\n{LEARNED}\n[weights]\nwary = 0.8\n[editions.small]\ncoming = 3.0\n'
        '[plans.still]\nabout = "stay"\n[plans.still.weights]\npull = 0.0\n'
    )
    plain, small, large = (tempers("chess", Temper, edition) for edition in ("", "small", "large"))
    assert [(t.coming, t.pull, t.wary) for t in (plain["sergeant"], plain["captain"])] == [
        (2.0, 0.2, 0.7),
        (2.0, 0.2, 0.8),
    ]
    assert [(t.coming, t.pull, t.wary) for t in (small["sergeant"], small["captain"], small["captain/still"])] == [
        (2.0, 0.4, 0.9),
        (3.0, 0.4, 0.8),
        (3.0, 0.0, 0.8),
    ]
    assert large["sergeant"].pull == 0.1
    assert small["sergeant"].patience == PLAIN.patience


def test_a_weight_that_there_is_not_is_told_whatever_edition_is_played(own: Path) -> None:
    (own / "sergeant.toml").write_text(f"{LEARNED}\n[weights]\ncoming = 2.0\n[editions.small]\npul = 0.4\n")
    with pytest.raises(ContentError, match="pul"):
        tempers("chess", Temper, "large")
