"""Boards of Panzer from ``boards/<id>.toml``, every line proved against the grid and the terrain tables."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
from content.panzer.boards.board_file import NO_HEX, BoardFile, grid_size
from content.panzer.tables.tables import terrain_effects, terrain_looks
from core.board import NO_FEATURES, NO_SIDES, Board, Cell, Place
from core.hexes import DIRECTION_NAMES, Hex, direction_between, hex_from_id, opposite
from core.panzer.ground.mapboard import ONE_SIDED

_DIRECTIONS: Final = {name: d for d, name in enumerate(DIRECTION_NAMES)}


def board_ids() -> tuple[str, ...]:
    """The ids of all boards there are."""
    return folders.ids("panzer", "boards")


@kept
def board(board_id: str) -> Board:
    """The board with this id. ContentError with every mistake of its file, or if there is none."""
    path = board_path(board_id)
    name = folders.label(path)
    data = structure(read_toml(path, name), BoardFile, name)
    if data.id != path.stem:
        remedy = f"rename the file to {data.id}.toml or correct the id"
        raise ContentError(Mistake(name, "id", repr(data.id), f"{path.stem!r}, the name of the file", remedy))
    return make_board(data, name)


def board_path(board_id: str) -> Path:
    """The file of a board. ContentError, with the ids most like it, if there is none."""
    for path in folders.files("panzer", "boards"):
        if path.stem == board_id:
            return path
    known = board_ids()
    raise ContentError(Mistake("panzer/boards", "id", repr(board_id), listed(known), near(board_id, known)))


@kept
def numbered_boards() -> Mapping[int, str]:
    """The ids of the boards that have a number, by that number; ContentError if two have the same."""
    found: dict[int, str] = {}
    for board_id in board_ids():
        path = board_path(board_id)
        try:
            number = read_toml(path, folders.label(path)).get("number")
        except ContentError:
            continue
        if type(number) is not int:
            continue
        if number in found:
            other = folders.label(board_path(found[number]))
            raise ContentError(
                Mistake(folders.label(path), "number", f"{number} again", "a number of its own", f"{other} has it")
            )
        found[number] = board_id
    return found


def make_board(data: BoardFile, file: str) -> Board:
    """The board that a board file states; `file` is its name in messages."""
    return _Drawing(data, Proof(file)).board()


class _Drawing:
    """A board on its way from the file: cells taken apart until every line of the file is in them."""

    def __init__(self, data: BoardFile, proof: Proof) -> None:
        self.data = data
        self.proof = proof
        self.terrain: dict[Hex, str] = {}
        self.level: dict[Hex, int] = {}
        self.under: dict[Hex, str] = {}
        self.stories: dict[Hex, int] = {}
        self.routes: dict[Hex, dict[str, int]] = {}
        self.sides: dict[Hex, list[frozenset[str]]] = {}
        self.columns, self.rows = grid_size({"grid": data.grid, "first_row": data.first_row})

    def board(self) -> Board:
        self._grid()
        if self.terrain:
            self._hexsides()
            self._slopes()
            self._bridges()
            self._routes()
            self._stories()
        places = self._places() if self.terrain else ()
        self._map()
        self.proof.done()
        cells = {hex_: self._cell(hex_) for hex_ in self.terrain}
        return Board(
            self.data.id,
            self.data.name,
            self.columns,
            self.rows,
            cells,
            places,
            self.data.source,
            number=self.data.number,
            directional=_DIRECTIONS[self.data.directional],
        )

    def _map(self) -> None:
        number, directional = self.data.number, self.data.directional
        if number is not None and number < 1:
            self.proof.mistake("number", str(number), "1 or more, the number of the map")
        if directional not in _DIRECTIONS:
            self.proof.mistake("directional", repr(directional), f"the facing of direction 1: {', '.join(_DIRECTIONS)}")

    def _cell(self, hex_: Hex) -> Cell:
        sides = self.sides.get(hex_)
        return Cell(
            terrain=self.terrain[hex_],
            level=self.level[hex_],
            stories=self.stories.get(hex_, 1 if is_building(self.terrain[hex_]) else 0),
            under=self.under.get(hex_),
            routes=self.routes.get(hex_, {}),
            sides=tuple(sides) if sides else NO_SIDES,
            marks=frozenset({"partial"}) if hex_.row == 0 else NO_FEATURES,
        )

    def _legend(self) -> dict[str, str]:
        looks = terrain_looks()
        letters = {look.letter: look.id for look in looks.values()}
        for letter, terrain in self.data.legend.items():
            if len(letter) != 1 or letter.isdigit() or letter == "-":
                self.proof.mistake(f"legend.{letter}", repr(letter), "one character, neither a digit nor a hyphen")
            if terrain not in looks:
                self.proof.unknown(f"legend.{letter}", terrain, looks, "the terrain")
            letters[letter] = terrain
        return letters

    def _grid(self) -> None:
        letters = self._legend()
        lines = self.data.grid.strip().splitlines()
        if self.data.first_row not in (0, 1):
            self.proof.mistake("first_row", str(self.data.first_row), "0 or 1")
        if not lines or self.columns > 52:
            found = f"{self.columns} columns" if lines else "no row"
            self.proof.mistake("grid", found, "1 to 52 columns (A to ZZ)")
            return
        for row, line in enumerate(lines, self.data.first_row):
            cells = line.split()
            if len(cells) != self.columns:
                self.proof.mistake(
                    f"grid row {row}",
                    f"{len(cells)} cells",
                    f"{self.columns}, as in the longest row",
                    f"write {NO_HEX} where no hex is",
                )
            for col in range(len(cells), self.columns):
                self._stand_in(Hex(col + 1, row))
            for col, text in enumerate(cells, 1):
                if text != NO_HEX:
                    self._place_cell(Hex(col, row), text, letters)

    def _stand_in(self, hex_: Hex) -> None:
        """A clear hex for a cell that cannot be read, so that what refers to it is no mistake too."""
        self.terrain[hex_], self.level[hex_] = "clear", 0

    def _place_cell(self, hex_: Hex, text: str, letters: Mapping[str, str]) -> None:
        letter, level = text[0], text[1:]
        self._stand_in(hex_)
        if letter not in letters or not (level == "" or (level.isdigit() and len(level) == 1)):
            known = " ".join(f"{key}={name}" for key, name in letters.items())
            remedy = "put the letter into [legend]" if letter not in letters else "write the level as one digit"
            self.proof.mistake(
                f"grid {hex_}", repr(text), f"a letter and perhaps a level digit, or {NO_HEX}: {known}", remedy
            )
            return
        if hex_.row == 0 and not hex_.col & 1:
            self.proof.mistake(
                f"grid {hex_}", repr(text), f"{NO_HEX}", "in row 0 only the odd columns A, C, E ... have a hex"
            )
            return
        self.terrain[hex_] = letters[letter]
        self.level[hex_] = int(level or 0)

    def _hexsides(self) -> None:
        kinds = [e.id for e in terrain_effects().values() if e.kind == "hexside" and e.id != "slope"]
        for at, line in enumerate(self.data.hexside, 1):
            key = f"hexside[{at}]"
            if line.kind == "slope":
                self.proof.mistake(
                    f"{key}.kind", "'slope'", ", ".join(kinds), "slopes follow from the levels in the grid"
                )
            elif line.kind not in kinds:
                self.proof.unknown(f"{key}.kind", line.kind, kinds, "the hexside")
            for text in _words(line.sides):
                id_, _, name = text.partition("/")
                if name not in _DIRECTIONS:
                    self.proof.mistake(
                        f"{key}.sides", repr(text), f"HEX/DIRECTION such as C5/NE, one of {', '.join(_DIRECTIONS)}"
                    )
                    continue
                hex_ = self._hex(id_, f"{key}.sides")
                if hex_:
                    self._mark(hex_, _DIRECTIONS[name], line.kind)

    def _mark(self, hex_: Hex, direction: int, kind: str) -> None:
        self._mark_one(hex_, direction, kind)
        other = hex_.neighbour(direction)
        if kind not in ONE_SIDED and other in self.terrain:
            self._mark_one(other, opposite(direction), kind)

    def _mark_one(self, hex_: Hex, direction: int, kind: str) -> None:
        sides = self.sides.setdefault(hex_, list(NO_SIDES))
        sides[direction] |= {kind}

    def _slopes(self) -> None:
        """Mark every hexside between two levels that is no cliff (na:4.5.1.1.2b)."""
        for hex_, level in self.level.items():
            for direction in range(3):
                other = hex_.neighbour(direction)
                if self.level.get(other, level) != level:
                    sides = self.sides.get(hex_)
                    if not (sides and "cliff" in sides[direction]):
                        self._mark(hex_, direction, "slope")

    def _bridges(self) -> None:
        for at, line in enumerate(self.data.bridge, 1):
            for hex_ in self._hexes(line.hex, f"bridge[{at}].hex"):
                self.under[hex_] = self.terrain[hex_]
                self.terrain[hex_] = "bridge"

    def _routes(self) -> None:
        kinds = [e.id for e in terrain_effects().values() if e.kind == "overlay"]
        for at, line in enumerate(self.data.route, 1):
            if line.kind not in kinds:
                self.proof.unknown(f"route[{at}].kind", line.kind, kinds, "the route")
            self._route(line.kind, _words(line.hexes), f"route[{at}].hexes")

    def _route(self, kind: str, words: list[str], key: str) -> None:
        start = words.pop(0) if words and words[0].endswith(">") else ""
        end = words.pop() if words and words[-1].startswith(">") else ""
        hexes = [hex_ for word in words if (hex_ := self._hex(word, key))]
        if not words:
            self.proof.mistake(key, "no hex", "adjacent hexes in order, such as NW> A14 B14 >SE")
        if not hexes or len(hexes) < len(words):
            return
        for hex_ in hexes:
            self.routes.setdefault(hex_, {}).setdefault(kind, 0)
        for hex_, other in pairwise(hexes):
            direction = direction_between(hex_, other)
            if direction is None:
                self.proof.mistake(
                    key, f"{hex_} {other}", "adjacent hexes in order", f"next to {hex_}: {self._around(hex_)}"
                )
            else:
                self.routes[hex_][kind] |= 1 << direction
                self.routes[other][kind] |= 1 << opposite(direction)
        for word, hex_ in ((start, hexes[0]), (end, hexes[-1])):
            if word:
                self._leave(kind, word, hex_, key)

    def _leave(self, kind: str, word: str, hex_: Hex, key: str) -> None:
        direction = _DIRECTIONS.get(word.strip(">"))
        if direction is None:
            self.proof.mistake(key, repr(word), f"one of {', '.join(_DIRECTIONS)} with a > at its inner or outer end")
        elif hex_.neighbour(direction) in self.terrain:
            beyond = hex_.neighbour(direction)
            self.proof.mistake(
                key, f"{word} at {hex_}", "a hexside at the edge of the map", f"go on with {beyond} or leave {word} out"
            )
        else:
            self.routes[hex_][kind] |= 1 << direction

    def _stories(self) -> None:
        for at, line in enumerate(self.data.stories, 1):
            if not 1 <= line.stories <= 9:
                self.proof.mistake(f"stories[{at}].stories", str(line.stories), "1 to 9")
            for hex_ in self._hexes(line.hexes, f"stories[{at}].hexes"):
                if not is_building(self.terrain[hex_]):
                    self.proof.mistake(f"stories[{at}].hexes", f"{hex_}, {self.terrain[hex_]}", "hexes with buildings")
                self.stories[hex_] = line.stories

    def _places(self) -> tuple[Place, ...]:
        seen: set[str] = set()
        for at, line in enumerate(self.data.place, 1):
            if line.id in seen:
                self.proof.mistake(f"place[{at}].id", f"{line.id!r} again", "an id of its own")
            seen.add(line.id)
        return tuple(
            Place(line.id, line.name, self._hexes(line.hexes, f"place[{at}].hexes"))
            for at, line in enumerate(self.data.place, 1)
        )

    def _hexes(self, text: str, key: str) -> tuple[Hex, ...]:
        found = tuple(hex_ for word in _words(text) if (hex_ := self._hex(word, key)))
        if not _words(text):
            self.proof.mistake(key, "no hex", "hex ids separated by blanks")
        return found

    def _hex(self, text: str, key: str) -> Hex | None:
        return read_hex(text, key, self.terrain, self.proof)

    def _around(self, hex_: Hex) -> str:
        return " ".join(n.id for n in hex_.neighbours() if n in self.terrain)


def is_building(terrain: str) -> bool:
    """Whether a hex of this terrain has the height of its stories (na:4.1.4.1.4)."""
    return terrain.endswith("-building") or terrain == "alley"


def read_hex(text: str, key: str, where: Board | Mapping[Hex, object], proof: Proof) -> Hex | None:
    """The hex with this id or printed reference; a mistake is noted and None returned if there is none."""
    cells = where.cells if isinstance(where, Board) else where
    try:
        hex_ = where.find(text) if isinstance(where, Board) else hex_from_id(text)
    except ValueError:
        proof.mistake(key, repr(text), "a hex id such as E9 or BB12")
        return None
    if hex_ in cells:
        return hex_
    proof.mistake(key, f"{text}, which is not on the board", _extent(where))
    return None


def _extent(where: Board | Mapping[Hex, object]) -> str:
    if isinstance(where, Board):
        return where.extent
    ordered = sorted(where)
    return f"{ordered[0]} to {ordered[-1]}" if ordered else ""


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()
