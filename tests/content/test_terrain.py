"""Every line of the Terrain Effects Table can be put on a map and is drawn."""

from __future__ import annotations

import tomllib

from content.kit.load import Proof, structure
from content.panzer.boards.board_file import BoardFile
from content.panzer.boards.boards import make_board
from content.panzer.scenarios.counters import CounterLine, counters
from content.panzer.tables.tables import terrain_effects, terrain_looks
from core.hexes import column_letters
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.works import WorkKind
from tui.map.glyphs import ASCII, UNICODE
from tui.map.palette import FAMILIES, FEATURES, ROUTES
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.text import render_text

from .conftest import Write

#: Lines that no board or counter states: a level in the grid makes a hill and its slopes, stories and the key
#: `desert_buildings` a roof, and units leave wrecks, though `wrecks` may put some there.
FOLLOWING = {"hill", "slope", "desert-roof", "wreck", "brew-up-smoke"}


def test_every_terrain_has_a_letter_and_a_look() -> None:
    looks = terrain_looks()
    hexes = [effect.id for effect in terrain_effects().values() if effect.kind == "hex"]
    assert set(hexes) == set(looks)
    assert len({look.letter for look in looks.values()}) == len(looks)
    for look in looks.values():
        assert look.family in FAMILIES, look.id
        assert len(look.glyph) == 1, look.id
        assert look.ascii.isascii(), look.id


def test_every_route_and_hexside_is_drawn() -> None:
    effects = terrain_effects().values()
    assert {e.id for e in effects if e.kind == "overlay"} == set(ROUTES)
    sides = {e.id for e in effects if e.kind == "hexside"}
    assert sides <= set(FEATURES)
    for glyphs in (UNICODE, ASCII):
        assert sides <= set(glyphs.features)
        assert set(ROUTES) <= set(glyphs.lines)


def test_every_counter_has_a_kind() -> None:
    counters = {e.id for e in terrain_effects().values() if e.kind == "counter"}
    named = {kind.value for kind in WorkKind} | {kind.value for kind in CloudKind} | FOLLOWING
    assert counters <= named


def test_no_line_is_left_over() -> None:
    stated = (
        set(terrain_looks())
        | set(ROUTES)
        | set(FEATURES)
        | {kind.value for kind in WorkKind}
        | {kind.value for kind in CloudKind}
    )
    assert set(terrain_effects()) - stated <= FOLLOWING


def test_a_board_takes_all_of_it(write: Write) -> None:
    """Each terrain by its letter, each route, each hexside, and each counter of the table on one board."""
    letters = [look.letter for look in terrain_looks().values() if look.id not in {"bridge", "alley"}]
    rows = [" ".join(letters), *(" ".join("." for _ in letters) for _ in range(7))]
    sides = [e.id for e in terrain_effects().values() if e.kind == "hexside" and e.id not in {"slope", "cliff"}]
    text = 'id = "all"\nname = "All"\nfirst_row = 1\ngrid = """\n' + "\n".join(rows) + '\n"""\n'
    text = text.replace('. . .\n"""', '. .1 .\n"""')
    for at, kind in enumerate(sides):
        text += f'[[hexside]]\nkind = "{kind}"\nsides = "{column_letters(at + 1)}6/N"\n'
    for at, kind in enumerate(ROUTES):
        text += f'[[route]]\nkind = "{kind}"\nhexes = "{column_letters(at + 1)}3 {column_letters(at + 1)}4"\n'
    text += '[[bridge]]\nhex = "O1"\n'
    write("boards", "all", text)
    board = make_board(structure(tomllib.loads(text), BoardFile, "all"), "all")
    assert {c.terrain for c in board.cells.values()} | {"alley", "water"} == set(terrain_looks())
    assert {k for c in board.cells.values() for k in c.routes} == set(ROUTES)
    found = {k for c in board.cells.values() for side in c.sides for k in side}
    assert found == {*sides, "slope"}
    kinds = [*WorkKind, *CloudKind]
    lines = [CounterLine(kind.value, "C5", of="wood-building" if kind is WorkKind.RUBBLE else "") for kind in kinds]
    proof = Proof("all")
    works, clouds = counters(lines, board, set(), proof)
    proof.done()
    assert {work.kind for work in works} == set(WorkKind)
    assert {cloud.kind for cloud in clouds} == set(CloudKind)
    looks = terrain_looks()
    assert render_text(Scene(board=board, looks=looks), Zoom.PLAIN).isascii()
