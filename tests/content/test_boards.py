"""Boards: what the grid and its lines mean, what is reported of a broken one, and writing them back."""

from __future__ import annotations

import tomllib

import pytest

from content.kit.grids import grid_size
from content.kit.load import ContentError, structure
from content.panzer.boards.board_file import BoardFile
from content.panzer.boards.board_text import board_text
from content.panzer.boards.boards import board, board_ids, make_board
from content.panzer.tables.tables import basic_tables
from core.board import Board
from core.hexes import NE, NW, SE, N, S, hex_from_id
from core.panzer.ground.costs import TerrainCosts
from core.panzer.ground.going import BY_TRACTION

from .conftest import BOARD, Write


def read(text: str) -> Board:
    return make_board(structure(tomllib.loads(text), BoardFile, "ford.toml"), "ford.toml")


def mistakes(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read(text)
    return [str(m) for m in caught.value.mistakes]


@pytest.fixture(scope="module")
def ford() -> Board:
    return read(BOARD)


def test_grid(ford: Board) -> None:
    """na:1.2a, na:1.2b, na:1.2f"""
    assert (ford.columns, ford.rows) == (7, 4)
    assert len(ford.cells) == 4 + 4 * 7
    assert ford[ford.hex("B1")].terrain == "woods"
    assert ford[ford.hex("B1")].level == 2
    assert ford[ford.hex("F1")].terrain == "gully"
    assert ford[ford.hex("A0")].marks == {"partial"}
    assert ford[ford.hex("A1")].marks == frozenset()
    assert hex_from_id("B0") not in ford


def test_levels_make_slopes_but_for_cliffs(ford: Board) -> None:
    """na:4.5.1.1.2b"""
    e3, f3 = ford.hex("E3"), ford.hex("F3")
    assert ford[e3].level == 1
    assert ford.side(e3, S) == {"slope"}
    assert ford.side(e3, N) == {"cliff"}
    assert ford.side(ford.hex("E2"), S) == {"cliff"}
    assert ford.side(f3, S) == {"slope"}
    assert ford.side(e3, SE) == {"slope"}
    assert ford.side(e3, NE) == frozenset()


def test_hexsides_lie_on_both_hexes_but_defilade_on_one(ford: Board) -> None:
    assert "wall" in ford[ford.hex("A1")].sides[S]
    assert "wall" in ford[ford.hex("A2")].sides[N]
    assert "defilade" in ford[ford.hex("G1")].sides[N]
    assert "defilade" not in ford[ford.hex("G0")].sides[S]


def test_routes(ford: Board) -> None:
    """na:4.5.1.1.5a, na:4.1.4.1.3c"""
    a1, b2 = ford.hex("A1"), ford.hex("B2")
    assert ford[a1].routes == {"road": 1 << NW | 1 << SE}
    assert ford.joined("road", a1, SE)
    assert ford.joined("road", b2, SE)
    assert not ford.joined("road", b2, NE)
    assert ford[ford.hex("F3")].routes == {"path": 1 << N}
    assert ford[ford.hex("C2")].routes["road"].bit_count() == 3


def test_bridge_stories_places(ford: Board) -> None:
    """na:4.1.4.1.6a, na:4.1.4.1.4, na:1.2e"""
    assert (ford[ford.hex("C2")].terrain, ford[ford.hex("C2")].under) == ("bridge", "water")
    assert ford[ford.hex("G3")].stories == 2
    assert ford[ford.hex("D2")].stories == 1
    assert ford[ford.hex("A2")].stories == 0
    assert ford.place("bridge").hexes == (ford.hex("C2"),)


def test_own_letters() -> None:
    made = read('id = "x"\nname = "X"\nlegend = {"^" = "rough"}\ngrid = "^1 ."')
    assert made[made.hex("A1")].terrain == "rough"


def test_columns_as_far_as_there_are_letters() -> None:
    """na:1.2f: A to ZZZZ."""
    made = read(f'id = "x"\nname = "X"\ngrid = "{" .1" * 104}"')
    assert made[made.hex("ZZZZ1")].level == 1
    assert mistakes(f'id = "x"\nname = "X"\ngrid = "{" ." * 105}"') == [
        "ford.toml: grid: found 105 columns; allowed: 1 to 104 columns (A to ZZZZ)",
    ]


def test_a_railway_changes_nothing_for_those_who_cross_it() -> None:
    """na:4.5.1.1.2a: but its embankment does, by its Slopes."""
    plain = 'id = "x"\nname = "X"\ngrid = """\n. .1 w1 .\n. . . b\n"""\n'
    made = read(plain + '[[route]]\nkind = "railway"\nhexes = "NW> A1 B1 C1 D2 >SE"')
    assert made.joined("railway", made.hex("B1"), SE)
    for traction in BY_TRACTION.values():
        costs, bare = (TerrainCosts(one, basic_tables(), traction) for one in (made, read(plain)))
        for hex_ in made.cells:
            for direction, beyond in enumerate(hex_.neighbours()):
                if beyond in made:
                    assert costs.crossing(hex_, direction) == bare.crossing(hex_, direction)


def test_grid_size_without_reading_cells() -> None:
    assert grid_size(tomllib.loads(BOARD)) == (7, 4)


@pytest.mark.parametrize("board_id", board_ids())
def test_round_trip_of_every_board(board_id: str) -> None:
    same_after_writing(board(board_id))


def test_round_trip(ford: Board) -> None:
    same_after_writing(ford)


def same_after_writing(one: Board) -> None:
    again = read(board_text(one))
    assert dict(again.cells) == dict(one.cells)
    assert (again.id, again.name, again.columns, again.rows) == (one.id, one.name, one.columns, one.rows)
    assert again.places == one.places
    assert board_text(again) == board_text(one)


def test_round_trip_of_awkward_names(ford: Board) -> None:
    made = Board("ford", 'The "Old" Ford \\ Höhe', ford.columns, ford.rows, ford.cells, ford.places)
    same_after_writing(made)


# -- mistakes ------------------------------------------------------------------------------------


def test_unknown_letter_names_the_hex() -> None:
    (line,) = mistakes(BOARD.replace("w2", "q2"))
    assert line.startswith(
        "ford.toml: grid B1: found 'q2'; allowed: a letter and perhaps a level digit, or --: .=clear"
    )
    assert line.endswith("put the letter into [legend]")


def test_row_of_another_length() -> None:
    assert mistakes(BOARD.replace(".  .  W  .  .  .  .", ".  .  W  .  .  .")) == [
        "ford.toml: grid row 4: found 6 cells; allowed: 7, as in the longest row; write -- where no hex is",
    ]


def test_all_mistakes_at_once() -> None:
    text = (
        BOARD.replace("A1/S", "A1/X")
        .replace("C2/SE", "Z9/N")
        .replace('"cliff"', '"clif"')
        .replace("F2 F3", "F2 F4")
        .replace('hexes = "G3"', 'hexes = "A3"')
        .replace("C1 C0 >N", "C1 >N")
    )
    assert mistakes(text) == [
        "ford.toml: hexside[1].sides: found 'A1/X'; allowed: HEX/DIRECTION such as C5/NE, one of N, NE, SE, S, SW, NW",
        "ford.toml: hexside[1].sides: found Z9, which is not on the board; allowed: A0 to G4",
        "ford.toml: hexside[2].kind: found the hexside 'clif'; allowed: crest, cliff, wall, defilade, hedgerow; "
        "did you mean 'cliff'?",
        "ford.toml: route[2].hexes: found >N at C1; allowed: a hexside at the edge of the map; "
        "go on with C0 or leave >N out",
        "ford.toml: route[3].hexes: found F2 F4; allowed: adjacent hexes in order; next to F2: F1 G1 G2 F3 E2 E1",
        "ford.toml: stories[1].hexes: found A3, clear; allowed: hexes with buildings",
    ]


def test_slopes_are_not_drawn() -> None:
    (line,) = mistakes(BOARD.replace('"cliff"', '"slope"'))
    assert "slopes follow from the levels in the grid" in line


def test_partial_hexes_only_in_odd_columns() -> None:
    """na:1.2b"""
    (line,) = mistakes(BOARD.replace(".  -- .  -- .  -- .", ".  .  .  -- .  -- ."))
    assert line.startswith("ford.toml: grid B0: found '.'; allowed: --; in row 0 only the odd columns")


def test_wrong_and_unknown_keys() -> None:
    text = BOARD.replace('kind = "path"', 'kin = "path"').replace("stories = 2", 'stories = "2"')
    assert mistakes(text.replace('name = "The Ford"', "name = [1]")) == [
        "ford.toml: name: found [1]; allowed: a string",
        "ford.toml: route[3].kind: found nothing; allowed: a string; add this key",
        "ford.toml: route[3].kin: found the unknown key 'kin'; allowed: kind, hexes; did you mean 'kind'?",
        "ford.toml: stories[1].stories: found '2'; allowed: a whole number",
    ]


def test_no_toml(write: Write) -> None:
    path = write("boards", "broken", 'id = "broken\n')
    with pytest.raises(ContentError) as caught:
        board("broken")
    assert caught.value.line.startswith(f"{path}: found no valid TOML: ")
    assert "line 1" in caught.value.line


def test_id_is_the_name_of_the_file(write: Write) -> None:
    write("boards", "other", BOARD)
    with pytest.raises(ContentError, match=r"rename the file to ford\.toml"):
        board("other")


def test_unknown_board_names_those_like_it(write: Write) -> None:
    with pytest.raises(ContentError, match="did you mean 'ford'"):
        board("fort")
