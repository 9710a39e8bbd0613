"""How long the map takes to paint: ``python -m tests.bench.map``. Milliseconds, the best of several runs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

from attrs import evolve

from core.board import NO_SIDES, Board, Cell
from core.hexes import Hex
from core.presentation import Counter, Overlay, OverlayCell
from tests.tui.map.map_board import LOOKS, SIDES
from tui.map.painter import Painter, _kept
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.theme import DARK


def make_scene(columns: int = 52, rows: int = 40) -> Scene:
    """A board of mixed terrain with 120 units and an overlay over a third of it."""
    kinds = tuple(LOOKS)
    cells = {}
    for col in range(1, columns + 1):
        for row in range(1, rows + 1):
            kind = kinds[(col // 4 * 7 + row // 3 * 5) % len(kinds)]
            routes = {"road": 0b001001} if col % 9 == 0 else {}
            sides = (frozenset({"crest"}), *NO_SIDES[1:]) if (col + row) % 5 == 0 else NO_SIDES
            cells[Hex(col, row)] = Cell(kind, level=(col // 5 + row // 5) % 4, routes=routes, sides=sides)
    counters = tuple(
        Counter(f"u{i}", "unit", Hex(1 + i * 7 % columns, 1 + i * 5 % rows), "soviet", "T", "T-34/76", i % 6, (), "4-6")
        for i in range(120)
    )
    reached = {h: OverlayCell("reach", str(h.row)) for h in cells if (h.col + h.row) % 3 == 0}
    board = Board("bench", "Bench", columns, rows, cells)
    return Scene(board, LOOKS, SIDES, counters, Overlay("reach", "Reach", reached), Hex(10, 10))


def best(times: int, job: Callable[[], object]) -> float:
    """The shortest of several runs, in milliseconds."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        job()
        taken.append((perf_counter() - start) * 1000)
    return min(taken)


class Course:
    """The jobs that are timed, for one zoom and one size of the view."""

    def __init__(self, scene: Scene, zoom: Zoom, width: int, height: int) -> None:
        self.scene, self.zoom, self.width, self.height = scene, zoom, width, height
        self.painter = Painter(scene, zoom, DARK)
        self.at = Hex(10, 10)

    def view(self, painter: Painter) -> None:
        """Paint every line of the view."""
        for y in range(self.height):
            painter.line(y, 0, self.width)

    def cold(self) -> None:
        """Nothing kept."""
        _kept.cache_clear()
        self.view(Painter(self.scene, self.zoom, DARK))

    def new(self) -> None:
        """The ground kept, all that lies on it new."""
        self.view(Painter(self.scene, self.zoom, DARK))

    def kept(self) -> None:
        """Every hex kept, as when scrolling back."""
        self.view(self.painter)

    def step(self) -> None:
        """One step of the cursor: the lines of two hexes."""
        self.at = Hex(self.at.col, self.at.row % 20 + 1)
        touched: set[int] = set()
        for hex_ in self.painter.show(evolve(self.painter.scene, cursor=self.at)) or ():
            _, y, _, tall = self.painter.projection.box(hex_)
            touched.update(range(y, y + tall))
        for y in touched:
            self.painter.line(y, 0, self.width)


def main() -> int:
    """Print a table of milliseconds."""
    scene = make_scene()
    sys.stdout.write(f"{'zoom':8}{'size':>9}{'cold':>8}{'new':>8}{'kept':>8}{'step':>8}   ms\n")
    for zoom in Zoom:
        for width, height in ((120, 40), (200, 60)):
            course = Course(scene, zoom, width, height)
            times = [best(4, job) for job in (course.cold, course.new, course.kept, course.step)]
            sys.stdout.write(f"{zoom.value:8}{f'{width}x{height}':>9}" + "".join(f"{t:8.1f}" for t in times) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
