"""The signs of the map, in UTF-8 and in ASCII; every one of them is one cell wide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


@frozen(eq=False, repr=False)
class Glyphs:
    """A set of signs.

    facing: for the units of the first and of the second side, for N to NW the sign and whether it stands after the
    unit's class (so that ASCII can tell NE from SW). compass: the same for the eight directions from N to NW, of units
    that have one of 48 headings. sides: what stands for either side where there is no facing;
    cased: whether the first side's names are written in capitals and the second's in small letters.
    lines: for each kind of route sixteen signs by the arms they have (UP, RIGHT, DOWN, LEFT). features: what marks
    a hexside; rising: a slope that goes up to the south. counts: of units, by number. corners: of the cursor, from
    the top left clockwise. cut: at the end of a word of a name that is cut.
    """

    ascii: bool
    facing: tuple[tuple[tuple[str, bool], ...], tuple[tuple[str, bool], ...]]
    compass: tuple[tuple[tuple[str, bool], ...], tuple[tuple[str, bool], ...]]
    sides: tuple[str, str]
    cased: bool
    lines: Mapping[str, str]
    features: Mapping[str, str]
    rising: str
    counts: str
    corners: tuple[str, str, str, str]
    bridge: str
    building: str
    wreck: str
    smoke: str
    mines: str
    objective: str
    selected: str
    path: str
    times: str
    cut: str
    below: str
    empty: str

    def line(self, kind: str, arms: int) -> str:
        """The sign of a route with these arms; kinds unknown are drawn as tracks."""
        return (self.lines.get(kind) or self.lines["track"])[arms]

    def heading(self, shape: int | None, heading: int) -> tuple[str, bool]:
        """The sign of the nearest of eight directions to one of 48 headings, and whether it stands after the class."""
        return self.compass[shape or 0][(heading + 3) // 6 % 8]

    def named(self, name: str, shape: int | None) -> str:
        """The name of a unit of a side (0 the first, 1 the second, None nobody's) in the letters of that side."""
        if not self.cased or shape is None:
            return name
        return name.lower() if shape else name.upper()


def _signs(lone: str, vertical: str, level: str, corners: str, tees: str, cross: str) -> str:
    """Sixteen signs by arms; corners: up-right, right-down, down-left, up-left; tees: without left, up, right, down."""
    table = [lone] * 16
    table[UP] = table[DOWN] = table[UP | DOWN] = vertical
    table[LEFT] = table[RIGHT] = table[LEFT | RIGHT] = level
    for arms, sign in zip((UP | RIGHT, RIGHT | DOWN, DOWN | LEFT, UP | LEFT), corners, strict=True):
        table[arms] = sign
    for arms, sign in zip((15 - LEFT, 15 - UP, 15 - RIGHT, 15 - DOWN), tees, strict=True):
        table[arms] = sign
    table[15] = cross
    return "".join(table)


UNICODE: Final = Glyphs(
    ascii=False,
    facing=(tuple((sign, False) for sign in "▲◥◢▼◣◤"), tuple((sign, False) for sign in "△◹◿▽◺◸")),
    compass=(tuple((sign, False) for sign in "▲◥▶◢▼◣◀◤"), tuple((sign, False) for sign in "△◹▷◿▽◺◁◸")),
    sides=("■", "□"),
    cased=False,
    lines={
        "road": _signs("━", "┃", "━", "┗┏┓┛", "┣┳┫┻", "╋"),
        "path": _signs("─", "│", "─", "╰╭╮╯", "├┬┤┴", "┼"),
        "track": _signs("┄", "┆", "┄", "····", "····", "·"),
        "sunken-road": _signs("═", "║", "═", "╚╔╗╝", "╠╦╣╩", "╬"),
        "railway": _signs("┅", "┇", "┅", "┗┏┓┛", "┣┳┫┻", "╋"),
    },
    features={
        "cliff": "▓",
        "crest": "▴",
        "wall": "▪",
        "hedgerow": "♠",
        "defilade": "◡",
        "slope": "╵",
        "stream": "≈",
        "ditch": "⌄",
        "orange": "▲",
        "green": "▰",
        "gray": "▬",
        "brown": "▾",
        "pond": "≋",
    },
    rising="╷",
    counts="⁰¹²³⁴⁵⁶⁷⁸⁹",
    corners=("┏", "┓", "┛", "┗"),
    bridge="╫",
    building="⌂",
    wreck="✗",
    smoke="░",
    mines="✱",
    objective="★",
    selected="◆",
    path="•",
    times="×",
    cut="…",
    below="₋",
    empty="·",
)

ASCII: Final = Glyphs(
    ascii=True,
    facing=((("^", False), ("/", True), ("\\", True), ("v", False), ("/", False), ("\\", False)),) * 2,
    compass=(
        (("^", False), ("/", True), (">", True), ("\\", True), ("v", False), ("/", False), ("<", False), ("\\", False)),
    )
    * 2,
    sides=("#", ":"),
    cased=True,
    lines={
        "road": _signs("=", "|", "=", "++++", "++++", "+"),
        "path": _signs("-", "|", "-", "++++", "++++", "+"),
        "track": _signs(".", ":", ".", "....", "....", "."),
        "sunken-road": _signs("=", "|", "=", "++++", "++++", "+"),
        "railway": _signs("+", "+", "+", "++++", "++++", "+"),
    },
    features={
        "cliff": "#",
        "crest": "^",
        "wall": "=",
        "hedgerow": "&",
        "defilade": "u",
        "slope": "'",
        "stream": "~",
        "ditch": "v",
        "orange": "A",
        "green": "%",
        "gray": "n",
        "brown": ";",
        "pond": "w",
    },
    rising=",",
    counts="0123456789",
    corners=("[", "]", "]", "["),
    bridge="H",
    building="n",
    wreck="x",
    smoke="%",
    mines="!",
    objective="*",
    selected="@",
    path="o",
    times="x",
    cut="~",
    below="-",
    empty=".",
)


def every_glyph(glyphs: Glyphs) -> str:
    """All signs of a set in one text, to be measured."""
    return "".join(
        [
            *(sign for side in (*glyphs.facing, *glyphs.compass) for sign, _ in side),
            *glyphs.sides,
            *glyphs.lines.values(),
            *glyphs.features.values(),
            *glyphs.corners,
            glyphs.rising + glyphs.counts,
            glyphs.bridge + glyphs.building + glyphs.wreck + glyphs.smoke + glyphs.mines,
            glyphs.objective + glyphs.selected + glyphs.path + glyphs.times + glyphs.cut + glyphs.below + glyphs.empty,
        ]
    )
