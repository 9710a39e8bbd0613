"""The cells of one hex while they are drawn."""

from __future__ import annotations

from collections.abc import Callable

from tui.map.ink import READ, SEEN, Ink, Row, Run, ink, seen


class Canvas:
    """Characters and inks of the rows of one hex."""

    __slots__ = ("chars", "inks")

    def __init__(self, chars: list[list[str]], inks: list[list[Ink]]) -> None:
        self.chars = chars
        self.inks = inks

    @classmethod
    def blank(cls, rows: tuple[tuple[int, int], ...], inks: tuple[Ink, ...]) -> Canvas:
        """Empty rows of a zoom's widths, each in its ink."""
        return cls(
            [[" "] * width for _, width in rows], [[i] * width for (_, width), i in zip(rows, inks, strict=True)]
        )

    def copy(self) -> Canvas:
        """The same cells, to be drawn upon."""
        return Canvas([row[:] for row in self.chars], [row[:] for row in self.inks])

    def put(self, row: int, x: int, text: str, colours: Ink) -> None:
        """Write `text`, cut at the end of the row."""
        text = text[: len(self.chars[row]) - x]
        self.chars[row][x : x + len(text)] = text
        self.inks[row][x : x + len(text)] = [colours] * len(text)

    def sign(self, row: int, x: int, sign: str, fore: str, bold: bool = False, back: str | None = None) -> None:
        """Write one sign upon the background that is there, or upon `back`, in a tone of `fore` that is seen there."""
        back = self.inks[row][x].back if back is None else back
        self.chars[row][x] = sign
        self.inks[row][x] = ink(seen(fore, back, READ if sign.isalnum() else SEEN), back, bold)

    def dye(self, change: Callable[[Ink], Ink], first: int = 0) -> None:
        """Change the ink of every cell, from row `first` on."""
        for row in self.inks[first:]:
            last, made = None, None
            for x, colours in enumerate(row):
                if colours is not last:
                    last, made = colours, change(colours)
                assert made is not None
                row[x] = made

    def rows(self) -> tuple[Row, ...]:
        """The rows as runs."""
        return tuple([_runs(chars, inks) for chars, inks in zip(self.chars, self.inks, strict=True)])


def _runs(chars: list[str], inks: list[Ink]) -> Row:
    start, last = 0, inks[0]
    if inks.count(last) == len(inks):
        return (Run("".join(chars), last),)
    runs: list[Run] = []
    for x, colours in enumerate(inks):
        if colours is not last:
            runs.append(Run("".join(chars[start:x]), last))
            start, last = x, colours
    runs.append(Run("".join(chars[start:]), last))
    return tuple(runs)
