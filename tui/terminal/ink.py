"""Styles as a terminal is told them, and the cells of a screen that are written in them.

Inks and cells are shared by all screens of a process and compared by identity: what is equal is, as a rule, the same
object. Where it is not, because one of two was forgotten meanwhile, a cell is written once more than it must be.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import repeat
from typing import Final

from attrs import field, frozen
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from rich.style import Style
from textual.strip import Strip

#: A cell: its text ("" for what a wide glyph covers besides its first cell), its ink, and whether all terminals go one
#: column on when they write it: they do, nearly all do, or nobody knows.
Cell = tuple[str, "Ink", int]
SURE, LIKELY, ODD = range(3)

#: Attributes that are seen of a space: lines under, through and over it, frames, fore and background exchanged.
LINES: Final = frozenset({"4", "7", "9", "21", "51", "52", "53"})
#: Glyphs of an ink that are kept.
_GLYPHS: Final = 1024
_JOINER, _AS_PICTURE = "\u200d", "\ufe0f"
#: What a terminal takes as an order, or as the direction of what follows; texts of strangers may hold it.
_ORDERS: Final = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))))


@frozen(eq=False)
class Ink:
    """A style in the numbers of control codes: of attributes such as bold, of the foreground, of the background.

    fore, back: "" = the terminal's own. bare: of nothing but spaces, of which only the background is seen.
    space: a space in this style; it is bare, unless there are lines.
    """

    attributes: frozenset[str]
    fore: str
    back: str
    bare: bool = False
    space: Cell = field(init=False)
    _cells: dict[str, Cell] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        space = (" ", self, SURE) if self.bare or self.lines else ink(frozenset(), "", self.back, bare=True).space
        object.__setattr__(self, "space", space)

    @property
    def lines(self) -> bool:
        """Whether anything but the background is seen of a space."""
        return not LINES.isdisjoint(self.attributes)

    def put(self, text: str, row: list[Cell]) -> None:
        """Add a text to a row of cells; as many as it is wide."""
        known = self._cells
        found = list(map(known.get, text))
        if None not in found:
            row += found  # type: ignore[arg-type]
            return
        if len(known) > _GLYPHS:
            known.clear()
        for glyph in _glyphs(text):
            wide = cell_len(glyph)
            if wide == 1 and len(glyph) == 1:
                cell = known.get(glyph)
                if cell is None:
                    own = (glyph, self, SURE if glyph.isascii() else LIKELY)
                    cell = known[glyph] = self.space if glyph == " " else own
                row.append(cell)
            elif wide:
                row.append((glyph, self, ODD))
                row += repeat(("", self, ODD), wide - 1)
            elif row:
                # Marks of the glyph before, which has another style.
                at = next((n for n in range(len(row) - 1, -1, -1) if row[n][0]), 0)
                row[at] = row[at][0] + glyph, row[at][1], ODD


def marks_of(text: str) -> str:
    """The marks with which a text begins; they belong to the glyph before it."""
    glyph = next(_glyphs(text), "")
    return "" if cell_len(glyph) else glyph


def covered(cell: Cell | None) -> bool:
    """Whether a cell is covered by the wide glyph before it."""
    return cell is not None and not cell[0]


def cut(row: list[Cell], width: int) -> None:
    """Make a row no longer than so many cells; of a wide glyph that is cut there are spaces left."""
    end = width
    while end and end < len(row) and covered(row[end]):
        end -= 1
    row[end:] = [cell[1].space for cell in row[end:width]]


def ink_of(style: Style | None, colours: str | None) -> Ink:
    """The ink of a style on a terminal of some colours, as Rich calls them (None = it knows no styles)."""
    return PLAIN if style is None or colours is None else _of(style, COLOR_SYSTEMS[colours])


@lru_cache(maxsize=8192)
def ink(attributes: frozenset[str], fore: str, back: str, *, bare: bool = False) -> Ink:
    """The ink of these numbers."""
    return Ink(attributes, fore, back, bare)


@lru_cache(maxsize=4096)
def _of(style: Style, colours: ColorSystem) -> Ink:
    numbers = [n for n in Strip.render_ansi(style, colours).split(";") if n]
    attributes: set[str] = set()
    fore = back = ""
    while numbers:
        first = numbers.pop(0)
        if first in ("38", "48"):
            length = 2 if numbers[:1] == ["5"] else 4
            code = ";".join([first, *numbers[:length]])
            del numbers[:length]
        else:
            code = first
        place = int(first)
        if place == 38 or 30 <= place < 38 or 90 <= place < 98:
            fore = code
        elif place == 48 or 40 <= place < 48 or 100 <= place < 108:
            back = code
        elif place not in (39, 49):
            attributes.add(code)
    return ink(frozenset(attributes), fore, back)


def _glyphs(text: str) -> Iterator[str]:
    """What is written into one cell, or into the two of a wide glyph, with the marks upon it. No orders."""
    glyph, joined = "", False
    for character in text:
        if character in _ORDERS:
            continue
        belongs = joined or character in (_JOINER, _AS_PICTURE) or not cell_len(character)
        joined = character == _JOINER
        if glyph and not belongs:
            yield glyph
            glyph = ""
        glyph += character
    if glyph:
        yield glyph


#: The terminal's own ink.
PLAIN: Final = ink(frozenset(), "", "")
