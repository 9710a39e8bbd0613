"""How long the map takes to paint: whole and cold, with the ground kept, scrolled back, one step of the cursor."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.board import NO_SIDES, Board, Cell
from core.hexes import Hex
from core.presentation import Counter, Overlay, OverlayCell
from tests.bench.clock import MILLI, timed
from tests.bench.games import Run
from tests.bench.table import Aim, Found
from tests.tui.map.map_board import LOOKS, SIDES
from tui.map.painter import Painter, _kept
from tui.map.palettes import DARK
from tui.map.projection import Zoom
from tui.map.scene import Scene

#: Milliseconds of a full repaint of 200x60.
COLD = Aim(30)
TIMES, FEW = 5, 3


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


def measure(run: Run) -> Iterator[Found]:
    """Medians for every zoom and two sizes of the view."""
    scene, times = make_scene(), FEW if run.quick else TIMES
    for zoom in Zoom:
        for width, height in ((120, 40), (200, 60)):
            course = Course(scene, zoom, width, height)
            for job in (course.cold, course.new, course.kept, course.step):
                aim = COLD if job == course.cold and (width, height) == (200, 60) else None
                name = "full repaint, cold" if job == course.cold else f"  {job.__name__}"
                yield Found(f"{name}, {width}x{height}, {zoom.value}", MILLI * timed(job, times), "ms", aim)
