"""A small picture of a board that scrolls but is not played on."""

from __future__ import annotations

from rich.segment import Segment
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.map.painter import Painter
from tui.map.palettes import MONO, palette_named
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.program import program


class BoardPicture(ScrollView, can_focus=True):
    """The whole board at the far zoom, in the middle of the room there is; z draws it nearer or farther."""

    DEFAULT_CSS = """
    BoardPicture { background: $background; scrollbar-size: 1 1; }
    """
    HELP_TITLE = "Map"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.scene: Scene | None = None
        self.zoom = Zoom.FAR
        self._painter: Painter | None = None

    def show(self, scene: Scene) -> None:
        """Show a scene."""
        self.scene = scene
        self._repaint()

    def turn_zoom(self) -> None:
        """Far, middle, far again."""
        self.zoom = Zoom.MIDDLE if self.zoom is Zoom.FAR else Zoom.FAR
        self._repaint()

    def notify_style_update(self) -> None:
        """Another theme has another palette."""
        super().notify_style_update()
        if self.scene is not None:
            self._repaint()

    def _repaint(self) -> None:
        if self.scene is None:
            return
        settings = program(self.app).settings
        palette = MONO if self.app.no_color else palette_named(self.app.theme)
        self._painter = Painter(self.scene, self.zoom, palette, settings.ascii)
        self.virtual_size = Size(*self._painter.projection.size)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A line of the picture."""
        painter = self._painter
        width, height = self.size
        if painter is None:
            return Strip.blank(width, self.rich_style)
        across, down = painter.projection.size
        left, top = max(0, (width - across) // 2), max(0, (height - down) // 2)
        x, row = self.scroll_offset.x, y - top + self.scroll_offset.y
        if not 0 <= row < down:
            return Strip.blank(width, self.rich_style)
        shown = min(across - x, width - left)
        runs = [Segment(run.text, run.ink.style) for run in painter.line(row, x, shown)]
        strip = Strip([Segment(" " * left, self.rich_style), *runs])
        return strip.adjust_cell_length(width, self.rich_style)
