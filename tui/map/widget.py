"""The map widget: scrolls, follows the cursor, and repaints only the hexes that changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import evolve
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from core.hexes import NE, NW, SE, SW, Hex, N, S
from tui.map.compass import compass, with_compass
from tui.map.glyphs import ASCII, UNICODE, Glyphs
from tui.map.painter import Painter
from tui.map.palette import Palette
from tui.map.palettes import MONO, palette_named
from tui.map.projection import Projection, Zoom
from tui.map.scene import Scene


class _MapMessage(Message):
    """Something that happened on a map."""

    def __init__(self, map_: HexMap) -> None:
        super().__init__()
        self.map = map_

    @property
    def control(self) -> HexMap:
        """The map it happened on."""
        return self.map


class HexMap(ScrollView, can_focus=True):
    """A map of hexes with a cursor.

    Set `scene` to show another state of the game (its own cursor is replaced by the widget's), `zoom` and
    `cursor` to move the view. `ascii` draws every zoom in ASCII; `palette` overrules that of the app's theme.
    """

    HELP_TITLE = "Map"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step('N')", "up", show=False),
        Binding("k", "step('N')", "up", show=False, id="map.up"),
        Binding("down", "step('S')", "down", show=False),
        Binding("j", "step('S')", "down", show=False, id="map.down"),
        Binding("left", "step('W')", "left", show=False),
        Binding("h", "step('W')", "left", show=False, id="map.left"),
        Binding("right", "step('E')", "right", show=False),
        Binding("l", "step('E')", "right", show=False, id="map.right"),
        Binding("y", "step('NW')", "up and left", show=False, id="map.north-west"),
        Binding("u", "step('NE')", "up and right", show=False, id="map.north-east"),
        Binding("b", "step('SW')", "down and left", show=False, id="map.south-west"),
        Binding("n", "step('SE')", "down and right", show=False, id="map.south-east"),
        Binding("plus,equals_sign", "zoom_in", "zoom in", key_display="+", id="map.zoom-in"),
        Binding("minus", "zoom_out", "zoom out", key_display="-", id="map.zoom-out"),
        Binding("c", "centre", "centre", id="map.centre"),
        Binding("enter", "pick", "pick"),
        Binding("pageup", "page_up", "page up", show=False),
        Binding("pagedown", "page_down", "page down", show=False),
    ]

    DEFAULT_CSS = """
    HexMap {
        width: 1fr;
        height: 1fr;
        overflow: hidden hidden;
    }
    """

    #: Keys that no screen takes from the map.
    ARROWS: ClassVar[Mapping[str, str]] = {"up": "N", "down": "S", "left": "W", "right": "E"}
    #: Cells kept between the cursor's hex and the edge of the view, where the map goes on.
    MARGIN: ClassVar[tuple[int, int]] = (8, 3)

    scene: reactive[Scene | None] = reactive(None, layout=False, repaint=False)
    zoom: reactive[Zoom] = reactive(Zoom.MIDDLE, layout=False, repaint=False)
    cursor: reactive[Hex | None] = reactive(None, layout=False, repaint=False)
    ascii: reactive[bool] = reactive(False, layout=False, repaint=False)

    class CursorMoved(_MapMessage):
        """The cursor has come to another hex."""

        def __init__(self, map_: HexMap, hex: Hex) -> None:
            super().__init__(map_)
            self.hex = hex

    class HexPicked(_MapMessage):
        """A hex was clicked or confirmed. button: 1 left, 2 middle, 3 right, 0 keyboard; double: activate it."""

        def __init__(self, map_: HexMap, hex: Hex, button: int, double: bool = False) -> None:
            super().__init__(map_)
            self.hex = hex
            self.button = button
            self.double = double

    class ViewMoved(_MapMessage):
        """The part of the map that is seen has changed."""

    def __init__(
        self,
        scene: Scene | None = None,
        zoom: Zoom = Zoom.MIDDLE,
        *,
        ascii: bool = False,
        palette: Palette | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.set_reactive(HexMap.ascii, ascii)
        self._palette = palette
        self._painter: Painter | None = None
        self._level_row: int | None = None
        self._drag: tuple[Offset, Offset] | None = None
        self._dragged = False
        self.set_reactive(HexMap.zoom, zoom)
        self.set_reactive(HexMap.scene, scene)
        if scene is not None:
            self.set_reactive(HexMap.cursor, scene.cursor or min(scene.board.cells))

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        """The colours of the map: those given, or those of the app's theme."""
        return self._palette or (MONO if self.app.no_color else palette_named(self.app.theme))

    @palette.setter
    def palette(self, palette: Palette | None) -> None:
        self._palette = palette
        self._restart()

    @property
    def glyphs(self) -> Glyphs:
        """The signs that the map is drawn with now."""
        return ASCII if self.ascii or self.zoom is Zoom.PLAIN else UNICODE

    @property
    def projection(self) -> Projection | None:
        """How hexes lie in the cells of the map now."""
        return self._painter.projection if self._painter else None

    @property
    def window(self) -> Region:
        """The cells of the map that are seen."""
        return Region(self.scroll_offset.x, self.scroll_offset.y, *self.size)

    def on_mount(self) -> None:
        """Draw for the first time, and again whenever theme or signs change."""
        self.watch(self.app, "theme", self._restart, init=False)
        self.watch(self, "ascii", self._restart, init=False)
        self._restart()

    def watch_scene(self, old: Scene | None, scene: Scene | None) -> None:
        """Show another scene; only hexes that differ are painted again."""
        if scene is None or self._painter is None:
            self._restart()
        elif old is None or scene.board is not old.board:
            self._level_row = None
            self.set_reactive(HexMap.cursor, scene.cursor or min(scene.board.cells))
            self._restart()
            self.call_after_refresh(self._follow)
        else:
            self._show(scene)

    def watch_zoom(self) -> None:
        """Draw at the new zoom, with the cursor where it was on the screen if that can be."""
        if not self.is_mounted or self._painter is None:
            return
        cursor, before = self.cursor, self.projection
        assert before is not None
        place = Offset(*before.centre(cursor)) - self.scroll_offset if cursor else None
        self._restart()
        if cursor and place and self.projection:
            at = Offset(*self.projection.centre(cursor)) - place
            self._scroll(at.x, at.y)
            self._follow()

    def watch_cursor(self, old: Hex | None, cursor: Hex | None) -> None:
        """Paint the old and the new hex of the cursor, scroll if need be, and say so."""
        if self.scene is None or self._painter is None or cursor is None:
            return
        self._show(self.scene)
        self._follow()
        if cursor != old:
            # Nothing between the map and its screen asks where the cursor is.
            self.screen.post_message(self.CursorMoved(self, cursor))

    def validate_cursor(self, cursor: Hex | None) -> Hex | None:
        """The cursor cannot leave the board."""
        if self.scene is not None and cursor is not None and cursor not in self.scene.board:
            return self.cursor
        return cursor

    def _restart(self) -> None:
        if self.scene is None or not self.is_attached:
            self._painter = None
            return
        self._painter = Painter(evolve(self.scene, cursor=self.cursor), self.zoom, self.palette, self.ascii)
        self.virtual_size = Size(*self._painter.projection.size)
        self.refresh()
        self.post_message(self.ViewMoved(self))

    def _show(self, scene: Scene) -> None:
        assert self._painter is not None
        changed = self._painter.show(evolve(scene, cursor=self.cursor))
        if changed is None:
            self.refresh()
            return
        regions = []
        window = self.window
        for hex_ in changed:
            region = Region(*self._painter.projection.box(hex_))
            if window.overlaps(region):
                regions.append(region.translate(-self.scroll_offset).intersection(self.size.region))
        if regions:
            self.refresh(*regions)

    # -- drawing -----------------------------------------------------------------------------------

    def render_lines(self, crop: Region) -> list[Strip]:
        """A part of the view. Nothing lies round it, and its hexes are kept: its lines need not be."""
        filters, background = self.get_line_filters(), self.background_colors[1]
        strips = []
        for y in crop.line_range:
            strip = self._strip(y, crop.x, crop.width)
            for each in filters:
                strip = strip.apply_filter(each, background)
            strips.append(strip)
        return strips

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        return self._strip(y, 0, self.size.width)

    def _strip(self, y: int, x: int, width: int) -> Strip:
        if self._painter is None:
            return Strip.blank(width, self.rich_style)
        left, top = self.scroll_offset
        runs = self._painter.line(top + y, left + x, width)
        strip = Strip([Segment(text, colours.style) for text, colours in runs], width)
        if y or self.scene is None:
            return strip
        return with_compass(strip, x, self.size.width, compass(self.scene.board, self.glyphs), self.palette)

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Tell minimaps."""
        super().watch_scroll_x(old_value, new_value)
        if round(old_value) != round(new_value):
            self.post_message(self.ViewMoved(self))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tell minimaps."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.post_message(self.ViewMoved(self))

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self._follow()
        self.post_message(self.ViewMoved(self))

    # -- moving the view ---------------------------------------------------------------------------

    def centre_on(self, hex_: Hex, move_cursor: bool = False) -> None:
        """Scroll so that a hex is in the middle; with `move_cursor` the cursor goes there too."""
        if self._painter is None:
            return
        if move_cursor:
            self.cursor = hex_
        x, y = self._painter.projection.centre(hex_)
        self._scroll(x - self.size.width // 2, y - self.size.height // 2)

    def _scroll(self, x: int, y: int) -> None:
        self.scroll_to(x, y, animate=False, immediate=True, force=True)

    @property
    def allow_horizontal_scroll(self) -> bool:
        """The wheel and the mouse scroll though there are no scrollbars."""
        return True

    allow_vertical_scroll = allow_horizontal_scroll

    def _follow(self) -> None:
        """Scroll just so far that the cursor's hex is within the margin."""
        if self._painter is None or self.cursor is None or not self.size:
            return
        x, y, width, height = self._painter.projection.box(self.cursor)
        margin_x = max(0, min(self.MARGIN[0], (self.size.width - width) // 2))
        margin_y = max(0, min(self.MARGIN[1], (self.size.height - height) // 2))
        left, top = self.scroll_offset
        left = min(max(left, x + width + margin_x - self.size.width), x - margin_x)
        top = min(max(top, y + height + margin_y - self.size.height), y - margin_y)
        # Whoever crosses the margin gets a quarter of the view more: over a slow line a scroll costs a whole
        # frame, a step within the view two hexes.
        here = self.scroll_offset
        left += (self.size.width // 4) * ((left > here.x) - (left < here.x))
        top += (self.size.height // 4) * ((top > here.y) - (top < here.y))
        if (left, top) != here:
            self._scroll(left, top)

    # -- keys --------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """The keys that are pressed most are taken at once: as bindings they would go up to the app first."""
        way = self.ARROWS.get(event.key)
        if way is not None:
            event.stop()
            event.prevent_default()
            self.action_step(way)

    def action_step(self, way: str) -> None:
        """Move the cursor by one hex; W and E take the upper and the lower neighbour in turn, to keep the row."""
        if self.scene is None or self.cursor is None:
            return
        here, board = self.cursor, self.scene.board
        if way in ("W", "E"):
            upper, lower = (NW, SW) if way == "W" else (NE, SE)
            level = self._level_row = here.y if self._level_row is None else self._level_row
            # The level is a vertical position: the nearer neighbour wins, of two as near the lower.
            pair = sorted((here.neighbour(lower), here.neighbour(upper)), key=lambda h: abs(h.y - level))
            target = next((h for h in pair if h in board), None)
            if target is not None:
                self.cursor = target
            return
        target = here.neighbour({"N": N, "NE": NE, "SE": SE, "S": S, "SW": SW, "NW": NW}[way])
        if target in board:
            self._level_row = None
            self.cursor = target

    def action_zoom_in(self) -> None:
        """One zoom nearer."""
        self.zoom = self.zoom.nearer()

    def action_zoom_out(self) -> None:
        """One zoom farther."""
        self.zoom = self.zoom.farther()

    def action_centre(self) -> None:
        """Bring the cursor's hex to the middle."""
        if self.cursor is not None:
            self.centre_on(self.cursor)

    def action_pick(self) -> None:
        """Pick the cursor's hex."""
        if self.cursor is not None:
            self.post_message(self.HexPicked(self, self.cursor, 0, double=True))

    # -- mouse -------------------------------------------------------------------------------------

    def hex_under(self, event: events.MouseEvent) -> Hex | None:
        """The hex that a mouse event lies on."""
        offset = event.get_content_offset(self)
        if offset is None or self._painter is None:
            return None
        return self._painter.projection.hex_at(offset.x + self.scroll_offset.x, offset.y + self.scroll_offset.y)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a click or a drag."""
        self._drag = (event.screen_offset, self.scroll_offset)
        self._dragged = False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the map along."""
        if self._drag is None:
            return
        start, scroll = self._drag
        way = event.screen_offset - start
        if self._dragged or abs(way.x) > 1 or abs(way.y) > 1:
            self._dragged = True
            self._scroll(scroll.x - way.x, scroll.y - way.y)

    def on_mouse_up(self) -> None:
        """End a drag."""
        self._drag = None
        self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor and picks the hex, a double click activates it; the end of a drag is neither."""
        if self._dragged:
            self._dragged = False
            return
        hex_ = self.hex_under(event)
        if hex_ is None:
            return
        if event.button == 1:
            self._level_row = None
            self.cursor = hex_
        self.post_message(self.HexPicked(self, hex_, event.button, double=event.chain == 2))
