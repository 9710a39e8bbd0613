"""Frames written as changes: a terminal that follows them shows what a terminal would that gets every frame whole."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from itertools import groupby
from operator import itemgetter
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import COLOR_SYSTEMS, Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import CompositorUpdate
from textual.strip import Strip

from tests.emulator import UNKNOWN, Screen
from tui.terminal.compositor import Patches
from tui.terminal.frames import Frames

SIZE = (20, 4)
STYLES = [
    None,
    *map(
        Style.parse,
        (
            "bold",
            "red on blue",
            "bold red on blue",
            "bold #102030 on #405060",
            "#405060 on #405060",
            "dim #ffeedd on #405060",
            "bold dim #ffeedd on #405060",
            "italic color(200)",
            "on green",
            "bright_white on bright_green",
            "reverse",
            "reverse #102030 on #405060",
            "underline",
            "underline bold on green",
            "strike",
            "underline2 overline",
            "blink",
        ),
    ),
]
GLYPHS = (*"ab   ", "█", "♣", "e\u0301", "漢", "字", "🚀")
DEPTHS = ("truecolor", "256", "standard", None)


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


class Page:
    """What a program shows: cells with their style, "" behind a wide glyph, which are written in part."""

    def __init__(self, size: tuple[int, int], chance: Random) -> None:
        self.size, self.chance = size, chance
        self.rows: list[list[tuple[str, Style | None]]] = [[("x", None)] * size[0] for _ in range(size[1])]

    def some(self) -> tuple[int, int, Strip]:
        """Write something somewhere; returns what, and where."""
        y, x = self.chance.randrange(self.size[1]), self.chance.randrange(self.size[0])
        row, wanted = self.rows[y], self.chance.randint(1, self.size[0] - x)
        cells: list[tuple[str, Style | None]] = []
        while len(cells) < wanted:
            style = self.chance.choice(STYLES)
            for glyph in self.chance.choices(GLYPHS, k=self.chance.randint(1, 6)):
                cells += [(glyph, style), *[("", style)] * (cell_len(glyph) - 1)]
        for at, halves in ((wanted, cells), (x, row), (x + wanted, row)):
            # A wide glyph that is cut leaves spaces.
            if at < len(halves) and not halves[at][0]:
                halves[at - 1 : at + 1] = [(" ", halves[at][1])] * 2
        row[x : x + wanted] = cells[:wanted]
        return x, y, strip(cells[:wanted])

    def whole(self) -> Patches:
        """All of it."""
        return Patches([(0, y, strip(row)) for y, row in enumerate(self.rows)])

    def shown(self, colours: str | None) -> Screen:
        """A terminal that gets all of it, row by row, each piece of text with its whole style."""
        screen = Screen(*self.size)
        for y, row in enumerate(self.rows):
            screen.take(f"\x1b[{y + 1};1H")
            for text, style in row:
                # Strip.render keeps the codes with a style, whatever the colours.
                codes = Strip.render_ansi(style, COLOR_SYSTEMS[colours]) if style and colours else ""
                screen.take(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
        return screen


def strip(cells: Iterable[tuple[str, Style | None]]) -> Strip:
    """Cells as Textual has them."""
    return Strip([Segment("".join(text for text, _ in run), style) for style, run in groupby(cells, itemgetter(1))])


def console_of(colours: str | None = "truecolor", size: tuple[int, int] = SIZE) -> Console:
    """What Rich knows of a terminal of these colours."""
    return Console(
        file=StringIO(),
        color_system=colours,  # type: ignore[arg-type]
        force_terminal=True,
        width=size[0],
        height=size[1],
        legacy_windows=False,
    )


def same(one: Screen, other: Screen) -> None:
    """Two terminals show the same."""
    assert UNKNOWN not in one.text
    assert one.rows == other.rows
    assert one.styles == other.styles
    assert one.plain, "every frame leaves the terminal's own style behind"


@pytest.mark.parametrize("colours", DEPTHS)
@pytest.mark.parametrize("seed", range(4))
def test_changes_come_to_the_same_as_whole_frames(colours: str | None, seed: int) -> None:
    chance = Random(seed)
    size = (chance.choice((9, 20, 41)), chance.choice((1, 4, 12)))
    console, page = console_of(colours, size), Page(size, chance)
    frames, kept = Frames(), Screen(*size)
    # Behind the last column some terminals go on in the next row, others do not.
    kept.modes["7"] = bool(seed % 2)
    for step in range(400):
        if not step or chance.random() < 0.02:
            if step:
                size = (max(2, size[0] + chance.randint(-3, 3)), max(1, size[1] + chance.randint(-1, 1)))
                page = Page(size, chance)
                kept.resize(*size)
            update = page.whole()
        else:
            update = Patches([page.some() for _ in range(chance.randint(1, 5))])
        kept.take(frames.changes(update, console, size))
        same(kept, page.shown(colours))


def test_nothing_is_written_where_nothing_changed() -> None:
    console = console_of()
    frames = Frames()
    update = Lines(0, 0, [Segment("same", Style.parse("bold red"))])
    assert frames.changes(update, console, SIZE)
    assert frames.changes(update, console, SIZE) == ""


def test_what_looks_the_same_is_not_written_again() -> None:
    """A style says more than what is seen: what a click does, the colour of letters where there are none."""
    console, frames = console_of(), Frames()
    red = Style.parse("red on blue")
    assert frames.changes(Lines(0, 0, [Segment("ab ", red)]), console, SIZE)
    clicked = red + Style(meta={"@click": "go"})
    assert (
        frames.changes(Lines(0, 0, [Segment("ab", clicked), Segment(" ", Style.parse("on blue"))]), console, SIZE) == ""
    )
    assert frames.changes(Lines(0, 0, [Segment("ab "[2:], Style.parse("underline on blue"))]), console, SIZE)


def test_cells_behind_an_unknown_one_keep_their_place() -> None:
    console, frames, kept = console_of(), Frames(), Screen(*SIZE)
    cells = [*(Segment(glyph) for glyph in "map"), Control.move_to(4, 0).segment, *(Segment(glyph) for glyph in "card")]
    kept.take(frames.changes(Lines(0, 0, cells), console, SIZE))
    assert kept.text.rstrip() == "map card"


def test_half_of_a_wide_glyph_that_is_written_over_leaves_an_empty_cell() -> None:
    console, frames, kept = console_of(), Frames(), Screen(*SIZE)
    kept.take(frames.changes(Lines(0, 0, [Segment("漢字漢")]), console, SIZE))
    kept.take(frames.changes(Lines(1, 0, [Segment("a", Style.parse("red"))]), console, SIZE))
    kept.take(frames.changes(Lines(4, 0, [Segment("b")]), console, SIZE))
    assert kept.rows[0][:6] == [" ", "a", "字", "", "b", " "]


def test_a_wide_glyph_at_the_edge_of_the_terminal_is_left_out() -> None:
    console, frames, kept = console_of(), Frames(), Screen(*SIZE)
    kept.take(frames.changes(Lines(0, 1, [Segment("x" * 19 + "漢")]), console, SIZE))
    assert kept.text.rstrip() == "\n" + "x" * 19


def test_marks_are_added_to_a_glyph_of_another_style_once() -> None:
    console, frames, kept = console_of(), Frames(), Screen(*SIZE)
    accented = [Segment("e"), Segment("\u0301x", Style.parse("red"))]
    kept.take(frames.changes(Lines(0, 0, accented), console, SIZE))
    assert frames.changes(Lines(0, 0, accented), console, SIZE) in ("", "\x1b[1He\u0301")
    assert kept.rows[0][:2] == ["e\u0301", "x"]
    wide = frames.changes(Lines(0, 1, [Segment("漢"), *accented[1:]]), console, SIZE)
    assert "漢\u0301" in wide, "the mark is not written by itself, over the second half of the letter"
    kept.take(wide)
    assert kept.rows[1][:3] == ["漢\u0301", "", "x"]


def test_colours_are_told_once_though_they_alternate() -> None:
    """Where a map changes its ground and its signs alternate, each colour is told once for all cells."""
    console, frames, kept = console_of(), Frames(), Screen(*SIZE)
    one, two = Style.parse("#102030 on #405060"), Style.parse("#112233 on #445566")
    rows = [[Segment("ab"[(x + y) % 2], (one, two)[(x + y) % 2]) for x in range(SIZE[0])] for y in range(SIZE[1])]
    written = frames.changes(Patches([(0, y, Strip(row)) for y, row in enumerate(rows)]), console, SIZE)
    assert written.count("38;2;16;32;48") == written.count("38;2;17;34;51") == 1
    kept.take(written)
    assert kept.text == "\n".join("".join(segment.text for segment in row) for row in rows)


def test_a_row_begins_anew_behind_what_some_terminals_draw_wide() -> None:
    """A terminal that draws such a sign over two columns, as in East Asia, shifts the rest of that row and no other."""
    console, frames = console_of(), Frames()
    frames.changes(Patches([(0, y, Strip([Segment(" " * SIZE[0])])) for y in range(SIZE[1])]), console, SIZE)
    rows = [(3, y, Strip([Segment("♣a"[y % 2])])) for y in range(SIZE[1])]
    assert frames.changes(Patches(rows), console, SIZE) == "\x1b[1;4H♣\x1b[2;4Ha\x1b[B\b♣\x1b[4;4Ha"
    around = [(2, 0, Strip([Segment("b♣b")])), (4, 1, Strip([Segment("b")]))]
    assert frames.changes(Patches(around), console, SIZE) == "\x1b[1;3Hb♣b\x1b[2;5Hb"
