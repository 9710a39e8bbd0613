"""What lies upon the ground of a hex: overlay, path, counters, cursor."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from core.hexes import NW, SW, Hex
from core.presentation import Counter, Mark
from tui.map.canvas import Canvas
from tui.map.glyphs import Glyphs
from tui.map.ground import Ground
from tui.map.ink import PATTERN, READ, SEEN, Ink, ink, inverse, least, legible, mix, readable, seen, strongest
from tui.map.palette import Palette, tone_sign
from tui.map.projection import Zoom
from tui.map.scene import UNIT_KINDS, Scene


@lru_cache(maxsize=64)
def dyed(palette: Palette, tone: str) -> Callable[[Ink], Ink]:
    """How an ink changes under a tint of this colour."""

    @lru_cache(maxsize=1024)
    def change(colours: Ink) -> Ink:
        if palette.mono:
            return colours
        if palette.ansi:
            return ink(strongest(tone), tone, colours.bold)
        back = readable(mix(colours.back, tone, palette.tint))
        clear = least(colours.fore, colours.back)
        need = next((step for step in (READ, SEEN) if clear >= step), PATTERN)
        return ink(seen(legible(back, 0.5), back, need), back, colours.bold)

    return change


def flat(palette: Palette, colours: tuple[str, str], bold: bool = False) -> Ink:
    """The ink of a pair of colours; reversed if there is no colour."""
    return ink("", "", bold, True) if palette.mono else ink(*colours, bold)


def written(palette: Palette, counter: Counter, scene: Scene) -> Ink:
    """The ink of a counter: of its side, or of the selected unit. Without colour the first side's is reversed."""
    if palette.mono:
        return ink("", "", True, scene.shape(counter.side) == 0)
    if counter.id == scene.selected:
        return flat(palette, palette.selected, True)
    return flat(palette, palette.side(scene.tone(counter.side)), True)


def marked(palette: Palette, mark: Mark, colours: Ink) -> Ink:
    """The ink of a mark on a counter: in its tone, or in the counter's where no tone can be mixed to be read there."""
    if palette.mono:
        return colours
    fore = palette.tone(mark.tone)
    if palette.ansi:
        return ink(fore if least(fore, colours.back) >= READ else colours.fore, colours.back, True)
    return ink(seen(fore, colours.back, READ), colours.back, True)


def badge(glyphs: Glyphs, counter: Counter) -> str:
    """The sign of a counter that is no unit."""
    if counter.kind == "objective":
        return glyphs.objective
    if counter.kind == "wreck":
        return glyphs.wreck
    if counter.kind == "smoke":
        return glyphs.smoke
    if counter.kind == "mines":
        return glyphs.mines
    short = counter.short[:1]
    return short if short and (short.isascii() or not glyphs.ascii) else "?"


def held(glyphs: Glyphs, counter: Counter, scene: Scene) -> str:
    """The sign of the side that a counter belongs to; "" if it is nobody's."""
    shape = scene.shape(counter.side)
    return "" if shape is None else glyphs.sides[shape]


def faced(glyphs: Glyphs, counter: Counter, scene: Scene, text: str, width: int) -> str:
    """`text` in `width` cells with the sign of the counter's facing, or of its side; either tells the side."""
    shape = scene.shape(counter.side)
    sign, after = held(glyphs, counter, scene), False
    if counter.facing is not None:
        sign, after = glyphs.facing[shape or 0][counter.facing % 6]
    text = shortened(glyphs.named(text, shape), width - len(sign))
    return (text + sign).ljust(width) if after else (sign + text).ljust(width)


def shortened(name: str, room: int) -> str:
    """A name in `room` cells: cut between words, without its spaces if only that keeps a word whole (PzKpfwIV)."""
    if len(name) <= room or name[room - 1 : room + 1].strip() != name[room - 1 : room + 1]:
        return name[:room]
    words, squeezed = name.split(), ""
    for word in words:
        squeezed += word
        if len(squeezed) == room:
            return squeezed
    return name[:room]


def fitting(values: str, room: int) -> str:
    """The leading words of a counter's values that fit into `room` cells."""
    while values and len(values) > room:
        values = values.rpartition(" ")[0]
    return values


def bare(ground: Ground, scene: Scene, hex_: Hex) -> bool:
    """Whether nothing of the scene shows in the cells of a hex but the ground."""
    marked = (scene.cursor, scene.selected_hex)
    if hex_ in marked or hex_ in scene.stacks or hex_ in scene.path or hex_ in scene.trails:
        return False
    if scene.overlay and hex_ in scene.overlay.cells:
        return False
    return ground.zoom is not Zoom.PLAIN or not (hex_.neighbour(NW) in marked or hex_.neighbour(SW) in marked)


