"""Painting a scene: cells of a region as runs of inks, each hex drawn once and kept until it changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from core.board import Board
from core.hexes import Hex
from core.presentation import TerrainLook
from tui.map import far
from tui.map.ground import Ground
from tui.map.ink import Row, Run, clip, join
from tui.map.palette import Palette
from tui.map.pieces import bare, compose
from tui.map.projection import Projection, Zoom
from tui.map.scene import Scene, neighbours_touched

Region = tuple[int, int, int, int]


@lru_cache(maxsize=12)
def _kept(board: Board, zoom: Zoom, palette: Palette, ascii: bool) -> list[Ground]:
    """The place where the ground of a board is kept; emptied with the least used of them."""
    return []


def ground_of(board: Board, looks: Mapping[str, TerrainLook], zoom: Zoom, palette: Palette, ascii: bool) -> Ground:
    """The static layer of a board, shared by all who draw it alike."""
    kept = _kept(board, zoom, palette, ascii)
    if not kept or (kept[0].looks is not looks and kept[0].looks != looks):
        kept[:] = [Ground(board, looks, zoom, palette, ascii)]
    return kept[0]


class Painter:
    """Draws scenes of one board at one zoom in one palette; keeps what it drew while that does not change."""

    def __init__(self, scene: Scene, zoom: Zoom, palette: Palette, ascii: bool = False) -> None:
        self.zoom = zoom
        self.palette = palette
        self.ascii = ascii
        self._begin(scene)

    def _begin(self, scene: Scene) -> None:
        self.scene = scene
        self.projection = Projection(scene.board, self.zoom)
        self.ground = ground_of(scene.board, scene.looks, self.zoom, self.palette, self.ascii)
        self._drawn: dict[Hex, tuple[Row, ...]] = {}

    def show(self, scene: Scene) -> frozenset[Hex] | None:
        """Take the next scene; the hexes now drawn otherwise, or None if that is the whole map."""
        changed = scene.changed(self.scene)
        if changed is None:
            self._begin(scene)
            return None
        self.scene = scene
        for hex_ in changed:
            for touched in neighbours_touched(hex_, self.zoom):
                self._drawn.pop(touched, None)
        return changed

    def line(self, y: int, x: int, width: int) -> Row:
        """`width` cells of the cell row `y` from cell `x` on; beyond the map they are void."""
        projection, drawn, void = self.projection, self._drawn, self.ground.void
        step, rows_of_hex = projection.shape.step_x, projection.shape.rows
        # One column more on either side: close rows overlap the next column, plain ones end in its outline.
        first = max(projection.first_column + x // step, projection.first_column) - 1
        last = min(projection.first_column + (x + width) // step, projection.last_column + 1)
        runs: list[Run] = []
        begin = end = x
        for hex_, row, start in projection.line(y, first, last):
            if not runs:
                begin = min(start, x)
                runs.append(Run(" " * (start - begin), void))
            rows = drawn.get(hex_)
            if rows is None:
                rows = drawn[hex_] = self._draw(hex_)
            runs += rows[row]
            end = start + rows_of_hex[row][1]
        if end < x + width:
            runs.append(Run(" " * (x + width - end), void))
        return clip(join(runs), x - begin, end - x - width)

    def _draw(self, hex_: Hex) -> tuple[Row, ...]:
        if self.zoom is Zoom.FAR:
            return (far.tile(self.ground, self.scene, hex_),)
        if bare(self.ground, self.scene, hex_):
            return self.ground.rows(hex_)
        return compose(self.ground, self.scene, hex_).rows()


@lru_cache(maxsize=4)
def _painters(board: Board, zoom: Zoom, palette: Palette, ascii: bool) -> list[Painter]:
    return []


def paint(scene: Scene, zoom: Zoom, palette: Palette, region: Region, ascii: bool = False) -> list[Row]:
    """The cells of a region (x, y, width, height) of the map, row by row."""
    kept = _painters(scene.board, zoom, palette, ascii)
    if kept:
        kept[0].show(scene)
    else:
        kept.append(Painter(scene, zoom, palette, ascii))
    painter = kept[0]
    x, y, width, height = region
    return [painter.line(y + i, x, width) for i in range(height)]
