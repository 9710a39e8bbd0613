"""Frames written as changes: a terminal that follows them shows what a terminal would that gets every frame whole."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import StringIO
from random import Random

from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate

from tui.terminal.frames import Frames

SIZE = (20, 4)
STYLES = [
    None,
    *map(
        Style.parse,
        ("bold", "red on blue", "bold #102030 on #405060", "italic color(200)", "on green", "reverse", "underline"),
    ),
]


class Lines(CompositorUpdate):
    """Segments beginning at a place, as Textual gives them."""

    def __init__(self, x: int, y: int, segments: Iterable[Segment]) -> None:
        self.x, self.y = x, y
        self.segments = list(segments)

    def __rich_console__(self, console: Console, options: object) -> Iterable[Segment]:
        """The cursor's place, then the text."""
        yield Control.move_to(self.x, self.y).segment
        yield from self.segments

    def render_segments(self, console: Console) -> str:
        """Not asked for here."""
        raise AssertionError


class Screen:
    """A terminal that knows moves and colours: its cells with the codes they were written in."""

    def __init__(self) -> None:
        self.cells = [[(" ", "")] * SIZE[0] for _ in range(SIZE[1])]

    def feed(self, text: str) -> None:
        """Do what a frame says."""
        x = y = 0
        pen: dict[str, str] = {}
        for codes, final, glyph in re.findall(r"\x1b\[([\d;]*)([HCm])|(.)", text):
            if final == "H":
                y, x = (int(n) - 1 for n in codes.split(";"))
            elif final == "C":
                x += int(codes)
            elif final == "m":
                pen = _pen(pen, codes)
            else:
                seen = ("back", "a4", "a7") if glyph == " " else pen
                self.cells[y][x] = (glyph, " ".join(f"{k}{v}" for k, v in sorted(pen.items()) if k in seen))
                x += 1
        assert not pen, "every frame leaves the terminal's own style behind"


def _pen(pen: dict[str, str], codes: str) -> dict[str, str]:
    pen = dict(pen)
    numbers = codes.split(";")
    while numbers:
        n = numbers.pop(0)
        more = numbers[: 0 if n not in ("38", "48") else 2 if numbers[0] == "5" else 4]
        del numbers[: len(more)]
        if n == "0":
            pen.clear()
        elif n in ("39", "49"):
            pen.pop("fore" if n == "39" else "back", None)
        else:
            kind = "back" if n[0] == "4" and len(n) > 1 else "fore" if n[0] in "39" and len(n) > 1 else f"a{n}"
            pen[kind] = ";".join((n, *more))
    return pen


def test_changes_come_to_the_same_as_whole_frames() -> None:
    chance = Random(7)
    console = Console(file=StringIO(), color_system="truecolor", force_terminal=True, width=SIZE[0], height=SIZE[1])
    frames, kept = Frames(), Screen()
    rows = [[("x", STYLES[0])] * SIZE[0] for _ in range(SIZE[1])]
    kept.feed(frames.changes(whole(rows), console, SIZE))
    for _ in range(200):
        y, x = chance.randrange(SIZE[1]), chance.randrange(SIZE[0])
        cells = [(chance.choice("ab "), chance.choice(STYLES)) for _ in range(chance.randint(1, min(6, SIZE[0] - x)))]
        rows[y][x : x + len(cells)] = cells
        update = Lines(x, y, [Segment(glyph, style) for glyph, style in cells])
        kept.feed(frames.changes(update, console, SIZE))
        fresh = Screen()
        fresh.feed(Frames().changes(whole(rows), console, SIZE))
        assert kept.cells == fresh.cells


def whole(rows: list[list[tuple[str, Style | None]]]) -> Lines:
    """An update of the whole screen."""
    segments: list[Segment] = []
    for y, row in enumerate(rows):
        segments += [Control.move_to(0, y).segment, *(Segment(glyph, style) for glyph, style in row)]
    return Lines(0, 0, segments)


def test_nothing_is_written_where_nothing_changed() -> None:
    console = Console(file=StringIO(), color_system="truecolor", force_terminal=True)
    frames = Frames()
    update = Lines(0, 0, [Segment("same", Style.parse("bold red"))])
    assert frames.changes(update, console, SIZE)
    assert frames.changes(update, console, SIZE) == ""


def test_cells_behind_an_unknown_one_keep_their_place() -> None:
    console = Console(file=StringIO(), color_system="truecolor", force_terminal=True)
    frames, kept = Frames(), Screen()
    cells = [*(Segment(glyph) for glyph in "map"), Control.move_to(4, 0).segment, *(Segment(glyph) for glyph in "card")]
    kept.feed(frames.changes(Lines(0, 0, cells), console, SIZE))
    assert "".join(glyph for glyph, _ in kept.cells[0]).rstrip() == "map card"
