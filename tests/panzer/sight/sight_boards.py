"""Boards drawn as text for the tests of the line of sight, and every way of asking for it.

Boards are drawn as rows of cells, one line per hex row, columns A, B, C ...; odd columns lie half a hex lower.
A cell is its Hill level (left out at 0) and its terrain letter; a digit behind a building gives its stories.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from core.board import NO_FEATURES, Board, Cell
from core.hexes import Hex, direction_between, distance, hex_from_id
from core.panzer.pieces.tables import Cover, Tables, TerrainEffect
from core.panzer.sight.line_of_sight import Obstacle, Sight, line_of_sight
from core.panzer.sight.relief import sees, sight_field

LETTERS = {
    ".": "clear",
    "r": "rough",
    "s": "scrub",
    "g": "gully",
    "w": "stream",
    "f": "ford",
    "=": "bridge",
    "t": "light-grove",
    "T": "medium-grove",
    "H": "heavy-woods",
    "a": "alley",
    "W": "wood-building",
    "B": "brick-building",
    "S": "stone-building",
}
EFFECTS = {
    "clear": ("Clear", "hex", 0, "none"),
    "rough": ("Rough", "hex", 0, "none"),
    "scrub": ("Scrub", "hex", 0, "none"),
    "gully": ("Gully (Wadi)", "hex", -1, "depression"),
    "stream": ("Stream", "hex", -1, "depression"),
    "ford": ("Ford", "hex", -1, "depression"),
    "bridge": ("Bridge", "hex", 0, "none"),
    "light-grove": ("Light Grove", "hex", 3, "blocks"),
    "medium-grove": ("Medium Grove", "hex", 3, "blocks"),
    "heavy-woods": ("Heavy Woods", "hex", 4, "blocks"),
    "alley": ("Alley (vehicles and towed in a Building hex)", "hex", 0, "building"),
    "wood-building": ("Wood Building", "hex", 1, "blocks"),
    "brick-building": ("Brick Building", "hex", 1, "blocks"),
    "stone-building": ("Stone Building", "hex", 1, "blocks"),
    "slope": ("Slope hexside", "hexside", 1, "with hill"),
    "crest": ("Crest hexside", "hexside", 1, "blocks"),
    "cliff": ("Cliff (hill edge without Slope)", "hexside", 0, "with hill"),
    "wall": ("Wall hexside", "hexside", 0, "none"),
    "defilade": ("Defilade hexside", "hexside", 0, "none"),
    "hedgerow": ("Hedgerow hexside", "hexside", 1, "blocks"),
}
TABLES = Tables(
    ap_hit={},
    ap_hit_modifiers={},
    ap_damage_basic=(),
    spotting_ranges={},
    spotting_modifiers={},
    blind_zone={
        -1: (2, 3, 7, None),
        0: (2, 4, 8, None),
        1: (3, 5, 9, None),
        2: (4, 6, 10, None),
        3: (5, 7, 11, None),
        4: (6, 8, 12, None),
        5: (7, 9, 13, None),
    },
    terrain={
        id_: TerrainEffect(id_, name, kind, height, los, Cover.NONE, Cover.NONE, {}, 1, False)
        for id_, (name, kind, height, los) in EFFECTS.items()
    },
)


def board(
    *rows: str, sides: dict[str, str] | None = None, roads: Iterable[str] = (), paths: Iterable[str] = ()
) -> Board:
    """A board from rows of cells; sides: feature by hexside ("B2/B3"); roads, paths: chains of hexes ("A1 B2")."""
    tokens = {Hex(c, r): t for r, row in enumerate(rows, 1) for c, t in enumerate(row.split(), 1)}
    features: dict[Hex, list[frozenset[str]]] = {h: [NO_FEATURES] * 6 for h in tokens}
    routes: dict[Hex, dict[str, int]] = {h: {} for h in tokens}
    for pair, names in (sides or {}).items():
        p, q = map(hex_from_id, pair.split("/"))
        features[p][towards(p, q)] |= frozenset(names.split())
    for kind, chains in (("road", roads), ("path", paths)):
        for p, q in (pair for chain in chains for pair in pairwise(map(hex_from_id, chain.split()))):
            routes[p][kind] = routes[p].get(kind, 0) | 1 << towards(p, q)
            routes[q][kind] = routes[q].get(kind, 0) | 1 << towards(q, p)
    cells = {}
    for h, token in tokens.items():
        parts = re.fullmatch(r"(\d?)(\D?)(\d?)", token)
        assert parts, token
        level, letter, stories = parts.groups()
        cells[h] = Cell(
            LETTERS[letter or "."],
            int(level or 0),
            int(stories or 0),
            "gully" if letter == "=" else None,
            routes[h],
            tuple(features[h]),
        )
    return Board("test", "Test", max(h.col for h in cells), len(rows), cells)


def towards(p: Hex, q: Hex) -> int:
    direction = direction_between(p, q)
    assert direction is not None, f"{p} and {q} are not adjacent"
    return direction


def column(cells: str, **features: Any) -> Board:
    """A board of one column of cells: A1, A2 ... from north to south."""
    return board(*cells.split(), **features)


def slopes(*pairs: str) -> dict[str, str]:
    return dict.fromkeys(pairs, "slope")


def look(board_: Board, a: str, b: str) -> Sight:
    """The sight between two hexes, asked in every way there is."""
    p, q = board_.hex(a), board_.hex(b)
    sight, back = line_of_sight(board_, TABLES, p, q), line_of_sight(board_, TABLES, q, p)
    assert sight.clear == back.clear == sees(board_, TABLES, p, q) == sees(board_, TABLES, q, p)
    assert sight.clear == (q in sight_field(board_, TABLES, p, distance(p, q)))
    assert sight.clear == (sight.obstacle is None)
    return sight


def clear(board_: Board, a: str, b: str) -> bool:
    return look(board_, a, b).clear


def blocked_by(board_: Board, a: str, b: str) -> Obstacle:
    obstacle = look(board_, a, b).obstacle
    assert obstacle is not None, f"{a} sees {b}"
    return obstacle
