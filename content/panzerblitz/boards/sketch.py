"""Small maps for worked examples, drawn like a geomorphic board but of any size."""

from __future__ import annotations

from content.kit.load import Proof
from content.panzerblitz.boards.board_file import SketchFile
from content.panzerblitz.boards.drawing import Drawing
from core.board import Board


def sketch(data: SketchFile, id_: str, name: str, proof: Proof) -> Board:
    """The map that a worked example draws; its mistakes are noted."""
    drawing = Drawing(data, proof, "board.")
    drawing.read_grid()
    if not drawing.grid.terrain:
        drawing.grid.mistake("grid", "no hex", "a letter for each hex, such as '. w1 t'")
    drawing.read_lines()
    for at, line in enumerate(data.partial, 1):
        drawing.mark(line.hexes, "partial", f"partial[{at}].hexes")
    places = drawing.grid.places(data.place)
    cells = drawing.cells(drawing.sides(follow=data.symbols))
    columns, rows = max((h.col for h in cells), default=0), max((h.row for h in cells), default=0)
    return Board(id_, name, columns, rows, cells, places)
