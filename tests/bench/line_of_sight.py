"""Lines of sight: one pair, and the field of one hex, on flat and hilly country; the first field of a process.

``python -m tests.bench.line_of_sight`` prints the milliseconds of the first field of its own process alone.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median

from core.board import Board, Cell
from core.hexes import Hex, distance
from tests.bench.clock import MICRO, MILLI, seconds
from tests.bench.games import Run
from tests.bench.internals import TABLES, line_of_sight, sees, sight_field
from tests.bench.table import Aim, Found

COLUMNS, ROWS = 60, 40
CENTRE = Hex(COLUMNS // 2, ROWS // 2)
#: All of the board is nearer than so many hexes.
WHOLE = 60
#: Boards and processes over which medians are taken, pairs that are drawn.
TIMES, FEW_TIMES = 5, 3
PAIRS, FEW = 4000, 1000
FRESH, AGAIN, FIELD = Aim(60), Aim(2), Aim(10)


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


def took(work: Callable[..., object], *arguments: object) -> float:
    """Seconds of one call."""
    return seconds(lambda: work(*arguments))


def look(board: Board, pairs: Sequence[tuple[Hex, Hex]]) -> None:
    """Whether the hexes of each pair see each other."""
    for a, b in pairs:
        sees(board, TABLES, a, b)


def explain(board: Board, pairs: Sequence[tuple[Hex, Hex]]) -> None:
    """Why, or why not."""
    for a, b in pairs:
        line_of_sight(board, TABLES, a, b)


def first() -> float:
    """Milliseconds of the first field of this process."""
    return MILLI * took(sight_field, anew(country(True)), TABLES, CENTRE, WHOLE)


def measure(run: Run) -> Iterator[Found]:
    """Medians. Fresh: the board is new, what the process keeps for all boards is not."""
    times = FEW_TIMES if run.quick else TIMES
    for name, board in (("flat", country(False)), ("hilly", country(True))):
        random, hexes = Random(2), sorted(board.cells)
        drawn = [(random.choice(hexes), random.choice(hexes)) for _ in range(FEW if run.quick else PAIRS)]
        pairs = [(a, b) for a, b in drawn if distance(a, b) <= 30]
        for radius in (20, 30, WHOLE):
            field = (TABLES, CENTRE, radius)
            sight_field(anew(board), *field)
            fresh = [anew(board) for _ in range(times)]
            each = MILLI * median(took(sight_field, on, *field) for on in fresh)
            yield Found(f"field of one hex, radius {radius}, {name}, fresh", each, "ms", FIELD)
            each = MILLI * median(took(sight_field, on, *field) for on in fresh)
            yield Found(f"  radius {radius}, {name}, again", each, "ms", FIELD)
        look(board, pairs)
        fresh = [anew(board) for _ in range(times)]
        for again, aim in (("fresh", FRESH), ("again", AGAIN)):
            each = MICRO * median(took(look, on, pairs) for on in fresh) / len(pairs)
            yield Found(f"line of sight of a pair, {name}, {again}", each, "us", aim)
        each = MICRO * median(took(explain, board, pairs[:300]) for _ in range(times)) / 300
        yield Found(f"  explained, {name}", each, "us")
    runs = [
        float(subprocess.run([sys.executable, "-m", __name__], stdout=subprocess.PIPE, check=True, text=True).stdout)
        for _ in range(times)
    ]
    yield Found("first field of a process", median(runs), "ms", FIELD)


if __name__ == "__main__":
    sys.stdout.write(f"{first()}\n")
