"""Terrain overlays and joined boards: what a scenario file makes of them, and what is reported of a wrong one."""

from __future__ import annotations

import textwrap
import tomllib
from pathlib import Path

import pytest

from content import catalogue
from content.kit import folders
from content.kit.load import ContentError, Proof, structure
from content.panzer.boards.board_file import BoardFile, OverlayFile
from content.panzer.boards.board_text import board_text
from content.panzer.boards.boards import board, board_ids, make_board, numbered_boards
from content.panzer.boards.overlays import (
    Placement,
    laid_overlays,
    make_overlay,
    overlay,
    overlay_ids,
    read_placement,
)
from content.panzer.scenarios.briefing import briefing
from core.board import Board
from core.hexes import DIRECTION_NAMES, NE, NW, SE, SW, Hex, N, S, distance, hex_from_id, opposite
from core.joining import turn
from core.panzer.face.cards import hex_card
from core.panzer.ground.mapboard import TerrainOverlay, lay_overlay
from core.panzer.state import initial_state

from .conftest import BOARD, SCENARIO, Write

PLAIN = """
id = "plain"
name = "Plain"
number = 34
directional = "NE"
grid = '''
.  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .
.  .  .  .1 .2 .2 .1 .  .  .
.  .  .  .1 .2 .2 .1 .  .  .
.  .  .  .  .1 .1 .  .  .  .
.  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .
'''

[[hexside]]
kind = "wall"
sides = "C2/S H6/N"

[[hexside]]
kind = "crest"
sides = "E4/S"

[[hexside]]
kind = "defilade"
sides = "C3/N"

[[route]]
kind = "road"
hexes = "SW> A2 B2 C1 D2 E1 F1 >N"

[[route]]
kind = "path"
hexes = "SW> A7 B7 C6 D7 E6 F7 G6 H7 I6 J7 >SE"
"""

HILL = """
id = "H1"
name = "Hill"
hex = "B2"
arrow = "SE"
grid = '''
-- .1 --
.1 r2 .1
.1 .1 .1
'''

[[hexside]]
kind = "crest"
sides = "B2/N"

[[hexside]]
kind = "cliff"
sides = "B1/N"
"""


def read_board(text: str) -> Board:
    return make_board(structure(tomllib.loads(text), BoardFile, "plain.toml"), "plain.toml")


def read_overlay(text: str) -> TerrainOverlay:
    return make_overlay(structure(tomllib.loads(text), OverlayFile, "overlay.toml"), "overlay.toml")


def mistakes(write: Write, text: str) -> list[str]:
    write("scenarios", "skirmish", text)
    with pytest.raises(ContentError) as caught:
        catalogue.scenario("skirmish")
    return [f"{m.key}: {m.found}; {m.allowed}; {m.remedy}" for m in caught.value.mistakes]


@pytest.fixture(scope="module")
def plain() -> Board:
    return read_board(PLAIN)


def ids(board_: Board, terrain: str) -> set[str]:
    return {str(h) for h, cell in board_.cells.items() if cell.terrain == terrain}


# -- laying --------------------------------------------------------------------------------------


def test_placement_code() -> None:
    """na:1.3b: LG2 34O4(6)"""
    assert read_placement("LG2 34O4(6)", "overlays[1]", Proof("x")) == Placement("LG2", "34O4", 6)
    assert read_placement("H2.12 O4 (1)", "overlays[1]", Proof("x")) == Placement("H2.12", "O4", 1)
    for wrong in ("LG2", "LG2 34O4", "LG2 34O4(7)", "LG2 34O4(0)", "LG2 O(1)"):
        proof = Proof("x")
        assert read_placement(wrong, "overlays[1]", proof) is None
        assert proof.mistakes[0].key == "overlays[1]"


def test_arrow_points_in_the_numbered_direction(plain: Board) -> None:
    """na:1.2c, na:1.3, na:1.3b: direction 1 of this map is NE, so that 6 is N, and the overlay is not turned."""
    as_drawn = laid_overlays(("LG2 34F6(6)",), plain, Proof("x"))
    assert ids(as_drawn, "light-grove") == {"E5", "F5", "G5", "F6", "G6"}
    half_round = laid_overlays(("LG2 34F6(3)",), plain, Proof("x"))
    assert ids(half_round, "light-grove") == {"G6", "F7", "E6", "F6", "E5"}


