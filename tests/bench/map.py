"""How long the map takes to paint: ``python -m tests.bench.map``. Milliseconds, the best of several runs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

from attrs import evolve

from core.board import NO_SIDES, Board, Cell
from core.hexes import Hex
from core.presentation import Counter, Overlay, OverlayCell
from tests.tui.map_board import LOOKS, SIDES
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


def main() -> int:
    """Print a table: cold (nothing kept), new scene (ground kept), scrolled (hexes kept), one cursor step."""
    scene = make_scene()
    sys.stdout.write(f"{'zoom':8}{'size':>9}{'cold':>8}{'scene':>8}{'kept':>8}{'step':>8}   ms\n")
    for zoom in Zoom:
        for width, height in ((120, 40), (200, 60)):

            def lines(painter: Painter, width: int = width, height: int = height) -> None:
                for y in range(height):
                    painter.line(y, 0, width)

            def cold(zoom: Zoom = zoom) -> None:
                _kept.cache_clear()
                lines(Painter(scene, zoom, DARK))  # noqa: B023 - run at once

            painter = Painter(scene, zoom, DARK)
            at = [scene.cursor or Hex(1, 1)]

            def step(painter: Painter = painter, at: list[Hex] = at) -> None:
                at[0] = Hex(at[0].col, at[0].row % 20 + 1)
                changed = painter.show(evolve(painter.scene, cursor=at[0])) or ()
                touched = set()
                for hex_ in changed:
                    _, y, _, tall = painter.projection.box(hex_)
                    touched.update(range(y, y + tall))
                for y in touched:
                    painter.line(y, 0, width)  # noqa: B023 - run at once

            times = (
                best(3, cold),
                best(3, lambda zoom=zoom: lines(Painter(scene, zoom, DARK))),  # type: ignore[misc] # noqa: B023
                best(5, lambda painter=painter: lines(painter)),  # type: ignore[misc] # noqa: B023
                best(5, step),
            )
            sys.stdout.write(f"{zoom.value:8}{f'{width}x{height}':>9}" + "".join(f"{t:8.1f}" for t in times) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
