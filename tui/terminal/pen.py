"""Cells are written in as few bytes as are needed.

A colour costs up to 19 bytes, a way to another place 3 to 8. So cells are written colour by colour, not row by row: all
upon a background one after the other, and all of a foreground among them. Spaces, of which only the background is seen,
go with the first foreground upon it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from tui.terminal.ink import LINES, ODD, PLAIN, Cell, Ink

#: Columns of a gap that may be written over rather than jumped over; the jump costs as many bytes.
_BRIDGE: Final = 4
#: The codes that end attributes; to end others, all begins anew.
_ENDS: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29"}
_ANEW: Final = "0"
#: Where the cursor is when that is not known.
_SOMEWHERE: Final = -1


def written(cells: Sequence[Cell | None], places: Collection[int], width: int, *, ends: bool) -> str:
    """The control codes and text that bring the cells at some places to a terminal; it writes plainly before and after.

    cells: of all rows, one row after the other, None = not known. places: no two the same. width: of a row.
    ends: whether the terminal knows how one attribute ends, and not only all of them.
    """
    turns = list(_turns(cells, places))
    pen = _Pen(cells, width, places, ends, {ink: turn for turn, (inks, _) in enumerate(turns) for ink in inks})
    for inks, of_these in turns:
        pen.take(inks[0])
        pen.write(of_these)
    return pen.put_down()


def _turns(cells: Sequence[Cell | None], places: Collection[int]) -> Iterator[tuple[list[Ink], list[int]]]:
    """Inks that are written with at once, the first of them the pen's, and where: the most used background first."""
    where: defaultdict[Ink, list[int]] = defaultdict(list)
    for place in sorted(places):
        cell = cells[place]
        if cell is not None and cell[0]:
            where[cell[1]].append(place)
    grounds: defaultdict[str, list[Ink]] = defaultdict(list)
    for ink in where:
        grounds[ink.back].append(ink)
    last = PLAIN
    for inks in sorted(grounds.values(), key=lambda inks: -sum(len(where[ink]) for ink in inks)):
        inks.sort(key=lambda ink: (ink.bare, ink.lines, ink.attributes != last.attributes, -len(where[ink])))
        spaces = inks.pop() if inks[-1].bare else None
        if spaces is not None and (not inks or inks[0].lines):
            yield [spaces], where[spaces]
        elif spaces is not None:
            first = inks.pop(0)
            yield [first, spaces], sorted(where[first] + where[spaces])
            last = first
        for ink in inks:
            yield [ink], where[ink]
            last = ink


class _Pen:
    """What a terminal writes with, and where.

    changed: the places that are written sooner or later. turns: in which turn the cells of an ink are.
    """

    def __init__(
        self, cells: Sequence[Cell | None], width: int, changed: Collection[int], ends: bool, turns: dict[Ink, int]
    ) -> None:
        self._cells = cells
        self._width = width
        self._changed = changed
        self._ends = _ENDS if ends else {}
        self._turns = turns
        self._out: list[str] = []
        self._at = _SOMEWHERE
        # Whether a terminal may have gone on otherwise since it was told a place: its rows are begun anew then.
        self._doubt = False
        self._turn = -1
        self._ink = PLAIN
        # What the terminal writes with is not always the ink: for spaces much of it does not matter.
        self._attributes, self._fore, self._back = PLAIN.attributes, PLAIN.fore, PLAIN.back

    def take(self, ink: Ink) -> None:
        """Go on to the next turn, of this ink."""
        self._ink = ink
        self._turn += 1
        attributes, fore = ink.attributes, ink.fore
        if ink.bare:
            attributes, fore = self._attributes - LINES, self._fore
        codes = self._codes(attributes, fore, ink.back)
        if codes:
            self._out.append(f"\x1b[{';'.join(codes)}m")
        self._attributes, self._fore, self._back = attributes, fore, ink.back

    def write(self, places: Sequence[int]) -> None:
        """Write the cells at some places, which are in order."""
        cells, width, out, at = self._cells, self._width, self._out, self._at
        for place in places:
            glyph, _, doubt = cells[place]  # type: ignore[misc]
            if place != at or not place % width:
                out.append(self._way(at, place))
            out.append(glyph)
            at = place + 1
            if doubt:
                self._doubt = True
                if doubt is ODD:
                    at = _SOMEWHERE
        self._at = at

    def put_down(self) -> str:
        """All that was written, and the terminal's own ink again."""
        if self._attributes or self._fore or self._back:
            self._out.append(f"\x1b[{_ANEW}m")
        return "".join(self._out)

    def _codes(self, attributes: frozenset[str], fore: str, back: str) -> list[str]:
        """What changes between the pen and another one."""
        ends = {self._ends.get(gone, _ANEW) for gone in self._attributes - attributes}
        if _ANEW in ends:
            return [_ANEW, *sorted(attributes), *filter(None, (fore, back))]
        kept = {attribute for attribute in self._attributes if self._ends.get(attribute) not in ends}
        codes = [*sorted(ends), *sorted(attributes - kept)]
        if fore != self._fore:
            codes.append(fore or "39")
        if back != self._back:
            codes.append(back or "49")
        return codes

    def _way(self, at: int, place: int) -> str:
        """What brings the cursor to a place."""
        width = self._width
        y, x = divmod(place, width)
        # In the last column the cursor may wait, or be in the next row already.
        if at != _SOMEWHERE and at % width:
            columns = place - at
            if 0 < columns <= x:
                jump = _steps(columns, "C")
                text = self._between(at, place) if columns <= _BRIDGE else None
                return text if text is not None and len(text.encode()) <= len(jump) else jump
            near = "" if self._doubt else _near(y - at // width, x - at % width, x)
            if near and len(near) < 6 + (y > 8) + (x > 8):
                return near
        self._doubt = False
        return f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"

    def _between(self, at: int, place: int) -> str | None:
        """What may be written between two places of a row; None where what lies there would be lost."""
        text = ""
        for gap in range(at, place):
            cell = self._cells[gap]
            if cell is None or cell[2] is ODD:
                return None
            glyph, ink, _ = cell
            if gap in self._changed and self._turns[ink] > self._turn:
                text += " "
            elif ink is self._ink or (ink.bare and ink.back == self._back and not self._ink.lines):
                text += glyph
            else:
                return None
        self._doubt = self._doubt or not text.isascii()
        return text


def _near(rows: int, columns: int, x: int) -> str:
    """The shortest way over so many rows and columns, to a column."""
    across = _steps(columns, "C") if columns >= 0 else min("\b" * -columns, _steps(-columns, "D"), key=len)
    if x < 10:
        across = min(across, "\r" + _steps(x, "C"), key=len)
    return (_steps(rows, "B") if rows >= 0 else _steps(-rows, "A")) + across


def _steps(count: int, way: str) -> str:
    """So many columns or rows on some way."""
    return "" if not count else f"\x1b[{way}" if count == 1 else f"\x1b[{count}{way}"