def test_long_overlay_in_each_direction(plain: Board) -> None:
    """na:1.3b: a row of hexes along the arrow lies along each of the six directions, on every column."""
    row = read_overlay('id = "X"\nname = "X"\nhex = "B3"\ngrid = """\n-- w\n-- w\n-- w\n"""')
    for at in (hex_from_id("E4"), hex_from_id("F5")):
        for facing in range(6):
            one = at.neighbour(facing)
            made = lay_overlay(plain, row, at, facing)
            assert {h for h, c in made.cells.items() if c.terrain == "woods"} == {at, one, one.neighbour(facing)}


@pytest.mark.parametrize("overlay_id", overlay_ids())
def test_rotations_keep_every_overlay_in_shape(overlay_id: str) -> None:
    """na:1.3, na:1.3b: distances between its hexes, and all that lies in and between them, are as drawn."""
    cover = overlay(overlay_id)
    field = read_board(f"id = \"f\"\nname = \"F\"\ngrid = '''\n{(('. ' * 20).strip() + chr(10)) * 20}'''")
    for at in (Hex(10, 10), Hex(11, 10)):
        for facing in range(6):
            where = cover.placed(at, facing)
            made = lay_overlay(field, cover, at, facing)
            turns = facing - cover.arrow
            assert where[cover.origin] == at
            for a, a_lies in where.items():
                assert all(distance(a, b) == distance(a_lies, where[b]) for b in where)
                drawn, laid = cover.cells[a], made[a_lies]
                assert (laid.terrain, laid.level, laid.stories) == (drawn.terrain, drawn.level, drawn.stories)
                for d in range(6):
                    features = drawn.sides[d] - {"slope"}
                    assert made.side(a_lies, (d + turns) % 6) - {"slope"} >= features
                    if a.neighbour(d) in where:
                        kinds = [kind for kind in drawn.routes if cover.cells[a].route_crosses(kind, d)]
                        assert all(made.joined(kind, a_lies, (d + turns) % 6) for kind in kinds)
            assert sum(c != field[h] for h, c in made.cells.items() if h not in where.values()) <= 6 * len(where)
            again = read_board(board_text(made))
            assert again.cells == made.cells


def test_spill_over_changes_nothing_beside(plain: Board) -> None:
    """na:1.3a: the hexes beside keep terrain and routes; the routes of covered hexes are gone."""
    made = laid_overlays(("LG1 34C1(6)",), plain, Proof("x"))
    assert ids(made, "light-grove") == {"C1", "D1", "D2"}
    assert all(not made[hex_from_id(id_)].routes for id_ in ("C1", "D1", "D2"))
    b2, e1 = made[hex_from_id("B2")], made[hex_from_id("E1")]
    assert b2.routes == {"road": 1 << SW}
    assert e1.routes == {"road": 1 << NE}
    assert (b2.terrain, e1.terrain) == ("clear", "clear")
    far = [h for h in plain.cells if min(distance(h, hex_from_id(id_)) for id_ in ("C1", "D1", "D2")) > 1]
    assert all(made[h] == plain[h] for h in far)


def test_hexsides_of_covered_hexes_go(plain: Board) -> None:
    """na:1.3, na:1.3a: also on the hex across them, but for what that hex has to itself."""
    made = laid_overlays(("LG1 34B2(6)",), plain, Proof("x"))
    assert ids(made, "light-grove") == {"B2", "C1", "C2"}
    assert made.side(hex_from_id("C2"), S) == {"defilade"}
    assert made[hex_from_id("C3")].sides[N] == {"defilade"}
    assert made.side(hex_from_id("H6"), N) == {"wall"}


def test_flat_overlay_lies_on_the_ground(plain: Board) -> None:
    """na:1.3, na:4.1.4.1.5: hills are elevation, not terrain; a grove on one leaves levels, Slopes and Crests."""
    made = laid_overlays(("LG2 34E4(6)",), plain, Proof("x"))
    covered = [h for h, c in made.cells.items() if c.terrain == "light-grove"]
    assert len(covered) == 5
    for hex_ in plain.cells:
        assert made[hex_].level == plain[hex_].level
        assert all(made[hex_].sides[d] - {"wall"} == plain[hex_].sides[d] - {"wall"} for d in range(6))
    assert "crest" in made.side(hex_from_id("E4"), S)


