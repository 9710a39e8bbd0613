"""Where units set up and come on: rectangles in GSU, places and edges of the board, as hexes (pw:3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from content.kit.grids import read_hexes
from content.kit.load import Proof
from content.panzerwar.scenarios.scenario_file import EnterEntry, OffBoardEntry, Rect, SetUpEntry
from core.board import Board
from core.hexes import Hex
from core.plane import ACROSS, Point, centre, tenths

#: The edges of a board, and the heading of what comes on by each, of 48.
HEADINGS: Final = {"north": 24, "east": 36, "south": 0, "west": 12}
#: How far off the table a battery must be at least, in GSU (pw:10.0.4).
OFF_BOARD: Final = 1000


def in_rects(board: Board, rects: Sequence[Rect], key: str, proof: Proof) -> Iterator[Hex]:
    """The hexes whose centres lie in rectangles; a rectangle without any is noted."""
    for at, (x1, y1, x2, y2) in enumerate(rects, 1):
        west, north, east, south = tenths(x1), tenths(y1), tenths(x2), tenths(y2)
        found = [h for h in board.cells if _inside(centre(h), west, north, east, south)]
        if not found:
            proof.mistake(f"{key}[{at}]", repr([x1, y1, x2, y2]), "x1, y1, x2, y2 in GSU that hold hexes of the board")
        yield from found


def _inside(at: Point, west: int, north: int, east: int, south: int) -> bool:
    return west <= at.x <= east and north <= at.y <= south


def set_up(board: Board, entry: SetUpEntry, key: str, proof: Proof) -> frozenset[Hex]:
    """The hexes in which a unit sets up."""
    found = set(in_rects(board, entry.rects, f"{key}.rects", proof))
    if entry.hexes:
        found.update(read_hexes(entry.hexes, f"{key}.hexes", board, proof))
    if entry.place:
        places = {place.id: place for place in board.places}
        if proof.among(f"{key}.place", entry.place, places, "the place"):
            found.update(places[entry.place].hexes)
    if not (entry.rects or entry.hexes or entry.place):
        proof.mistake(key, "nothing", "rects, hexes or a place of the board")
    heading(entry.heading, f"{key}.heading", proof)
    return frozenset(found)


def heading(value: int, key: str, proof: Proof) -> int:
    """A heading of 48; any other is noted."""
    if not 0 <= value < 48:
        proof.mistake(key, repr(value), "a heading of 0 (north) to 47, clockwise")
    return value


def entry_hexes(board: Board, entry: EnterEntry, key: str, proof: Proof) -> frozenset[Hex]:
    """The hexes of an edge by which a unit comes on."""
    if not proof.among(f"{key}.edge", entry.edge, HEADINGS, "the edge"):
        return frozenset()
    first, last = entry.between or (0, 10**6)
    found = frozenset(
        hex_ for hex_ in edge(board, entry.edge) if tenths(first) <= _along(centre(hex_), entry.edge) <= tenths(last)
    )
    if not found:
        proof.mistake(
            f"{key}.between", repr([first, last]), "two coordinates in GSU along the edge, hexes between them"
        )
    return found


def edge(board: Board, name: str) -> Iterator[Hex]:
    """The hexes along an edge of a board."""
    column = {"west": 1, "east": board.columns}.get(name)
    row = {"north": 1, "south": board.rows}.get(name)
    return (hex_ for hex_ in board.cells if hex_.col == column or hex_.row == row)


def _along(at: Point, name: str) -> int:
    return at.y if name in ("west", "east") else at.x


def off_board(board: Board, entry: OffBoardEntry, key: str, proof: Proof) -> Point | None:
    """Where a battery stands off the table, more than 1000 GSU from its edge (pw:10.0.4)."""
    if entry.distance <= OFF_BOARD:
        proof.mistake(f"{key}.distance", repr(entry.distance), f"more than {OFF_BOARD} GSU from the edge")
    if not proof.among(f"{key}.edge", entry.edge, HEADINGS, "the edge"):
        return None
    far, along = tenths(entry.distance) + tenths(ACROSS / 2), tenths(entry.at)
    middles = [centre(hex_) for hex_ in edge(board, entry.edge)]
    if entry.edge in ("north", "south"):
        rows = [at.y for at in middles]
        return Point(along, min(rows) - far if entry.edge == "north" else max(rows) + far)
    columns = [at.x for at in middles]
    return Point(min(columns) - far if entry.edge == "west" else max(columns) + far, along)
