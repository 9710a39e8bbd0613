"""Inks: how a cell is coloured. Equal inks are one object, so that runs are joined by identity."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from attrs import frozen
from rich.color import Color, ColorSystem
from rich.style import Style

#: The terminal's own colours as most terminals show them.
NAMED: Final = {
    "black": "#000000",
    "red": "#aa0000",
    "green": "#00aa00",
    "yellow": "#aa5500",
    "blue": "#0000aa",
    "magenta": "#aa00aa",
    "cyan": "#00aaaa",
    "white": "#aaaaaa",
    "bright_black": "#555555",
    "bright_red": "#ff5555",
    "bright_green": "#55ff55",
    "bright_yellow": "#ffff55",
    "bright_blue": "#5555ff",
    "bright_magenta": "#ff55ff",
    "bright_cyan": "#55ffff",
    "bright_white": "#ffffff",
}
#: The contrast that words and figures need, that a sign needs, and that a pattern needs, which covers a whole hex.
READ: Final = 4.5
SEEN: Final = 3.0
PATTERN: Final = 2.0


@frozen(eq=False, repr=False)
class Ink:
    """Foreground, background ("#rrggbb", a terminal colour name, "" for none) and weight of a cell.

    reverse: fore and background of the terminal exchanged, where there are no colours.

    Made by `ink` alone, which gives the same object for the same colours.
    """

    fore: str
    back: str
    bold: bool = False
    reverse: bool = False

    @cached_property
    def style(self) -> Style:
        """The same for Rich and Textual."""
        return Style(
            color=self.fore or None, bgcolor=self.back or None, bold=self.bold or None, reverse=self.reverse or None
        )


class Run(NamedTuple):
    """Neighbouring cells of one ink."""

    text: str
    ink: Ink


Row = tuple[Run, ...]


@lru_cache(maxsize=16384)
def ink(fore: str, back: str, bold: bool = False, reverse: bool = False) -> Ink:
    """The ink of these colours."""
    return Ink(fore, back, bold, reverse)


def inverse(colours: Ink) -> Ink:
    """The ink with fore and background exchanged."""
    if not (colours.fore or colours.back):
        return ink("", "", True, not colours.reverse)
    return ink(colours.back, colours.fore, True)


@lru_cache(maxsize=16384)
def mix(colour: str, other: str, part: float) -> str:
    """`colour` with `part` (0 to 1) of `other` mixed in; both "#rrggbb"."""
    if not (colour.startswith("#") and other.startswith("#")):
        return colour
    (red, green, blue), (more_red, more_green, more_blue) = _channels(colour), _channels(other)
    left = 1 - part
    red, green = round(red * left + more_red * part), round(green * left + more_green * part)
    return f"#{red:02x}{green:02x}{round(blue * left + more_blue * part):02x}"


def _channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a "#rrggbb" colour, 0 to 255."""
    whole = int(colour[1:], 16)
    return whole >> 16, whole >> 8 & 255, whole & 255


@lru_cache(maxsize=4096)
def brightness(colour: str) -> float:
    """How bright a "#rrggbb" colour looks, 0 to 1."""
    red, green, blue = _channels(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


@lru_cache(maxsize=4096)
def legible(colour: str, part: float) -> str:
    """A darker tone of `colour` to write on it, or a lighter one where it is dark itself."""
    if not colour.startswith("#"):
        return colour
    return mix(colour, "#000000", part) if brightness(colour) > 0.36 else mix(colour, "#ffffff", part * 0.72)


def strongest(colour: str) -> str:
    """Black or white, whichever is read better upon `colour`; a terminal's own colours want bright or black."""
    if not colour:
        return ""
    black, white = ("#000000", "#ffffff") if colour.startswith("#") else ("black", "bright_white")
    return max((black, white), key=lambda fore: least(fore, colour))


@lru_cache(maxsize=16384)
def seen(fore: str, back: str, need: float = SEEN) -> str:
    """`fore` with as little black or white in it as gives it the contrast that it needs upon `back`.

    Colours of a terminal cannot be mixed: there it is the best of both where `fore` alone would not do.
    """
    if not (fore and back) or _reaches(fore, back, need):
        return fore
    if not (fore.startswith("#") and back.startswith("#")):
        return strongest(back)
    ends = ("#000000", "#ffffff") if brightness(fore) < brightness(back) else ("#ffffff", "#000000")
    for part in range(5, 100, 5):
        for end in ends:
            mixed = mix(fore, end, part / 100)
            if _reaches(mixed, back, need):
                return mixed
    return strongest(back)


@lru_cache(maxsize=4096)
def readable(back: str) -> str:
    """`back` with as little black or white in it as lets words be read upon it in one of the two."""
    if not back.startswith("#"):
        return back
    mixed = (mix(back, end, part / 100) for part in range(0, 100, 2) for end in ("#000000", "#ffffff"))
    return next(colour for colour in mixed if _reaches(strongest(colour), colour, READ))


@lru_cache(maxsize=16384)
def least(fore: str, back: str) -> float:
    """The contrast of two colours on whatever terminal shows it worst, of those for which they are meant: in true
    colour or in the 256 that come nearest."""
    return min(contrast(fore, back), contrast(_nearest(fore), _nearest(back)))


def _reaches(fore: str, back: str, need: float) -> bool:
    """Whether the contrast of two colours is such everywhere; in 256 colours only where it is in true colour."""
    return contrast(fore, back) >= need and contrast(_nearest(fore), _nearest(back)) >= need


@lru_cache(maxsize=4096)
def _nearest(colour: str) -> str:
    if not colour.startswith("#"):
        return colour
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


@lru_cache(maxsize=4096)
def contrast(fore: str, back: str) -> float:
    """The contrast of two colours after the WCAG, 1 (none) to 21 (black and white)."""
    one, other = _luminance(fore), _luminance(back)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@lru_cache(maxsize=4096)
def _luminance(colour: str) -> float:
    red, green, blue = map(_linear, _channels(NAMED.get(colour, colour)))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=256)
def _linear(channel: int) -> float:
    """How much light there is in a channel of a colour, 0 to 1."""
    part = channel / 255
    return part / 12.92 if part <= 0.04 else float(((part + 0.055) / 1.055) ** 2.4)


def join(runs: list[Run]) -> list[Run]:
    """The runs with neighbours of the same ink made one."""
    joined: list[Run] = []
    last = None
    for run in runs:
        text, colours = run
        if colours is last:
            joined[-1] = Run(joined[-1].text + text, colours)
        elif text:
            joined.append(run)
            last = colours
    return joined


def clip(runs: list[Run], front: int, back: int) -> Row:
    """A row of runs without so many cells at its front and at its back."""
    for end, over in ((0, front), (-1, back)):
        while over > 0:
            text, colours = runs.pop(end)
            if len(text) > over:
                rest = Run(text[:-over] if end else text[over:], colours)
                runs.insert(len(runs) if end else 0, rest)
            over -= len(text)
    return tuple(runs)