def compose(ground: Ground, scene: Scene, hex_: Hex) -> Canvas:
    """One hex with all that lies on it, at the close, middle or plain zoom."""
    canvas = ground.canvas(hex_).copy()
    if hex_ not in ground.board:
        return _bracket(canvas, ground, scene, hex_) if ground.zoom is Zoom.PLAIN else canvas
    stack = scene.stacks.get(hex_, ())
    over = scene.overlay.cells.get(hex_) if scene.overlay else None
    on_path = hex_ in scene.path
    palette, glyphs = ground.palette, ground.glyphs
    # Sixteen colours cannot be mixed: the upper half goes on showing the terrain.
    first = len(canvas.chars) // 2 if palette.ansi else 0
    if over:
        canvas.dye(dyed(palette, palette.tone(over.tone)), first)
    if on_path:
        canvas.dye(dyed(palette, palette.path), first)
    units = [c for c in stack if c.kind in UNIT_KINDS]
    badges = [c for c in stack if c.kind not in UNIT_KINDS]
    if any(c.kind == "smoke" for c in badges):
        _smoke(canvas, palette, glyphs)
    text = (over.text or tone_sign(over.tone))[:3] if over else ""
    put = _close if ground.zoom is Zoom.CLOSE else _small
    put(canvas, ground, scene, hex_, units, badges, text)
    if hex_ in scene.trails and not on_path and not units:
        _trail(canvas, ground, scene, hex_)
    if on_path and not units:
        row, x = (2, 3) if ground.zoom is Zoom.CLOSE else (0, 2 if ground.zoom is Zoom.PLAIN else 1)
        canvas.sign(row, x, glyphs.path, "" if palette.mono else canvas.inks[row][x].fore, True)
    if ground.zoom is Zoom.PLAIN:
        _bracket(canvas, ground, scene, hex_)
    return canvas


def _trail(canvas: Canvas, ground: Ground, scene: Scene, hex_: Hex) -> None:
    """The sign of a way that somebody has gone, in the colour of his side."""
    row, x = (2, 3) if ground.zoom is Zoom.CLOSE else (0, 2 if ground.zoom is Zoom.PLAIN else 1)
    canvas.sign(row, x, ground.glyphs.path, trodden(ground.palette, scene, hex_, canvas.inks[row][x]), True)


def trodden(palette: Palette, scene: Scene, hex_: Hex, under: Ink) -> str:
    """The colour of the sign of a trail: the back of the counters of whose it is, as it is seen upon the ground."""
    if palette.mono:
        return ""
    return seen(palette.side(scene.tone(scene.trails[hex_]))[1], under.back)


def _smoke(canvas: Canvas, palette: Palette, glyphs: Glyphs) -> None:
    canvas.dye(dyed(palette, palette.smoke))
    first = 1 if glyphs.ascii and len(canvas.chars) == 2 else 0
    above = 1 if len(canvas.chars) == 4 else 0
    for y, row in enumerate(canvas.chars[above:]):
        for x in range(first + y % 2, len(row), 2):
            if row[x] in " _":
                colours = canvas.inks[y + above][x]
                canvas.sign(y + above, x, glyphs.smoke, colours.fore, colours.bold)


def _close(
    canvas: Canvas,
    ground: Ground,
    scene: Scene,
    hex_: Hex,
    units: list[Counter],
    badges: list[Counter],
    text: str,
) -> None:
    palette, glyphs = ground.palette, ground.glyphs
    if units:
        _block(canvas, palette, glyphs, scene, units)
    x = 1
    for counter in badges:
        if counter.kind == "smoke":
            continue
        colours = written(palette, counter, scene)
        label = badge(glyphs, counter) + held(glyphs, counter, scene)
        if counter.kind == "objective" and counter.values:
            label += counter.values
        canvas.put(3, x, label[: 5 - x], colours)
        x += len(label)
        if x >= 5:
            break
    if text:
        row, start = (3, 5 - len(text)) if units else (2, 8 - len(text) - 2)
        if row == 3 and badges:
            row, start = 0, 5 - len(text)
        back = canvas.inks[row][start].back
        canvas.put(row, start, text, ink(strongest(back), back, True))
    if hex_ == scene.cursor:
        colours = flat(palette, palette.cursor, True)
        top_left, top_right, bottom_right, bottom_left = glyphs.corners
        for row in (0, 3) if units else (0, 1, 2, 3):
            last = len(canvas.inks[row]) - 1
            inks = canvas.inks[row]
            if row in (0, 3):
                kept = inks[1:last] if row == 3 and badges else [colours] * (last - 1)
                inks[:] = [colours, *kept, colours]
            else:
                inks[0] = inks[last] = colours
                canvas.chars[row][0] = canvas.chars[row][last] = "┃" if not glyphs.ascii else "|"
        canvas.chars[0][0] = top_left
        if canvas.chars[0][5] == " ":
            canvas.chars[0][5] = top_right
        canvas.chars[3][0], canvas.chars[3][5] = bottom_left, bottom_right
    elif units and units[0].id == scene.selected:
        canvas.put(0, 0, glyphs.selected, flat(palette, palette.selected, True))


