"""Zones, objectives, entries, exits and levels of victory as scenario files of any system may state them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from content.kit.grids import DIRECTIONS, read_hex, read_hexes
from content.kit.load import Proof, listed
from core.alike import Alike
from core.board import Board
from core.event import SideId
from core.hexes import Hex, hex_from_id
from core.setting import Entry, Exit, Objective, VictoryLevel, Zone

# -- the lines of a file --------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class EnterLine(Alike):
    """Where and when a unit enters."""

    turn: int
    hexes: str


@frozen(eq=False, repr=False)
class ZoneLine(Alike):
    """A set-up area: its hexes, and the hexes of its rows and columns."""

    id: str
    name: str
    hexes: str = ""
    rows: str = ""
    columns: str = ""
    facing: str = "N"


@frozen(eq=False, repr=False)
class ObjectiveLine(Alike):
    """An objective: its hexes, or a place of the board."""

    id: str
    name: str
    vp: int
    hexes: str = ""
    place: str = ""
    turns: int = 1
    controller: str = ""


@frozen(eq=False, repr=False)
class ExitLine(Alike):
    """Edge hexes by which a side scores."""

    id: str
    name: str
    side: str
    hexes: str = ""
    place: str = ""
    share: int = 0
    vp: int = 0
    combat_only: bool = False


@frozen(eq=False, repr=False)
class LevelLine(Alike):
    """A level of victory."""

    lead: int
    name: str


# -- reading them ---------------------------------------------------------------------------------


@frozen(eq=False, kw_only=True)
class Reading:
    """What is known of a scenario while its file is read: its map, its sides, and the mistakes found so far.

    sides: their ids; under: what stands before the keys of its terms in messages: ``situation.`` in a worked example.
    """

    map: Board
    proof: Proof
    sides: Sequence[str]
    under: str = ""

    def hexes(self, text: str, key: str) -> tuple[Hex, ...]:
        """The hexes of a line of hex ids; a mistake for each that is not on the map."""
        return read_hexes(text, key, self.map, self.proof)

    def quietly(self, text: str) -> Hex | None:
        """A hex that is proved elsewhere."""
        return read_hex(text, "", self.map, Proof("")) if text else None

    def facing(self, name: str, key: str) -> int | None:
        """A facing by its name."""
        self.proof.among(key, name, DIRECTIONS, "the facing")
        return DIRECTIONS.get(name)

    def side(self, key: str, side: str) -> SideId:
        """A side by its id; a mistake if there is no such side."""
        self.proof.among(key, side, self.sides, "the side")
        return SideId(side)

    def area(self, line: ObjectiveLine | ExitLine, key: str) -> tuple[Hex, ...]:
        """The hexes that a line names, or those of a place of the board."""
        if bool(line.hexes) == bool(line.place):
            found = "both hexes and place" if line.hexes else "neither hexes nor place"
            self.proof.mistake(key, found, "one of them")
        if line.hexes:
            return self.hexes(line.hexes, f"{key}.hexes")
        places = {p.id: p for p in self.map.places}
        if line.place:
            self.proof.among(f"{key}.place", line.place, places, f"on {self.map.id} the place")
        return places[line.place].hexes if line.place in places else ()


def zones(reading: Reading, lines: Sequence[ZoneLine]) -> dict[str, Zone]:
    """The set-up areas by id; no hex may be in two of them."""
    found: dict[str, Zone] = {}
    taken: dict[Hex, str] = {}
    reading.proof.unique("zone", [z.id for z in lines])
    for at, line in enumerate(lines, 1):
        key = f"zone[{at}]"
        hexes = frozenset(_zone_hexes(reading, line, key))
        both = sorted(h for h in hexes if h in taken)
        if both:
            reading.proof.mistake(
                key, f"{listed(h.id for h in both)} again", "hexes of no other zone", f"{taken[both[0]]} has them"
            )
        taken.update(dict.fromkeys(hexes, line.id))
        found[line.id] = Zone(line.id, line.name, hexes, reading.facing(line.facing, f"{key}.facing") or 0)
    return found


def _zone_hexes(reading: Reading, line: ZoneLine, key: str) -> Iterator[Hex]:
    if not (line.hexes or line.rows or line.columns):
        reading.proof.mistake(key, "no hexes, rows or columns", "at least one of them", 'such as rows = "1-6"')
    yield from reading.hexes(line.hexes, f"{key}.hexes")
    if line.rows or line.columns:
        rows = _span(line.rows, f"{key}.rows", reading.proof)
        columns = _span(line.columns, f"{key}.columns", reading.proof)
        yield from (h for h in reading.map.cells if h.row in rows and h.col in columns)


def _span(text: str, key: str, proof: Proof) -> range:
    """Rows "1-6" or columns "A-D" as numbers; without a text all of them."""
    if not text:
        return range(100)
    ends = text.replace(" ", "").split("-")
    try:
        numbers = [int(end) if end.isdigit() else hex_from_id(f"{end}1").col for end in ends]
        if not 1 <= len(numbers) <= 2 or numbers[-1] < numbers[0]:
            raise ValueError
    except ValueError:
        proof.mistake(key, repr(text), "one row or column, or two joined by a hyphen such as 1-6 or A-D")
        return range(0)
    return range(numbers[0], numbers[-1] + 1)


def objectives(reading: Reading, lines: Sequence[ObjectiveLine]) -> Iterator[Objective]:
    """The objectives."""
    reading.proof.unique(f"{reading.under}objective", [o.id for o in lines])
    for at, line in enumerate(lines, 1):
        key = f"{reading.under}objective[{at}]"
        if line.turns < 1:
            reading.proof.mistake(f"{key}.turns", str(line.turns), "1 or more")
        controller = reading.side(f"{key}.controller", line.controller) if line.controller else None
        yield Objective(line.id, line.name, reading.area(line, key), line.vp, line.turns, controller)


def exits(reading: Reading, lines: Sequence[ExitLine]) -> Iterator[Exit]:
    """The edges by which a side scores."""
    reading.proof.unique(f"{reading.under}exit", [e.id for e in lines])
    for at, line in enumerate(lines, 1):
        key = f"{reading.under}exit[{at}]"
        side = reading.side(f"{key}.side", line.side)
        if not 0 <= line.share <= 1000 or not (line.share or line.vp):
            reading.proof.mistake(f"{key}.share", str(line.share), "percent of a unit's value, or vp for each unit")
        hexes = reading.area(line, key)
        at_edge(hexes, f"{key}.hexes", reading.map, reading.proof)
        yield Exit(line.id, line.name, side, hexes, line.share, line.vp, line.combat_only)


def entry(stated: EnterLine | None, key: str, board: Board, turns: int, proof: Proof) -> Entry | None:
    """When and where a unit enters, if it does: in one of so many turns, at the edge of the map."""
    if stated is None:
        return None
    prove_turn(stated.turn, f"{key}.turn", turns, proof)
    hexes = read_hexes(stated.hexes, f"{key}.hexes", board, proof)
    at_edge(hexes, f"{key}.hexes", board, proof)
    return Entry(stated.turn, hexes)


def prove_turn(turn: int, key: str, turns: int, proof: Proof) -> None:
    """A mistake for a turn that is not played."""
    if not 1 <= turn <= turns:
        proof.mistake(key, str(turn), f"1 to {turns}")


def at_edge(hexes: tuple[Hex, ...], key: str, board: Board, proof: Proof) -> None:
    """A mistake for hexes inside the map."""
    inner = [h.id for h in hexes if not board.is_edge(h)]
    if inner:
        proof.mistake(key, listed(inner), "hexes at the edge of the map")


def levels(reading: Reading, lines: Sequence[LevelLine]) -> tuple[VictoryLevel, ...]:
    """The levels of victory, the highest first; there must be one."""
    if not lines:
        reading.proof.mistake(
            f"{reading.under}victory.levels", "no level", 'at least one, such as {lead = 1, name = "Victory"}'
        )
    return tuple(VictoryLevel(line.lead, line.name) for line in sorted(lines, key=lambda line: -line.lead))
