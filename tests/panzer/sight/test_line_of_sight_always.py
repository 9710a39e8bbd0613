"""Line of sight (na:4.1.4): what holds on any board."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from content import catalogue
from core.board import NO_FEATURES, Board, Cell
from core.hexes import Hex, distance
from core.panzer.pieces.tables import Tables
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.sight.relief import sees, sight_field
from tests.panzer.sight.sight_boards import LETTERS, TABLES

SIDE_FEATURES = ["slope", "slope", "crest", "hedgerow", "wall", "cliff", "defilade"]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Random boards of every terrain, on which runs of roads, gullies and slopes are common."""
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    random = draw(st.randoms(use_true_random=False))
    palette = random.choices(list(LETTERS), k=draw(st.integers(1, 5))) + ["."] * draw(st.integers(0, 6))
    peak = Hex(random.randint(1, columns), random.randint(1, rows))
    tall, steep, busy, features = (draw(st.integers(0, 4)) for _ in range(4))
    holes = draw(st.booleans())
    cells = {}
    for hex_ in (Hex(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)):
        if holes and random.random() < 0.1 and hex_ != peak:
            continue
        level = max(0, tall - distance(hex_, peak)) if steep else random.randint(0, tall)
        letter = random.choice(palette)
        sides = [NO_FEATURES] * 6
        for d in range(6):
            if random.random() < features / 12:
                sides[d] = frozenset({random.choice(SIDE_FEATURES)})
            if steep > 1 and random.random() < 0.8:
                sides[d] |= {"slope"}
        cells[hex_] = Cell(
            LETTERS[letter],
            level,
            random.randint(1, 3) if letter in "aWBS" else 0,
            "gully" if letter == "=" else None,
            {
                kind: random.choice([0, 9, 18, 36, 63, 63])
                for kind in ("road", "path", "track")
                if random.random() < busy / 4
            },
            tuple(sides),
        )
    return Board("random", "Random", columns, rows, cells)


def miniatures() -> Tables:
    """Tables by which ranges decide what blocks (min:5.5.2.4)."""
    return evolve(TABLES, line_of_sight=catalogue.scenario("ponyri").tables.line_of_sight)


@pytest.mark.parametrize("tables", [TABLES, miniatures()], ids=["hex", "miniatures"])
@settings(max_examples=100, deadline=None)
@given(board_=boards())
def test_every_way_of_asking_gives_the_same_answer_in_both_directions(tables: Tables, board_: Board) -> None:
    fields = {h: sight_field(board_, tables, h, 20) for h in board_.cells}
    for a, b in product(board_.cells, repeat=2):
        sight = line_of_sight(board_, tables, a, b)
        assert sight.clear == (b in fields[a]) == (a in fields[b]), (a, b, sight)
        assert sight.clear == (sight.obstacle is None)
        assert sight.range == distance(a, b)
    fresh = Board(board_.id, board_.name, board_.columns, board_.rows, board_.cells)
    for a, b in product(board_.cells, repeat=2):
        assert sees(fresh, tables, a, b) == (b in fields[a])


@pytest.mark.parametrize("tables", [TABLES, miniatures()], ids=["hex", "miniatures"])
@pytest.mark.parametrize("seed", range(8))
def test_long_lines_agree_too(seed: int, tables: Tables) -> None:
    random = Random(seed)
    columns, rows = random.randint(20, 40), random.randint(15, 40)
    peak = Hex(random.randint(1, columns), random.randint(1, rows))
    cells = {}
    for hex_ in (Hex(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)):
        letter = random.choice("T2gr") if random.random() < 0.02 else "."
        level = max(0, 6 - distance(hex_, peak) // 2)
        sides = tuple(frozenset({"slope"} if random.random() < 0.5 else ()) for _ in range(6))
        cells[hex_] = Cell(LETTERS.get(letter, "clear"), level, 2 if letter == "2" else 0, None, {}, sides)
    land = Board("land", "Land", columns, rows, cells)
    hexes = sorted(cells)
    for b in random.choices(hexes, k=60):
        for a in (peak, random.choice(hexes)):
            assert line_of_sight(land, tables, a, b).clear == sees(land, tables, a, b) == sees(land, tables, b, a)
    assert sight_field(land, tables, peak, 12) == {
        h for h in cells if distance(peak, h) <= 12 and sees(land, tables, h, peak)
    }
