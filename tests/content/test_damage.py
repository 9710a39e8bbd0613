"""Whatever is done to a content file, it loads or is a ContentError."""

from __future__ import annotations

import contextlib
import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from content.kit.load import ContentError, structure
from content.panzer.boards.board_file import BoardFile
from content.panzer.boards.boards import make_board
from content.panzer.scenarios.scenario_file import ScenarioFile
from content.panzer.scenarios.scenarios import make_scenario

from .conftest import BOARD, SCENARIO

SCRAPS = st.sampled_from([*' 0[]{}=é>/"', "", "-1", "99", "A1", "Q9", "NE", "--"])


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text) - 1))
        text = text[:at] + draw(SCRAPS) + text[at + draw(st.integers(0, 6)) :]
    return text


@settings(max_examples=150, deadline=None)
@given(damaged(BOARD))
def test_damaged_boards(text: str) -> None:
    with contextlib.suppress(ContentError, tomllib.TOMLDecodeError):
        make_board(structure(tomllib.loads(text), BoardFile, "x.toml"), "x.toml")


@settings(max_examples=150, deadline=None)
@given(damaged(SCENARIO.replace('"ford"', '"bridge"')))
def test_damaged_scenarios(text: str) -> None:
    with contextlib.suppress(ContentError, tomllib.TOMLDecodeError):
        make_scenario(structure(tomllib.loads(text), ScenarioFile, "x.toml"), "x.toml")
