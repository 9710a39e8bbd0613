"""Small maps for worked examples, drawn like a geomorphic board but of any size."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from content.kit.load import Proof, listed
from content.panzerblitz.boards.board_file import NO_HEX, HexsideLine
from content.panzerblitz.boards.symbols import symbols
from content.panzerblitz.situations.situation_file import SketchFile
from content.panzerblitz.tables.tables import terrain_looks
from core.board import NO_FEATURES, NO_SIDES, Board, Cell, Place
from core.hexes import DIRECTION_NAMES, Hex, direction_between, hex_from_id, opposite
from core.panzerblitz.pieces.reference import POND_SIDE, ROAD, SYMBOLS

_DIRECTIONS: Final = {name: d for d, name in enumerate(DIRECTION_NAMES)}


def sketch(data: SketchFile, id_: str, name: str, proof: Proof) -> Board:
    """The map that a worked example draws; its mistakes are noted."""
    return _Sketching(data, proof).board(id_, name)


class _Sketching:
    """A map on its way from the file."""

    def __init__(self, data: SketchFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.terrain: dict[Hex, str] = {}
        self.level: dict[Hex, int] = {}
        self.roads: dict[Hex, int] = {}
        self.marks: dict[Hex, frozenset[str]] = {}

    def board(self, id_: str, name: str) -> Board:
        data = self.data
        self._grid()
        for at, road in enumerate(data.road, 1):
            self._road(road.hexes.split(), f"board.road[{at}].hexes")
        for at, also in enumerate(data.also, 1):
            self._mark(also.hexes, also.terrain, f"board.also[{at}].hexes")
        for key, lines in (("plateau", data.plateau), ("partial", data.partial)):
            for at, line in enumerate(lines, 1):
                self._mark(line.hexes, key, f"board.{key}[{at}].hexes")
        places = tuple(
            Place(p.id, p.name, self.hexes(p.hexes, f"board.place[{at}].hexes")) for at, p in enumerate(data.place, 1)
        )
        sides = self._sides()
        cells = {
            hex_: Cell(
                terrain=terrain,
                level=self.level[hex_],
                routes={ROAD: self.roads[hex_]} if hex_ in self.roads else {},
                sides=tuple(sides[hex_]) if hex_ in sides else NO_SIDES,
                marks=self.marks.get(hex_, NO_FEATURES),
            )
            for hex_, terrain in self.terrain.items()
        }
        columns, rows = max((h.col for h in cells), default=0), max((h.row for h in cells), default=0)
        return Board(id_, name, columns, rows, cells, places)

    def hexes(self, text: str, key: str) -> tuple[Hex, ...]:
        """The hexes that a text names."""
        return tuple(h for word in text.split() if (h := self._hex(word, key)))

    def _grid(self) -> None:
        letters = {look.letter: look.id for look in terrain_looks().values()}
        for row, line in enumerate(self.data.grid.strip().splitlines(), 1):
            for col, cell in enumerate(line.split(), 1):
                hex_, letter, digit = Hex(col, row), cell[:1], cell[1:]
                if cell == NO_HEX:
                    continue
                if letter not in letters or digit not in ("", "1", "2"):
                    found = f"{letter}, then 1 for slope or 2 for hilltop" if letter in letters else listed(letters)
                    self.proof.mistake(f"board.grid {hex_}", repr(cell), found)
                self.terrain[hex_], self.level[hex_] = letters.get(letter, "clear"), int(digit or 0)
        if not self.terrain:
            self.proof.mistake("board.grid", "no hex", "a letter for each hex, such as '. w1 t'")

    def _sides(self) -> dict[Hex, list[frozenset[str]]]:
        added = self._hexsides("hexside", self.data.hexside)
        plateau = frozenset(h for h, marks in self.marks.items() if "plateau" in marks)
        if self.data.symbols:
            sides = symbols(self.terrain, self.level, plateau, added)
        else:
            sides = symbols(dict.fromkeys(self.terrain, "clear"), dict.fromkeys(self.terrain, 0), plateau, added)
        for kind, hex_, direction in self._hexsides("open", self.data.open):
            for one, d in ((hex_, direction), (hex_.neighbour(direction), opposite(direction))):
                if one in sides:
                    sides[one][d] -= {kind}
        return sides

    def _hexsides(self, key: str, lines: tuple[HexsideLine, ...]) -> list[tuple[str, Hex, int]]:
        made = []
        for at, line in enumerate(lines, 1):
            if line.kind not in SYMBOLS | {POND_SIDE}:
                self.proof.unknown(f"board.{key}[{at}].kind", line.kind, sorted(SYMBOLS | {POND_SIDE}), "the hexside")
            for word in line.sides.split():
                name, _, direction = word.partition("/")
                hex_ = self._hex(name, f"board.{key}[{at}].sides")
                if direction not in _DIRECTIONS:
                    self.proof.mistake(f"board.{key}[{at}].sides", repr(word), "a hex and a hexside such as C5/NE")
                elif hex_:
                    made.append((line.kind, hex_, _DIRECTIONS[direction]))
        return made

    def _road(self, words: list[str], key: str) -> None:
        hexes = self.hexes(" ".join(w for w in words if ">" not in w), key)
        for hex_, other in pairwise(hexes):
            direction = direction_between(hex_, other)
            if direction is None:
                self.proof.mistake(key, f"{hex_} {other}", "adjacent hexes in order")
                continue
            self._lead(hex_, direction)
            self._lead(other, opposite(direction))
        for word, hex_ in ((words[0], hexes[0]), (words[-1], hexes[-1])) if hexes else ():
            if ">" in word and word.strip(">") in _DIRECTIONS:
                self._lead(hex_, _DIRECTIONS[word.strip(">")])

    def _lead(self, hex_: Hex, direction: int) -> None:
        self.roads[hex_] = self.roads.get(hex_, 0) | 1 << direction

    def _mark(self, hexes: str, mark: str, key: str) -> None:
        for hex_ in self.hexes(hexes, key):
            self.marks[hex_] = self.marks.get(hex_, NO_FEATURES) | {mark}

    def _hex(self, text: str, key: str) -> Hex | None:
        try:
            hex_ = hex_from_id(text)
        except ValueError:
            self.proof.mistake(key, repr(text), "a hex such as E9")
            return None
        if hex_ in self.terrain:
            return hex_
        self.proof.mistake(key, f"{text}, which is not on the map", "a hex that the grid draws")
        return None
