"""The geomorphic boards from ``boards/<number>.toml``, every line proved against the grid and the terrain."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
from content.panzerblitz.boards.board_file import (
    COLUMNS,
    NO_HEX,
    ROAD_COLUMNS,
    ROAD_ROWS,
    ROWS,
    BoardFile,
    HexsideLine,
    board_hexes,
    is_half,
)
from content.panzerblitz.boards.symbols import symbols
from content.panzerblitz.tables.tables import terrain_looks
from core.board import NO_FEATURES, NO_SIDES, Board, Cell, Place
from core.hexes import DIRECTION_NAMES, Hex, N, S, direction_between, hex_from_id, opposite
from core.panzerblitz.pieces.reference import POND_SIDE, ROAD, SYMBOLS, Elevation

_DIRECTIONS: Final = {name: d for d, name in enumerate(DIRECTION_NAMES)}
_LOW_GROUND: Final = ("swamp", "gully", "stream", "ford", "pond")


def board_ids() -> tuple[str, ...]:
    """The numbers of all boards there are."""
    return folders.ids("panzerblitz", "boards")


@kept
def board(board_id: str) -> Board:
    """The board with this number. ContentError with every mistake of its file, or if there is none."""
    for path in folders.files("panzerblitz", "boards"):
        if path.stem == board_id:
            name = folders.label(path)
            data = structure(read_toml(path, name), BoardFile, name)
            if data.id != path.stem:
                remedy = f"rename the file to {data.id}.toml or correct the id"
                raise ContentError(Mistake(name, "id", repr(data.id), f"{path.stem!r}, the name of the file", remedy))
            return make_board(data, name)
    known = board_ids()
    raise ContentError(Mistake("panzerblitz/boards", "id", repr(board_id), listed(known), near(board_id, known)))


def make_board(data: BoardFile, file: str) -> Board:
    """The board that a board file states; `file` is its name in messages."""
    return _Drawing(data, Proof(file)).board()


class _Drawing:
    """A board on its way from the file."""

    def __init__(self, data: BoardFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.terrain: dict[Hex, str] = {}
        self.level: dict[Hex, int] = {}
        self.roads: dict[Hex, int] = {}
        self.marks: dict[Hex, frozenset[str]] = {}

    def board(self) -> Board:
        self._grid()
        self.proof.done()
        self._ground()
        self._roads()
        self._also()
        plateau = self._plateau()
        added = self._hexsides("hexside", self.data.hexside)
        sides = symbols(self.terrain, self.level, plateau, added)
        for kind, hex_, direction in self._hexsides("open", self.data.open):
            for one, d in ((hex_, direction), (hex_.neighbour(direction), opposite(direction))):
                if one in sides:
                    sides[one][d] -= {kind}
        places = tuple(
            Place(line.id, line.name, self._hexes(line.hexes, f"place[{at}].hexes"))
            for at, line in enumerate(self.data.place, 1)
        )
        self.proof.done()
        cells = {
            hex_: Cell(
                terrain=terrain,
                level=self.level[hex_],
                routes={ROAD: self.roads[hex_]} if hex_ in self.roads else {},
                sides=tuple(sides[hex_]) if hex_ in sides else NO_SIDES,
                marks=self.marks.get(hex_, NO_FEATURES) | ({"partial"} if is_half(hex_) else NO_FEATURES),
            )
            for hex_, terrain in self.terrain.items()
        }
        labels = {hex_: printed_name(self.data.id, hex_) for hex_ in cells}
        return Board(
            id=self.data.id,
            name=self.data.name,
            columns=COLUMNS,
            rows=ROWS,
            cells=cells,
            places=places,
            source=self.data.source,
            labels=labels,
        )

    def _grid(self) -> None:
        letters = {look.letter: look.id for look in terrain_looks().values()}
        lines = [line.split() for line in self.data.grid.strip().splitlines()]
        if len(lines) != ROWS or any(len(line) != COLUMNS for line in lines):
            found = f"{len(lines)} rows of {' or '.join(map(str, sorted({len(line) for line in lines})))} cells"
            self.proof.mistake("grid", found, f"{ROWS} rows of {COLUMNS} cells")
            return
        hexes = set(board_hexes())
        for row, line in enumerate(lines, 1):
            for col, cell in enumerate(line, 1):
                hex_, letter, digit = Hex(col, row), cell[:1], cell[1:]
                if hex_ not in hexes:
                    if cell != NO_HEX:
                        self.proof.mistake(f"grid {hex_}", repr(cell), f"{NO_HEX}: odd columns end with row {ROWS - 1}")
                elif letter not in letters or digit not in ("", "1", "2"):
                    found = f"{letter}, then 1 for slope or 2 for hilltop" if letter in letters else listed(letters)
                    self.proof.mistake(f"grid {hex_}", repr(cell), found)
                else:
                    self.terrain[hex_], self.level[hex_] = letters[letter], int(digit or 0)

    def _ground(self) -> None:
        """Edges that join in any order are clear ground; hilltops stand on slopes; water lies low."""
        for hex_, terrain in self.terrain.items():
            level = self.level[hex_]
            if is_half(hex_) and (terrain != "clear" or level):
                self.proof.mistake(f"grid {hex_}", terrain, "clear ground on every half hex, which all boards share")
            if level and terrain in _LOW_GROUND:
                self.proof.mistake(f"grid {hex_}", f"{terrain} on a height", f"{terrain} at ground level")
            if level == Elevation.HILLTOP and any(not self.level.get(n, 0) for n in hex_.neighbours()):
                self.proof.mistake(f"grid {hex_}", "a hilltop beside level ground", "slopes all round it")

    def _roads(self) -> None:
        for at, line in enumerate(self.data.road, 1):
            self._road(line.hexes.split(), f"road[{at}].hexes")
        ends = {(Hex(col, row), d) for col in ROAD_COLUMNS for row, d in ((1, N), (ROWS - 1, S))}
        found = {(h, d) for h, mask in self.roads.items() for d in (N, S) if mask >> d & 1 and self._leaves(h, d)}
        short = {Hex(col, row) for col in (1, COLUMNS) for row in ROAD_ROWS}
        halves = {h: mask for h, mask in self.roads.items() if h.col in (1, COLUMNS)}
        over = {h for h, mask in halves.items() if any(mask >> d & 1 and self._leaves(h, d) for d in range(6))}
        if found != ends or over != short or set(halves) != short:
            allowed = "roads that leave at G, Q and AA on the long edges and through rows 3 and 8 on the short ones"
            self.proof.mistake("road", "other ends", allowed, "all boards join at these")

    def _leaves(self, hex_: Hex, direction: int) -> bool:
        return hex_.neighbour(direction) not in self.terrain

    def _road(self, words: list[str], key: str) -> None:
        hexes = [h for word in words if ">" not in word and (h := self._hex(word, key))]
        for hex_ in hexes:
            self.roads.setdefault(hex_, 0)
            if self.terrain[hex_] == "pond":
                self.proof.mistake(key, f"{hex_}, pond", "hexes that may be entered")
        for hex_, other in pairwise(hexes):
            direction = direction_between(hex_, other)
            if direction is None:
                self.proof.mistake(key, f"{hex_} {other}", "adjacent hexes in order")
                continue
            self.roads[hex_] |= 1 << direction
            self.roads[other] |= 1 << opposite(direction)
        for word, hex_ in ((words[0], hexes[0]), (words[-1], hexes[-1])) if hexes else ():
            if ">" in word:
                self.roads[hex_] |= 1 << _DIRECTIONS[word.strip(">")]

    def _also(self) -> None:
        for at, line in enumerate(self.data.also, 1):
            for hex_ in self._hexes(line.hexes, f"also[{at}].hexes"):
                self.marks[hex_] = self.marks.get(hex_, NO_FEATURES) | {line.terrain}

    def _plateau(self) -> frozenset[Hex]:
        made: set[Hex] = set()
        for at, line in enumerate(self.data.plateau, 1):
            for hex_ in self._hexes(line.hexes, f"plateau[{at}].hexes"):
                if self.level[hex_] != Elevation.HILLTOP:
                    self.proof.mistake(f"plateau[{at}].hexes", f"{hex_}, no hilltop", "hilltops")
                self.marks[hex_] = self.marks.get(hex_, NO_FEATURES) | {"plateau"}
                made.add(hex_)
        return frozenset(made)

    def _hexsides(self, key: str, lines: tuple[HexsideLine, ...]) -> list[tuple[str, Hex, int]]:
        made = []
        for at, line in enumerate(lines, 1):
            if line.kind not in SYMBOLS | {POND_SIDE}:
                self.proof.unknown(f"{key}[{at}].kind", line.kind, sorted(SYMBOLS | {POND_SIDE}), "the hexside")
            for word in line.sides.split():
                name, _, direction = word.partition("/")
                hex_ = self._hex(name, f"{key}[{at}].sides")
                if direction not in _DIRECTIONS:
                    self.proof.mistake(f"{key}[{at}].sides", repr(word), "a hex and a hexside such as C5/NE")
                elif hex_:
                    made.append((line.kind, hex_, _DIRECTIONS[direction]))
        return made

    def _hexes(self, text: str, key: str) -> tuple[Hex, ...]:
        return tuple(h for word in text.split() if (h := self._hex(word, key)))

    def _hex(self, text: str, key: str) -> Hex | None:
        try:
            hex_ = hex_from_id(text)
        except ValueError:
            self.proof.mistake(key, repr(text), "a hex such as E9 or BB10")
            return None
        if hex_ in self.terrain:
            return hex_
        self.proof.mistake(key, f"{text}, which is not on the board", "A1 to GG10")
        return None


def printed_name(board_id: str, hex_: Hex) -> str:
    """The name of a hex by the location system, such as ``2-A-3`` (pb:PB-LOC-1)."""
    letters = hex_.id.rstrip("0123456789")
    return f"{board_id}-{letters}-{hex_.row}"
