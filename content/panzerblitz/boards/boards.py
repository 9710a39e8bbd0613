"""The geomorphic boards from ``boards/<number>.toml``, every line proved against the grid and the terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from content.kit import folders
from content.kit.folders import kept
from content.kit.grids import NO_HEX, Grid, lines_of
from content.kit.load import Proof
from content.panzerblitz.boards.board_file import (
    COLUMNS,
    ROAD_COLUMNS,
    ROAD_ROWS,
    ROWS,
    BoardFile,
    board_hexes,
    is_half,
)
from content.panzerblitz.boards.drawing import Drawing
from core.board import Board
from core.hexes import Hex, N, S
from core.panzerblitz.pieces.reference import Elevation

_LOW_GROUND: Final = ("swamp", "gully", "stream", "ford", "pond")


def board_ids() -> tuple[str, ...]:
    """The numbers of all boards there are."""
    return folders.ids("panzerblitz", "boards")


@kept
def board(board_id: str) -> Board:
    """The board with this number. ContentError with every mistake of its file, or if there is none."""
    data = folders.stated("panzerblitz", "boards", board_id, BoardFile)
    return make_board(data, folders.label(folders.path_of("panzerblitz", "boards", board_id)))


def make_board(data: BoardFile, file: str) -> Board:
    """The board that a board file states; `file` is its name in messages."""
    proof = Proof(file)
    drawing = Drawing(data, proof)
    _prove_size(data, proof)
    proof.done()
    drawing.read_grid()
    _prove_hexes(drawing.grid)
    proof.done()
    drawing.read_lines()
    _prove_ground(drawing)
    _prove_roads(drawing)
    sides, places = drawing.sides(), drawing.grid.places(data.place)
    proof.done()
    cells = drawing.cells(sides, filter(is_half, board_hexes()))
    return Board(
        id=data.id,
        name=data.name,
        columns=COLUMNS,
        rows=ROWS,
        cells=cells,
        places=places,
        source=data.source,
        labels={hex_: printed_name(data.id, hex_) for hex_ in cells},
    )


def _prove_size(data: BoardFile, proof: Proof) -> None:
    lines = lines_of(data.grid)
    if len(lines) != ROWS or any(len(line) != COLUMNS for line in lines):
        found = f"{len(lines)} rows of {' or '.join(map(str, sorted(set(map(len, lines)))))} cells"
        proof.mistake("grid", found, f"{ROWS} rows of {COLUMNS} cells")


def _prove_hexes(grid: Grid) -> None:
    """Whether hexes stand where every board has them, and nowhere else."""
    hexes = frozenset(board_hexes())
    for hex_ in sorted(grid.terrain.keys() - hexes):
        grid.mistake(f"grid {hex_}", grid.terrain[hex_], f"{NO_HEX}: odd columns end with row {ROWS - 1}")
    for hex_ in sorted(hexes - grid.terrain.keys()):
        grid.mistake(f"grid {hex_}", NO_HEX, "a hex, as on every board")


def _prove_ground(drawing: Drawing) -> None:
    """Edges that join in any order are clear ground; hilltops stand on slopes; water lies low; plateaus lie high."""
    grid = drawing.grid
    for hex_, terrain in grid.terrain.items():
        level = grid.level[hex_]
        if is_half(hex_) and (terrain != "clear" or level):
            grid.mistake(f"grid {hex_}", terrain, "clear ground on every half hex, which all boards share")
        if level and terrain in _LOW_GROUND:
            grid.mistake(f"grid {hex_}", f"{terrain} on a height", f"{terrain} at ground level")
        if level == Elevation.HILLTOP and any(not grid.level.get(n, 0) for n in hex_.neighbours()):
            grid.mistake(f"grid {hex_}", "a hilltop beside level ground", "slopes all round it")
    for hex_ in sorted(drawing.marked("plateau")):
        if grid.level[hex_] != Elevation.HILLTOP:
            grid.mistake("plateau", f"{hex_}, no hilltop", "hilltops")


def _prove_roads(drawing: Drawing) -> None:
    """Roads leave where those of all boards join, and only there."""
    grid = drawing.grid

    def leave(hex_: Hex, directions: Iterable[int]) -> Iterator[tuple[Hex, int]]:
        """The hexsides of a hex by which a road leaves the board."""
        crossed = drawing.roads.get(hex_, 0)
        return ((hex_, d) for d in directions if crossed >> d & 1 and hex_.neighbour(d) not in grid.terrain)

    for hex_ in drawing.roads:
        if grid.terrain[hex_] == "pond":
            grid.mistake("road", f"{hex_}, pond", "hexes that may be entered")
    ends = {(Hex(col, row), d) for col in ROAD_COLUMNS for row, d in ((1, N), (ROWS - 1, S))}
    short = {Hex(col, row) for col in (1, COLUMNS) for row in ROAD_ROWS}
    at_short = {hex_ for hex_ in drawing.roads if hex_.col in (1, COLUMNS)}
    found = {end for hex_ in drawing.roads for end in leave(hex_, (N, S))}
    over = {hex_ for hex_ in at_short if any(leave(hex_, range(6)))}
    if found != ends or over != short or at_short != short:
        allowed = "roads that leave at G, Q and AA on the long edges and through rows 3 and 8 on the short ones"
        grid.mistake("road", "other ends", allowed, "all boards join at these")


def printed_name(board_id: str, hex_: Hex) -> str:
    """The name of a hex by the location system, such as ``2-A-3`` (pb:PB-LOC-1)."""
    letters = hex_.id.rstrip("0123456789")
    return f"{board_id}-{letters}-{hex_.row}"
