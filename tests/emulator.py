"""A terminal, as far as the program's drawing needs one: what it shows after all that was written to it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

_CONTROL: Final = re.compile(r"\x1b\[([?>=<]?)([\d;:]*)([$ ]?)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
#: Longer ones than this are no controls.
_LONGEST: Final = 256
#: Attributes that are seen of a space.
_SEEN_OF_SPACES: Final = frozenset("479")
#: Attributes that a code ends.
_ENDED: Final = {"22": "12", "23": "3", "24": "4", "25": "5", "27": "7", "28": "8", "29": "9"}
#: What nobody can know, such as what is left of a wide glyph that was written over in part.
UNKNOWN: Final = "\ufffd"


def columns_of(glyph: str) -> int:
    """The columns that a character takes."""
    if unicodedata.category(glyph) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(glyph) in ("W", "F") else 1


class Screen:
    """What a terminal shows: its text, "" for the second column of a wide glyph, and the style of each cell.

    modes: those that were switched on or off, by number. raw: all that was written. plain: whether it would write in
    its own style now. wide: how many columns a character takes here.
    """

    def __init__(self, columns: int = 80, rows: int = 24, wide: Callable[[str], int] = columns_of) -> None:
        self.rows = [[" "] * columns for _ in range(rows)]
        self.styles = [["48="] * columns for _ in range(rows)]
        self.modes: dict[str, bool] = {}
        self.x = self.y = 0
        self.raw = ""
        self._wide = wide
        self._marks: dict[str, str] = {}
        self._style = ""
        self._rest = ""

    @property
    def text(self) -> str:
        """All rows."""
        return "\n".join("".join(row).rstrip() for row in self.rows)

    @property
    def plain(self) -> bool:
        """Whether it would write in its own style now."""
        return not self._marks

    def resize(self, columns: int, rows: int) -> None:
        """What does not fit is lost, as on an alternate screen; what is new is empty."""
        for cells, empty in ((self.rows, " "), (self.styles, "48=")):
            cells[:] = [[*row[:columns], *[empty] * (columns - len(row))] for row in cells[:rows]]
            cells += [[empty] * columns for _ in range(rows - len(cells))]
        self.y, self.x = min(self.y, rows - 1), min(self.x, columns - 1)

    def take(self, text: str) -> None:
        """Take what is written, which may end within a control."""
        self.raw += text
        text = self._rest + text
        self._rest = ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
                continue
            match = _CONTROL.match(text, at)
            if match is None:
                assert len(text) - at < _LONGEST, f"no control: {text[at : at + 40]!r}"
                self._rest = text[at:]
                return
            if match[4]:
                self._control(match[1], match[2], match[3], match[4])
            at = match.end()

    def _control(self, mark: str, numbers: str, between: str, kind: str) -> None:
        if mark == "?" and kind in "hl":
            self.modes.update(dict.fromkeys(numbers.split(";"), kind == "h"))
        if mark or between:
            return
        if kind == "m":
            self._restyle(numbers.split(";"))
            return
        values = [int(number or 0) for number in numbers.split(";")]
        count = values[0] or 1
        match kind:
            case "H":
                self.y, self.x = count - 1, (values[1:] or [1])[0] - 1
            case "A" | "B":
                self.x = min(self.x, len(self.rows[0]) - 1)
                self.y += count if kind == "B" else -count
            case "C" | "D":
                self.x += count if kind == "C" else -count
            case _:
                raise AssertionError(f"not known: {numbers}{kind}")
        self.y = max(0, min(self.y, len(self.rows) - 1))
        self.x = max(0, min(self.x, len(self.rows[0]) - 1))

    def _restyle(self, numbers: list[str]) -> None:
        rest = list(reversed(numbers))
        while rest:
            match rest.pop():
                case "" | "0":
                    self._marks.clear()
                case ("38" | "48") as which:
                    length = 1 if rest and rest.pop() == "5" else 3
                    assert len(rest) >= length, numbers
                    self._marks[which] = ";".join(rest.pop() for _ in range(length))
                case "39" | "49" as which:
                    self._marks.pop("38" if which == "39" else "48", None)
                case ended if ended in _ENDED:
                    for attribute in _ENDED[ended]:
                        self._marks.pop(attribute, None)
                case ground if (len(ground) > 1 and ground[0] in "349") or len(ground) == 3:
                    self._marks["48" if ground[0] in "41" else "38"] = ground
                case attribute:
                    self._marks[attribute] = ""
        self._style = ",".join(f"{mark}={value}" for mark, value in sorted(self._marks.items()))

    def _put(self, glyph: str) -> None:
        if glyph == "\r":
            self.x = 0
        elif glyph == "\b":
            self.x = max(0, min(self.x, len(self.rows[0]) - 1) - 1)
        elif glyph == "\n":
            self._feed()
        else:
            self._draw(glyph, self._wide(glyph))

    def _feed(self) -> None:
        self.y += 1
        if self.y == len(self.rows):
            self.y -= 1
            for cells, empty in ((self.rows, " "), (self.styles, "48=")):
                cells[:] = [*cells[1:], [empty] * len(cells[0])]

    def _draw(self, glyph: str, columns: int) -> None:
        width = len(self.rows[0])
        row, styles = self.rows[self.y], self.styles[self.y]
        if not columns:
            at = self.x - 1
            while at > 0 and not row[at]:
                at -= 1
            row[at] += glyph
            return
        if self.x + columns > width:
            if self.modes.get("7", True):
                self.x = 0
                self._feed()
                row, styles = self.rows[self.y], self.styles[self.y]
            else:
                self.x = width - columns
        for at in (self.x - 1, self.x + columns):
            # The other half of a wide glyph, of which a half is written over.
            if 0 <= at < width and (not row[at + 1] if at < self.x else not row[at]):
                row[at] = styles[at] = UNKNOWN
        # Nobody sees the colour of the letter in a space.
        blank = glyph == " " and not _SEEN_OF_SPACES & self._marks.keys()
        style = f"48={self._marks.get('48', '')}" if blank else self._style
        row[self.x : self.x + columns] = [glyph, *[""] * (columns - 1)]
        styles[self.x : self.x + columns] = [style] * columns
        self.x += columns
