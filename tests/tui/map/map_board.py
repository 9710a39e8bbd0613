"""A small board made by hand for the tests of the map, with something of everything on it."""

from __future__ import annotations

from itertools import pairwise

from core.board import NO_SIDES, Board, Cell, Place
from core.hexes import NE, NW, SE, SW, Hex, N, S, hex_from_id
from core.presentation import Counter, Mark, Overlay, OverlayCell, SideLook, TerrainLook
from tui.map.scene import Scene

LOOKS = {
    look.id: look
    for look in (
        TerrainLook("clear", "Clear", "open", " ", " ", " "),
        TerrainLook("scrub", "Scrub", "brush", '"', '"', "s"),
        TerrainLook("rough", "Rough", "rough", "▵", "^", "r"),
        TerrainLook("sand", "Sand", "sand", "∙", ".", "d"),
        TerrainLook("woods", "Woods", "woods", "♣", "&", "w"),
        TerrainLook("stone-building", "Stone Building", "town", "▒", "#", "b"),
        TerrainLook("water", "Water", "water", "~", "~", "a"),
        TerrainLook("gully", "Gully", "depression", "≀", "v", "g"),
        TerrainLook("bridge", "Bridge", "structure", "═", "=", "h"),
    )
}

SIDES = {
    "german": SideLook("german", "German", "grey"),
    "soviet": SideLook("soviet", "Soviet", "red"),
}

SPOTTED = Mark("spotted", "●", "s", "spotted", "warning")
MOVED = Mark("moved", "►", "m", "moved", "info")

_TERRAIN = {
    "woods": "B2 B3 C2 C3 D3 B4",
    "scrub": "F1 F2 G1",
    "rough": "H2 H3",
    "sand": "A6 B6 C6",
    "stone-building": "E4 F4",
    "water": "G5 H6 F6 E6",
    "gully": "A5 B5",
}
_LEVELS = {"D1": 1, "E1": 2, "E2": 1, "D2": 1, "F1": 1, "A5": -1, "H2": 1}


def _sides(**features: int) -> tuple[frozenset[str], ...]:
    sides = list(NO_SIDES)
    for name, direction in features.items():
        sides[direction] = frozenset({name})
    return tuple(sides)


def make_board() -> Board:
    """Eight columns of six rows: woods, a hill, a town, a river with a bridge, a road, a path and a track."""
    terrain = {hex_from_id(i): kind for kind, ids in _TERRAIN.items() for i in ids.split()}
    routes: dict[Hex, dict[str, int]] = {}
    for kind, chain in (("road", "A4 B5 C4 D4 E4 F4 G4 H4"), ("path", "D4 D5 D6"), ("track", "F4 F3 G2 H2")):
        hexes = [hex_from_id(i) for i in chain.split()]
        for here, there in pairwise(hexes):
            direction = here.neighbours().index(there)
            for hex_, side in ((here, direction), (there, (direction + 3) % 6)):
                masks = routes.setdefault(hex_, {})
                masks[kind] = masks.get(kind, 0) | 1 << side
    sides = {
        "E2": _sides(crest=S, slope=SW),
        "D2": _sides(slope=SE),
        "G3": _sides(wall=S, hedgerow=SE),
        "C4": _sides(cliff=N, stream=NW),
        "H4": _sides(wall=NE),
    }
    cells = {}
    for col in range(1, 9):
        for row in range(1, 7):
            hex_ = Hex(col, row)
            cells[hex_] = Cell(
                terrain=terrain.get(hex_, "clear"),
                level=_LEVELS.get(hex_.id, 0),
                stories=2 if hex_.id == "E4" else 0,
                routes=routes.get(hex_, {}),
                sides=sides.get(hex_.id, NO_SIDES),
            )
    cells[hex_from_id("D5")] = Cell("bridge", under="water", routes=routes[hex_from_id("D5")])
    return Board("test", "Test", 8, 6, cells, (Place("hill", "Hill 107", (hex_from_id("E1"), hex_from_id("E2"))),))


def make_counters() -> tuple[Counter, ...]:
    """Units of two sides in all facings, a stack, a wreck, smoke and an objective."""
    at = hex_from_id
    return (
        Counter("g1", "unit", at("B4"), "german", "T4", "Pz IVF2", NE, (SPOTTED, MOVED), "4-6"),
        Counter("g3", "unit", at("C5"), "german", "T3", "Pz IIIJ", N),
        Counter("g2", "unit", at("C5"), "german", "T3", "Pz IIIJ Late", SE),
        Counter("s1", "unit", at("G2"), "soviet", "T", "T-34/76", SW, (MOVED,)),
        Counter("s2", "unit", at("H5"), "soviet", "KV", "KV-1", NW),
        Counter("s3", "unit", at("F2"), "soviet", "T", "BT-7", S),
        Counter("x1", "wreck", at("E3"), None, "x", "wreck"),
        Counter("x2", "smoke", at("F5"), None, "s", "smoke"),
        Counter("o1", "objective", at("E4"), "soviet", "*", "Village", values="25"),
    )


def make_scene() -> Scene:
    """The board with counters, cursor, path and a selected unit."""
    return Scene(
        board=make_board(),
        looks=LOOKS,
        sides=SIDES,
        counters=make_counters(),
        cursor=hex_from_id("D3"),
        path=(hex_from_id("B4"), hex_from_id("B3"), hex_from_id("C3")),
        selected="g1",
    )


def make_overlay() -> Overlay:
    """Three tones, one with text, one bare."""
    return Overlay(
        "reach",
        "Movement",
        {
            hex_from_id("C3"): OverlayCell("reach", "5"),
            hex_from_id("C4"): OverlayCell("spent", "12"),
            hex_from_id("C5"): OverlayCell("reach", "3+"),
            hex_from_id("D3"): OverlayCell("seen"),
            hex_from_id("D4"): OverlayCell("blocked"),
        },
    )
