"""Boards of Panzer from ``boards/<id>.toml``, every line proved against the grid and the terrain tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from content.kit import folders
from content.kit.folders import kept
from content.kit.grids import DIRECTIONS, NO_HEX, Grid, Legend, grid_size, lines_of
from content.kit.load import ContentError, Mistake, Proof, read_toml
from content.panzer.boards.board_file import BoardFile
from content.panzer.tables.tables import terrain_effects, terrain_looks
from core.board import NO_FEATURES, NO_SIDES, Board, Cell
from core.hexes import COLUMNS, Hex, column_letters, opposite
from core.panzer.ground.mapboard import ONE_SIDED


def board_ids() -> tuple[str, ...]:
    """The ids of all boards there are."""
    return folders.ids("panzer", "boards")


@kept
def board(board_id: str) -> Board:
    """The board with this id. ContentError with every mistake of its file, or if there is none."""
    return make_board(folders.stated("panzer", "boards", board_id, BoardFile), folders.label(board_path(board_id)))


def board_path(board_id: str) -> Path:
    """The file of a board. ContentError, with the ids most like it, if there is none."""
    return folders.path_of("panzer", "boards", board_id)


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
        self.grid = Grid(proof)
        self.terrain = self.grid.terrain
        self.under: dict[Hex, str] = {}
        self.stories: dict[Hex, int] = {}
        self.routes: dict[Hex, dict[str, int]] = {}
        self.sides: dict[Hex, list[frozenset[str]]] = {}
        self.columns, self.rows = grid_size({"grid": data.grid, "first_row": data.first_row})

    def board(self) -> Board:
        self._cells()
        if self.terrain:
            self._hexsides()
            self._slopes()
            self._bridges()
            self._routes()
            self._stories()
        places = self.grid.places(self.data.place) if self.terrain else ()
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
            directional=DIRECTIONS[self.data.directional],
        )

    def _map(self) -> None:
        number, directional = self.data.number, self.data.directional
        if number is not None and number < 1:
            self.proof.mistake("number", str(number), "1 or more, the number of the map")
        if directional not in DIRECTIONS:
            self.proof.mistake("directional", repr(directional), f"the facing of direction 1: {', '.join(DIRECTIONS)}")

    def _cell(self, hex_: Hex) -> Cell:
        sides = self.sides.get(hex_)
        return Cell(
            terrain=self.terrain[hex_],
            level=self.grid.level[hex_],
            stories=self.stories.get(hex_, 1 if is_building(self.terrain[hex_]) else 0),
            under=self.under.get(hex_),
            routes=self.routes.get(hex_, {}),
            sides=tuple(sides) if sides else NO_SIDES,
            marks=frozenset({"partial"}) if hex_.row == 0 else NO_FEATURES,
        )

    def _legend(self) -> Legend:
        looks = terrain_looks()
        letters = {look.letter: look.id for look in looks.values()}
        for letter, terrain in self.data.legend.items():
            if len(letter) != 1 or letter.isdigit() or letter == "-":
                self.proof.mistake(f"legend.{letter}", repr(letter), "one character, neither a digit nor a hyphen")
            self.proof.among(f"legend.{letter}", terrain, looks, "the terrain")
            letters[letter] = terrain
        return Legend(letters, remedy="put the letter into [legend]")

    def _cells(self) -> None:
        legend, lines = self._legend(), lines_of(self.data.grid)
        if self.data.first_row not in (0, 1):
            self.proof.mistake("first_row", str(self.data.first_row), "0 or 1")
        if not lines or self.columns > COLUMNS:
            found = f"{self.columns} columns" if lines else "no row"
            self.proof.mistake("grid", found, f"1 to {COLUMNS} columns (A to {column_letters(COLUMNS)})")
            return
        for row, cells in enumerate(lines, self.data.first_row):
            if len(cells) != self.columns:
                remedy = f"write {NO_HEX} where no hex is"
                allowed = f"{self.columns}, as in the longest row"
                self.proof.mistake(f"grid row {row}", f"{len(cells)} cells", allowed, remedy)
            for col in range(len(cells), self.columns):
                self.grid.stand_in(Hex(col + 1, row))
            for col, text in enumerate(cells, 1):
                if text != NO_HEX:
                    self._place_cell(Hex(col, row), text, legend)

    def _place_cell(self, hex_: Hex, text: str, legend: Legend) -> None:
        if hex_.row or hex_.col & 1:
            self.grid.put(hex_, text, legend)
            return
        self.grid.stand_in(hex_)
        remedy = "in row 0 only the odd columns A, C, E ... have a hex"
        self.proof.mistake(f"grid {hex_}", repr(text), NO_HEX, remedy)

    def _hexsides(self) -> None:
        kinds = [e.id for e in terrain_effects().values() if e.kind == "hexside" and e.id != "slope"]
        for at, line in enumerate(self.data.hexside, 1):
            key, slope = f"hexside[{at}]", line.kind == "slope"
            if slope:
                remedy = "slopes follow from the levels in the grid"
                self.proof.mistake(f"{key}.kind", "'slope'", ", ".join(kinds), remedy)
            for hex_, direction in self.grid.hexsides(line, key, ("slope",) if slope else kinds):
                self._mark(hex_, direction, line.kind)

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
        for hex_, level in self.grid.level.items():
            for direction in range(3):
                other = hex_.neighbour(direction)
                if self.grid.level.get(other, level) != level:
                    sides = self.sides.get(hex_)
                    if not (sides and "cliff" in sides[direction]):
                        self._mark(hex_, direction, "slope")

    def _bridges(self) -> None:
        for at, line in enumerate(self.data.bridge, 1):
            for hex_ in self.grid.hexes(line.hex, f"bridge[{at}].hex"):
                self.under[hex_] = self.terrain[hex_]
                self.terrain[hex_] = "bridge"

    def _routes(self) -> None:
        kinds = [e.id for e in terrain_effects().values() if e.kind == "overlay"]
        for at, line in enumerate(self.data.route, 1):
            self.proof.among(f"route[{at}].kind", line.kind, kinds, "the route")
            for hex_, crossed in self.grid.trail(line.hexes, f"route[{at}].hexes").items():
                routes = self.routes.setdefault(hex_, {})
                routes[line.kind] = routes.get(line.kind, 0) | crossed

    def _stories(self) -> None:
        for at, line in enumerate(self.data.stories, 1):
            if not 1 <= line.stories <= 9:
                self.proof.mistake(f"stories[{at}].stories", str(line.stories), "1 to 9")
            for hex_ in self.grid.hexes(line.hexes, f"stories[{at}].hexes"):
                if not is_building(self.terrain[hex_]):
                    self.proof.mistake(f"stories[{at}].hexes", f"{hex_}, {self.terrain[hex_]}", "hexes with buildings")
                self.stories[hex_] = line.stories


def is_building(terrain: str) -> bool:
    """Whether a hex of this terrain has the height of its stories (na:4.1.4.1.4)."""
    return terrain.endswith("-building") or terrain == "alley"