def _block(canvas: Canvas, palette: Palette, glyphs: Glyphs, scene: Scene, units: list[Counter]) -> None:
    """The counter of the topmost unit over the two middle rows: facing and name; marks, values or count."""
    unit = units[0]
    colours = written(palette, unit, scene)
    name = unit.name or unit.short
    if glyphs.cased and unit.facing is not None:
        # Many a name is all figures.
        canvas.put(1, 0, faced(glyphs, unit, scene, name, 7) + (held(glyphs, unit, scene) or " "), colours)
    else:
        canvas.put(1, 0, faced(glyphs, unit, scene, name, 8), colours)
    more = glyphs.times + str(min(len(units), 9)) if len(units) > 1 else ""
    marks = unit.marks[: 8 - len(more)]
    room = 8 - len(marks) - len(more)
    values = fitting(unit.values, room - (1 if marks or more else 0))
    tail = (values + " " + more if values and more else values + more).rjust(8 - len(marks))
    canvas.put(2, len(marks), tail, colours)
    for x, mark in enumerate(marks):
        canvas.put(2, x, mark.ascii if glyphs.ascii else mark.glyph, marked(palette, mark, colours))


def _small(
    canvas: Canvas,
    ground: Ground,
    scene: Scene,
    hex_: Hex,
    units: list[Counter],
    badges: list[Counter],
    text: str,
) -> None:
    palette, glyphs = ground.palette, ground.glyphs
    edge = 1 if ground.zoom is Zoom.PLAIN else 0
    chosen = bool(units) and units[0].id == scene.selected
    cursor = hex_ == scene.cursor
    signs: list[tuple[str, Ink]] = []
    if chosen:
        signs.append((glyphs.selected, flat(palette, palette.selected, True)))
    for counter in badges:
        if counter.kind != "smoke":
            colours = written(palette, counter, scene)
            signs += [(sign, colours) for sign in badge(glyphs, counter) + held(glyphs, counter, scene)]
    if units:
        unit = units[0]
        colours = written(palette, unit, scene)
        canvas.put(0, edge, faced(glyphs, unit, scene, unit.short[:2], 3), colours)
        if len(units) > 1:
            height = canvas.chars[0][edge + 3]
            canvas.put(0, edge + 3, glyphs.counts[min(len(units), 9)], inverse(colours))
            if height.isdigit() and not text:
                canvas.sign(1, edge + 2, height, canvas.inks[1][edge + 2].fore, True)
        for mark in unit.marks:
            signs.append((mark.ascii if glyphs.ascii else mark.glyph, marked(palette, mark, colours)))
    room = 4 - len(text) if text else 3
    if text:
        back = canvas.inks[1][edge + room].back
        canvas.put(1, edge + room, text, ink(strongest(back), back, True))
    for x, (sign, colours) in enumerate(signs[:room]):
        canvas.put(1, edge + x, sign, colours)
    if cursor and not edge:
        _cursor(canvas, ground, hex_, bool(units), len(signs), bool(text))


def _cursor(canvas: Canvas, ground: Ground, hex_: Hex, occupied: bool, signs: int, text: bool) -> None:
    colours = flat(ground.palette, ground.palette.cursor, True)
    corners = ground.glyphs.corners
    if not occupied:
        canvas.put(0, 0, ground.printed(hex_).ljust(4), colours)
    canvas.inks[1][signs:4] = [colours] * (4 - signs)
    if not signs:
        canvas.chars[1][0] = corners[3]
    if not text:
        canvas.chars[1][3] = corners[2]


def _bracket(canvas: Canvas, ground: Ground, scene: Scene, hex_: Hex) -> Canvas:
    """The cursor and the selected unit at the plain zoom: brackets in place of the slanting sides."""
    palette = ground.palette
    for marked, pair, colours in (
        (scene.selected_hex, "{}", palette.selected),
        (scene.cursor, "[]", palette.cursor),
    ):
        if marked is None:
            continue
        for row, beside in ((0, NW), (1, SW)):
            if hex_ == marked:
                canvas.put(row, 0, pair[0], flat(palette, colours, True))
            elif hex_.neighbour(beside) == marked:
                canvas.put(row, 0, pair[1], flat(palette, colours, True))
    return canvas
