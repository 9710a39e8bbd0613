"""Maps drawn as text: grids of cells, hexsides as ``C5/NE``, roads as hexes in order, places.

A grid has a line for each row of hexes, and in it a cell for each column: a terrain letter, then its level if it is not
0, ``.`` ``.1`` ``w2``; ``--`` stands where there is no hex.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from content.kit.load import Proof
from core.alike import Alike
from core.board import Board, Place
from core.hexes import DIRECTION_NAMES, Hex, direction_between, hex_from_id, opposite

#: What stands in the grid where there is no hex.
NO_HEX: Final = "--"
#: The directions by the names that files give them.
DIRECTIONS: Final[Mapping[str, int]] = {name: d for d, name in enumerate(DIRECTION_NAMES)}


@frozen(eq=False, repr=False)
class HexsideLine(Alike):
    """Hexsides of one kind: ``"C5/N D6/SE"``."""

    kind: str
    sides: str


@frozen(eq=False, repr=False)
class PlaceLine(Alike):
    """A named place of a map."""

    id: str
    name: str
    hexes: str


def words(text: str) -> list[str]:
    """The words of a line, separated by blanks or commas."""
    return text.replace(",", " ").split()


def lines_of(grid: str) -> list[list[str]]:
    """The cells of a grid as they stand, line by line."""
    return [line.split() for line in grid.strip().splitlines()]


def grid_size(data: Mapping[str, object]) -> tuple[int, int]:
    """Columns and last row of the grid in the plain data of a file, without reading it cell by cell."""
    lines, first = lines_of(str(data.get("grid", ""))), data.get("first_row", 1)
    return max(map(len, lines), default=0), len(lines) - 1 + (first if isinstance(first, int) else 1)


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


def read_hexes(text: str, key: str, where: Board | Mapping[Hex, object], proof: Proof) -> tuple[Hex, ...]:
    """The hexes that a line names; a mistake for each that is not on the map."""
    return tuple(hex_ for word in words(text) if (hex_ := read_hex(word, key, where, proof)))


def _extent(where: Board | Mapping[Hex, object]) -> str:
    if isinstance(where, Board):
        return where.extent
    ordered = sorted(where)
    return f"{ordered[0]} to {ordered[-1]}" if ordered else ""


@frozen(eq=False, repr=False)
class Legend(Alike):
    """What a cell may be: terrain by letter, and the digits that may follow as its level.

    told: these digits in words; remedy: what to do about a letter that is none of these.
    """

    letters: Mapping[str, str]
    levels: str = "0123456789"
    told: str = "a level digit"
    remedy: str = ""


class Grid:
    """The hexes of a map on its way from a file, and how the lines of the file name them.

    terrain, level: of each hex that the grid draws; under: what stands before the keys in messages, such as
    ``board.`` for a map that is part of a file.
    """

    def __init__(self, proof: Proof, under: str = "") -> None:
        self.proof = proof
        self.under = under
        self.terrain: dict[Hex, str] = {}
        self.level: dict[Hex, int] = {}

    def mistake(self, key: str, found: str, allowed: str, remedy: str = "") -> None:
        """Note a mistake of the map."""
        self.proof.mistake(f"{self.under}{key}", found, allowed, remedy)

    def unknown(self, key: str, found: str, known: Iterable[str], what: str) -> None:
        """Note a name that is none of `known`."""
        self.proof.unknown(f"{self.under}{key}", found, known, what)

    def put(self, hex_: Hex, cell: str, legend: Legend) -> None:
        """Take a cell apart."""
        letter, level = cell[:1], cell[1:]
        if letter not in legend.letters or not (level == "" or (len(level) == 1 and level in legend.levels)):
            known = " ".join(f"{key}={name}" for key, name in legend.letters.items())
            remedy = "write the level as one digit" if letter in legend.letters else legend.remedy
            allowed = f"a letter and perhaps {legend.told}, or {NO_HEX}: {known}"
            self.mistake(f"grid {hex_}", repr(cell), allowed, remedy)
            self.stand_in(hex_)
            return
        self.terrain[hex_], self.level[hex_] = legend.letters[letter], int(level or 0)

    def stand_in(self, hex_: Hex) -> None:
        """A clear hex for a cell that cannot be read, so that what refers to it is no mistake too."""
        self.terrain[hex_], self.level[hex_] = "clear", 0

    def hex(self, text: str, key: str) -> Hex | None:
        """The hex of the grid with this id; a mistake is noted and None returned if there is none."""
        return read_hex(text, f"{self.under}{key}", self.terrain, self.proof)

    def hexes(self, text: str, key: str) -> tuple[Hex, ...]:
        """The hexes of a line, at least one."""
        if not words(text):
            self.mistake(key, "no hex", "hex ids separated by blanks")
        return tuple(hex_ for word in words(text) if (hex_ := self.hex(word, key)))

    def hexsides(self, line: HexsideLine, key: str, kinds: Collection[str]) -> Iterator[tuple[Hex, int]]:
        """Hex and direction of each hexside of a line, whose kind is one of `kinds`."""
        if line.kind not in kinds:
            self.unknown(f"{key}.kind", line.kind, kinds, "the hexside")
        for text in words(line.sides):
            id_, _, direction = text.partition("/")
            if direction not in DIRECTIONS:
                allowed = f"HEX/DIRECTION such as C5/NE, one of {', '.join(DIRECTIONS)}"
                self.mistake(f"{key}.sides", repr(text), allowed)
            elif hex_ := self.hex(id_, f"{key}.sides"):
                yield hex_, DIRECTIONS[direction]

    def trail(self, text: str, key: str) -> Mapping[Hex, int]:
        """The hexsides that a road crosses, as a mask for each of its hexes: ``"NW> A14 B14 >SE"``."""
        stated = words(text)
        start = stated.pop(0) if stated and stated[0].endswith(">") else ""
        end = stated.pop() if stated and stated[-1].startswith(">") else ""
        hexes = [hex_ for word in stated if (hex_ := self.hex(word, key))]
        if not stated:
            self.mistake(key, "no hex", "adjacent hexes in order, such as NW> A14 B14 >SE")
        if not hexes or len(hexes) < len(stated):
            return {}
        crossed = dict.fromkeys(hexes, 0)
        for hex_, other in pairwise(hexes):
            direction = direction_between(hex_, other)
            if direction is None:
                remedy = f"next to {hex_}: {self._around(hex_)}"
                self.mistake(key, f"{hex_} {other}", "adjacent hexes in order", remedy)
                continue
            crossed[hex_] |= 1 << direction
            crossed[other] |= 1 << opposite(direction)
        for word, hex_ in ((start, hexes[0]), (end, hexes[-1])):
            if word:
                crossed[hex_] |= self._leaving(word, hex_, key)
        return crossed

    def _leaving(self, word: str, hex_: Hex, key: str) -> int:
        """The mask of the hexside by which a trail leaves the map; 0, with the mistake noted, if it does not."""
        direction = DIRECTIONS.get(word.strip(">"))
        if direction is None:
            allowed = f"one of {', '.join(DIRECTIONS)} with a > at its inner or outer end"
            self.mistake(key, repr(word), allowed)
            return 0
        if (beyond := hex_.neighbour(direction)) in self.terrain:
            remedy = f"go on with {beyond} or leave {word} out"
            self.mistake(key, f"{word} at {hex_}", "a hexside at the edge of the map", remedy)
            return 0
        return 1 << direction

    def places(self, lines: Sequence[PlaceLine]) -> tuple[Place, ...]:
        """The named places, each with an id of its own."""
        self.proof.unique(f"{self.under}place", (line.id for line in lines))
        return tuple(
            Place(line.id, line.name, self.hexes(line.hexes, f"place[{at}].hexes")) for at, line in enumerate(lines, 1)
        )

    def _around(self, hex_: Hex) -> str:
        return " ".join(n.id for n in hex_.neighbours() if n in self.terrain)
