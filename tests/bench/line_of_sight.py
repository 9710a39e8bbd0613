"""How long lines of sight take: one pair, and the field of one hex, on flat and hilly country of 52 x 46 hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import perf_counter

from core.board import Board, Cell
from core.hexes import Hex, distance
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.sight.relief import sees, sight_field
from tests.panzer.sight.sight_boards import TABLES

COLUMNS, ROWS = 52, 46
CENTRE = Hex(26, 23)


def country(hilly: bool) -> Board:
    """Scattered groves, buildings and gully hexes; if hilly, six hills of up to 4 levels with Slopes."""
    random = Random(1)
    hexes = [Hex(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
    peaks = random.sample(hexes, 6)
    levels = {h: max(0, *(4 - distance(h, p) // 2 for p in peaks)) if hilly else 0 for h in hexes}
    cells = {}
    for h in hexes:
        terrain = random.choices(["clear", "rough", "medium-grove", "brick-building", "gully"], [80, 10, 6, 2, 2])[0]
        sides = tuple(frozenset({"slope"} if levels.get(n, levels[h]) != levels[h] else ()) for n in h.neighbours())
        cells[h] = Cell(terrain, levels[h], int(terrain == "brick-building"), None, {}, sides)
    return Board("bench", "Bench", COLUMNS, ROWS, cells)


def anew(board: Board) -> Board:
    """The same board, of which no line is known yet, with its Heights laid out."""
    copy = Board(board.id, board.name, board.columns, board.rows, board.cells)
    sees(copy, TABLES, Hex(1, 1), Hex(1, 1))
    return copy


def seconds(work: Callable[..., object], *arguments: object) -> float:
    start = perf_counter()
    work(*arguments)
    return perf_counter() - start


def look(board: Board, pairs: Sequence[tuple[Hex, Hex]]) -> None:
    for a, b in pairs:
        sees(board, TABLES, a, b)


def explain(board: Board, pairs: Sequence[tuple[Hex, Hex]]) -> None:
    for a, b in pairs:
        line_of_sight(board, TABLES, a, b)


def measures(board: Board) -> Iterator[tuple[str, float, str]]:
    """What is measured, the median and its unit. `fresh`: the board is new, its line templates are not."""
    random, hexes = Random(2), sorted(board.cells)
    drawn = [(random.choice(hexes), random.choice(hexes)) for _ in range(4000)]
    pairs = [(a, b) for a, b in drawn if distance(a, b) <= 30]
    yield "layout of the board", median(seconds(anew, board) for _ in range(5)) * 1e3, "ms"
    for radius in (20, 30, 60):
        field = (TABLES, CENTRE, radius)
        yield f"field, radius {radius}, first", seconds(sight_field, anew(board), *field) * 1e3, "ms"
        fresh = [anew(board) for _ in range(5)]
        yield f"field, radius {radius}, fresh", median(seconds(sight_field, on, *field) for on in fresh) * 1e3, "ms"
        yield f"field, radius {radius}, again", median(seconds(sight_field, on, *field) for on in fresh) * 1e3, "ms"
    look(board, pairs)
    fresh = [anew(board) for _ in range(5)]
    yield "pair, fresh", median(seconds(look, on, pairs) for on in fresh) / len(pairs) * 1e6, "us"
    yield "pair, again", median(seconds(look, on, pairs) for on in fresh) / len(pairs) * 1e6, "us"
    explain(board, pairs[:500])
    yield "pair, explained", median(seconds(explain, board, pairs[:500]) for _ in range(3)) / 500 * 1e6, "us"


def main() -> None:
    print(f"{'country':8} {'what':24} {'median':>12}")
    for name, board in (("flat", country(False)), ("hilly", country(True))):
        for what, amount, unit in measures(board):
            print(f"{name:8} {what:24} {amount:9.2f} {unit}")


if __name__ == "__main__":
    main()