def test_hill_replaces_levels_and_makes_slopes(plain: Board) -> None:
    """na:1.3b, na:4.5.1.1.2b, na:4.1.4.1.5a: its arrow, drawn to the SE, points to the S; its cliff follows."""
    hill = read_overlay(HILL)
    made = lay_overlay(plain, hill, hex_from_id("E4"), S)
    centre = made[hex_from_id("E4")]
    assert (centre.terrain, centre.level) == ("rough", 2)
    assert made.side(hex_from_id("E4"), NE) == {"crest", "slope"}
    cliff = hex_from_id("E4").neighbour(NE)
    assert made.side(cliff, NE) == {"cliff"}
    assert "crest" not in made.side(hex_from_id("E4"), S)
    for hex_, cell in made.cells.items():
        for direction, beyond in enumerate(hex_.neighbours()):
            differs = beyond in made and made[beyond].level != cell.level
            sides = made.side(hex_, direction)
            assert ("slope" in sides) == (differs and "cliff" not in sides)


def test_route_of_an_overlay_goes_on_beside_it(plain: Board) -> None:
    """na:1.3a: where the hexes beside carry it on; elsewhere it ends."""
    village = 'id = "V"\nname = "V"\nhex = "B1"\ngrid = """\n-- k\n"""\n[[route]]\nkind = "path"\nhexes = "{}"\n'
    on = lay_overlay(plain, read_overlay(village.format("NW> B1 >SW")), hex_from_id("D7"), N)
    assert on.joined("path", hex_from_id("D7"), NW)
    assert not on.joined("path", hex_from_id("D7"), NE)
    assert on[hex_from_id("D7")].routes == {"path": 1 << NW}
    assert on[hex_from_id("E6")].routes == {"path": 1 << SE}
    turned = lay_overlay(plain, read_overlay(village.format("NW> B1 >NE")), hex_from_id("D7"), N)
    assert turned.joined("path", hex_from_id("D7"), NE)
    assert read_board(board_text(on)).cells == on.cells


def test_defilade_of_an_overlay_is_its_own(plain: Board) -> None:
    """na:1.3a: other hexsides lie on both hexes, a Defilade on the covered one alone."""
    sides = '[[hexside]]\nkind = "{}"\nsides = "B1/NE"\n'
    text = 'id = "D"\nname = "D"\nhex = "B1"\ngrid = """\n-- .\n"""\n' + sides.format("defilade") + sides.format("wall")
    made = lay_overlay(plain, read_overlay(text), hex_from_id("H3"), SE)
    assert made[hex_from_id("H3")].sides[S] == {"defilade", "wall"}
    assert made[hex_from_id("H4")].sides[N] == {"wall"}


def test_overlays_lie_upon_one_another_in_order(plain: Board) -> None:
    """na:1.3"""
    made = laid_overlays(("RG1 34F6(6)", "LG1 34F6(6)"), plain, Proof("x"))
    assert made[hex_from_id("F6")].terrain == "light-grove"
    assert ids(made, "rough")


def test_overlay_beyond_the_edge(plain: Board) -> None:
    """na:1.3"""
    proof = Proof("x")
    assert laid_overlays(("LG2 34A1(6)", "XX1 34B2(1)", "LG2 29B2(1)"), plain, proof) is plain
    first, second, third = proof.mistakes
    assert (first.key, first.found) == ("overlays[1]", "LG2 with 2 of its 5 hexes beyond the edge of the map")
    assert (second.key, second.found) == ("overlays[2]", "the overlay 'XX1'")
    assert third.key == "overlays[3]"
    with pytest.raises(ValueError, match="LG2 covers 2 hexes beyond the edge"):
        lay_overlay(plain, overlay("LG2"), hex_from_id("A1"), N)


def test_on_a_turned_map_an_overlay_turns_with_it(plain: Board) -> None:
    """na:1.2, na:1.2c, na:1.3b: laid and turned is turned and laid."""
    for code in ("LG2 34E5(2)", "H2.12 34E5(4)", "VG1 34E3(1)"):
        one = turn(laid_overlays((code,), plain, Proof("x")))
        other = laid_overlays((code,), turn(plain), Proof("x"))
        assert one.cells == other.cells


