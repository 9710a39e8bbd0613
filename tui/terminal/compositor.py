"""A compositor that renders what has changed and no more.

Textual's own renders every line that has changed anywhere, over the whole width between the leftmost and the
rightmost change: a step of the cursor, which changes two hexes and a card beside the map, renders half the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, cast

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import NULL_SIZE, Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget, _RenderCache

#: More changed regions than these are rendered as one: each costs something of its own.
MANY: Final = 24

#: Cells of a row: the column of the first, the row, what is shown there.
Patch = tuple[int, int, Strip]
#: A widget, its region on the screen, and the part of it that is not cut off.
Seen = tuple[Widget, Region, Region]


class Patches(CompositorUpdate):
    """The pieces of rows that have changed."""

    def __init__(self, patches: Sequence[Patch]) -> None:
        self.patches = patches

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for x, y, strip in self.patches:
            yield Control.move_to(x, y).segment
            yield from strip

    def render_segments(self, console: Console) -> str:
        """The update as raw data for the terminal."""
        return "".join(Control.move_to(x, y).segment.text + strip.render(console) for x, y, strip in self.patches)


class PatchCompositor(Compositor):
    """Renders each changed region by itself, from the widgets that are seen in it.

    held: whether the app shows nothing of what it is given now, as while it begins: that is rendered with what comes.
    """

    def __init__(self, held: Callable[[], bool] = lambda: False) -> None:
        super().__init__()
        self._held = held

    def render_update(
        self, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
    ) -> RenderableType | None:
        """What has changed since the last update, or all; None if there is nothing to show."""
        return None if self._held() and not full else super().render_update(full, screen_stack, simplify)

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        """The whole screen."""
        if simplify:
            return super().render_full_update(simplify)
        self._dirty_regions.clear()
        screen = self.size.region
        rows: list[dict[int, Strip]] = [{} for _ in range(screen.height)]
        for x, y, strip in _patches(screen, self._seen()):
            rows[y][x] = strip
        return LayoutUpdate([[strip for _, strip in sorted(row.items())] for row in rows], screen)

    def render_partial_update(self) -> ChopsUpdate | None:
        """What has changed since the last update, None if nothing has."""
        if len(self._dirty_regions) > MANY:
            return super().render_partial_update()
        screen = self.size.region
        regions = apart(region.intersection(screen) for region in self._dirty_regions)
        self._dirty_regions.clear()
        if not regions:
            return None
        widgets = self._seen()
        patches = [patch for region in regions for patch in _patches(region, widgets)]
        # Whoever calls this displays it and asks no more of it than that.
        return cast(ChopsUpdate, Patches(patches))

    def _seen(self) -> list[Seen]:
        """The widgets that can be seen, the frontmost first."""
        return [(widget, region, region.intersection(clip)) for widget, (region, clip) in self.visible_widgets.items()]


def draw_in_patches(screen: Screen[Any]) -> None:
    """Let a screen that has not been shown yet render what has changed and no more."""
    screen._compositor = PatchCompositor(lambda: screen.app._batch_count > 0)


def apart(regions: Iterable[Region]) -> list[Region]:
    """The same cells in regions none of which overlaps another, from above."""
    found: list[Region] = []
    for region in regions:
        pieces = [region] if region else []
        for other in found:
            pieces = [part for piece in pieces for part in without(piece, other)]
        found += pieces
    return sorted(found, key=lambda region: (region.y, region.x))


def without(region: Region, taken: Region) -> Iterator[Region]:
    """The parts of a region that do not lie in another one."""
    inner = region.intersection(taken)
    if not inner:
        yield region
        return
    x, y, width, _ = region
    for part in (
        Region(x, y, width, inner.y - y),
        Region(x, inner.y, inner.x - x, inner.height),
        Region(inner.right, inner.y, region.right - inner.right, inner.height),
        Region(x, inner.bottom, width, region.bottom - inner.bottom),
    ):
        if part:
            yield part


def _patches(region: Region, widgets: Sequence[Seen]) -> Iterator[Patch]:
    """What is seen in a region."""
    uncovered = [region]
    for widget, (left, top, _, _), seen in widgets:
        rest: list[Region] = []
        for part in uncovered:
            found = part.intersection(seen)
            if not found:
                rest.append(part)
                continue
            strips = widget.render_lines(found.translate((-left, -top)))
            for y, strip in zip(found.line_range, strips, strict=False):
                yield found.x, y, strip
            _let_go(widget)
            rest += without(part, found)
        uncovered = rest
        if not uncovered:
            return


def _let_go(widget: Widget) -> None:
    """Forget the lines of a widget: they are in the frame, and are drawn again only when they change or are uncovered.

    Lines are most of what a screen has in memory, and a host has hundreds of screens.
    """
    widget._styles_cache.clear()
    if widget._render_cache.lines:
        widget._render_cache = _RenderCache(NULL_SIZE, [])
        widget._dirty_regions.add(widget.size.region)
