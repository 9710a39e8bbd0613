"""Whatever is done to a content file, it loads or is a ContentError."""

from __future__ import annotations

import contextlib
import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from content.kit.load import ContentError, Proof, structure
from content.panzer.boards.board_file import BoardFile
from content.panzer.boards.boards import make_board
from content.panzer.scenarios.scenario_file import ScenarioFile
from content.panzer.scenarios.scenarios import make_scenario
from content.panzerblitz.boards.board_file import SketchFile
from content.panzerblitz.boards.sketch import sketch

from .conftest import BOARD, SCENARIO

SKETCH = """
grid = '''
.  .1 w  t
.  .2 .1 --
'''
road = [{hexes = "NW> A1 B1 C1 >N"}]
hexside = [{kind = "green", sides = "A1/S B2/NE"}]
also = [{terrain = "woods", hexes = "A2"}]
place = [{id = "hill", name = "Hill", hexes = "B2"}]
"""
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


@settings(max_examples=150, deadline=None)
@given(damaged(SKETCH))
def test_damaged_maps_of_panzerblitz(text: str) -> None:
    with contextlib.suppress(ContentError, tomllib.TOMLDecodeError):
        proof = Proof("x.toml")
        sketch(structure(tomllib.loads(text), SketchFile, "x.toml"), "x", "X", proof)
        proof.done()


def test_every_damage_to_a_line_is_told() -> None:
    """A level that is none, a way out that is none: once these ended the program."""
    for old, new, told in (
        ("w  t", "wx t", "board.grid C1: found 'wx'"),
        ("NW> A1", "QQ> A1", "board.road[1].hexes: found 'QQ>'"),
        ("A1/S", "A1/Q", "board.hexside[1].sides: found 'A1/Q'"),
    ):
        proof = Proof("x.toml")
        sketch(structure(tomllib.loads(SKETCH.replace(old, new)), SketchFile, "x.toml"), "x", "X", proof)
        assert [m for m in map(str, proof.mistakes) if told in m], (old, list(map(str, proof.mistakes)))
    proof = Proof("x.toml")
    sketch(structure(tomllib.loads(SKETCH), SketchFile, "x.toml"), "x", "X", proof)
    assert not proof.mistakes, list(map(str, proof.mistakes))