# -- files ---------------------------------------------------------------------------------------


def test_mistakes_of_an_overlay_file(write: Write) -> None:
    """na:1.3"""
    path = write(
        "overlays", "ZZ1", HILL.replace('"H1"', '"ZZ1"').replace('hex = "B2"', 'hex = "D9"').replace('"SE"', '"E"')
    )
    with pytest.raises(ContentError) as caught:
        overlay("ZZ1")
    assert [str(m) for m in caught.value.mistakes] == [
        f"{path}: hex: found D9, which is not on the board; allowed: A2 to C3",
        f"{path}: arrow: found 'E'; allowed: {', '.join(DIRECTION_NAMES)}",
    ]
    write("overlays", "ZZ2", HILL)
    with pytest.raises(ContentError, match="the name of the file"):
        overlay("ZZ2")
    with pytest.raises(ContentError, match="LG2"):
        overlay("LG9")


def test_example_of_the_readme(plain: Board) -> None:
    """na:1.3, na:1.3b"""
    readme = (folders.OWN / "panzer" / "README.md").read_text(encoding="utf-8")
    example = readme.split("## An overlay", 1)[1].split("\n\n", 2)[2].split("\n\nIts terrain", 1)[0]
    farm = read_overlay(textwrap.dedent(example))
    made = lay_overlay(plain, farm, hex_from_id("D7"), N)
    assert ids(made, "brick-building") == {"C6"}
    assert made[hex_from_id("D7")].routes == {"path": 1 << NE}


def test_number_and_directional_hex_of_a_board(plain: Board) -> None:
    """na:1.2c: in the file, and written back."""
    assert (plain.number, plain.directional) == (34, NE)
    again = read_board(board_text(plain))
    assert (again.number, again.directional, again.cells) == (34, NE, plain.cells)
    with pytest.raises(ContentError) as caught:
        read_board(PLAIN.replace("number = 34", "number = 0").replace('"NE"', '"E"'))
    assert [m.key for m in caught.value.mistakes] == ["number", "directional"]


def test_shipped_boards_have_numbers() -> None:
    """na:1.2c"""
    assert set(numbered_boards().values()) == set(board_ids())


# -- scenarios -----------------------------------------------------------------------------------


def joinable(text: str, number: int, id_: str) -> str:
    """The board of the tests under a number and an id, 6 columns of it without row 0, so that it can turn."""
    lines = text.replace('"ford"', f'"{id_}"\nnumber = {number}').replace("first_row = 0", "").splitlines()
    start = lines.index("grid = '''")
    grid = [" ".join(line.split()[:6]) for line in lines[start + 2 : start + 6]]
    return "\n".join([*lines[: start + 1], *grid, "'''", "[[place]]", f'id = "{id_}"', 'name = "X"', 'hexes = "C2"'])


JOINED = (
    SCENARIO.replace('board = "ford"', "boards = [[{number = 8}, {number = 9, turned = true}]]")
    .replace('hex = "A2"', 'hex = "8A2"')
    .replace('hexes = "A1 A3"', 'hexes = "8A1 8A3"')
    .replace('hexes = "E1"', 'hexes = "9B1"')
    .replace('place = "bridge"', 'place = "east"')
    .replace('hexes = "G3 G4"', 'hexes = "9A3 9A4"')
    .replace('columns = "F-G"', 'columns = "K-L"')
)


@pytest.fixture
def two_boards(write: Write) -> Write:
    write("boards", "west", joinable(BOARD, 8, "west"))
    write("boards", "east", joinable(BOARD, 9, "east"))
    return write


def test_scenario_on_joined_boards(two_boards: Write) -> None:
    """na:1.2, na:1.2f: hexes are named as the boards print them."""
    two_boards("scenarios", "skirmish", JOINED)
    made = catalogue.scenario("skirmish")
    board_ = made.board
    assert (board_.columns, board_.rows, len(board_.cells)) == (12, 4, 48)
    assert made.units[0].hex == board_.hex("8A2") == hex_from_id("A2")
    assert made.exits[0].hexes == (board_.hex("9A3"), board_.hex("9A4")) == (hex_from_id("L2"), hex_from_id("L1"))
    assert made.objectives[0].hexes == (board_.hex("9C2"),)
    assert board_[board_.hex("9C2")].terrain == board("east")[hex_from_id("C2")].terrain == "water"
    info = catalogue.scenario_info("skirmish")
    assert (info.board, info.board_size) == ("west + east", (12, 4))
    for hex_, cell in board_.cells.items():
        for d, beyond in enumerate(hex_.neighbours()):
            if beyond in board_:
                assert cell.sides[d] == board_[beyond].sides[opposite(d)]
                assert ("slope" in cell.sides[d]) == (cell.level != board_[beyond].level)


