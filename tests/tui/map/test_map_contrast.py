"""Whatever a map draws can be seen: every pair of its colours, in every theme, on every terminal for which it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

import pytest
from attrs import evolve
from rich.segment import Segment

from content.panzer.tables import tables as panzer
from content.panzerblitz.tables import tables as panzerblitz
from core.board import NO_SIDES, Board, Cell, Place
from core.hexes import Hex
from core.presentation import Counter, Mark, Overlay, OverlayCell, SideLook, TerrainLook
from tests.tui.contrast import Depth, Pair, pairs
from tui.map.ground import Ground
from tui.map.ink import PATTERN, Ink
from tui.map.painter import ground_of, paint
from tui.map.palette import FEATURES, ROUTES, TONE_SIGNS, Palette
from tui.map.palettes import DARK, MONO, PALETTES, SIXTEEN
from tui.map.projection import Projection, Zoom
from tui.map.scene import Scene
from tui.map.writing import dyed

LEVELS: Final = (-2, 0, 1, 4)
TONES: Final = tuple(TONE_SIGNS)
MARKS: Final = tuple(Mark(tone, "●", tone[0], tone, tone) for tone in sorted(DARK.tones))
#: What parts the hexes of the plain map and tells nothing.
OUTLINE: Final = frozenset("_/\\")


@cache
def looks() -> Mapping[str, TerrainLook]:
    """All terrain of all systems."""
    found = (*panzer.terrain_looks().items(), *panzerblitz.terrain_looks().items())
    return {f"{number}": look for number, (_, look) in enumerate(found)}


@cache
def everything() -> Board:
    """All terrain at all levels, whole and in part, with all that lies on hexsides and all routes, and bridges."""
    cells = {}
    for number, terrain in enumerate(looks()):
        for row, level in enumerate((*LEVELS, *LEVELS), 1):
            feature, route = FEATURES[(number + row) % len(FEATURES)], ROUTES[(number + 2 * row) % len(ROUTES)]
            spanned = (number + row) % 7 == 0
            cells[Hex(number + 1, row)] = Cell(
                terrain=terrain,
                under=terrain if spanned else None,
                level=level,
                stories=number % 3,
                marks=frozenset({"partial"} if row > len(LEVELS) else ()),
                routes={route: (9, 18, 36, 63)[row % 4]},
                sides=NO_SIDES if row % 3 else tuple(frozenset({feature}) for _ in range(6)),
            )
    hexes = tuple(cells)
    places = tuple(Place(f"place-{k}", f"Hill {k}", (hexes[k],)) for k in range(0, len(hexes), 11))
    return Board("all", "All", len(looks()), 2 * len(LEVELS), cells, places)


def counters(sides: tuple[str | None, ...]) -> Iterator[Counter]:
    """Counters of all kinds and sides with all marks, one or two in a hex of every fifth."""
    kinds = ("unit", "unit", "contact", "wreck", "smoke", "mines", "objective", "other")
    for number, hex_ in enumerate(list(everything().cells)[::5]):
        side, kind = sides[number % len(sides)], kinds[number % len(kinds)]
        marks = tuple(MARKS[(number + k) % len(MARKS)] for k in range(2)) if kind == "unit" else ()
        for twice in range(1 + number % 2):
            yield Counter(f"{number}/{twice}", kind, hex_, side, "T4", "Pz IVF2", number % 6, marks, "4-6")


def scenes(palette: Palette, overlays: int) -> Iterator[Scene]:
    """The board with its counters, and with so many overlays in turn; cursor, path and selection wander."""
    sides = {tone: SideLook(tone, tone, tone) for tone in palette.sides if tone != "neutral"}
    hexes = list(everything().cells)
    plain = Scene(everything(), looks(), sides, tuple(counters((*sides, None))))
    for turn in range(-1, overlays):
        over = {
            hex_: OverlayCell(TONES[(5 * k + turn) % len(TONES)], "12" if k % 2 else "") for k, hex_ in enumerate(hexes)
        }
        yield evolve(
            plain,
            overlay=None if turn < 0 else Overlay("all", "All", over),
            cursor=hexes[3 + turn],
            path=tuple(hexes[turn + 1 :: 9]),
            selected=f"{8 * (turn + 1)}/0",
        )


def patterns(ground: Ground) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    """The colours in which a ground is patterned, dyed or not, and the signs of the patterns: each covers a whole hex,
    and would hide what lies upon it if it stood out as that does."""
    bare = frozenset(
        ink
        for cell in ground.board.cells.values()
        for ink in ground.inks(looks()[cell.terrain].family, cell.level, "partial" in cell.marks)[:2]
    )
    tinted = dyed_in_all_ways(ground.palette, bare)
    signs = {sign for look in looks().values() for sign in (look.ascii if ground.glyphs.ascii else look.glyph)}
    return tinted, frozenset(signs | OUTLINE if ground.zoom is Zoom.PLAIN else signs)


@cache
def dyed_in_all_ways(palette: Palette, bare: frozenset[Ink]) -> frozenset[tuple[str, str]]:
    """The colours of grounds under any overlay, path and smoke."""
    tinted = bare | {dyed(palette, palette.tone(tone))(ink) for tone in TONES for ink in bare}
    for tone in (palette.path, palette.smoke):
        tinted |= {dyed(palette, tone)(ink) for ink in tinted}
    return frozenset((ink.fore, ink.back) for ink in tinted)


def drawn(palette: Palette, zoom: Zoom, ascii: bool, overlays: int) -> dict[tuple[str, Ink], bool]:
    """Each sign of the map in each of its inks, and whether it is but a pattern."""
    colours, signs = patterns(ground_of(everything(), looks(), zoom, palette, ascii))
    found: dict[tuple[str, Ink], bool] = {}
    for scene in scenes(palette, overlays):
        width, height = Projection(scene.board, zoom).size
        for row in paint(scene, zoom, palette, (0, 0, width, height), ascii):
            for run in row:
                for sign in set(run.text) - {" "}:
                    found[sign, run.ink] = (run.ink.fore, run.ink.back) in colours and sign in signs
    return found


def depths(palette: Palette) -> tuple[Depth, ...]:
    """The terminals for which a theme is meant."""
    if palette is MONO:
        return (Depth.NONE,)
    return (Depth.FEW,) if palette is SIXTEEN else (Depth.TRUE, Depth.MANY)


def pair_of(sign: str, ink: Ink, depth: Depth) -> Pair | None:
    return next(pairs(Segment(sign, ink.style), depth), None)


#: A tone lies on every kind of ground when all overlays have lain on the map.
@pytest.mark.parametrize("overlays", [1, pytest.param(len(TONES), marks=pytest.mark.long)])
@pytest.mark.parametrize("ascii", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("zoom", list(Zoom))
@pytest.mark.parametrize("palette", list(PALETTES.values()), ids=list(PALETTES))
def test_all_that_a_map_draws_can_be_seen(palette: Palette, zoom: Zoom, ascii: bool, overlays: int) -> None:
    """Words and figures can be read, signs seen, and patterns told from their ground."""
    faint = set()
    kinds = set()
    for (sign, ink), pattern in drawn(palette, zoom, ascii, overlays).items():
        kinds.add(pattern)
        for depth in depths(palette):
            pair = pair_of(sign, ink, depth)
            if pair is not None and not (pair.contrast >= PATTERN if pattern else pair.enough):
                faint.add(f"{depth.name}, {'pattern' if pattern else 'sign'}: {pair}")
    assert kinds == {False, True}
    assert not faint, "\n".join(sorted(faint))
