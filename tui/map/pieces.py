"""What lies upon the ground of a hex: overlay, path, counters, cursor."""

from __future__ import annotations

from core.hexes import NW, SW, Hex
from core.presentation import Counter, OverlayCell, Stroke
from tui.map.canvas import Canvas
from tui.map.glyphs import Glyphs
from tui.map.ground import Ground
from tui.map.ink import Ink, ink, inverse, seen, strongest
from tui.map.palette import Palette, tone_sign
from tui.map.places import Places, cells_along
from tui.map.projection import Zoom
from tui.map.scene import UNIT_KINDS, Scene
from tui.map.writing import badge, dyed, faced, fitting, flat, held, marked, written


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
    drawn = over.strokes if over and ground.zoom in (Zoom.CLOSE, Zoom.MIDDLE) else ()
    if over and (over.tone or not drawn):
        canvas.dye(dyed(palette, palette.tone(over.shade)), first)
    if on_path:
        canvas.dye(dyed(palette, palette.path), first)
    units = [c for c in stack if c.kind in UNIT_KINDS]
    badges = [c for c in stack if c.kind not in UNIT_KINDS]
    if any(c.kind == "smoke" for c in badges):
        _smoke(canvas, palette, glyphs)
    for stroke in drawn:
        _stroke(canvas, ground, hex_, stroke)
    text = _said(over, drawn=bool(drawn))
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


def _said(over: OverlayCell | None, *, drawn: bool) -> str:
    """What an overlay writes into a hex: its text, else a sign for its tone where that is not drawn as a line."""
    if over is None or (drawn and not over.tone and not over.text):
        return ""
    return (over.text or tone_sign(over.shade))[:3]


def _stroke(canvas: Canvas, ground: Ground, hex_: Hex, stroke: Stroke) -> None:
    """A line of dots through the cells that it runs through, on a ribbon of its tone."""
    palette = ground.palette
    tint = dyed(palette, palette.tone(stroke.tone))
    for row, x in cells_along(ground.zoom, hex_, stroke):
        colours = canvas.inks[row][x]
        if not palette.ansi:
            canvas.inks[row][x] = colours = tint(colours)
        fore = "" if palette.mono else strongest(colours.back) if not palette.ansi else palette.tone(stroke.tone)
        canvas.sign(row, x, ground.glyphs.path, fore, True)


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
    if any(c.point is not None and c.kind != "smoke" for c in (*units, *badges)):
        _close_in_place(canvas, ground, scene, hex_, units, badges, text)
        return
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


def _close_in_place(
    canvas: Canvas,
    ground: Ground,
    scene: Scene,
    hex_: Hex,
    units: list[Counter],
    badges: list[Counter],
    text: str,
) -> None:
    """A hex whose counters have places within it: each lies where it is, all else where there is room."""
    palette, glyphs = ground.palette, ground.glyphs
    places = Places(canvas, palette, glyphs, scene, hex_)
    places.units(units)
    for counter in badges:
        if counter.kind == "smoke":
            continue
        label = badge(glyphs, counter) + held(glyphs, counter, scene)
        if counter.kind == "objective" and counter.values:
            label += counter.values
        places.sign(counter, label[:4], written(palette, counter, scene))
    if text:
        places.text(text)
    if hex_ == scene.cursor:
        places.frame("|" if glyphs.ascii else "┃", flat(palette, palette.cursor, True))
    elif units and units[0].id == scene.selected:
        places.corner(glyphs.selected, flat(palette, palette.selected, True))


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
    for about, pair, colours in (
        (scene.selected_hex, "{}", palette.selected),
        (scene.cursor, "[]", palette.cursor),
    ):
        if about is None:
            continue
        for row, beside in ((0, NW), (1, SW)):
            if hex_ == about:
                canvas.put(row, 0, pair[0], flat(palette, colours, True))
            elif hex_.neighbour(beside) == about:
                canvas.put(row, 0, pair[1], flat(palette, colours, True))
    return canvas
