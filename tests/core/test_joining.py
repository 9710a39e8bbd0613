"""Mapboards turned and joined: no holes, nothing lost, every hex by the reference that its board prints."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from core.board import NO_SIDES, Board, Cell, Place
from core.dice import ScriptedDice
from core.hexes import NE, SE, SW, Hex, N, S, hex_from_id, opposite, turned_offset
from core.joining import PARTIAL, SEAM, JoinError, Laid, join, turn
from core.panzer.ground.mapboard import random_direction, sloped

WHOLE, ROW_ZERO, EVEN_HALVES = "whole", "row zero", "even halves"


def blank(shape: str, columns: int, rows: int, number: int | None = 29) -> Board:
    """A clear board: whole hexes only, or half hexes in row 0 and the last row of the odd or of the even columns."""
    cells = {}
    for col in range(1, columns + 1):
        first = 0 if shape == ROW_ZERO and col & 1 else 1
        last = rows - 1 if shape == EVEN_HALVES and col & 1 else rows
        for row in range(first, last + 1):
            half = shape != WHOLE and (row == 0 or (shape == EVEN_HALVES and not col & 1 and row in (1, rows)))
            cells[Hex(col, row)] = Cell("clear", marks=frozenset({PARTIAL}) if half else frozenset())
    return Board(f"map-{number}", f"Map {number}", columns, rows, cells, number=number)


def with_cell(board: Board, id_: str, cell: Cell) -> Board:
    return evolve(board, cells={**board.cells, hex_from_id(id_): cell})


def side(direction: int, *features: str) -> tuple[frozenset[str], ...]:
    return (*NO_SIDES[:direction], frozenset(features), *NO_SIDES[direction + 1 :])


def assert_no_holes(board: Board) -> None:
    for col in range(1, board.columns + 1):
        places = sorted(h.y for h in board.cells if h.col == col)
        assert places == list(range(places[0], places[-1] + 1, 2)), col


SIZES = {WHOLE: st.integers(1, 6).map(lambda n: 2 * n)} | dict.fromkeys(
    (ROW_ZERO, EVEN_HALVES), st.integers(1, 6).map(lambda n: 2 * n + 1)
)


@st.composite
def layouts(draw: st.DrawFn) -> list[list[Laid]]:
    shape = draw(st.sampled_from(sorted(SIZES)))
    widths = [draw(SIZES[shape]) for _ in range(draw(st.integers(1, 3)))]
    heights = [draw(st.integers(3, 6)) for _ in range(draw(st.integers(1, 3)))]
    numbers = iter(range(1, 10))
    return [
        [Laid(blank(shape, width, height, next(numbers)), draw(st.booleans())) for width in widths]
        for height in heights
    ]


# -- turning -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shape", "columns"), [(WHOLE, 6), (ROW_ZERO, 7), (EVEN_HALVES, 7)])
def test_turned_twice_is_the_board_itself(shape: str, columns: int) -> None:
    """na:1.2"""
    board = with_cell(
        blank(shape, columns, 5), "B2", Cell("woods", 2, routes={"road": 0b000011}, sides=side(SE, "wall"))
    )
    board = evolve(board, directional=NE, places=(Place("hill", "Hill", (Hex(2, 2),)),))
    once = turn(board)
    twice = turn(once)
    assert once.cells != board.cells
    assert twice.cells == board.cells
    assert twice.places == board.places
    assert (twice.labels, twice.number, twice.directional) == ({}, 29, NE)
    assert (twice.columns, twice.rows, twice.id, twice.name) == (board.columns, board.rows, board.id, board.name)


def test_turned_board_prints_its_own_references() -> None:
    """na:1.2, na:1.2f: flipped end for end, A1 of a board with 6 columns and 5 rows lies where F5 was."""
    board = turn(with_cell(blank(WHOLE, 6, 5), "A1", Cell("woods", routes={"road": 1 << N}, sides=side(SE, "wall"))))
    lies = board.hex("29A1")
    assert lies == hex_from_id("F5")
    assert (board.label(lies), board.printed(lies)) == ("29A1", "29A1")
    cell = board[lies]
    assert cell.terrain == "woods"
    assert cell.route_crosses("road", S)
    assert cell.sides[opposite(SE)] == {"wall"}


def test_board_whose_turned_hexes_would_not_lie_on_hexes() -> None:
    """na:1.2"""
    with pytest.raises(JoinError, match="Map 29 cannot be turned: with 5 columns it would need half hexes"):
        turn(blank(WHOLE, 5, 4))
    with pytest.raises(JoinError, match="with 4 columns it would need whole hexes only"):
        turn(blank(ROW_ZERO, 4, 4))


# -- joining -------------------------------------------------------------------------------------


@given(layouts())
def test_joints_have_no_holes_and_lose_nothing(rows: list[list[Laid]]) -> None:
    """na:1.2, na:1.2b, na:1.2f: whatever lies beside a hex on its board lies beside it on the joined map."""
    made = join(rows)
    assert_no_holes(made)
    names = [made.printed(h) for h in made.cells]
    assert len(set(names)) == len(names)
    for laid in (laid for row in rows for laid in row):
        there = {h: made.hex(laid.board.printed(h)) for h in laid.board.cells if laid.board.printed(h) in names}
        assert there.keys() >= {h for h in laid.board.cells if not laid.board.is_edge(h)}
        for hex_, lies in there.items():
            for direction, beside in enumerate(hex_.neighbours()):
                if beside in there:
                    assert lies.neighbour(opposite(direction) if laid.turned else direction) == there[beside]


def test_whole_boards_lie_edge_to_edge() -> None:
    """na:1.2, na:1.2f: 2 by 2 boards of 4 by 3 hexes are 8 by 6."""
    made = join([[Laid(blank(WHOLE, 4, 3, n)), Laid(blank(WHOLE, 4, 3, n + 1), turned=True)] for n in (1, 3)])
    assert (made.columns, made.rows, len(made.cells)) == (8, 6, 48)
    assert [made.label(hex_from_id(id_)) for id_ in ("A1", "D3", "E1", "H6", "A4")] == [
        "1A1",
        "1D3",
        "2D3",
        "4A1",
        "3A1",
    ]
    assert made.hex("2D3") == hex_from_id("E1")
    assert made.number is None
    assert [(s.number, s.turned) for s in made.sheets] == [(1, False), (2, True), (3, False), (4, True)]


def test_completed_hex_belongs_to_the_board_that_prints_it() -> None:
    """na:1.2b: the half hexes of row 0 complete the last row of the board above."""
    upper = with_cell(blank(ROW_ZERO, 5, 3, 1), "C3", Cell("woods", routes={"road": 1 << N}))
    lower = blank(ROW_ZERO, 5, 3, 2)
    lower = with_cell(
        lower, "C0", Cell("sand", routes={"road": 1 << S}, sides=side(SE, "wall"), marks=frozenset({PARTIAL}))
    )
    made = join([[Laid(upper)], [Laid(lower)]])
    seam = made.hex("1C3")
    assert made[seam].terrain == "woods"
    assert made[seam].marks == {SEAM}
    assert "2C0" not in made.labels.values()
    # The road goes on, and the wall stands, on the half of the other board.
    assert [d for d in range(6) if made[seam].route_crosses("road", d)] == [N, S]
    assert made[seam].sides[SE] == {"wall"}
    assert made[made.hex("1C0")].marks == {PARTIAL}
    assert made.hex("2C1") == seam.neighbour(S)


def test_half_hex_of_row_0_yields_to_the_board_below() -> None:
    """na:1.2b: turned, the half hexes of row 0 lie below; the last row of the lower board, turned too, is whole."""
    made = join([[Laid(blank(ROW_ZERO, 5, 3, n), turned=True)] for n in (1, 2)])
    assert "2C3" in made.labels.values()
    assert "1C0" not in made.labels.values()
    facing = join([[Laid(blank(ROW_ZERO, 5, 3, n), turned=n == 1)] for n in (1, 2)])
    assert "1C0" in facing.labels.values()
    assert "2C0" not in facing.labels.values()


def test_boards_with_half_columns_share_them() -> None:
    """na:1.2b: 5 and 5 columns are 9, and the shared one belongs to the first."""
    made = join([[Laid(blank(ROW_ZERO, 5, 3, 1)), Laid(blank(ROW_ZERO, 5, 3, 2))]])
    assert made.columns == 9
    assert made.label(hex_from_id("E2")) == "1E2"
    assert made.label(hex_from_id("F2")) == "2B2"
    assert made[hex_from_id("E2")].marks == {SEAM}
    assert made[hex_from_id("E0")].marks == {SEAM, PARTIAL}


def test_gap_in_a_layout() -> None:
    """na:1.2: any configuration, such as an L."""
    made = join([[Laid(blank(WHOLE, 4, 3, 1)), None], [Laid(blank(WHOLE, 4, 3, 2)), Laid(blank(WHOLE, 4, 3, 3))]])
    assert len(made.cells) == 36
    assert hex_from_id("F2") not in made
    assert made.label(hex_from_id("F5")) == "3B2"


def test_places_of_joined_boards() -> None:
    """na:1.2e"""
    hill, village = Place("hill", "Hill 107", (Hex(1, 1),)), Place("village", "Adam", (Hex(2, 1),))
    one = evolve(blank(WHOLE, 4, 3, 1), places=(hill, village))
    made = join([[Laid(one), Laid(evolve(blank(WHOLE, 4, 3, 2), places=(hill,)), turned=True)]])
    assert [p.id for p in made.places] == ["1-hill", "village", "2-hill"]
    assert made.place("2-hill").hexes == (made.hex("2A1"),)


def test_slopes_across_a_joint() -> None:
    """na:4.5.1.1.2b"""
    one = with_cell(blank(WHOLE, 4, 3, 1), "B3", Cell("clear", 1))
    made = sloped(join([[Laid(one)], [Laid(blank(WHOLE, 4, 3, 2))]]))
    assert made.side(made.hex("1B3"), S) == {"slope"}
    assert made[made.hex("2B1")].sides[N] == {"slope"}


def test_refusals() -> None:
    """na:1.2, na:1.2f"""
    small, large = Laid(blank(WHOLE, 4, 3, 1)), Laid(blank(WHOLE, 6, 4, 2))
    with pytest.raises(JoinError, match="row 1 are not of one size: Map 1 is 6 half hexes high, Map 2 is 8"):
        join([[small, large]])
    with pytest.raises(JoinError, match="column 1 are not of one size"):
        join([[small], [large]])
    with pytest.raises(JoinError, match="both print 1A1; each needs a number of its own"):
        join([[small, small]])
    with pytest.raises(JoinError, match="both print A1"):
        join([[Laid(blank(WHOLE, 4, 3, None)), Laid(blank(WHOLE, 4, 3, None))]])
    with pytest.raises(JoinError, match="the boards are 110 columns wide: column 110 is outside A"):
        join([[Laid(blank(WHOLE, 22, 3, n)) for n in range(1, 6)]])
    with pytest.raises(JoinError, match="no board"):
        join([])
    with pytest.raises(JoinError, match="there is no board in column 2"):
        join([[small, None]])
    with pytest.raises(JoinError, match="joined already"):
        join([[Laid(join([[small, Laid(blank(WHOLE, 4, 3, 3))]]))]])


# -- references and directions -------------------------------------------------------------------


def test_full_reference_is_map_number_and_hex() -> None:
    """na:1.2f"""
    board = blank(WHOLE, 6, 9)
    assert board.hex("29E9") == board.hex("E9") == Hex(5, 9)
    assert (board.printed(Hex(5, 9)), board.label(Hex(5, 9))) == ("29E9", "E9")
    with pytest.raises(ValueError, match="no hex id"):
        board.hex("30E9")


def test_ids_mean_the_same_whatever_is_printed() -> None:
    """na:1.2f: orders and journals name hexes by id, also on a turned map that has no number."""
    board = turn(blank(WHOLE, 6, 5, None))
    assert all(board.hex(h.id) == h for h in board.cells)
    assert board.label(hex_from_id("F5")) == "A1"
    joined = join([[Laid(blank(WHOLE, 4, 3, n), turned=n == 2) for n in (1, 2)]])
    assert all(joined.hex(h.id) == joined.hex(joined.label(h)) == h for h in joined.cells)


def test_directional_hex() -> None:
    """na:1.2c: direction 1 of the map, the others clockwise; a turned map turns them."""
    board = evolve(blank(WHOLE, 4, 3, 1), directional=NE)
    assert [board.facing(Hex(1, 1), d) for d in range(1, 7)] == [1, 2, 3, 4, 5, 0]
    assert turn(board).facing(Hex(1, 1), 1) == SW
    made = join([[Laid(board), Laid(evolve(board, id="2", number=2), turned=True)]])
    assert made.facing(made.hex("1B2"), 1) == NE
    assert made.facing(made.hex("2B2"), 1) == SW


def test_random_direction() -> None:
    """na:1.11: one d6, by the directional hex of the map."""
    board = evolve(blank(WHOLE, 4, 3), directional=S)
    dice = ScriptedDice([6])
    assert random_direction(dice, board, Hex(1, 1), "drift") == SE
    assert [(roll.die, roll.rule) for roll in dice.used] == [("d6", "na:1.11")]


@given(st.integers(-8, 8), st.integers(-8, 8), st.integers(0, 5))
def test_turning_offsets(columns: int, rows: int, turns: int) -> None:
    """na:1.3b: a sixth of a turn six times is none; a run in one direction becomes a run in the next."""
    offset = columns, 2 * rows + (columns & 1)
    assert turned_offset(*turned_offset(*offset, turns), 6 - turns) == offset
    straight = Hex(10, 10).neighbour(turns)
    assert turned_offset(0, -2, turns) == (straight.col - 10, straight.y - Hex(10, 10).y)
