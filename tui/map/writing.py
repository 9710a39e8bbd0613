"""How counters are written on the map: their inks, their signs, their names in few cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from core.presentation import Counter, Mark
from tui.map.glyphs import Glyphs
from tui.map.ink import PATTERN, READ, SEEN, Ink, ink, least, legible, mix, readable, seen, strongest
from tui.map.palette import Palette
from tui.map.scene import Scene


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
    if counter.heading is not None:
        sign, after = glyphs.heading(shape, counter.heading)
    elif counter.facing is not None:
        sign, after = glyphs.facing[shape or 0][counter.facing % 6]
    text = shortened(glyphs.named(text, shape), width - len(sign), glyphs.cut)
    return (text + sign).ljust(width) if after else (sign + text).ljust(width)


def shortened(name: str, room: int, more: str) -> str:
    """A name in `room` cells: cut between words, without its spaces if only that keeps a word whole (PzKpfwIV).

    more: the sign at the end of a word that is cut.
    """
    if len(name) <= room or name[room - 1 : room + 1].strip() != name[room - 1 : room + 1]:
        return name[:room]
    words, squeezed = name.split(), ""
    for word in words:
        squeezed += word
        if len(squeezed) == room:
            return squeezed
    return name[: room - len(more)] + more if room > len(more) else name[:room]


def fitting(values: str, room: int) -> str:
    """The leading words of a counter's values that fit into `room` cells."""
    while values and len(values) > room:
        values = values.rpartition(" ")[0]
    return values
