"""The far zoom: two cells a hex; odd columns lie half a row lower by half-block glyphs."""

from __future__ import annotations

from core.hexes import Hex
from core.presentation import Counter
from tui.map.glyphs import Glyphs
from tui.map.ground import Ground
from tui.map.ink import Ink, Row, Run, ink, strongest
from tui.map.palette import tone_sign
from tui.map.pieces import trodden
from tui.map.scene import UNIT_KINDS, Scene
from tui.map.writing import badge, dyed, faced, flat, held, written


def tile(ground: Ground, scene: Scene, hex_: Hex) -> Row:
    """The two cells of a hex; in an odd column also the lower half of the hex above it."""
    text, colours = _sign(ground, scene, hex_)
    if not hex_.col & 1 or ground.palette.mono:
        return (Run(text or _texture(ground, hex_), colours),)
    above_text, above = _sign(ground, scene, Hex(hex_.col, hex_.row - 1))
    if text:
        return (Run(text, colours),)
    if colours.back == above.back:
        return (Run(_texture(ground, hex_), colours),)
    if above_text:
        return (Run("▀▀", ink(above.back, colours.back)),)
    return (Run("▄▄", ink(colours.back, above.back)),)


def bare_ink(ground: Ground, hex_: Hex) -> Ink:
    """The ink of the ground of a hex on which nothing is drawn."""
    if hex_ not in ground.board:
        return ground.void
    cell = ground.board[hex_]
    return ground.inks(ground.look(hex_).family, cell.level, "partial" in cell.marks)[0]


def ground_ink(ground: Ground, scene: Scene, hex_: Hex) -> Ink:
    """The ink of the ground of a hex under overlay and path."""
    colours = bare_ink(ground, hex_)
    if hex_ not in ground.board:
        return colours
    over = scene.overlay.cells.get(hex_) if scene.overlay else None
    if over:
        colours = dyed(ground.palette, ground.palette.tone(over.shade))(colours)
    if hex_ in scene.path:
        colours = dyed(ground.palette, ground.palette.path)(colours)
    return colours


def _upon(colours: Ink) -> Ink:
    """The ink of words upon a ground."""
    return ink(strongest(colours.back), colours.back, True)


def _texture(ground: Ground, hex_: Hex) -> str:
    if hex_ not in ground.board:
        return "  "
    look, level = ground.look(hex_), ground.board[hex_].level
    signs = (look.ascii if ground.glyphs.ascii else look.glyph).strip() or " "
    if ground.palette.mono:
        return signs[0] + (str(min(level, 9)) if level > 0 else " ")
    return signs[0] + " " if look.family != "open" else "  "


def _letter(glyphs: Glyphs, stack: tuple[Counter, ...]) -> str:
    """The letter of the topmost unit; of several that stand apart within the hex, how many they are."""
    units = sum(counter.kind in UNIT_KINDS for counter in stack)
    return glyphs.counts[min(units, 9)] if units > 1 and stack[0].point is not None else stack[0].short[:1]


def _sign(ground: Ground, scene: Scene, hex_: Hex) -> tuple[str, Ink]:
    """What is written in a hex ("" if it shows bare ground), and its ink."""
    palette, glyphs = ground.palette, ground.glyphs
    colours = ground_ink(ground, scene, hex_)
    if hex_ not in ground.board:
        return "", colours
    stack = scene.stacks.get(hex_, ())
    over = scene.overlay.cells.get(hex_) if scene.overlay else None
    text = ""
    if stack and stack[0].kind in UNIT_KINDS:
        text, colours = faced(glyphs, stack[0], scene, _letter(glyphs, stack), 2), written(palette, stack[0], scene)
    elif stack and stack[0].kind == "smoke":
        text, colours = glyphs.smoke * 2, _upon(dyed(palette, palette.smoke)(colours))
    elif stack:
        text, colours = (
            badge(glyphs, stack[0]) + (held(glyphs, stack[0], scene) or " "),
            written(palette, stack[0], scene),
        )
    elif hex_ in scene.path:
        text, colours = glyphs.path + " ", _upon(colours)
    elif hex_ in scene.trails:
        text, colours = glyphs.path + " ", ink(trodden(palette, scene, hex_, colours), colours.back, True)
    elif over:
        text, colours = (over.text or tone_sign(over.shade))[:2].ljust(2), _upon(colours)
    if hex_ == scene.cursor:
        unit = stack[0] if stack and stack[0].kind in UNIT_KINDS else None
        kept = glyphs.named(_letter(glyphs, stack), scene.shape(unit.side)) if unit else "]"
        return "[" + kept, flat(palette, palette.cursor, True)
    return text, colours
