"""Geomorphic mapboards: turned by 180 degrees and laid edge to edge, as one board (na:1.2, na:1.2b, na:1.2f).

A board with an even number of columns has whole hexes only, and lies edge to edge with the next. One with an odd
number has half hexes in its first and last column, and in every other column at its long edges; it shares them with
the boards beside, above and below it. Such hexes are marked "seam". Either kind fits the others of its size, turned
or not; the geometry is that of the cells, whatever their rows are numbered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from core.alike import Alike
from core.board import Board, Cell, Place, Sheet
from core.hexes import Hex, column_letters, from_xy, opposite

#: Marks of cells: half a hex at the edge of the map, and a hex that two boards share.
PARTIAL = "partial"
SEAM = "seam"


class JoinError(ValueError):
    """Boards that cannot be laid like this; says which and why."""


@frozen(eq=False, repr=False)
class Laid(Alike):
    """A mapboard as it lies: turned by 180 degrees or not."""

    board: Board
    turned: bool = False


@frozen(eq=False, repr=False)
class _Part(Alike):
    """What one of the boards has in a hex: its cell as it lies, and the hex it prints there."""

    board: int
    cell: Cell
    printed: str


@frozen(eq=False, repr=False)
class _Frame(Alike):
    """The room that a board takes. top, bottom: vertical position of its first and last hexes, in half hexes."""

    columns: int
    top: int
    bottom: int

    @property
    def width(self) -> int:
        """Columns to the board beside it, which shares the last column of an odd number."""
        return self.columns - (self.columns & 1)

    @property
    def height(self) -> int:
        """Half hexes to the board below it, which shares the half hexes of its last row."""
        return self.bottom - self.top + 1 & ~1

    @property
    def turnable(self) -> bool:
        """Whether a hex comes to lie on a hex when the frame is turned half round."""
        return not (self.top + self.bottom + self.columns + 1) & 1

    def turned(self, hex_: Hex) -> Hex:
        """Where a hex lies when the frame is turned half round."""
        return from_xy(self.columns + 1 - hex_.col, self.top + self.bottom - hex_.y)


@frozen(eq=False, repr=False)
class _Position(Alike):
    """A board in its place: shifted by columns and half hexes."""

    number: int
    laid: Laid
    frame: _Frame
    columns: int
    half_rows: int

    def hex(self, hex_: Hex) -> Hex:
        """Where a hex of the board lies."""
        lies = self.frame.turned(hex_) if self.laid.turned else hex_
        return from_xy(lies.col + self.columns, lies.y + self.half_rows)


def turn(board: Board) -> Board:
    """The board turned by 180 degrees, its labels the ids that it prints. JoinError if its shape does not allow it."""
    return join([[Laid(board, turned=True)]])


def join(rows: Sequence[Sequence[Laid | None]], id_: str = "", name: str = "") -> Board:
    """One board of boards in rows and columns, None where there is none; `labels` has what the boards print (29E9).

    A hex that two boards complete belongs to the one whose hex is whole, which prints its identifier, else to the
    first in reading order (na:1.2b); what leads across its hexsides is that of the board on the other side.
    JoinError if a board cannot be turned, has another size than those beside it or prints the same references, or if
    the map has more columns than there are letters for.
    """
    positions = list(_positions(rows))
    boards = [at.laid.board for at in positions]
    spots: dict[Hex, list[_Part]] = {}
    for at in positions:
        turns = 3 if at.laid.turned else 0
        for hex_, cell in at.laid.board.cells.items():
            part = _Part(at.number, turned_cell(cell, turns), at.laid.board.printed(hex_))
            spots.setdefault(at.hex(hex_), []).append(part)
    labels = {hex_: _owner(parts).printed for hex_, parts in spots.items()}
    _prove_labels(spots, boards)
    columns = max(h.col for h in spots)
    try:
        column_letters(columns)
    except ValueError as error:
        raise JoinError(f"the boards are {columns} columns wide: {error}") from None
    made = Board(
        id=id_ or "+".join(b.id for b in boards),
        name=name or " and ".join(dict.fromkeys(b.name for b in boards)),
        columns=columns,
        rows=max(h.row for h in spots),
        cells={hex_: _cell(hex_, parts, spots) for hex_, parts in spots.items()},
        places=tuple(_named(positions)),
        source=boards[0].source if len({b.source for b in boards}) == 1 else "judged",
        labels=labels,
    )
    sheets = tuple(_sheet(at.laid) for at in positions)
    if len(sheets) > 1:
        return evolve(made, sheets=sheets)
    number = sheets[0].number
    if all(text == f"{'' if number is None else number}{hex_.id}" for hex_, text in labels.items()):
        made = evolve(made, labels={})
    return evolve(made, number=number, directional=sheets[0].directional)


def turned_cell(cell: Cell, turns: int) -> Cell:
    """A cell turned clockwise by `turns` hexsides: its hexsides and routes with it."""
    turns %= 6
    return evolve(
        cell,
        sides=tuple(cell.sides[(d - turns) % 6] for d in range(6)),
        routes={kind: (mask << turns | mask >> (6 - turns)) & 63 for kind, mask in cell.routes.items()},
    )


# -- laying --------------------------------------------------------------------------------------


def _positions(rows: Sequence[Sequence[Laid | None]]) -> Iterator[_Position]:
    """Every board in its place, in reading order."""
    columns = max((len(row) for row in rows), default=0)
    heights = [_size(row, f"row {at}", "half hexes high") for at, row in enumerate(rows, 1)]
    widths = [_size([row[at] for row in rows if at < len(row)], f"column {at + 1}", "wide") for at in range(columns)]
    if not columns:
        raise JoinError("there is no board to lay")
    laid = [(row_at, at, one) for row_at, row in enumerate(rows) for at, one in enumerate(row) if one is not None]
    for number, (row_at, at, one) in enumerate(laid):
        frame = _frame(one.board)
        if one.board.sheets:
            raise JoinError(f"{one.board.name} is joined already; lay its boards themselves")
        if one.turned and not frame.turnable:
            halves = "half hexes at both of its long edges" if frame.columns & 1 else "whole hexes only"
            raise JoinError(f"{one.board.name} cannot be turned: with {frame.columns} columns it would need {halves}")
        yield _Position(number, one, frame, sum(widths[:at]), sum(heights[:row_at]))


def _frame(board: Board) -> _Frame:
    return _Frame(board.columns, board.top, board.bottom)


def _size(boards: Sequence[Laid | None], where: str, what: str) -> int:
    """What the boards of a row take in height, or those of a column in width."""
    frames = {laid.board.name: _frame(laid.board) for laid in boards if laid is not None}
    sizes = {name: frame.width if what == "wide" else frame.height for name, frame in frames.items()}
    if len(set(sizes.values())) > 1:
        found = ", ".join(f"{name} is {size} {what}" for name, size in sizes.items())
        raise JoinError(f"the boards in {where} are not of one size: {found}")
    if not sizes:
        raise JoinError(f"there is no board in {where}")
    return next(iter(sizes.values()))


def _prove_labels(spots: Mapping[Hex, Sequence[_Part]], boards: Sequence[Board]) -> None:
    """Every reference must be of one hex: boards have numbers of their own (na:1.2f)."""
    taken: dict[str, _Part] = {}
    for parts in spots.values():
        for part in parts:
            other = taken.setdefault(part.printed, part)
            if other is not part:
                one, two = boards[other.board], boards[part.board]
                raise JoinError(f"{one.name} and {two.name} both print {part.printed}; each needs a number of its own")


# -- what lies in a hex --------------------------------------------------------------------------


def _owner(parts: Sequence[_Part]) -> _Part:
    return next((part for part in parts if PARTIAL not in part.cell.marks), parts[0])


def _cell(hex_: Hex, parts: Sequence[_Part], spots: Mapping[Hex, Sequence[_Part]]) -> Cell:
    """The cell of a hex: its owner's, with the hexsides and routes of whichever board lies across each hexside."""
    owner = _owner(parts)
    if len(parts) == 1:
        return owner.cell
    by_side = [_across(owner, parts, spots.get(hex_.neighbour(d), ())) for d in range(6)]
    routes = dict.fromkeys(owner.cell.routes, 0)
    for d, part in enumerate(by_side):
        for kind in part.cell.routes:
            if part.cell.route_crosses(kind, d):
                routes[kind] = routes.get(kind, 0) | 1 << d
    halved = all(PARTIAL in part.cell.marks for part in parts) and any(n not in spots for n in hex_.neighbours())
    marks = owner.cell.marks - {PARTIAL} | {SEAM} | ({PARTIAL} if halved else frozenset())
    return evolve(
        owner.cell, routes=routes, sides=tuple(part.cell.sides[d] for d, part in enumerate(by_side)), marks=marks
    )


def _across(owner: _Part, parts: Sequence[_Part], beyond: Sequence[_Part]) -> _Part:
    """The part of the board that goes on beyond a hexside; the owner's if it does, or if none does."""
    there = {part.board for part in beyond}
    return next((part for part in (owner, *parts) if part.board in there), owner)


def _named(positions: Sequence[_Position]) -> Iterator[Place]:
    """The named features of all boards; ids that several of them use have the number of their board before them."""
    ids = [feature.id for at in positions for feature in at.laid.board.places]
    for at in positions:
        for feature in at.laid.board.places:
            id_ = feature.id if ids.count(feature.id) == 1 else f"{at.laid.board.number}-{feature.id}"
            yield Place(id_, feature.name, tuple(at.hex(h) for h in feature.hexes))


def _sheet(laid: Laid) -> Sheet:
    board = laid.board
    directional = opposite(board.directional) if laid.turned else board.directional
    return Sheet(board.id, board.name, board.number, directional, laid.turned)