def test_overlay_on_a_turned_board_of_a_joined_map(two_boards: Write) -> None:
    """na:1.2c, na:1.3b: direction 1 of the turned map is S."""
    two_boards("scenarios", "skirmish", JOINED.replace("[victory]", 'overlays = ["LG1 9E2(1)"]\n[victory]'))
    board_ = catalogue.scenario("skirmish").board
    at = board_.hex("9E2")
    groves = {board_.label(h) for h, c in board_.cells.items() if c.terrain == "light-grove"}
    assert board_.facing(at, 1) == S
    assert groves == {"9E2", "9F2", "9F3"}
    assert board_.extent == "hexes of map 8 and map 9 (turned), such as 8A1"
    texts = [row.text for section in briefing(catalogue.scenario("skirmish")).sections for row in section.rows]
    assert "LG1 9E2(1)" in texts
    card = hex_card(initial_state(catalogue.scenario("skirmish")), at)
    assert (card.title, card.subtitle) == ("9E2", f"{at.id} · Light Grove")
    assert any(text.startswith("German scores") and text.endswith("leaves at 9A3, 9A4") for text in texts)


def test_content_hash_covers_boards_and_overlays(two_boards: Write) -> None:
    """na:1.2, na:1.3"""
    two_boards("overlays", "T1", HILL.replace('"H1"', '"T1"'))
    two_boards("scenarios", "skirmish", JOINED.replace("[victory]", 'overlays = ["T1 8C2(1)"]\n[victory]'))
    hashes = [catalogue.content_hash("skirmish")]
    for kind, id_, text in (
        ("boards", "west", joinable(BOARD, 8, "west") + "\n"),
        ("boards", "east", joinable(BOARD, 9, "east") + "\n"),
        ("overlays", "T1", HILL.replace('"H1"', '"T1"') + "\n"),
    ):
        two_boards(kind, id_, text)
        hashes.append(catalogue.content_hash("skirmish"))
    assert len(set(hashes)) == 4


def test_mistakes_of_a_layout(two_boards: Write) -> None:
    """na:1.2: every one with its key and what to do."""
    head = "boards = [[{number = 8}, {number = 9, turned = true}]]"
    assert mistakes(two_boards, JOINED.replace(head, ""))[0].startswith("board: nothing; a string; name one board")
    assert mistakes(two_boards, JOINED.replace(head, f'{head}\nboard = "west"'))[0].startswith("board: both board and")
    (line,) = mistakes(two_boards, JOINED.replace("number = 9,", "number = 77,"))
    assert line.startswith("boards[1][2].number: 77; the number of a board: 1 (trigh), ")
    (line,) = mistakes(two_boards, JOINED.replace("number = 9,", "number = 8,"))
    assert line.startswith("boards: The Ford and The Ford both print 8A1")
    (line,) = mistakes(two_boards, JOINED.replace("number = 9,", "number = 1,"))
    assert line.startswith("boards: the boards in row 1 are not of one size: ")
    (line,) = mistakes(two_boards, JOINED.replace("number = 9, ", ""))
    assert line.startswith("boards[1][2].number: nothing; the number of the board that is turned")
    assert mistakes(two_boards, JOINED.replace('"8A2"', '"7A2"')) == [
        "side[1].formation[1].units[1].hex: '7A2'; a hex id such as E9 or BB12; "
    ]
    two_boards("scenarios", "skirmish", JOINED.replace("number = 9,", "number = 8,"))
    assert any("both print" in str(fault) for fault in catalogue.faults())


def test_two_boards_of_one_number(two_boards: Write) -> None:
    """na:1.2c"""
    path: Path = two_boards("boards", "west", joinable(BOARD, 9, "west"))
    with pytest.raises(ContentError, match=f"{path}: number: found 9 again"):
        numbered_boards()
