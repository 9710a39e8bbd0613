"""Boards of Panzer written in the format of their files."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping

from content.kit.grids import NO_HEX
from content.panzer.tables.tables import terrain_looks
from core.board import Board, Cell
from core.hexes import DIRECTION_NAMES, Hex, N, opposite
from core.panzer.ground.mapboard import ONE_SIDED


def board_text(board: Board) -> str:
    """A board in the format of its file; reading it again gives an equal board."""
    return "\n".join(_lines(board)) + "\n"


def _lines(board: Board) -> Iterator[str]:
    letters = {look.id: look.letter for look in terrain_looks().values()}
    first = min(h.row for h in board.cells)
    yield f"id = {_quoted(board.id)}"
    yield f"name = {_quoted(board.name)}"
    yield f"source = {_quoted(board.source)}"
    if board.number is not None:
        yield f"number = {board.number}"
    if board.directional != N:
        yield f"directional = {_quoted(DIRECTION_NAMES[board.directional])}"
    if first != 1:
        yield f"first_row = {first}"
    yield "grid = '''"
    for row in range(first, board.rows + 1):
        cells = (_cell_text(board.cells.get(Hex(col, row)), letters) for col in range(1, board.columns + 1))
        yield " ".join(f"{cell:<2}" for cell in cells).rstrip()
    yield "'''"
    yield from _hexside_lines(board)
    for kind in sorted({kind for cell in board.cells.values() for kind in cell.routes}):
        for route in _trails(board, kind):
            yield from ("", "[[route]]", f"kind = {_quoted(kind)}", f"hexes = {_row(route)}")
    for hex_, cell in sorted(board.cells.items()):
        if cell.under is not None:
            yield from ("", "[[bridge]]", f"hex = {_quoted(hex_.id)}")
    for stories in sorted({c.stories for c in board.cells.values() if c.stories > 1}):
        hexes = " ".join(h.id for h, c in sorted(board.cells.items()) if c.stories == stories)
        yield from ("", "[[stories]]", f"hexes = {_row(hexes)}", f"stories = {stories}")
    for place in board.places:
        hexes = " ".join(h.id for h in place.hexes)
        yield from (
            "",
            "[[place]]",
            f"id = {_quoted(place.id)}",
            f"name = {_quoted(place.name)}",
            f"hexes = {_row(hexes)}",
        )


def _cell_text(cell: Cell | None, letters: Mapping[str, str]) -> str:
    if cell is None:
        return NO_HEX
    return letters[cell.under or cell.terrain] + (str(cell.level) if cell.level else "")


def _hexside_lines(board: Board) -> Iterator[str]:
    """Every hexside once, under each of its kinds; slopes are left out since they follow from the levels."""
    marked: dict[str, list[str]] = {}
    for hex_, cell in sorted(board.cells.items()):
        for direction, kinds in enumerate(cell.sides):
            other = hex_.neighbour(direction)
            for kind in sorted(kinds - {"slope"}):
                if kind in ONE_SIDED or other not in board.cells or hex_ < other:
                    marked.setdefault(kind, []).append(f"{hex_}/{DIRECTION_NAMES[direction]}")
    for kind, sides in marked.items():
        yield from ("", "[[hexside]]", f"kind = {_quoted(kind)}", f"sides = {_row(' '.join(sides))}")


def _trails(board: Board, kind: str) -> Iterator[str]:
    """The routes of a kind as chains of hexes that together cross every marked hexside once."""
    open_ = {
        hex_: [
            d
            for d in range(6)
            if cell.route_crosses(kind, d) and (hex_.neighbour(d) not in board.cells or board.joined(kind, hex_, d))
        ]
        for hex_, cell in sorted(board.cells.items())
        if kind in cell.routes
    }
    alone = [hex_ for hex_, directions in open_.items() if not directions]

    def ends(hex_: Hex) -> list[int]:
        return [d for d in open_[hex_] if hex_.neighbour(d) not in board.cells]

    while starts := [h for h, directions in open_.items() if directions]:
        hex_ = min(starts, key=lambda h: (not ends(h), len(open_[h]) % 2 == 0))
        words = []
        if leaving := ends(hex_):
            open_[hex_].remove(leaving[0])
            words.append(f"{DIRECTION_NAMES[leaving[0]]}>")
        words.append(hex_.id)
        while inner := [d for d in open_[hex_] if hex_.neighbour(d) in board.cells]:
            straight = inner[0]
            open_[hex_].remove(straight)
            hex_ = hex_.neighbour(straight)
            open_[hex_].remove(opposite(straight))
            words.append(hex_.id)
        if leaving := ends(hex_):
            open_[hex_].remove(leaving[0])
            words.append(f">{DIRECTION_NAMES[leaving[0]]}")
        yield " ".join(words)
    yield from (hex_.id for hex_ in alone)


def _row(text: str) -> str:
    """A row of hexes or hexsides as a TOML string, of several lines if it is long."""
    lines = textwrap.wrap(text, 110, break_long_words=False, break_on_hyphens=False)
    return _quoted(text) if len(lines) == 1 else "\n".join(('"""', *lines, '"""'))


def _quoted(text: str) -> str:
    """A TOML basic string; its escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False)
