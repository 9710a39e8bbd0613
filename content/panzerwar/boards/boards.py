"""Boards by id, from ``boards/*.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve

from content.kit import folders
from content.kit.folders import kept
from content.kit.grids import Grid
from content.kit.load import Proof
from content.panzerwar.boards.board_file import BoardFile, PlaceEntry
from content.panzerwar.boards.drawing import Drawing, prove
from content.panzerwar.boards.hills import DEGREES
from content.panzerwar.charts.charts import charts
from core.board import Board, Place
from core.hexes import COLUMNS, Hex
from core.plane import Point, tenths, within

#: Rows that a board may have at most.
_ROWS: Final = 999
#: The line of the annex that a hex has whose slope is said of it alone.
_SLOPE: Final = "hill-slope"


@kept
def board(board_id: str) -> Board:
    """The board with this id. ContentError with all mistakes of its file, or if there is none."""
    data = folders.stated("panzerwar", "boards", board_id, BoardFile)
    proof = Proof(folders.label(board_file(board_id)))
    made = make_board(data, proof)
    proof.done()
    return made


def board_file(board_id: str) -> Path:
    """The file of a board. ContentError if there is none."""
    return folders.path_of("panzerwar", "boards", board_id)


def make_board(data: BoardFile, proof: Proof) -> Board:
    """The board that a file states. ContentError if it is too big; other mistakes are noted."""
    if not (1 <= data.columns <= COLUMNS and 1 <= data.rows <= _ROWS):
        found = f"{data.columns} x {data.rows}"
        proof.mistake("columns, rows", found, f"1 to {COLUMNS} columns of 1 to {_ROWS} hexes")
        proof.done()
    annex = charts().ground.terrain
    drawing = Drawing(data, annex, proof)
    if prove(data, annex, proof):
        drawing.draw()
    grid = Grid(proof)
    grid.terrain, grid.level = drawing.terrain, dict.fromkeys(drawing.terrain, 0)
    _single_hexes(data, drawing, grid)
    kinds = tuple(one.id for one in annex.values() if one.kind == "line")
    for name, lines, away in (("hexside", data.hexside, False), ("open", data.open, True)):
        for at, line in enumerate(lines, 1):
            for hex_, direction in grid.hexsides(line, f"{name}[{at}]", kinds):
                drawing.mark(hex_, direction, line.kind, away=away)
    drawing.contours()
    proof.unique("place", (place.id for place in data.place))
    places = tuple(_place(place, f"place[{at}]", drawing, grid) for at, place in enumerate(data.place, 1))
    return Board(data.id, data.name, data.columns, data.rows, drawing.cells(), places, source=data.source)


def _single_hexes(data: BoardFile, drawing: Drawing, grid: Grid) -> None:
    """Give single hexes what the file says of them."""
    areas = tuple(one.id for one in drawing.annex.values() if one.kind == "area")
    for at, entry in enumerate(data.hex, 1):
        key = f"hex[{at}]"
        if entry.terrain:
            drawing.proof.among(f"{key}.terrain", entry.terrain, areas, "the terrain")
        if entry.uphill is not None and not 0 <= entry.uphill < 48:
            drawing.proof.mistake(f"{key}.uphill", repr(entry.uphill), "a heading of 0 (north) to 47, clockwise")
        for hex_ in grid.hexes(entry.hexes, f"{key}.hexes"):
            if entry.terrain:
                drawing.terrain[hex_] = entry.terrain
                drawing.high.discard(hex_)
            if entry.stories is not None:
                drawing.stories[hex_] = entry.stories
            found = drawing.rises[hex_]
            if entry.level is not None:
                found = evolve(found, level=entry.level)
            if entry.uphill is not None:
                kind = found.kind or _SLOPE
                found = evolve(found, kind=kind, slope=found.slope or DEGREES[kind], uphill=entry.uphill)
            if entry.slope is not None:
                found = evolve(found, slope=entry.slope, uphill=found.uphill if entry.slope else None)
            drawing.rises[hex_] = found


def _place(entry: PlaceEntry, key: str, drawing: Drawing, grid: Grid) -> Place:
    hexes: tuple[Hex, ...] = grid.hexes(entry.hexes, f"{key}.hexes") if entry.hexes else ()
    if entry.at is not None:
        at = Point(tenths(entry.at[0]), tenths(entry.at[1]))
        hexes += tuple(hex_ for hex_, middle in drawing.centres.items() if within(at, middle, entry.radius))
    if not hexes:
        drawing.proof.mistake(key, "no hex", "hexes, or at and a radius in GSU that holds the centre of one")
    return Place(entry.id, entry.name, hexes)
